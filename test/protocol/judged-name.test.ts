import { describe, expect, it } from 'vitest';
import {
  compareNames,
  isSameName,
  named,
  nameKey,
  nameOf,
  ordinalIn,
  type JudgedName,
} from '../../src/protocol/judged-name.js';

const name = (question: number, part = 0, drops = 0): JudgedName => ({ question, part, drops });

describe('R4.9 the name of a judged question', () => {
  it('counts through the rounds of an evening, and has what was dropped before it', () => {
    expect(nameOf({ index: 2 })).toEqual(name(2));
    expect(nameOf({ first: 10, index: 2, drops: 3 })).toEqual(name(12, 0, 3));
    expect(ordinalIn({ first: 10, index: 2, drops: 3 })).toBe(15);
  });

  it('is in the order of questions, then of parts, then of drops, as numbers and not as texts', () => {
    const inOrder = [name(0), name(2), name(2, 1), name(2, 1, 1), name(2, 10), name(10), name(11)];
    const mixed = [3, 6, 0, 5, 2, 4, 1].map((at) => inOrder[at]!);
    expect(mixed.sort(compareNames)).toEqual(inOrder);
    expect(inOrder.map(nameKey)).toEqual([
      '0.0.0',
      '2.0.0',
      '2.1.0',
      '2.1.1',
      '2.10.0',
      '10.0.0',
      '11.0.0',
    ]);
  });

  it('has a key of its own, and is the same only where all of it is', () => {
    const all = [0, 1, 11].flatMap((question) =>
      [0, 1, 11].flatMap((part) => [0, 1, 11].map((drops) => name(question, part, drops))),
    );
    expect(new Set(all.map(nameKey)).size).toBe(all.length);
    for (const one of all) {
      expect(all.filter((other) => isSameName(one, other))).toEqual([one]);
      expect(named(all, { ...one })).toBe(one);
    }
    expect(named(all, name(2))).toBeUndefined();
  });
});
