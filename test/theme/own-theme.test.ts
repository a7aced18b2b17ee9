import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOwnTheme } from '../../src/server/platform/theme/own-theme.js';
import { flatPng } from '../support/images.js';

const THEME = { name: 'Acme', colours: ['#0a5c36', '#1b3f8b'], background: '#f4f7f2' };

let dir: string;
beforeAll(() => (dir = mkdtempSync(join(tmpdir(), 'theme-'))));
afterAll(() => rmSync(dir, { recursive: true }));

function write(theme: object | string): string {
  const file = join(dir, `${readdirSync(dir).length}.json`);
  writeFileSync(file, typeof theme === 'string' ? theme : JSON.stringify(theme));
  return file;
}

const read = (changes: object) => readOwnTheme(write({ ...THEME, ...changes }));

describe('R21.2 a theme of the operator', () => {
  it.each([
    ['light', THEME],
    ['dark', { ...THEME, colours: ['#ffb454', '#8fc7ff'], background: '#101c2c' }],
  ])('makes a %s theme of two colours and a background', (kind, theme) => {
    const { name, css, background, logo } = readOwnTheme(write(theme));
    expect({ name, background, logo }).toEqual({ name: 'Acme', background, logo: undefined });
    expect(css).toMatch(/^:root\[data-theme='own'\]\{/);
    expect(css).toContain(`color-scheme:${kind};`);
    expect(css).toContain(`--paper:${theme.background};`);
    expect(css).toContain(`--clay:${theme.colours[0]};`);
    expect(css).toContain(`--indigo:${theme.colours[1]};`);
  });

  it('brings its logo, whose version changes with it', () => {
    writeFileSync(join(dir, 'logo.png'), flatPng(300, 100));
    const first = read({ logo: 'logo.png' });
    expect(first.logo?.type).toBe('image/png');
    expect(read({ logo: 'logo.png' }).version).toBe(first.version);
    writeFileSync(join(dir, 'logo.png'), flatPng(310, 100));
    expect(read({ logo: 'logo.png' }).version).not.toBe(first.version);
  });

  it('names the pair that is too faint, and its contrast', () => {
    expect(() => read({ colours: ['#ffd400', '#1b3f8b'] })).toThrow(
      /^bad settings\n  THEME_FILE \(.*\): .*on-fill \(#ffffff\) on clay \(#ffd400\) has a contrast of 1\.\d\d?:1, and needs 4\.5:1/s,
    );
    // Neither light nor dark text can be read on it.
    expect(() => read({ background: '#808080' })).toThrow(/ink \(#2a1f17\) on paper \(#808080\)/);
  });

  it.each([
    ['no JSON', '{"name": '],
    ['a field that it does not know', { ...THEME, script: 'x' }],
    ['one colour', { ...THEME, colours: ['#0a5c36'] }],
    ['a colour that is a word', { ...THEME, background: 'red;}body{display:none' }],
    ['no name', { ...THEME, name: ' ' }],
    ['a logo in another folder', { ...THEME, logo: '../logo.png' }],
    ['a logo that is not there', { ...THEME, logo: 'none.png' }],
    ['more than a theme needs', { ...THEME, name: 'x'.repeat(20_000) }],
  ])('is refused with %s', (_, theme) => {
    expect(() => readOwnTheme(write(theme))).toThrow(/^bad settings\n  THEME_FILE/);
  });

  it('takes no logo that is no picture, whatever its name, or that is too large', () => {
    writeFileSync(join(dir, 'svg.png'), '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>');
    expect(() => read({ logo: 'svg.png' })).toThrow(/neither PNG, JPEG nor WebP/);
    writeFileSync(join(dir, 'large.png'), Buffer.concat([flatPng(9, 9), Buffer.alloc(300_000)]));
    expect(() => read({ logo: 'large.png' })).toThrow(/more than 300000 bytes/);
  });

  it('is refused where there is no such file', () => {
    expect(() => readOwnTheme(join(dir, 'nothing.json'))).toThrow(/^bad settings\n  THEME_FILE/);
  });
});
