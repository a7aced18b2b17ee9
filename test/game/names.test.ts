import { describe, expect, it } from 'vitest';
import { generateName, uniqueName } from '../../src/game/names.js';
import { cleanName, limits } from '../../src/protocol/index.js';
import { seeded } from '../../load-test/swarm/seeded.js';

const BOUNDS = limits.NAME_BOUNDS;
const family = '👨‍👩‍👧‍👦';

/** Names that `count` players get who all want the same one. */
function crowd(wanted: string, count: number): string[] {
  const taken = new Set<string>();
  for (let i = 0; i < count; i++) taken.add(uniqueName(wanted, (name) => taken.has(name)));
  return [...taken];
}

describe('R1.4 a name that is taken', () => {
  it('gets the first free number from 2 on', () => {
    expect(crowd('Kim', 4)).toEqual(['Kim', 'Kim 2', 'Kim 3', 'Kim 4']);
    const taken = new Set(['Kim', 'Kim 3']);
    expect(uniqueName('Kim', (name) => taken.has(name))).toBe('Kim 2');
    taken.delete('Kim');
    expect(uniqueName('Kim', (name) => taken.has(name))).toBe('Kim');
  });

  it('gets a number of its own when the numbered one is wanted', () => {
    const taken = new Set(['Kim 2']);
    expect(uniqueName('Kim 2', (name) => taken.has(name))).toBe('Kim 2 2');
  });

  it.each([
    ['32 letters', 'a'.repeat(32)],
    ['32 syllables', '한'.repeat(32)],
    ['32 emoji of two units', '🐯'.repeat(32)],
    ['emoji with joiners', family.repeat(5)],
    ['flags', '🇰🇷'.repeat(16)],
    ['letters with marks', 'a\u0316\u0317'.repeat(21)],
    ['a space where it is cut', `${'a'.repeat(25)} bcdef`],
    ['one grapheme as long as a name may be', `${'क्'.repeat(31)}क`],
    ['Persian with joiners', `${'می\u200C'.repeat(15)}می`],
    ['Sinhala with joiners', 'ශ්‍රී'.repeat(12)],
    ['Thai', 'น้ำ'.repeat(20)],
  ])('stays a proper name: %s', (_what, wanted) => {
    expect(cleanName(wanted, BOUNDS)).toBe(wanted);
    const names = crowd(wanted, 300);
    expect(new Set(names).size).toBe(300);
    expect(names[0]).toBe(wanted);
    for (const name of names) expect(cleanName(name, BOUNDS)).toBe(name);
  });

  it('has room for as many numbers as a room has slots', () => {
    let asked = 0;
    const isTaken = (): boolean => ++asked < limits.MAX_SLOTS;
    const name = uniqueName('🐯'.repeat(32), isTaken);
    expect(name).toMatch(/ 65535$/);
    expect(cleanName(name, BOUNDS)).toBe(name);
  });

  it('is never cut inside a grapheme', () => {
    expect(crowd(family.repeat(5), 2)[1]).toBe(`${family.repeat(5)} 2`);
    const flags = crowd('🇰🇷'.repeat(16), 2)[1] as string;
    expect(flags).toMatch(/^(🇰🇷)+ 2$/u);
  });
});

describe('R1.4 a generated name', () => {
  it.each(['ko', 'en'] as const)('is proper, varied and %s', (language) => {
    const random = seeded(7);
    const names = new Set(Array.from({ length: 2_000 }, () => generateName(random, language)));
    expect(names.size).toBe(81);
    for (const name of names) {
      expect(cleanName(name, BOUNDS)).toBe(name);
      expect(/[가-힣]/.test(name)).toBe(language === 'ko');
    }
  });
});
