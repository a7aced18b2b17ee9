import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptyFolder, runOutside, startOutside } from '../package/outside.js';

const ROOT = join(import.meta.dirname, '../..');
const script = (path: string): string =>
  new URL(`../../scripts/lib/package/${path}`, import.meta.url).href;

const { layProgram } = (await import(script('contents.mjs'))) as {
  layProgram: (app: string) => Promise<void>;
};
const { MOST_FILES, MOST_PROGRAM_BYTES } = (await import(script('pack.mjs'))) as Record<
  string,
  number
>;
const { filesIn } = (await import(script('archive.mjs'))) as {
  filesIn: (folder: string) => { path: string }[];
};

// Without what is fetched for each system, so it needs no network: that part is `npm run test:package`.
describe('the program of a package', () => {
  const place = emptyFolder();
  const app = join(place.dir, 'app');
  const starter = join(app, 'scripts/lib/package/start-portable.mjs');
  const run = { cwd: place.dir, env: { HOME: place.dir, LANG: 'en_US.UTF-8' } };
  let files: string[];

  beforeAll(async () => {
    await layProgram(app);
    files = filesIn(app).map(({ path }) => path);
    // The libraries of this system.
    for (const name of readdirSync(join(ROOT, 'node_modules/@img')).filter((one) =>
      one.startsWith('sharp-'),
    ))
      symlinkSync(join(ROOT, 'node_modules/@img', name), join(app, 'node_modules/@img', name));
  });
  afterAll(place.remove);

  it('leaves the size of an archive to Node.js, as it is small itself', () => {
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
    expect(bytes).toBeLessThanOrEqual(MOST_PROGRAM_BYTES!);
    expect(files.length).toBeLessThanOrEqual(MOST_FILES!);
  });

  it('holds nothing twice, and nothing that no program here reads', () => {
    const names = new Set(files.map((file) => file.slice(app.length + 1)));
    const twice = [...names].filter(
      (name) => name.startsWith('dist/web/assets/') && names.has(`${name}.gz`),
    );
    expect(twice).toEqual([]);
    expect([...names].filter((name) => /\.(br|map)$|-en-XA-/.test(name))).toEqual([]);
    expect([...names].filter((name) => name.startsWith('dist/web/assets/')).length).toBeGreaterThan(
      100,
    );
  });

  it('imports nothing but what lies beside it', () => {
    const bundles = files.filter((file) => file.includes('/dist/') && file.endsWith('.js'));
    const imports = bundles
      .filter((file) => !file.includes('/dist/web/') && statSync(file).isFile())
      .flatMap((file) => [
        ...readFileSync(file, 'utf8').matchAll(/^import [^'"()]*["']([^'"]+)["']/gm),
      ])
      .map(([, name = '']) => name);
    expect(imports.length).toBeGreaterThan(10);
    expect([...new Set(imports.filter((name) => !isBuiltin(name)))]).toEqual(['sharp']);
  });

  it('starts, has its pages, and names what its .env says in vain', async () => {
    writeFileSync(join(place.dir, '.env'), 'COUNTDOWNMS=900\n');
    const server = await startOutside(process.execPath, [starter], run.env, run.cwd);
    try {
      expect(server.output()).toContain('"COUNTDOWNMS" in .env is no setting and changes nothing');
      expect(server.output()).toContain('is COUNTDOWN_MS meant?');
      const page = await (await fetch(server.url)).text();
      const [, asset = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? [];
      for (const encoding of ['gzip', 'identity']) {
        const answer = await fetch(server.url + asset, {
          headers: { 'accept-encoding': encoding },
        });
        expect(answer.status).toBe(200);
        expect(await answer.text()).toContain('import');
      }
    } finally {
      await server.end('SIGTERM');
    }
  });

  it('says in words which settings need what is not in it', async () => {
    const env = { ...run.env, REDIS_URL: 'redis://localhost' };
    const { code, output } = await runOutside(process.execPath, [starter], { ...run, env });
    expect(output).toContain('REDIS_URL: this package plays on one machine');
    expect(code).toBe(2);
  });
});
