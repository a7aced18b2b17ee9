import { expect, it } from 'vitest';
import { IdentityLimits } from '../../src/server/live/gateway/identity-limits.js';

it('R22.2 an identity may show one emote a second, whoever else shows some', () => {
  const limits = new IdentityLimits();
  const may = (identityId: string, ...times: number[]) =>
    times.map((now) => limits.mayEmote(identityId, now));
  expect(may('a', 0, 1, 999, 1_000, 1_001, 2_500)).toEqual([true, false, false, true, false, true]);
  expect(may('b', 2_500)).toEqual([true]);
});

it('R16.14 an identity may write an answer a second, of which two may come together', () => {
  const limits = new IdentityLimits();
  const may = (identityId: string, ...times: number[]) =>
    times.map((now) => limits.mayWrite(identityId, now));
  // Two that were sent a second apart, and the first was late.
  expect(may('a', 0, 1_500, 2_200, 2_201, 3_300)).toEqual([true, true, true, false, true]);
  expect(may('b', 0, 0, 0)).toEqual([true, true, false]);
});
