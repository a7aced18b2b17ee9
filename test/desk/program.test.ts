import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeptSetList } from '../../src/protocol/index.js';
import { runBuilt, runServer, type Child } from '../support/child.js';
import { aFile, JSON_TYPE } from './desk-app.js';

type Server = Child & { url: string };

/** Signs in by the link that the server printed; returns the header of a browser that has. */
async function signIn({ url, output }: Server): Promise<{ cookie: string }> {
  const key = /\/desk#key=(\S+)/.exec(output())?.[1];
  const response = await fetch(`${url}/api/desk/session`, {
    method: 'POST',
    headers: { ...JSON_TYPE, origin: url },
    body: JSON.stringify({ key }),
  });
  expect(response.status).toBe(204);
  return { cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
}

describe('the program and its quiz sets', () => {
  let dir: string;
  let env: Record<string, string>;

  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'madang-program-'));
    env = { DATA_DIR: dir, LOG_LEVEL: 'warn' };
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  async function exported(...args: string[]): Promise<{ code: number | null; output: string }> {
    const child = runBuilt('src/server/bank-export.js', args, env);
    return { code: await child.ended, output: child.output() };
  }

  it('R15.10 keeps them through a restart, and lets no second process at them', async () => {
    let server = await runServer(env);
    const by = await signIn(server);
    const headers = { ...JSON_TYPE, ...by, origin: server.url };
    const body = JSON.stringify(aFile('Kept / on'));
    const made = await fetch(`${server.url}/api/desk/sets`, { method: 'POST', headers, body });
    expect(made.status).toBe(201);

    // Another one with rooms that are kept would not start.
    const second = await runServer({ ...env, ROOMS: 'memory' });
    const health = async (): Promise<object> =>
      (await (await fetch(`${second.url}/health/ready`)).json()) as object;
    const warnings = ['the database is in use by another process'];
    await expect.poll(health).toMatchObject({ status: 'ok', warnings });
    expect((await fetch(`${second.url}/api/desk/sets`, { headers: by })).status).toBe(503);
    await second.stop();

    const refused = await exported(join(dir, 'out'));
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('stop the server') });
    await server.stop();
    server = await runServer(env);
    const list = await fetch(`${server.url}/api/desk/sets`, { headers: by });
    expect(((await list.json()) as KeptSetList).sets).toMatchObject([{ title: 'Kept / on' }]);
    await expect
      .poll(() => (existsSync(join(dir, 'backups')) ? readdirSync(join(dir, 'backups')) : []), {
        timeout: 15_000,
      })
      .toEqual([expect.stringMatching(/^madang-[\d-]+\.db$/)]);
    await server.stop();
  }, 180_000);

  it.skipIf(process.platform === 'win32')(
    'R15.10 are for the user of the server only, what an older version left open, too',
    async () => {
      const modes = (): string[] =>
        [
          dir,
          ...readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((one) => join(dir, one)),
        ]
          .filter((path) => !path.startsWith(join(dir, 'out')))
          .map((path) => `${path} ${(statSync(path).mode & 0o777).toString(8)}`)
          .filter((line) => !/ (?:600|700)$/.test(line));
      expect(modes()).toEqual([]);
      for (const name of ['', 'madang.db', 'secret', 'backups']) chmodSync(join(dir, name), 0o755);
      const server = await runServer(env);
      await signIn(server);
      expect(readdirSync(dir)).toContain('madang.db-wal');
      expect(modes()).toEqual([]);
      await server.stop();
    },
  );

  it('R15.4 writes all of them as files', async () => {
    const out = join(dir, 'out');
    expect(await exported(out)).toMatchObject({
      code: 0,
      output: `quiz sets written to ${out}: 1\n`,
    });
    const [name = ''] = readdirSync(out);
    expect(name).toMatch(/^Kept {3}on own_[\w-]+\.json$/);
    const { title, questions } = JSON.parse(readFileSync(join(out, name), 'utf8')) as {
      title: string;
      questions: object[];
    };
    expect([title, questions]).toEqual(['Kept / on', [expect.objectContaining({ answer: 2 })]]);
    expect((await exported()).code).toBe(2);
    expect((await exported(out, join(dir, 'nothing.db'))).code).toBe(1);
  }, 120_000);
});
