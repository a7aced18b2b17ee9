import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/server/platform/database/database.js';
import { postgresEngine } from '../../src/server/platform/database/postgres/postgres-engine.js';
import type { DeskState } from '../../src/protocol/index.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { newDatabaseUrl } from '../support/shared-postgres.js';
import { aDraft, aFile, JSON_TYPE, KEY, refusal, SECRET } from './desk-app.js';

describe('two processes with one PostgreSQL', () => {
  const apps: TestApp[] = [];

  beforeAll(async () => {
    const url = await newDatabaseUrl();
    for (let process = 0; process < 2; process++) {
      const database = new Database(postgresEngine(url));
      apps.push(await startTestApp({ SECRET }, undefined, undefined, undefined, database));
    }
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
  });

  const send = (
    { url }: TestApp,
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<Response> =>
    fetch(`${url}/api/desk${path}`, {
      method,
      headers: { ...JSON_TYPE, origin: url, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  it('R15.5 share sessions, sets and revisions', async () => {
    const [one, other] = apps as [TestApp, TestApp];
    const signedIn = await send(one, 'POST', '/session', {}, { key: KEY });
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const state = (await (await send(other, 'GET', '', { cookie })).json()) as DeskState;
    expect(state.account).toMatchObject({ role: 'admin', sets: 0 });
    const made = await send(one, 'POST', '/sets', { cookie }, aFile());
    const { id } = (await made.json()) as { id: string };
    for (let revision = 1; revision < 6; revision++) {
      const headers = { cookie, 'if-match': String(revision) };
      const saves = await Promise.all(
        apps.map((app) => send(app, 'PUT', `/sets/${id}`, headers, aDraft(String(revision)))),
      );
      const statuses = saves.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([200, 409]);
    }
    expect((await send(other, 'DELETE', '/session', { cookie })).status).toBe(204);
    expect(await refusal(send(one, 'GET', '/sets', { cookie }))).toEqual([401, 'NOT_SIGNED_IN']);
  });
});
