import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../src/server/platform/database/database.js';
import type { Connection, Engine, Problem } from '../../src/server/platform/database/engine.js';
import { postgresEngine } from '../../src/server/platform/database/postgres/postgres-engine.js';
import type { KeptGameList, GameReport } from '../../src/protocol/index.js';
import { ENGINES, testDatabase, type TestDatabase } from '../database/engines.js';
import { JSON_TYPE, KEY, SECRET } from '../desk/desk-app.js';
import { startTestApp, TestBank, type TestApp } from '../support/app.js';
import { standIn } from '../support/arena.js';
import { TestClient } from '../support/client.js';
import { SLOW, slowSet } from '../support/hall.js';
import { TestRedis } from '../support/redis.js';
import { newDatabaseUrl } from '../support/shared-postgres.js';
import { Table, tableIn, tableOf } from './results-app.js';

/** A database that can be stopped, and started again. */
class Switch implements Engine {
  private isOn = true;
  private connection: Connection | undefined;

  constructor(private readonly engine: Engine) {}

  async connect(): Promise<Connection> {
    if (!this.isOn) throw new Error('it is off');
    const connection = await this.engine.connect();
    this.connection = connection;
    return {
      db: connection.db,
      bringUpToDate: (migrate) => connection.bringUpToDate(migrate),
      isOpen: () => this.isOn && connection.isOpen(),
      close: () => connection.close(),
    };
  }

  problemOf(error: unknown): Problem | undefined {
    return this.isOn ? this.engine.problemOf(error) : 'does not answer';
  }

  async stop(): Promise<void> {
    this.isOn = false;
    await this.connection?.close();
  }

  start(): void {
    this.isOn = true;
  }
}

const isOf =
  (id: string) =>
  ({ playerId }: { playerId: string }): boolean =>
    playerId === id;
const bank = (): TestBank => new TestBank([slowSet()]);

async function signIn(app: TestApp): Promise<string> {
  const answer = await fetch(`${app.url}/api/desk/session`, {
    method: 'POST',
    headers: { ...JSON_TYPE, origin: app.url },
    body: JSON.stringify({ key: KEY }),
  });
  return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

async function reports({ url }: TestApp, cookie: string): Promise<GameReport[]> {
  const read = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${url}/api/desk${path}`, { headers: { cookie } })).json()) as T;
  const { games = [] } = await read<Partial<KeptGameList>>('/results');
  return Promise.all(games.map(({ id }) => read<GameReport>(`/results/${id}`)));
}

describe.each(ENGINES)('a database that stops, %s', (kind) => {
  let place: TestDatabase;
  let engine: Switch;
  let app: TestApp;

  beforeAll(async () => {
    place = await testDatabase(kind);
    engine = new Switch(place.engine);
    const env = { ...SLOW, SECRET };
    app = await startTestApp(env, bank(), undefined, undefined, new Database(engine));
  });
  afterAll(async () => {
    await app.close();
    await place.close();
  });

  it('R17.3 holds no phase up, is told of, and has everything when it is back', async () => {
    const cookie = await signIn(app);
    const table = new Table(app.url);
    await engine.stop();
    await table.open(cookie, ['Ann', 'Bob']);
    await table.host.do('startGame', {});
    await table.question((player) => player === 1);
    engine.start();
    await expect.poll(() => reports(app, cookie)).toHaveLength(1);
    await engine.stop();
    await table.question((player) => player < 2);
    await table.clients.pop()?.do('exitRoom', {});
    await table.question((player) => player === 0);
    const told = await table.end();
    const health = async (): Promise<string> => (await fetch(`${app.url}/health/ready`)).text();
    await expect.poll(health).toContain('results of 1 games wait for the database');
    engine.start();
    const kept = async (): Promise<GameReport | undefined> =>
      (await reports(app, cookie)).find(({ endedAt }) => endedAt !== null);
    await expect.poll(kept).toBeDefined();
    const report = (await kept()) as GameReport;
    expect(tableOf(report).slice(0, 2)).toEqual(tableIn(told.results));
    expect(report.questions.map(({ answers }) => answers.length)).toEqual([3, 3, 2]);
    expect(await health()).not.toContain('results of');
    table.close();
  }, 120_000);
});

describe('two processes with one Redis and one PostgreSQL', () => {
  it('R17.3 R17.8 keep a game once, with who walked at the other, though the one that began it ends', async () => {
    const redis = await TestRedis.start();
    const url = await newDatabaseUrl();
    const env = {
      ...SLOW,
      GET_READY_MS: '1000',
      TRACKS_DAYS: '14',
      SECRET,
      REDIS_URL: redis.url,
    };
    const start = (): Promise<TestApp> =>
      startTestApp(env, bank(), undefined, undefined, new Database(postgresEngine(url)));
    const [one, other] = [await start(), await start()];
    const cookie = await signIn(one);
    const table = new Table(one.url);
    await table.open(cookie, []);
    const { host, pin } = table;
    const guest = new TestClient(other.url);
    await guest.do('joinRoom', { gameId: pin, playerName: 'Ann' });
    await host.do('startGame', {});
    await table.question(
      () => true,
      async () => {
        await guest.do('updatePosition', { newPosition: standIn(1, 2) });
        const isSeen = (): boolean =>
          host.all('updatePosition').some(({ updates }) => updates.some(isOf(guest.playerId)));
        await host.until(isSeen);
        // Until after the next sample.
        const { startTime } = host.last('startQuizTime') as { startTime: number };
        const from = Math.max(startTime, Date.now()) + 500;
        await expect.poll(() => Date.now()).toBeGreaterThan(from);
      },
    );
    await guest.do('exitRoom', {});
    guest.close();
    await one.close();
    const second = new Table(other.url);
    const again = second.connectWith(host.token, cookie);
    await again.do('joinRoom', { gameId: pin });
    await second.question(() => true);
    const told = await second.end();
    const kept = async (): Promise<GameReport | undefined> =>
      (await reports(other, cookie)).find(({ endedAt }) => endedAt !== null);
    await expect.poll(kept).toBeDefined();
    const report = (await kept()) as GameReport;
    expect(await reports(other, cookie)).toHaveLength(1);
    expect(tableOf(report).slice(0, 1)).toEqual(tableIn(told.results));
    expect(report.questions).toHaveLength(2);
    const [first] = report.questions;
    // Each is in one of the two zones, and the guest in the first one.
    const counts = first?.movement?.counts ?? [];
    expect(counts.length).toBeGreaterThan(1);
    expect(counts.slice(-2).map((row) => [row.length, row[0]])).toEqual(
      Array.from({ length: 2 }, () => [2, first?.rights[0] === 1 ? 2 : 1]),
    );
    for (const row of counts) expect((row[0] ?? 0) + (row[1] ?? 0)).toBe(2);
    second.close();
    await other.close();
    await redis.stop();
  }, 120_000);
});
