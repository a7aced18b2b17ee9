import { sql, type Migration } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Database } from '../../src/server/platform/database/database.js';
import { postgresEngine } from '../../src/server/platform/database/postgres/postgres-engine.js';
import { migrate, migrations } from '../../src/server/platform/database/migrations.js';
import { TestPgBouncer } from '../support/pgbouncer.js';
import { createTestDatabase, TestPostgres } from '../support/postgres.js';
import { codeOf } from '../support/game-data.js';
import { A_HOST } from './engines.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

describe('a PostgreSQL that goes away', () => {
  let postgres: TestPostgres;
  let url: string;

  beforeAll(async () => {
    postgres = await TestPostgres.start();
    url = postgres.urlOf(await createTestDatabase(postgres.urlOf('postgres')));
  });
  afterAll(() => postgres.stop());

  const ask = (of: Database): Promise<unknown[]> =>
    of.run((db) => db.selectFrom('host').selectAll().execute());

  it('is told in words, and is used again when it is back', async () => {
    const told: (string | undefined)[] = [];
    const database = new Database(postgresEngine(url), (problem) => told.push(problem));
    await database.run((db) => db.insertInto('host').values(A_HOST).execute());
    await postgres.kill();
    expect(await codeOf(() => ask(database))).toBe('DATABASE_AWAY');
    const writing = database.transact((db) => db.deleteFrom('host').execute());
    expect(await codeOf(() => writing)).toBe('DATABASE_AWAY');
    await postgres.run();
    await expect.poll(() => ask(database).catch(() => [])).toEqual([A_HOST]);
    expect(told).toEqual(['does not answer', undefined]);
    await database.close();
  });

  it('may be away at the start, is not asked again at once, and gets its tables later', async () => {
    let now = 0;
    await postgres.kill();
    const database = new Database(postgresEngine(url), undefined, () => now);
    await database.open();
    expect(database.problem).toBe('does not answer');
    await postgres.run();
    expect(await codeOf(() => ask(database))).toBe('DATABASE_AWAY');
    now += 2_000;
    expect(await ask(database)).toEqual([A_HOST]);
    expect(database.problem).toBeUndefined();
    await database.close();
  });

  it('does not hold up who asks when it answers nothing', async () => {
    const database = new Database(postgresEngine(url));
    expect(await ask(database)).toEqual([A_HOST]);
    onTestFinished(() => postgres.thaw());
    postgres.freeze();
    const began = performance.now();
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(() => ask(database))));
    expect(codes).toEqual(['DATABASE_AWAY', 'DATABASE_AWAY', 'DATABASE_AWAY']);
    expect(performance.now() - began).toBeLessThan(pace.allow(10_000));
    postgres.thaw();
    await expect.poll(() => ask(database).catch(() => [])).toEqual([A_HOST]);
    await database.close();
  });

  it('may end a connection in the middle of a transaction, between two queries', async () => {
    const [database, other] = [
      new Database(postgresEngine(url)),
      new Database(postgresEngine(url)),
    ];
    const backends = (pid: number) =>
      other.run(async (db) => {
        const query = sql<{
          n: number;
        }>`select count(*) n from pg_stat_activity where pid = ${pid}`;
        return Number((await query.execute(db)).rows[0]?.n);
      });
    const work = database.transact(async (db) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() pid`.execute(db);
      const pid = rows[0]!.pid;
      await other.run((one) => sql`select pg_terminate_backend(${pid})`.execute(one));
      await expect.poll(() => backends(pid)).toBe(0);
      await db.selectFrom('host').selectAll().execute();
    });
    expect(await codeOf(() => work)).toBe('DATABASE_AWAY');
    await expect.poll(() => ask(database).catch(() => [])).toEqual([A_HOST]);
    await Promise.all([database.close(), other.close()]);
  });

  it('that lets nobody in, or has no such database, is told in words', async () => {
    for (const wrong of [postgres.urlOf('nothing'), url.replace('madang@', 'nobody@')]) {
      const database = new Database(postgresEngine(wrong));
      expect(await codeOf(() => ask(database))).toBe('DATABASE_AWAY');
      expect(database.problem).toBe('cannot be opened');
      await database.close();
    }
  });

  it('gets its tables once, however many processes start', async () => {
    const empty = postgres.urlOf(await createTestDatabase(postgres.urlOf('postgres')));
    const all = Array.from({ length: 4 }, () => new Database(postgresEngine(empty)));
    expect(await Promise.all(all.map((one) => ask(one)))).toEqual([[], [], [], []]);
    await Promise.all(all.map((one) => one.close()));
  });

  describe('a change of its tables', () => {
    const slowly = (seconds: number): Record<string, Migration> => ({
      ...migrations,
      '900-slow-add': {
        async up(db) {
          await sql`create table slow (id int)`.execute(db);
          await sql`select pg_sleep(${seconds})`.execute(db);
          await sql`insert into slow values (1)`.execute(db);
        },
      },
    });
    const told: unknown[] = [];
    const starting = (at: string, seconds: number): Database =>
      new Database(
        postgresEngine(at),
        (problem, error) => told.push(problem === 'is being brought up to date' ? problem : error),
        undefined,
        (db, prepare) => migrate(db, prepare, slowly(seconds)),
      );

    it('takes longer than every query may: one of four processes makes it, nobody waits, and all serve', async () => {
      const at = postgres.urlOf(await createTestDatabase(postgres.urlOf('postgres')));
      // The release before.
      const before = new Database(postgresEngine(at));
      await before.run((db) => db.insertInto('host').values(A_HOST).execute());
      // Managed offers end whoever waits in a transaction.
      const name = new URL(at).pathname.slice(1);
      await before.run((db) =>
        sql`alter database ${sql.id(name)} set idle_in_transaction_session_timeout = '2s'`.execute(
          db,
        ),
      );
      await before.close();
      const all = Array.from({ length: 4 }, () => starting(at, 7));
      const began = performance.now();
      expect(await Promise.all(all.map((one) => codeOf(() => ask(one))))).toEqual(
        all.map(() => 'DATABASE_AWAY'),
      );
      expect(performance.now() - began).toBeLessThan(pace.allow(6_500));
      expect(all.map(({ problem }) => problem)).toContain('is being brought up to date');
      await Promise.all(
        all.map(async (one) => {
          await expect.poll(() => ask(one).catch(() => [])).toEqual([A_HOST]);
        }),
      );
      expect(new Set(told)).toEqual(new Set(['is being brought up to date', undefined]));
      const made = all[0]!.run((db) => sql`select id from slow`.execute(db));
      expect((await made).rows).toEqual([{ id: 1 }]);
      await Promise.all(all.map((one) => one.close()));
    });
  });

  it('may go away in the middle of a change of its tables, of which nothing is left then', async () => {
    const at = postgres.urlOf(await createTestDatabase(postgres.urlOf('postgres')));
    let begin = (): void => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const broken: Record<string, Migration> = {
      ...migrations,
      '900-more-add': {
        async up(db) {
          await sql`create table more (id int)`.execute(db);
          begin();
          await sql`select pg_sleep(20)`.execute(db);
        },
      },
    };
    const first = new Database(postgresEngine(at), undefined, undefined, (db, prepare) =>
      migrate(db, prepare, broken),
    );
    const asked = codeOf(() => ask(first));
    await begun;
    await postgres.kill();
    expect(await asked).toBe('DATABASE_AWAY');
    await first.close();
    await postgres.run();
    const second = new Database(postgresEngine(at));
    expect(await ask(second)).toEqual([]);
    const left = second.run((db) => sql`select * from more`.execute(db));
    await expect(left).rejects.toThrow('does not exist');
    await second.close();
  });

  it('is reached through PgBouncer, which hands out its connections by the transaction', async () => {
    const name = await createTestDatabase(postgres.urlOf('postgres'));
    const bouncer = await TestPgBouncer.start(postgres.urlOf(name));
    const all = Array.from({ length: 3 }, () => new Database(postgresEngine(bouncer.url)));
    expect(await Promise.all(all.map((one) => ask(one)))).toEqual([[], [], []]);
    await all[0]!.transact((db) => db.insertInto('host').values(A_HOST).execute());
    expect(await Promise.all(all.map((one) => ask(one)))).toEqual([[A_HOST], [A_HOST], [A_HOST]]);
    await Promise.all(all.map((one) => one.close()));
    await bouncer.stop();
  });
});
