import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast, luminance, mix } from '../../src/server/platform/theme/colour.js';
import { deriveTokens, isDark } from '../../src/server/platform/theme/derive.js';
import { pairsOf, tooFaint } from '../../src/server/platform/theme/pairs.js';
import { builtInTokens } from '../../src/server/platform/theme/tokens.js';

const WEB = join(import.meta.dirname, '../../src/web');
const THEMES = ['yard', 'night', 'contrast'] as const;

describe('R21.3 the contrast of a theme', () => {
  it('is computed as WCAG says', () => {
    expect(contrast(luminance('#000000'), luminance('#ffffff'))).toBe(21);
    expect(contrast(luminance('#777777'), luminance('#ffffff'))).toBeCloseTo(4.48, 2);
    expect(contrast(luminance('#123456'), luminance('#123456'))).toBe(1);
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
  });

  it.each(THEMES)('%s: all text and all shapes stand out from what they are on', (theme) => {
    expect(tooFaint(builtInTokens(theme))).toEqual([]);
  });

  it('is higher in the theme that is for it', () => {
    const texts = pairsOf(builtInTokens('contrast')).filter(({ least }) => least === 4.5);
    expect(texts.filter(({ ratio }) => ratio < 7)).toEqual([]);
  });

  it.each([
    ['#f4f7f2', '#0a5c36', '#1b3f8b'],
    ['#ffffff', '#b00020', '#00539c'],
    ['#fff4d6', '#8a2be2', '#005f73'],
    ['#101c2c', '#ffb454', '#8fc7ff'],
    ['#000000', '#ffd400', '#00e5ff'],
  ])('is enough in a theme of %s with %s and %s', (background, first, second) => {
    const own = { background, colours: [first, second] as const };
    const base = builtInTokens(isDark(own) ? 'night' : 'yard');
    expect(tooFaint(deriveTokens(own, base))).toEqual([]);
  });
});

describe('the tokens', () => {
  const yard = builtInTokens('yard');

  it.each(THEMES)('%s has no token that the others lack', (theme) => {
    expect(Object.keys(builtInTokens(theme))).toEqual(Object.keys(yard));
  });

  it('are all that the pages take colours from', () => {
    /** What looks the same in every theme. */
    const fixed =
      /(?:FinalPhone|PaperLogo|QrCode|ScreenJoin|TicketSheet)\.svelte$|^show\/|^ui\/(?:avatar|teams)\.ts$|^styles\/(?:tokens|night|contrast)\.css$/;
    const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => /\.(?:svelte|ts|css)$/.test(name) && !fixed.test(name));
    expect(files.length).toBeGreaterThan(200);
    const own = files.flatMap((name) => {
      const text = readFileSync(join(WEB, name), 'utf8');
      return [...text.matchAll(/#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3})\b(?!\()/gi)]
        .filter(([colour]) => colour !== '#000')
        .map(([colour]) => `${name}: ${colour}`);
    });
    expect(own).toEqual([]);
  });

  it('are there wherever a page names one', () => {
    const named = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:svelte|ts)$/.test(name))
      .flatMap((name) =>
        [...readFileSync(join(WEB, name), 'utf8').matchAll(/paint\('([\w-]+)'\)/g)].map(
          ([, token]) => token as string,
        ),
      );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((token) => yard[token] === undefined)).toEqual([]);
  });
});
