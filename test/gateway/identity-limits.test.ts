import { expect, it } from 'vitest';
import { IdentityLimits } from '../../src/server/live/gateway/identity-limits.js';

it('R22.2 an identity may show one emote a second, whoever else shows some', () => {
  const limits = new IdentityLimits();
  const may = (identityId: string, ...times: number[]) =>
    times.map((now) => limits.mayEmote(identityId, now));
  expect(may('a', 0, 1, 999, 1_000, 1_001, 2_500)).toEqual([true, false, false, true, false, true]);
  expect(may('b', 2_500)).toEqual([true]);
});
