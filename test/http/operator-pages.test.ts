import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../src/server/platform/config/config.js';
import { LANGUAGES } from '../../src/i18n/made/languages.js';
import { startTestApp, TestBank, type TestApp } from '../support/app.js';

const PAGE = '<!doctype html>\n<html lang="ko">\n<head></head><body></body>\n</html>';
const LINKS = {
  imprint: 'https://example.org/imprint?a=1&b="2"',
  privacy: 'https://example.org/privacy',
  contact: 'mailto:quiz@example.org',
  accessibility: 'http://example.org/a11y',
};
const EMBEDDERS = ['https://teams.example.org', 'https://*.office.example.org'];

const dir = mkdtempSync(join(tmpdir(), 'madang-own-'));
let app: TestApp;
let plain: TestApp;

beforeAll(async () => {
  for (const language of LANGUAGES) writeFileSync(join(dir, `index.${language}.html`), PAGE);
  const links = Object.entries(LINKS).map(([name, url]) => `${name}=${url}`);
  const env = { LEGAL_URLS: links.join(', '), EMBED_ORIGINS: EMBEDDERS.join(',') };
  app = await startTestApp(env, new TestBank(), dir);
  plain = await startTestApp({}, new TestBank(), dir);
});

afterAll(async () => {
  await Promise.all([app.close(), plain.close()]);
  rmSync(dir, { recursive: true });
});

const read = (LEGAL_URLS: string): unknown => readConfig({ LEGAL_URLS, DATA_DIR: dir }).LEGAL_URLS;
const embed = (EMBED_ORIGINS: string): readonly string[] =>
  readConfig({ EMBED_ORIGINS, DATA_DIR: dir }).EMBED_ORIGINS;

async function ancestorsOf(url: string): Promise<string> {
  const { headers } = await fetch(url, { headers: { accept: 'text/html' } });
  return /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '';
}

describe('R10.12 the pages of the operator', () => {
  it.each(['br', 'gzip', 'identity'])('stand in every page, packed as %s', async (packing) => {
    for (const path of ['/', '/join/123456', '/desk', '/no/such/page']) {
      const headers = { accept: 'text/html', 'accept-encoding': packing };
      const page = await (await fetch(app.url + path, { headers })).text();
      const [, told = ''] = /<html data-legal="([^"]*)" lang/.exec(page) ?? [];
      const read = told.replace(/&#(\d+);/g, (_, code: string) =>
        String.fromCharCode(Number(code)),
      );
      expect(JSON.parse(read)).toEqual(LINKS);
    }
  });

  it('change nothing where there are none', async () => {
    expect(await (await fetch(plain.url)).text()).toBe(PAGE);
  });

  it('are read in any order, and each may be missing', () => {
    expect(read('')).toEqual({});
    expect(read('contact=https://a.example, imprint=http://b.example/x%2Cy ,')).toEqual({
      contact: 'https://a.example',
      imprint: 'http://b.example/x%2Cy',
    });
  });

  it.each([
    ['https://example.org', 'does not begin with one of imprint=, privacy='],
    ['terms=https://example.org', 'does not begin with one of'],
    ['privacy=javascript:alert(1)', 'privacy needs an address with http:// or https://'],
    ['privacy=mailto:a@example.org', 'privacy needs an address'],
    ['imprint=/imprint', 'imprint needs an address'],
    ['contact=data:text/html,x', 'contact needs an address'],
    [`privacy=https://example.org/${'x'.repeat(500)}`, 'privacy needs an address'],
    ['privacy=https://a.example,privacy=https://b.example', 'privacy is there twice'],
  ])('are refused as a setting: %s', (text, words) => {
    expect(() => read(text)).toThrow(/^bad settings\n {2}LEGAL_URLS: /);
    expect(() => read(text)).toThrow(words);
  });
});

describe('R10.13 the big screen in a frame of somebody else', () => {
  it('is for those whom the operator names, and no other page is', async () => {
    expect(await ancestorsOf(`${app.url}/screen/123456`)).toBe(`'self' ${EMBEDDERS.join(' ')}`);
    expect(await ancestorsOf(`${plain.url}/screen/123456`)).toBe(`'self'`);
    for (const path of [
      '/',
      '/join/123456',
      '/host/123456',
      '/desk',
      '/report',
      '/no/such',
      '/api/rooms',
    ])
      expect(await ancestorsOf(app.url + path)).toBe(`'self'`);
  });

  it('takes origins as browsers do', () => {
    expect(embed('')).toEqual([]);
    expect(embed('https://a.example:8443, http://localhost , https://*.b.example')).toHaveLength(3);
  });

  it.each([
    '*',
    'https://*',
    'https:',
    'teams.example.org',
    'https://a.example/path',
    `https://a.example; script-src *`,
    `'self'`,
    'https://a.*.example',
    Array.from({ length: 21 }, (_, n) => `https://a${n}.example`).join(),
  ])('are refused as a setting: %s', (text) => {
    expect(() => embed(text)).toThrow(/^bad settings\n {2}EMBED_ORIGINS: /);
  });
});
