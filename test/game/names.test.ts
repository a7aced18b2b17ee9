import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { nameSkeleton } from '../../src/game/name-skeleton.js';
import { LANGUAGES } from '../../src/i18n/made/languages.js';
import { serverWords } from '../../src/i18n/made/server/words.js';
import { isReserved } from '../../src/game/reserved-names.js';
import { generateName, nameStem } from '../../src/game/names.js';
import { drawInt, drawOne } from '../../src/game/shared/random.js';
import { TakenNames } from '../../src/game/taken-names.js';
import { cleanName, limits } from '../../src/protocol/index.js';
import { seeded } from '../../load-test/swarm/seeded.js';

const BOUNDS = limits.NAME_BOUNDS;
const family = '👨‍👩‍👧‍👦';

/** Names that `count` players get who all want the same one. */
function crowd(wanted: string, count: number): string[] {
  const taken = TakenNames.from();
  return Array.from({ length: count }, () => {
    const name = taken.free(wanted);
    taken.add(name);
    return name;
  });
}

describe('R1.4 a name that is taken', () => {
  it('gets the first free number from 2 on', () => {
    expect(crowd('Kim', 4)).toEqual(['Kim', 'Kim 2', 'Kim 3', 'Kim 4']);
    const taken = TakenNames.from(['Kim', 'Kim 3']);
    expect(taken.free('Kim')).toBe('Kim 2');
    taken.remove('Kim');
    expect(taken.free('Kim')).toBe('Kim');
  });

  it('gets a number of its own when the numbered one is wanted', () => {
    expect(TakenNames.from(['Kim 2']).free('Kim 2')).toBe('Kim 2 2');
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
    const wanted = '🐯'.repeat(32);
    const stem = nameStem(wanted);
    const numbers = Array.from({ length: limits.MAX_SLOTS - 2 }, (_, n) => stem + (n + 2));
    const name = TakenNames.from([wanted, ...numbers]).free(wanted);
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
  it.each(LANGUAGES)('is proper, varied and %s', (language) => {
    const random = seeded(7);
    const words = serverWords[language].server.names;
    const names = new Set(Array.from({ length: 2_000 }, () => generateName(random, words)));
    expect(names.size).toBe(81);
    for (const name of names) {
      expect(cleanName(name, BOUNDS)).toBe(name);
      // So that a number can follow without a cut.
      expect(nameStem(name)).toBe(`${name} `);
      expect(isReserved(name)).toBe(false);
      expect(/[가-힣]/.test(name)).toBe(language === 'ko');
    }
  });
});

describe('R1.4 names that look the same', () => {
  it.each([
    ['Anna', 'Аnnа', 'Cyrillic А and а'],
    ['Anna', 'Αnnɑ', 'Greek Α'],
    ['Anna', 'Ａｎｎａ', 'full-width letters'],
    ['Paypal', 'Раураl', 'Cyrillic words'],
    ['Ilona 10', 'llona lO', 'digits and letters'],
    ['Bern', 'Bem', 'rn and m'],
    ['Zoë', 'Zоё', 'accents on letters of two scripts'],
    ['Zoë', 'Zoe\u0308', 'accents apart'],
    ["O'Neil", 'O’Neil', 'apostrophes'],
    ['Kim-Lee', 'Kim–Lee', 'dashes'],
    ['김민준 A', '김민준 А', 'letters beside Hangul'],
    ['용감한 호랑이', '용감한호랑이', 'spaces'],
    ['a 2', 'a2', 'a number without its space'],
  ])('count as one: %s and %s (%s)', (one, other) => {
    expect(nameSkeleton(other)).toBe(nameSkeleton(one));
    expect(TakenNames.from([one]).free(other)).toMatch(/ 2$/);
  });

  it.each([
    ['Anna', 'anna'],
    ['Anna', 'Änna'],
    ['민준', '민중'],
    ['ㅋㅋㅋ', 'ㅋㅋ'],
    ['각', '가ㄱ'],
    ['Kim 2', 'Kim 3'],
    ['🐯', '🦊'],
    ['Андрей', 'Андреи'],
  ])('are not %s and %s', (one, other) => {
    expect(nameSkeleton(other)).not.toBe(nameSkeleton(one));
    expect(TakenNames.from([one]).free(other)).toBe(other);
  });

  it('have a skeleton that is its own, and with a number behind it that of both', () => {
    const random = seeded(11);
    for (let n = 0; n < 5_000; n++) {
      const name = someName(random);
      const skeleton = nameSkeleton(name);
      expect(nameSkeleton(skeleton)).toBe(skeleton);
      expect(nameSkeleton(`${name} ${n}`)).toBe(skeleton + nameSkeleton(String(n)));
    }
  });
});

/** Of few characters, so that names are taken often, and by those that look the same. */
const PIECES = [
  ...Array.from('aаαАAlI1O0m2 '),
  'rn',
  'ё',
  'e\u0308',
  'й',
  '김',
  ' 2',
  ' 10',
  '🐯',
  family,
  '\u0301',
];

function someName(random: () => number): string {
  const long = random() < 0.1 ? 40 : 4;
  const raw = Array.from({ length: 1 + drawInt(random, long) }, () => drawOne(random, PIECES));
  return cleanName(raw.join(''), BOUNDS) || 'a';
}

describe('R1.4 the names that stand', () => {
  it.each([1, 2, 3, 4, 5])(
    'never look the same, whoever comes, goes and renames: seed %i',
    (seed) => {
      const random = seeded(seed);
      let taken = TakenNames.from();
      const standing: string[] = [];
      const given: string[] = [];
      for (let step = 0; step < 3_000; step++) {
        // As a draft that is kept or thrown away, or for good.
        const before = taken;
        const isDraft = random() < 0.3;
        if (isDraft) taken = before.fork();
        const at = drawInt(random, standing.length + 1);
        const own = standing[at];
        const act = random();
        let next: string | undefined;
        if (act > 0.2 || own === undefined) {
          const isRename = own !== undefined && act < 0.4;
          next = taken.free(someName(random), isRename ? own : undefined);
          if (isRename) taken.remove(own);
          if (isDraft && random() < 0.5) {
            taken.add(next);
            taken = before;
            continue;
          }
          taken.add(next);
          if (isRename) standing[at] = next;
          else standing.push(next);
          given.push(next);
        } else {
          taken.remove(own);
          standing.splice(at, 1);
        }
        if (step % 20 === 0) taken = TakenNames.from(standing);
      }
      expect(new Set(standing.map(nameSkeleton)).size).toBe(standing.length);
      expect(standing.length).toBeGreaterThan(500);
      for (const name of given) expect(cleanName(name, BOUNDS)).toBe(name);
    },
  );

  it('continue from 2, and what somebody typed blocks its number', () => {
    const taken = TakenNames.from(['a', 'a2', 'а 4']);
    for (const expected of ['a 3', 'a 5', 'a 6']) {
      const name = taken.free('a');
      expect(name).toBe(expected);
      expect(taken.free('а')).toBe(name.replace('a', 'а'));
      taken.add(name);
    }
    expect(taken.free('a 2')).toBe('a 2 2');
  });

  it('let whoever renames keep the own name, number included', () => {
    const taken = TakenNames.from(['a', 'a 2', 'a 7']);
    expect(taken.free('a', 'a 7')).toBe('a 7');
    expect(taken.free('А', 'a')).toBe('А');
    expect(taken.free('a 7', 'a 7')).toBe('a 7');
    expect(taken.free('a', 'b')).toBe('a 3');
    expect(taken.free('a', 'a7')).toBe('a 3');
  });

  it('may look the same where they stood before, and are free when the last one goes', () => {
    const taken = TakenNames.from(['Anna', 'Аnna']);
    taken.remove('Anna');
    expect(taken.free('Anna')).toBe('Anna 2');
    taken.remove('Аnna');
    expect(taken.free('Anna')).toBe('Anna');
    taken.remove('Anna');
    taken.add('Anna');
    expect(taken.free('Anna')).toBe('Anna 2');
  });

  it('are those of a moment in a copy, and in that of a draft', () => {
    const taken = TakenNames.from(['Minji', 'Minji 2']);
    const draft = taken.fork();
    draft.add('Joon');
    draft.remove('Minji');
    const copies = [taken.copy(), draft.copy()] as const;
    taken.add('Sora');
    draft.add('Sora');
    const free = (names: TakenNames): string[] =>
      ['Minji', 'Joon', 'Sora'].map((name) => names.free(name));
    expect(copies.map(free)).toEqual([
      ['Minji 3', 'Joon', 'Sora'],
      ['Minji', 'Joon 2', 'Sora'],
    ]);
    copies[1].add('Hana');
    expect([taken, draft].map((names) => names.free('Hana'))).toEqual(['Hana', 'Hana']);
  });

  it('are left alone by a draft', () => {
    const taken = TakenNames.from(['a', 'b']);
    const draft = taken.fork();
    draft.remove('b');
    draft.add(draft.free('a'));
    const second = draft.fork();
    second.add(second.free('a'));
    expect([second.free('a'), second.free('b')]).toEqual(['a 4', 'b']);
    expect([draft.free('a'), draft.free('b')]).toEqual(['a 3', 'b']);
    expect([taken.free('a'), taken.free('b')]).toEqual(['a 2', 'b 2']);
  });

  it('are found for 2,000 who want the same one with a few looks each, in drafts as well', () => {
    const looks = vi.spyOn(TakenNames.prototype as unknown as { countOf(): number }, 'countOf');
    onTestFinished(() => looks.mockRestore());
    const taken = TakenNames.from();
    for (let n = 1; n <= 2_000; n++) {
      const draft = taken.fork();
      const name = draft.free('a');
      expect(name).toBe(n === 1 ? 'a' : `a ${n}`);
      draft.add(name);
      taken.add(name);
    }
    expect(looks.mock.calls.length).toBeLessThan(2_000 * 8);
  });

  it('begin anew where the numbers end, as old ones are free by then', () => {
    const taken = TakenNames.from(['a', 'a 2', 'a 3']);
    const names: string[] = ['a 3'];
    for (let n = 0; n < 100_000; n++) {
      const name = taken.free('a');
      taken.add(name);
      taken.remove(names.at(-1) as string);
      names.push(name);
    }
    expect(names[99_996]).toBe('a 99999');
    // Somebody has number 2 still.
    expect(names[99_997]).toBe('a 3');
  });
});
