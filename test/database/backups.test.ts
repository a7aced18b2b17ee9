import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../src/server/platform/database/database.js';
import { Backups } from '../../src/server/platform/database/sqlite/backups.js';
import { sqliteEngine } from '../../src/server/platform/database/sqlite/sqlite-engine.js';
import { A_HOST, testDatabase, WORKER_FILE, type TestDatabase } from './engines.js';

const DAY_MS = 86_400_000;

describe('backups of a database file', () => {
  let place: TestDatabase;
  let dir: string;
  let day: number;
  let isBusy: boolean;
  let failures: unknown[];
  let backups: Backups;

  beforeEach(async () => {
    place = await testDatabase('SQLite');
    dir = join(dirname(place.place), 'backups');
    [day, isBusy, failures] = [0, false, []];
    await place.database.run((db) => db.insertInto('host').values(A_HOST).execute());
    backups = new Backups(
      {
        workerFile: WORKER_FILE,
        path: place.place,
        dir,
        isBusy: () => isBusy,
        failed: (error) => failures.push(error),
      },
      () => new Date(Date.UTC(2026, 0, 1) + day * DAY_MS),
    );
  });
  afterEach(() => place.close());

  it('are one a day, of the last seven days, and can be opened', async () => {
    for (; day < 9; day++) {
      await backups.look();
      await backups.look();
    }
    expect(failures).toEqual([]);
    const names = readdirSync(dir);
    expect([names.length, names[0], names.at(-1)]).toEqual([
      7,
      'madang-2026-01-03.db',
      'madang-2026-01-09.db',
    ]);
    const copy = new Database(sqliteEngine(WORKER_FILE, join(dir, names[0]!)));
    expect(await copy.run((db) => db.selectFrom('host').selectAll().execute())).toEqual([A_HOST]);
    await copy.close();
  });

  it('of today are made anew at a start, and stay where that fails', async () => {
    const open = (): Database =>
      new Database(sqliteEngine(WORKER_FILE, join(dir, 'madang-2026-01-01.db')));
    const count = async (): Promise<number> => {
      const copy = open();
      const rows = await copy.run((db) => db.selectFrom('host').selectAll().execute());
      await copy.close();
      return rows.length;
    };
    await backups.look();
    const later = { ...A_HOST, id: 'b' };
    await place.database.run((db) => db.insertInto('host').values(later).execute());
    await backups.look();
    expect(await count()).toBe(1);
    backups.start();
    await backups.stop();
    expect(await count()).toBe(2);
    await place.database.close();
    writeFileSync(place.place, 'no database');
    await backups.look(true);
    expect(failures).toHaveLength(1);
    expect(await count()).toBe(2);
  });

  it('wait while games run, and leave nothing half done', async () => {
    isBusy = true;
    await backups.look();
    expect(() => readdirSync(dir)).toThrow(/ENOENT/);
    isBusy = false;
    mkdirSync(dir);
    writeFileSync(join(dir, 'madang-2026-01-01.db.part'), 'half');
    await backups.look();
    expect(readdirSync(dir)).toEqual(['madang-2026-01-01.db']);
    expect(failures).toEqual([]);
  });

  it('that fail are told, and tried again', async () => {
    await place.database.close();
    writeFileSync(place.place, 'no database');
    await backups.look();
    expect(failures).toHaveLength(1);
    expect(readdirSync(dir)).toEqual([]);
  });
});
