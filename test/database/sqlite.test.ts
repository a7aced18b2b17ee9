import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../src/server/platform/database/database.js';
import { sqliteEngine } from '../../src/server/platform/database/sqlite/sqlite-engine.js';
import { SqliteThread } from '../../src/server/platform/database/sqlite/sqlite-thread.js';
import { codeOf } from '../support/game-data.js';
import { A_HOST, testDatabase, WORKER_FILE, type TestDatabase } from './engines.js';

const SLOW = sql`with recursive n(x) as (select 1 union all select x + 1 from n where x < 5e6)
  select count(*) from n`;

describe('a database in a file', () => {
  let place: TestDatabase;
  let database: Database;
  const told: (string | undefined)[] = [];

  beforeEach(async () => {
    told.length = 0;
    place = await testDatabase('SQLite', (problem) => told.push(problem));
    ({ database } = place);
  });
  afterEach(() => place.close());

  const ask = (of = database): Promise<unknown[]> =>
    of.run((db) => db.selectFrom('host').selectAll().execute());

  it('is written through to the disk, with a journal beside it', async () => {
    await database.run(async (db) => {
      const { rows: mode } = await sql`pragma journal_mode`.execute(db);
      const { rows: level } = await sql`pragma synchronous`.execute(db);
      expect([mode, level]).toEqual([[{ journal_mode: 'wal' }], [{ synchronous: 2 }]]);
    });
  });

  it('binds numbers for booleans, and refuses what would end the process', async () => {
    await database.run(async (db) => {
      const { rows } = await sql`select ${true} as yes, ${null} as none`.execute(db);
      expect(rows).toEqual([{ yes: 1, none: null }]);
      for (const bad of [Buffer.from('x'), { a: 1 }, undefined, Number.NaN, Symbol('x'), [1]])
        await expect(sql`select ${bad} as bad`.execute(db)).rejects.toBeInstanceOf(TypeError);
    });
  });

  it('is refused to a second process, and free again when the first was killed', async () => {
    const script = `
      import { SqliteThread } from ${JSON.stringify(WORKER_FILE.replace('worker.js', 'sqlite-thread.js'))};
      await SqliteThread.open(${JSON.stringify(WORKER_FILE)}, ${JSON.stringify(place.place)});
      process.stdout.write('open');
      setInterval(() => {}, 1000);`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(other.stdout, 'data');
    expect(await codeOf(() => ask())).toBe('DATABASE_AWAY');
    expect(told).toEqual(['is in use by another process']);
    other.kill('SIGKILL');
    await once(other, 'exit');
    const later = new Database(place.engine);
    expect(await ask(later)).toEqual([]);
    await later.close();
  });

  it.each(['at the start', 'later'])('tells in words that it is damaged, %s', async (when) => {
    for (let id = 0; id < 200; id++)
      await database.run((db) =>
        db
          .insertInto('host')
          .values({ ...A_HOST, id: `host-${id}-${'x'.repeat(200)}` })
          .execute(),
      );
    await database.close();
    const whole = readFileSync(place.place);
    const from = when === 'at the start' ? 0 : 4096;
    writeFileSync(place.place, whole.fill(0x5a, from));
    const hurt = new Database(place.engine);
    expect(await codeOf(() => ask(hurt))).toBe('DATABASE_AWAY');
    expect(hurt.problem).toBe('is damaged');
    await hurt.close();
  });

  it('tells that the disk is full, keeps what it has, and goes on when there is room', async () => {
    await database.run((db) => db.insertInto('host').values(A_HOST).execute());
    await database.run((db) => sql`pragma max_page_count = 1`.execute(db));
    const fill = (): Promise<unknown> =>
      database.run((db) =>
        db
          .insertInto('host')
          .values({ ...A_HOST, id: 'x'.repeat(100_000) })
          .execute(),
      );
    expect(await codeOf(fill)).toBe('DATABASE_AWAY');
    expect(database.problem).toBe('is full');
    expect(await ask()).toEqual([A_HOST]);
    expect(database.problem).toBeUndefined();
    await database.run((db) => sql`pragma max_page_count = 1000000`.execute(db));
    expect(await codeOf(fill)).toBe('ok');
    expect(told).toEqual(['is full', undefined]);
  });

  it('does not wait for a query that takes too long, and works on when that is over', async () => {
    await database.run((db) => db.insertInto('host').values(A_HOST).execute());
    await database.close();
    const hasty = new Database(sqliteEngine(WORKER_FILE, place.place, 200));
    expect(await ask(hasty)).toEqual([A_HOST]);
    const refused = await Promise.all([
      codeOf(() => hasty.run((db) => SLOW.execute(db))),
      codeOf(() => hasty.transact((db) => db.selectFrom('host').selectAll().execute())),
    ]);
    expect(refused).toEqual(['DATABASE_AWAY', 'DATABASE_AWAY']);
    expect(hasty.problem).toBe('does not answer');
    expect(await codeOf(() => ask(hasty))).toBe('DATABASE_AWAY');
    const again = (): Promise<unknown> => ask(hasty).catch(() => undefined);
    await expect.poll(again, { timeout: 50_000, interval: 200 }).toEqual([A_HOST]);
    await hasty.transact((db) => db.updateTable('host').set({ seen_at: 7 }).execute());
    expect(await ask(hasty)).toEqual([{ ...A_HOST, seen_at: 7 }]);
    await hasty.close();
  }, 120_000);

  it('is copied while it is used', async () => {
    await database.run((db) => db.insertInto('host').values(A_HOST).execute());
    const copy = `${place.place}.copy`;
    await SqliteThread.backUp(WORKER_FILE, place.place, copy);
    expect(await ask()).toEqual([A_HOST]);
    const copied = new Database(sqliteEngine(WORKER_FILE, copy));
    expect(await ask(copied)).toEqual([A_HOST]);
    await copied.close();
    // What is there already is not written over.
    await expect(SqliteThread.backUp(WORKER_FILE, place.place, copy)).rejects.toThrow(/exists/);
  });

  it('cannot be opened below a file, and says so', async () => {
    rmSync(place.place, { force: true });
    writeFileSync(place.place, '');
    truncateSync(place.place, 0);
    const below = new Database(sqliteEngine(WORKER_FILE, `${place.place}/inside.db`));
    expect(await codeOf(() => ask(below))).toBe('DATABASE_AWAY');
    expect(below.problem).toBe('cannot be opened');
    await below.close();
  });
});
