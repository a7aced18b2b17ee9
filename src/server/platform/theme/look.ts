/** A theme of two colours alone, on the ground on which both can be read. */
import { LRUCache } from 'lru-cache';
import { deriveTokens } from './derive.js';
import { cssOf, inWords } from './own-theme.js';
import { tooFaint } from './pairs.js';
import { builtInTokens } from './tokens.js';

const GROUNDS = ['yard', 'night'] as const;

/** A hall has one look, and a server some; each is some kB. */
const MOST_KEPT = 200;
const kept = new LRUCache<string, LookTheme>({ max: MOST_KEPT });

export type LookTheme = { css: string } | { faults: string[] };

const pairOf = (colours: readonly [string, string]): string => colours.join().toLowerCase();

/** Whether `lookTheme` has nothing to compute. */
export const isKept = (colours: readonly [string, string]): boolean => kept.has(pairOf(colours));

/**
 * The styles of two colours, light where that can be read and dark else; `faults` tells the pairs that are too faint where
 * neither can (R21.4), of the ground that has fewer.
 */
export function lookTheme(colours: readonly [string, string]): LookTheme {
  const pair = pairOf(colours);
  const known = kept.get(pair);
  if (known !== undefined) return known;
  const theme = newTheme(colours);
  kept.set(pair, theme);
  return theme;
}

function newTheme(colours: readonly [string, string]): LookTheme {
  const tried = GROUNDS.map((ground) => {
    const base = builtInTokens(ground);
    const tokens = deriveTokens({ colours, background: base['paper'] as string }, base);
    return { ground, tokens, faint: tooFaint(tokens) };
  });
  const fit = tried.find(({ faint }) => faint.length === 0);
  if (fit !== undefined) return { css: cssOf(fit.tokens, fit.ground === 'night', 'look') };
  const [first, ...others] = tried as [(typeof tried)[0], ...typeof tried];
  const best = others.reduce((a, b) => (b.faint.length < a.faint.length ? b : a), first);
  return { faults: best.faint.map((pair) => inWords(pair, best.tokens)) };
}
