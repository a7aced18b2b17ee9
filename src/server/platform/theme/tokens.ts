/** The tokens of the built-in themes, as the styles of the pages say them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const STYLES_DIR = join(import.meta.dirname, '../../../web/styles');
const FILES = { yard: 'tokens.css', night: 'night.css', contrast: 'contrast.css' } as const;
export type BuiltIn = keyof typeof FILES;

/** Colours by name, as `#rrggbb` or `#rrggbbaa`. */
export type Tokens = Readonly<Record<string, string>>;

const read = new Map<BuiltIn, Tokens>();

/** Reads the styles once: they are as they are built. */
export function builtInTokens(theme: BuiltIn): Tokens {
  const known = read.get(theme);
  if (known !== undefined) return known;
  // The others say only what they have otherwise.
  const tokens =
    theme === 'yard' ? tokensIn('yard') : { ...builtInTokens('yard'), ...tokensIn(theme) };
  read.set(theme, tokens);
  return tokens;
}

function tokensIn(theme: BuiltIn): Tokens {
  const css = readFileSync(join(STYLES_DIR, FILES[theme]), 'utf8');
  const found = css.matchAll(/--([\w-]+):\s*(#(?:[0-9a-f]{2}){3,4});/g);
  return Object.fromEntries(
    [...found].map(([, name, colour]) => [name, colour] as [string, string]),
  );
}
