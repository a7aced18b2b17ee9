import { expect, it } from 'vitest';
import { finished } from '../../src/game/steps.js';
import { cleanListed } from '../../src/server/live/room/listed-names.js';
import { foldedWork } from '../support/folded-work.js';

it('R10.6 a list of names is cleaned with a stop before each, which folds no more than one name takes', () => {
  const marked = 'a\u0301\u0316\u0317b\u0301\u0316\u0317';
  const names = Array.from({ length: 500 }, (_, n) => `${marked}${n}`);
  const steps = cleanListed('names', names);
  let most = 0;
  const done: unknown[] = [];
  while (done.at(-1) !== true)
    most = Math.max(most, foldedWork(() => done.push(steps.next().done)).units);
  expect(done.length).toBe(501);
  expect(most).toBeLessThan(1_000);
  expect(finished(cleanListed('names', [' 👑Ｋｉｍ  철수 ']))).toEqual(['Kim 철수']);
});

it('R10.6 of a list in which there is a name that is none, nothing stands', () => {
  for (const bad of [
    '',
    ' ',
    'a'.repeat(33),
    '\uFDFA'.repeat(192),
    `a${'\u0301'.repeat(7)}`,
    'x'.repeat(10_000),
  ])
    expect(() => finished(cleanListed('entries', ['Ann', bad, 'Bea']))).toThrow(
      'entries.1: a name must be 1–32 visible characters',
    );
  expect(finished(cleanListed('names', []))).toEqual([]);
});
