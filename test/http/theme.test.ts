import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/i18n/made/languages.js';
import { startTestApp, TestBank, type TestApp } from '../support/app.js';
import { runBuilt } from '../support/child.js';
import { flatPng } from '../support/images.js';

const PAGE = `<!doctype html>
<html lang="ko">
  <head>
    <meta name="theme-color" content="#f7efe0" />
  </head>
  <body></body>
</html>`;
const LOGO = flatPng(300, 100);
const THEME = {
  name: 'Kim & "Sons" <script>',
  logo: 'logo.png',
  colours: ['#0a5c36', '#1b3f8b'],
  background: '#f4f7f2',
};

let dir: string;
let app: TestApp;
let plain: TestApp;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'madang-theme-'));
  for (const language of LANGUAGES) writeFileSync(join(dir, `index.${language}.html`), PAGE);
  writeFileSync(join(dir, 'logo.png'), LOGO);
  const file = join(dir, 'theme.json');
  writeFileSync(file, JSON.stringify(THEME));
  app = await startTestApp({ THEME_FILE: file }, new TestBank(), dir);
  plain = await startTestApp({}, new TestBank(), dir);
});

afterAll(async () => {
  await Promise.all([app.close(), plain.close()]);
  rmSync(dir, { recursive: true });
});

describe('R21.2 a server with a theme of its own', () => {
  it.each(['/', '/join/123456', '/screen/123456', '/no/such/page'])(
    'has it in %s before anything is drawn',
    async (path) => {
      const page = await (await fetch(app.url + path, { headers: { accept: 'text/html' } })).text();
      expect(page).toContain('<html data-theme="own"');
      expect(page).toContain('data-own="Kim &#38; &#34;Sons&#34; &#60;script&#62;"');
      expect(page).toContain('<meta name="theme-color" content="#f4f7f2" />');
      expect(page).toMatch(
        /<link rel="stylesheet" href="\/theme\.css\?v=[\w-]{12}" \/>\s*<\/head>/,
      );
    },
  );

  it('serves styles and logo, and nothing anew to who has them', async () => {
    const page = await (await fetch(app.url)).text();
    const paths = [/href="(\/theme\.css[^"]*)"/, /data-logo="([^"]*)"/].map(
      (place) => place.exec(page)![1]!,
    );
    const [css, logo] = await Promise.all(paths.map((path) => fetch(app.url + path)));
    expect(css!.headers.get('content-type')).toContain('text/css');
    expect(await css!.text()).toContain('--clay:#0a5c36;');
    expect(logo!.headers.get('content-type')).toBe('image/png');
    expect(logo!.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await logo!.arrayBuffer())).toEqual(LOGO);
    for (const [i, { headers }] of [css!, logo!].entries()) {
      const again = await fetch(app.url + paths[i]!, {
        // Node's fetch says `no-cache` of its own, unless told otherwise.
        headers: { 'if-none-match': headers.get('etag')!, 'cache-control': 'max-age=0' },
      });
      expect(again.status).toBe(304);
    }
  });

  it('does not start with one that cannot be read, and says which pair', async () => {
    const file = join(dir, 'faint.json');
    writeFileSync(file, JSON.stringify({ ...THEME, colours: ['#ffd400', '#1b3f8b'] }));
    const child = runBuilt('server/main.js', [], { PORT: '0', DATA_DIR: dir, THEME_FILE: file });
    expect(await child.ended).toBe(2);
    expect(child.output()).toContain(
      'on-fill (#ffffff) on clay (#ffd400) has a contrast of 1.43:1',
    );
  });

  it('is as ever without one', async () => {
    expect(await (await fetch(plain.url)).text()).toBe(PAGE);
    for (const path of ['/theme.css', '/theme-logo'])
      expect((await fetch(plain.url + path)).status).toBe(404);
  });
});
