import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Database } from '../../src/server/platform/database/database.js';
import { postgresEngine } from '../../src/server/platform/database/postgres/postgres-engine.js';
import type { KeptImage, KeptSetList } from '../../src/protocol/index.js';
import { aDraft, aQuestion, JSON_TYPE, KEY, SECRET } from '../desk/desk-app.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { photo } from '../support/images.js';
import { postgresProgram } from '../support/postgres.js';
import { newDatabaseUrl } from '../support/shared-postgres.js';

async function startOn(url: string): Promise<TestApp> {
  const database = new Database(postgresEngine(url));
  const app = await startTestApp({ SECRET }, undefined, undefined, undefined, database);
  onTestFinished(() => app.close());
  return app;
}

function send(app: TestApp, method: string, path: string, headers = {}, body?: string | Buffer) {
  return fetch(`${app.url}/api/desk${path}`, {
    method,
    headers: { origin: app.url, ...headers },
    ...(body !== undefined && { body: new Uint8Array(Buffer.from(body)) }),
  });
}

it('a dump of PostgreSQL that is restored elsewhere has accounts, sets and pictures', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'madang-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const [url, elsewhere] = [await newDatabaseUrl(), await newDatabaseUrl()];
  const before = await startOn(url);
  const signedIn = await send(before, 'POST', '/session', JSON_TYPE, JSON.stringify({ key: KEY }));
  const by = { cookie: (signedIn.headers.get('set-cookie') ?? '').split(';')[0]! };
  const picture = await photo(300, 200).png().toBuffer();
  const { id } = (await (await send(before, 'POST', '/images', by, picture)).json()) as KeptImage;
  const draft = aDraft('Kept', [aQuestion('Sky?', { image: { id, alt: 'a sky' } })]);
  const made = await send(
    before,
    'POST',
    '/drafts',
    { ...JSON_TYPE, ...by },
    JSON.stringify(draft),
  );
  expect(made.status).toBe(201);

  // As docs/operate.md tells it.
  const file = join(dir, 'madang.dump');
  execFileSync(postgresProgram('pg_dump'), [
    '--format=custom',
    '--no-owner',
    `--file=${file}`,
    url,
  ]);
  execFileSync(postgresProgram('pg_restore'), ['--no-owner', `--dbname=${elsewhere}`, file]);

  const after = await startOn(elsewhere);
  const sets = async (app: TestApp) =>
    ((await (await send(app, 'GET', '/sets', by)).json()) as KeptSetList).sets;
  expect(await sets(after)).toHaveLength(1);
  expect(await sets(after)).toEqual(await sets(before));
  const pictureOf = async (app: TestApp): Promise<string> => {
    const response = await fetch(`${app.url}/api/desk/images/${id}`, { headers: by });
    expect(response.status).toBe(200);
    return createHash('sha256')
      .update(Buffer.from(await response.arrayBuffer()))
      .digest('hex');
  };
  expect(await pictureOf(after)).toBe(await pictureOf(before));
});
