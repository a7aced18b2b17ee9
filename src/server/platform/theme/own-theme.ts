import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { deriveTokens, isDark } from './derive.js';
import { tooFaint, type Pair } from './pairs.js';
import { builtInTokens, type Tokens } from './tokens.js';

const NAME_MOST = 40;
const FILE_MOST_BYTES = 10_000;
const LOGO_MOST_BYTES = 300_000;

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, 'a colour is written as #1a2b3c')
  .toLowerCase();
const themeFile = z.strictObject({
  name: z.string().trim().min(1).max(NAME_MOST),
  logo: z
    .string()
    .regex(/^[^/\\]+$/, 'the name of a file beside this one')
    .optional(),
  colours: z.tuple([colour, colour]),
  background: colour,
});

export interface Logo {
  type: 'image/png' | 'image/jpeg' | 'image/webp';
  bytes: Buffer;
}

/** The operator's theme (R21.2), ready to be served. */
export interface OwnTheme {
  name: string;
  background: string;
  css: string;
  logo: Logo | undefined;
  /** Differs where anything of it does. */
  version: string;
}

/** Reads and checks `THEME_FILE`; throws an error that names what is wrong with it, as a bad setting. */
export function readOwnTheme(file: string): OwnTheme {
  try {
    const { name, logo: logoFile, ...own } = themeFile.parse(readJson(file));
    const base = builtInTokens(isDark(own) ? 'night' : 'yard');
    const tokens = deriveTokens(own, base);
    const faint = tooFaint(tokens);
    if (faint.length > 0) throw new Error(faint.map((pair) => inWords(pair, tokens)).join('\n  '));
    const css = cssOf(tokens, isDark(own), 'own');
    const logo = logoFile === undefined ? undefined : readLogo(join(dirname(file), logoFile));
    const hash = createHash('sha256').update(css).update(name);
    const version = hash
      .update(logo?.bytes ?? '')
      .digest('base64url')
      .slice(0, 12);
    return { name, background: own.background, css, logo, version };
  } catch (error) {
    const told = error instanceof z.ZodError ? faultsOf(error) : (error as Error).message;
    throw new Error(`bad settings\n  THEME_FILE (${file}): ${told}`, { cause: error });
  }
}

function readJson(file: string): unknown {
  if (statSync(file).size > FILE_MOST_BYTES)
    throw new Error(`the file has more than ${FILE_MOST_BYTES} bytes`);
  return JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
}

function readLogo(file: string): Logo {
  if (statSync(file).size > LOGO_MOST_BYTES)
    throw new Error(`logo: ${file} has more than ${LOGO_MOST_BYTES} bytes`);
  const bytes = readFileSync(file);
  const type = imageType(bytes);
  // An SVG could bring scripts along.
  if (type === undefined) throw new Error(`logo: ${file} is neither PNG, JPEG nor WebP`);
  return { type, bytes };
}

/** By the first bytes, whatever the file is called. */
function imageType(bytes: Buffer): Logo['type'] | undefined {
  const text = bytes.toString('latin1', 0, 12);
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return /^RIFF.{4}WEBP$/s.test(text) ? 'image/webp' : undefined;
}

const faultsOf = ({ issues }: z.ZodError): string =>
  issues
    .map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
    .join('; ');

export function inWords({ colour, ground, ratio, least }: Pair, tokens: Tokens): string {
  const named = (name: string): string => `${name} (${tokens[name]})`;
  // Rounded down, so that it never says that 4.5 is less than 4.5.
  const shown = Math.floor(ratio * 100) / 100;
  return `${named(colour)} on ${named(ground)} has a contrast of ${shown}:1, and needs ${least}:1`;
}

/** What differs from the theme that every page has. */
export function cssOf(tokens: Tokens, dark: boolean, theme: 'own' | 'look'): string {
  const yard = builtInTokens('yard');
  const lines = Object.entries(tokens)
    .filter(([name, value]) => yard[name] !== value)
    .map(([name, value]) => `--${name}:${value};`);
  return `:root[data-theme='${theme}']{color-scheme:${dark ? 'dark' : 'light'};${lines.join('')}}\n`;
}
