import { describe, expect, it } from 'vitest';

/** Not by its name: pages are compiled with the types of a browser. */
const file = 'bubble-lines.ts';
const { linesOf } = (await import(`../../src/web/arena/${file}`)) as {
  linesOf: (message: string, widest: number, widthOf: (text: string) => number) => string[];
};

const widthOf = (text: string): number => [...new Intl.Segmenter().segment(text)].length;
const lines = (message: string): string[] => linesOf(message, 10, widthOf);

describe('R23.7 the lines of a bubble', () => {
  it('break at spaces, and words that are too long where they have to', () => {
    expect(lines('hi')).toEqual(['hi']);
    expect(lines('here we all stand')).toEqual(['here we', 'all stand']);
    expect(lines('여기서만나요모두다같이')).toEqual(['여기서만나요모두다같', '이']);
    expect(lines('a 여기서만나요모두다같이 b')).toEqual(['a', '여기서만나요모두다같', '이 b']);
  });

  it('are three at most, and tear no emoji', () => {
    const family = '👨‍👩‍👧';
    expect(lines(family.repeat(12))).toEqual([family.repeat(10), family.repeat(2)]);
    expect(lines('one two three four five six seven eight')).toEqual([
      'one two',
      'three four',
      'five six…',
    ]);
    for (const message of ['x'.repeat(200), 'ab '.repeat(66), family.repeat(50)]) {
      const shown = lines(message);
      expect(shown).toHaveLength(3);
      expect(shown.at(-1)?.endsWith('…')).toBe(true);
      for (const line of shown) expect(widthOf(line)).toBeLessThanOrEqual(10);
    }
  });
});
