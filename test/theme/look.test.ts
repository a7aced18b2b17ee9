import { describe, expect, it } from 'vitest';
import { lookTheme, type LookTheme } from '../../src/server/platform/theme/look.js';
import { pairsOf } from '../../src/server/platform/theme/pairs.js';
import { builtInTokens } from '../../src/server/platform/theme/tokens.js';

const cssOf = (look: LookTheme): string => ('css' in look ? look.css : '');

describe('R21.4 the colours of a look', () => {
  it('are computed once for a pair, of styles that are read once', () => {
    const colours = ['#123456', '#345612'] as const;
    expect(lookTheme(colours)).toBe(lookTheme(['#123456', '#345612']));
    expect(lookTheme(['#777777', '#777777'])).toBe(lookTheme(['#777777', '#777777']));
    expect(builtInTokens('night')).toBe(builtInTokens('night'));
  });

  it('are kept for 200 pairs', () => {
    const pair = (n: number) => [`#0a5c${n.toString(16).padStart(2, '0')}`, '#1b3f8b'] as const;
    const first = lookTheme(pair(0));
    for (let n = 1; n < 200; n++) lookTheme(pair(n));
    expect(lookTheme(pair(0))).toBe(first);
    for (let n = 1; n <= 200; n++) lookTheme(pair(n));
    const again = lookTheme(pair(0));
    expect(again).not.toBe(first);
    expect(again).toEqual(first);
  });

  it.each([
    ['light', ['#0a5c36', '#1b3f8b']],
    ['light', ['#7a0019', '#2b2b2b']],
    ['dark', ['#ffd400', '#8fc7ff']],
    ['dark', ['#ff9e80', '#c5e1a5']],
  ] as const)('are on the %s ground where they can be read: %o', (ground, colours) => {
    const css = cssOf(lookTheme(colours));
    expect(css).toMatch(/^:root\[data-theme='look'\]\{/);
    expect(css).toContain(`color-scheme:${ground};`);
    expect(css).toContain(`--clay:${colours[0]};`);
    expect(css).toContain(`--indigo:${colours[1]};`);
    const changed = Array.from(css.matchAll(/--([\w-]+):(#[\da-f]+);/g), ([, name, value]) => [
      name,
      value,
    ]);
    const base = builtInTokens('yard');
    const tokens = { ...base, ...(Object.fromEntries(changed) as Record<string, string>) };
    expect(pairsOf(tokens).filter(({ ratio, least }) => ratio < least)).toEqual([]);
  });

  it.each([
    [['#777777', '#777777']],
    // Each can be read on another ground.
    [['#ffd400', '#1b3f8b']],
    [['#0a5c36', '#ffffff']],
  ])('are refused where text could not be read in them, with the pair: %o', (colours) => {
    const look = lookTheme(colours as [string, string]);
    expect('faults' in look && look.faults[0]).toMatch(
      /^[\w-]+ \(#[\da-f]+\) on [\w-]+ \(#[\da-f]+\) has a contrast of [\d.]+:1, and needs (?:4\.5|3):1$/,
    );
  });
});
