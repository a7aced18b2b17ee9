import { expect, it } from 'vitest';

// As text: the types of a browser are not those of these tests.
const LOGOS: string = '../../src/web/ui/light-logo.js';

type Pixel = readonly [red: number, green: number, blue: number, alpha: number];
const CLEAR: Pixel = [0, 0, 0, 0];
const WHITE: Pixel = [255, 255, 255, 255];
const CREAM: Pixel = [255, 244, 214, 255];
const RED: Pixel = [194, 59, 22, 255];
const BLACK: Pixel = [20, 20, 20, 255];

it.each<[string, [Pixel, number][], boolean]>([
  [
    'white letters',
    [
      [CLEAR, 70],
      [WHITE, 30],
    ],
    true,
  ],
  [
    'cream letters beside a red mark',
    [
      [CLEAR, 60],
      [CREAM, 25],
      [RED, 15],
    ],
    true,
  ],
  [
    'black letters',
    [
      [CLEAR, 70],
      [BLACK, 30],
    ],
    false,
  ],
  [
    'a red mark with a white line in it',
    [
      [CLEAR, 50],
      [RED, 40],
      [WHITE, 10],
    ],
    false,
  ],
  [
    'black letters on a white square',
    [
      [WHITE, 80],
      [BLACK, 20],
    ],
    false,
  ],
  ['a white square', [[WHITE, 100]], false],
  ['nothing at all', [[CLEAR, 100]], false],
])(
  'R21.6, R28.9 only a logo that is lost on white paper is for a dark ground: %s',
  async (_name, parts, isDark) => {
    const { isLight } = (await import(LOGOS)) as { isLight: (pixels: number[]) => boolean };
    const pixels = parts.flatMap(([pixel, count]) => Array.from({ length: count }, () => pixel));
    expect(isLight(pixels.flat())).toBe(isDark);
  },
);
