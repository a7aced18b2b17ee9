/** A theme of two colours alone, on the ground on which both can be read. */
import { deriveTokens } from './derive.js';
import { cssOf, inWords } from './own-theme.js';
import { tooFaint } from './pairs.js';
import { builtInTokens, type Tokens } from './tokens.js';

const GROUNDS = ['yard', 'night'] as const;

const bases = new Map<string, Tokens>();
function baseOf(ground: (typeof GROUNDS)[number]): Tokens {
  const base = bases.get(ground) ?? builtInTokens(ground);
  bases.set(ground, base);
  return base;
}

export type LookTheme = { css: string } | { faults: string[] };

/**
 * The styles of two colours, light where that can be read and dark else; `faults` tells the pairs that are too faint where
 * neither can (R21.4), of the ground that has fewer.
 */
export function lookTheme(colours: readonly [string, string]): LookTheme {
  const tried = GROUNDS.map((ground) => {
    const base = baseOf(ground);
    const tokens = deriveTokens({ colours, background: base['paper'] as string }, base);
    return { ground, tokens, faint: tooFaint(tokens) };
  });
  const fit = tried.find(({ faint }) => faint.length === 0);
  if (fit !== undefined) return { css: cssOf(fit.tokens, fit.ground === 'night', 'look') };
  const [first, ...others] = tried as [(typeof tried)[0], ...typeof tried];
  const best = others.reduce((a, b) => (b.faint.length < a.faint.length ? b : a), first);
  return { faults: best.faint.map((pair) => inWords(pair, best.tokens)) };
}
