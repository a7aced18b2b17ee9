/** The tokens of the built-in themes, as the styles of the pages say them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const STYLES_DIR = join(import.meta.dirname, '../../../web/styles');
const FILES = { yard: 'tokens.css', night: 'night.css', contrast: 'contrast.css' } as const;
export type BuiltIn = keyof typeof FILES;

/** Colours by name, as `#rrggbb` or `#rrggbbaa`. */
export type Tokens = Readonly<Record<string, string>>;

export function builtInTokens(theme: BuiltIn): Tokens {
  // The others say only what they have otherwise.
  return theme === 'yard' ? tokensIn('yard') : { ...tokensIn('yard'), ...tokensIn(theme) };
}

function tokensIn(theme: BuiltIn): Tokens {
  const css = readFileSync(join(STYLES_DIR, FILES[theme]), 'utf8');
  const found = css.matchAll(/--([\w-]+):\s*(#(?:[0-9a-f]{2}){3,4});/g);
  return Object.fromEntries(
    [...found].map(([, name, colour]) => [name, colour] as [string, string]),
  );
}
