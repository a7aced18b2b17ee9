/** Which colours of a theme lie on which, and how far apart they have to be. */
import { contrast, luminance } from './colour.js';
import type { Tokens } from './tokens.js';

/** For text, and for what is no text and has to be seen (WCAG 2.2, 1.4.3 and 1.4.11). */
const TEXT = 4.5;
const SHAPE = 3;

const NUMBERS = Array.from({ length: 10 }, (_, n) => n + 1);
const ZONES = NUMBERS.map((n) => `zone-${n}`);
const BADGES = NUMBERS.map((n) => `badge-${n}`);
const GROUNDS = ['paper', 'card', 'field', 'sunk', 'hover'];

/** What is written or drawn, on what, and the least contrast. `plate` is nearly `card`, over zones and pictures. */
const PAIRS: readonly [string, readonly string[], number][] = [
  ['ink', [...GROUNDS, 'plate', 'clay-tint', 'pine-tint', 'right', 'earth', ...ZONES], TEXT],
  ['ink-soft', [...GROUNDS, 'clay-tint', 'pine-tint'], TEXT],
  ['clay-deep', ['paper', 'card', 'field', 'plate', 'clay-tint'], TEXT],
  ['pine', ['paper', 'card', 'field', 'on-fill'], TEXT],
  ['indigo', ['paper', 'card', 'field'], TEXT],
  ['bad', ['paper', 'card', 'field'], TEXT],
  ['bad-ink', ['bad-tint'], TEXT],
  ['dim-ink', ['dim'], TEXT],
  ['on-ochre', ['ochre'], TEXT],
  ['on-fill', ['ink', 'clay', 'clay-deep', 'indigo', 'pine', 'bad', 'dim-ink', ...BADGES], TEXT],
  ['line-strong', ['paper', 'card', 'field'], SHAPE],
  ['clay', ['paper', 'card', 'field', 'earth'], SHAPE],
  ['pine', ['right'], SHAPE],
  ['hedge-edge', ['earth', 'hedge', ...ZONES], SHAPE],
  ['wall-edge', ['earth', 'wall', ...ZONES], SHAPE],
  ...NUMBERS.map((n): [string, string[], number] => [`badge-${n}`, [`zone-${n}`], SHAPE]),
];

export interface Pair {
  colour: string;
  ground: string;
  ratio: number;
  least: number;
}

export function pairsOf(tokens: Tokens): Pair[] {
  // A colour is in several pairs, and its luminance is most of the work.
  const known = new Map<string, number>();
  const luminanceOf = (name: string): number => {
    const colour = tokens[name];
    if (colour === undefined) throw new Error(`the theme has no ${name}`);
    const found = known.get(colour) ?? luminance(colour);
    known.set(colour, found);
    return found;
  };
  return PAIRS.flatMap(([colour, grounds, least]) =>
    grounds.map((ground) => {
      const ratio = contrast(luminanceOf(colour), luminanceOf(ground));
      return { colour, ground, ratio, least };
    }),
  );
}

export function tooFaint(tokens: Tokens): Pair[] {
  return pairsOf(tokens).filter(({ ratio, least }) => ratio < least);
}
