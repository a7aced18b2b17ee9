import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pressTwice } from './ctrl-c.js';
import { emptyFolder, startOutside, useTool, type Outside } from './outside.js';

const ROOT = join(import.meta.dirname, '../..');
const INSTALL_MS = 300_000;

describe('npx madang', () => {
  const place = emptyFolder();
  const home = join(place.dir, 'home');
  let server: Outside | undefined;

  beforeAll(async () => {
    // The build is there; `npm publish` makes it first.
    await useTool('npm', ['pack', '--ignore-scripts', `--pack-destination=${place.dir}`], ROOT);
    const [tarball = ''] = readdirSync(place.dir);
    writeFileSync(join(place.dir, 'package.json'), '{}');
    const install = ['install', `./${tarball}`, '--prefer-offline', '--no-audit', '--no-fund'];
    await useTool('npm', install, place.dir);
  }, INSTALL_MS);
  afterAll(async () => {
    await server?.end('SIGTERM');
    place.remove();
  });

  it('starts what was built, with data in the folder of the person and not by an .env of others', async () => {
    writeFileSync(join(place.dir, '.env'), 'DATABASE_URL=postgres://nobody@localhost:1/none\n');
    const { PATH = '' } = process.env;
    const madang = join(place.dir, 'node_modules/.bin/madang');
    server = await startOutside(madang, [], { PATH, HOME: home }, place.dir);
    const page = await fetch(server.url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script')]);
    expect(await (await fetch(`${server.url}/health/ready`)).json()).toMatchObject({
      status: 'ok',
      warnings: [],
    });
    expect(existsSync(join(home, '.local/share/madang/madang.db'))).toBe(true);
  });

  it('asks once more before Ctrl-C ends games', async () => {
    const { PATH = '' } = process.env;
    const code = await pressTwice(
      'npx --offline madang',
      { PATH, HOME: join(place.dir, 'second') },
      place.dir,
    );
    // The shell between npm and the server heard it, too.
    expect(code).toBe(130);
  });
});
