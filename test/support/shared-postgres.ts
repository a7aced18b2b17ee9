/** One PostgreSQL for all test files, each with databases of its own: it starts when the first one asks. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { createTestDatabase, TestPostgres } from './postgres.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whoever connects here is told the URL of a new, empty database. */
    databasePort: number;
  }
}

/** vitest's global setup; returns the teardown. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let postgres: Promise<TestPostgres> | undefined;
  const desk = createServer((socket) => {
    postgres ??= TestPostgres.start();
    postgres
      .then(async (server) => server.urlOf(await createTestDatabase(server.urlOf('postgres'))))
      .then(
        (url) => socket.end(url),
        (error: unknown) => socket.end(String(error)),
      );
  });
  desk.listen(0, '127.0.0.1');
  await once(desk, 'listening');
  project.provide('databasePort', (desk.address() as AddressInfo).port);
  return async () => {
    desk.close();
    await (await postgres)?.stop();
  };
}

/** The URL of an empty PostgreSQL database. */
export async function newDatabaseUrl(): Promise<string> {
  const url = await text(connect(inject('databasePort'), '127.0.0.1'));
  if (!url.startsWith('postgres:')) throw new Error(url);
  return url;
}
