import { sql, type Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packSteps } from '../../src/server/desk/results/packed-track.js';
import { readQuestion, stored } from '../../src/server/desk/results/stored-question.js';
import { migrate, migrations } from '../../src/server/platform/database/migrations.js';
import { Database } from '../../src/server/platform/database/database.js';
import type { Tables } from '../../src/server/platform/database/schema.js';
import { RoomError } from '../../src/protocol/index.js';
import { aRecord } from '../results/records.js';
import { codeOf } from '../support/game-data.js';
import { A_HOST, ENGINES, testDatabase, type TestDatabase } from './engines.js';

/** Does something to an empty database that has the tables of the release whose last migration this is. */
async function withTablesOf(
  last: string,
  { engine }: TestDatabase,
  work: (db: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  const known = Object.entries(migrations).filter(([name]) => name <= last);
  const older = new Database(engine, undefined, undefined, (db, prepare) =>
    migrate(db, prepare, Object.fromEntries(known)),
  );
  await older.run(work);
  await older.close();
}

describe.each(ENGINES)('a database in %s', (kind) => {
  let place: TestDatabase;
  let database: Database;

  beforeEach(async () => {
    place = await testDatabase(kind);
    ({ database } = place);
  });
  afterEach(() => place.close());

  const hosts = (): Promise<unknown[]> =>
    database.run((db) => db.selectFrom('host').selectAll().orderBy('id').execute());

  it('keeps what was written, times as numbers, and takes no table twice', async () => {
    await database.run((db) => db.insertInto('host').values(A_HOST).execute());
    await database.close();
    const again = new Database(place.engine);
    expect(await again.run((db) => db.selectFrom('host').selectAll().execute())).toEqual([A_HOST]);
    await again.close();
  });

  it('writes a transaction whole or not at all', async () => {
    const failing = database.transact(async (db) => {
      await db.insertInto('host').values(A_HOST).execute();
      throw new RoomError('STALE');
    });
    expect(await codeOf(() => failing)).toBe('STALE');
    expect(await hosts()).toEqual([]);
    await Promise.all(
      ['b', 'c', 'd'].map((id) =>
        database.transact(async (db) => {
          await db
            .insertInto('host')
            .values({ ...A_HOST, id })
            .execute();
          await db.updateTable('host').set({ seen_at: 5 }).where('id', '=', id).execute();
        }),
      ),
    );
    expect(await hosts()).toEqual(['b', 'c', 'd'].map((id) => ({ ...A_HOST, id, seen_at: 5 })));
  });

  it('counts the rows that were changed', async () => {
    await database.run((db) => db.insertInto('host').values(A_HOST).execute());
    const change = (id: string): Promise<bigint> =>
      database.run(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('host')
          .set({ seen_at: 9 })
          .where('id', '=', id)
          .executeTakeFirst();
        return numUpdatedRows;
      });
    expect(await change('a')).toBe(1n);
    expect(await change('nobody')).toBe(0n);
  });

  it('takes a bad query for a bug, and works on', async () => {
    const bad = database.run((db) => sql`select * from nothing`.execute(db));
    await expect(bad).rejects.not.toBeInstanceOf(RoomError);
    const twice = database.transact(async (db) => {
      await db.insertInto('host').values(A_HOST).execute();
      await db.insertInto('host').values(A_HOST).execute();
    });
    await expect(twice).rejects.not.toBeInstanceOf(RoomError);
    expect(database.problem).toBeUndefined();
    expect(await hosts()).toEqual([]);
  });

  it('takes sets that an older program kept, without a playable form', async () => {
    const set = {
      id: 'own_a',
      owner_id: 'a',
      title: 'Old',
      language: 'en',
      labels: '[]',
      question_count: 0,
      playable_count: 0,
      bytes: 2,
      revision: 1,
      created_at: 1,
      updated_at: 1,
      deleted_at: null,
      search_text: '',
      questions: '[]',
    } as const;
    await withTablesOf('007-devices', place, async (db) => {
      await db.insertInto('host').values(A_HOST).execute();
      await db.insertInto('quiz_set').values(set).execute();
    });
    const sets = await database.run((db) => db.selectFrom('quiz_set').selectAll().execute());
    const added = { playable: null, playable_format: 0, items: '{}', languages: '[]', texts: '{}' };
    expect(sets).toEqual([{ ...set, ...added }]);
  });

  it('takes results and tracks that an older program kept, whose questions had a number only', async () => {
    const record = aRecord(3);
    const track = { everyMs: 250, samples: 1, steps: Uint16Array.from([1, 2]) };
    const bytes = Buffer.from(await packSteps(track));
    const game = {
      id: record.id,
      owner_id: A_HOST.id,
      set_id: 'set',
      set_title: 'Set',
      room_title: 'Hall',
      version: 10,
      started_at: 1,
      ended_at: 2,
      players: record.players.length,
      asked: record.judged.length,
      bytes: 0,
      keep_until: Number.MAX_SAFE_INTEGER,
      names_removed_at: null,
      link_hash: null,
      link_names: 0,
      link_questions: 0,
      rules: JSON.stringify(record.rules),
    };
    await withTablesOf('008-playable', place, async (db) => {
      await db.insertInto('host').values(A_HOST).execute();
      await db.insertInto('game').values(game).execute();
      for (const one of record.judged) {
        const { question: number, floor } = one;
        const { judged, ruling, answers } = stored(one);
        const shown = JSON.stringify(record.asked[number]);
        await sql`insert into game_question
          (game_id, number, version, kind, is_edited, ruling, question, judged, answers) values
          (${game.id}, ${number}, 10, ${floor.kind}, 1, ${ruling}, ${shown}, ${judged}, ${answers})`.execute(
          db,
        );
        await sql`insert into game_track (game_id, number, recorded_at, every_ms, samples, bytes)
          values (${game.id}, ${number}, 1, 250, 1, ${bytes})`.execute(db);
      }
    });
    const expected = record.judged.map((one, number) => {
      return { ...one, shown: record.asked[number], isEdited: true };
    });
    const [questions, tracks] = await database.run(async (db) => [
      await db.selectFrom('game_question').selectAll().orderBy('number').execute(),
      await db.selectFrom('game_track').selectAll().orderBy('number').execute(),
    ]);
    expect(questions.map(readQuestion)).toEqual(expected);
    expect(tracks).toEqual(
      record.judged.map(({ question: number }) => {
        const row = { game_id: game.id, number, part: 0, drops: 0, recorded_at: 1 };
        return { ...row, every_ms: 250, samples: 1, bytes: expect.anything() };
      }),
    );
    for (const row of tracks) expect(Buffer.from(row.bytes)).toEqual(bytes);
    // They go with their game, as before.
    await database.run((db) => db.deleteFrom('game').execute());
    const left = await database.run(async (db) => [
      ...(await db.selectFrom('game_question').select('number').execute()),
      ...(await db.selectFrom('game_track').select('number').execute()),
    ]);
    expect(left).toEqual([]);
  });

  it('goes on with tables to which a newer program has only added, also before a migration of its own', async () => {
    await database.run((db) =>
      sql`insert into kysely_migration (name, timestamp) values ('998-more-add', 'x')`.execute(db),
    );
    await database.close();
    const again = new Database(place.engine);
    await again.run((db) => sql`select 1`.execute(db));
    expect(again.problem).toBeUndefined();
    await again.close();
  });

  it('refuses tables that a newer program has changed, in words', async () => {
    await database.run((db) =>
      sql`insert into kysely_migration (name, timestamp) values ('999-more-change', 'x')`.execute(
        db,
      ),
    );
    await database.close();
    const again = new Database(place.engine);
    expect(await codeOf(() => again.run((db) => sql`select 1`.execute(db)))).toBe('DATABASE_AWAY');
    expect(again.problem).toBe('was changed by a newer version of Madang');
    await again.close();
  });
});

it('names of migrations say whether programs of before can go on', () => {
  for (const name of Object.keys(migrations).filter((one) => one >= '009'))
    expect(name).toMatch(/-(add|change)$/);
});
