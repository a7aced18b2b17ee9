import { nameOf } from '../../src/protocol/judged-name.js';
import { sql } from 'kysely';
import type { ReportQuestion } from '../../src/protocol/index.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ruled, type Ruling } from '../../src/game/correct.js';
import { OPERATOR } from '../../src/server/desk/accounts/accounts.js';
import type { GameRecord } from '../../src/server/desk/results/game-record.js';
import { floorOf } from '../../src/game/kinds/floor.js';
import type { Answer, JudgedQuestion, WrittenText } from '../../src/game/shared/judged.js';
import { writeGame } from '../../src/server/desk/results/game-writer.js';
import { KeptGames } from '../../src/server/desk/results/kept-games.js';
import { finished } from '../../src/game/steps.js';
import { reportSteps } from '../../src/server/desk/results/report.js';
import { ENGINES, testDatabase, type TestDatabase } from '../database/engines.js';
import { aRecord, CHOICES, numbers } from './records.js';

const GAMES = 12;
const DAY_MS = 24 * 3_600_000;

describe('corrections of what is kept', () => {
  let place: TestDatabase;
  let games: KeptGames;
  let now = 10 * DAY_MS;

  beforeAll(async () => {
    place = await testDatabase('SQLite');
    games = new KeptGames(place.database, { days: 90, tracksDays: 14 }, () => now);
  });
  afterAll(() => place.close());

  const write = (record: GameRecord, days = 90): Promise<void> =>
    place.database.transact((db) => writeGame(db, record, OPERATOR, { days, now }));

  it('R10.11 R17.3 a reveal writes its own answers, and makes no text of those before', async () => {
    const { judged, ...record } = aRecord(5);
    const before = judged.slice(0, -1);
    expect(before.length).toBeGreaterThan(0);
    await write({ ...record, id: 'reveals', judged: before });
    const known = before.map((question) => {
      const read = { ...question };
      Object.defineProperty(read.answers, 'toJSON', {
        value: () => {
          throw new Error('answers that are kept already become a text');
        },
      });
      return read;
    });
    await write({ ...record, id: 'reveals', version: 11, judged: [...known, ...judged.slice(-1)] });
    const { questions } = await games.find(OPERATOR.hostId, 'reveals');
    expect(questions).toHaveLength(judged.length);
    await games.remove(OPERATOR.hostId, 'reveals');
  });

  it('R17.5 lead to what would have been from the start', async () => {
    for (let seed = 0; seed < GAMES; seed++) {
      const record = aRecord(seed);
      await write(record);
      const draw = numbers(seed + 1_000);
      let judged = [...record.judged];
      for (let times = 0; times < 4; times++) {
        const index = draw(judged.length);
        const rights = draw(3) === 0 ? null : [1 + draw(CHOICES)];
        const ruling: Ruling = { isVoid: draw(3) === 0, rights };
        judged = judged.map((one) => (one.question === index ? ruled(one, ruling) : one));
        await games.correct(OPERATOR.hostId, record.id, nameOf({ index }), ruling);
      }
      const expected = finished(
        reportSteps({
          rules: record.rules,
          players: record.players.map((player) => ({ ...player, hasLeft: false })),
          questions: judged.map((one, i) => ({ ...one, shown: record.asked[i] ?? null })),
        }),
      );
      expect(await games.find(OPERATOR.hostId, record.id)).toMatchObject(expected);
    }
  });

  it('R25.1 what a restart has lost, and what was asked in its place, is kept as it was in the end', async () => {
    const record = Array.from({ length: 50 }, (_, seed) => aRecord(seed)).find(
      ({ judged }) => judged.length > 3,
    )!;
    const count = record.judged.length;
    const other = ([id, zone, ...rest]: Answer): Answer => [id, (zone % CHOICES) + 1, ...rest];
    const changed = (index: number): JudgedQuestion => {
      const one = record.judged[index]!;
      return { ...one, answers: one.answers.map(other) };
    };
    // One was asked again, another one came in the place of the next, and the last was not asked any more.
    const judged = record.judged
      .slice(0, -1)
      .map((one, n) => (n === count - 3 || n === count - 2 ? changed(n) : one));
    const asked = record.asked.map((one, n) =>
      n === count - 2 ? { ...one, quiz: 'Spare?' } : one,
    );
    const after = { ...record, judged, asked, isRestored: true };
    const [lost, once] = [
      { ...record, id: 'lost.1', endedAt: null },
      { ...after, id: 'once.1' },
    ];
    await write(lost);
    await write(once);
    await write({ ...after, id: 'lost.1', version: 14 });
    // An older process that still writes changes nothing.
    await write({ ...lost, judged: lost.judged.slice(0, 2) });
    const [replaced, expected] = await Promise.all(
      ['lost.1', 'once.1'].map((id) => games.find(OPERATOR.hostId, id)),
    );
    expect(replaced!.questions).toEqual(expected!.questions);
    expect(replaced!.players).toEqual(expected!.players);
    expect(JSON.stringify(replaced!.questions)).toContain('Spare?');
  });

  it('R25.1 a question that a restart has lost is gone once another one came in its place by a drop', async () => {
    const record = { ...aRecord(3), id: 'dropped.1', endedAt: null };
    const [first, second] = record.judged;
    await write({ ...record, judged: [first!, second!] });
    const judged = [first!, { ...second!, drops: 1 }];
    await write({ ...record, judged, isRestored: true, version: 14 });
    const { questions } = await games.find(OPERATOR.hostId, record.id);
    expect(questions.map(({ number, drops }) => [number, drops])).toEqual([
      [0, 0],
      [1, 1],
    ]);
    await games.remove(OPERATOR.hostId, record.id);
  });

  it('R6.8 an evening that went on ends with its last round', async () => {
    const record = { ...aRecord(3), id: 'went-on.1' };
    const endOf = async () => (await games.find(OPERATOR.hostId, record.id)).endedAt;
    await write({ ...record, endedAt: 2 });
    // A correction in the lobby is no other end.
    await write({ ...record, version: 11, endedAt: 3 });
    expect(await endOf()).toBe(2);
    await write({ ...record, version: 12, endedAt: null });
    expect(await endOf()).toBeNull();
    await write({ ...record, version: 13, endedAt: 9 });
    expect(await endOf()).toBe(9);
    await games.remove(OPERATOR.hostId, record.id);
  });

  it('R17.3 a game that is written twice, or in another order, is as written once', async () => {
    const record = { ...aRecord(99), id: 'twice.1' };
    const early = { ...record, version: 4, endedAt: null, judged: record.judged.slice(0, 1) };
    await write(record);
    const once = await games.find(OPERATOR.hostId, record.id);
    await write(early);
    await write(record);
    expect(await games.find(OPERATOR.hostId, record.id)).toEqual(once);
  });

  it('R17.6 what was deleted does not come back with what the room tells later', async () => {
    const record = { ...aRecord(7), id: 'deleted.1' };
    await write({ ...record, endedAt: null });
    await games.remove(OPERATOR.hostId, record.id);
    await expect(games.remove(OPERATOR.hostId, record.id)).rejects.toMatchObject({
      code: 'GAME_NOT_FOUND',
    });
    await games.sweep();
    await write({ ...record, version: record.version + 1 });
    await expect(games.find(OPERATOR.hostId, record.id)).rejects.toMatchObject({
      code: 'GAME_NOT_FOUND',
    });
    const left = await place.database.run(async (db) => [
      ...(await db
        .selectFrom('game_player')
        .selectAll()
        .where('game_id', '=', record.id)
        .execute()),
      ...(await db.selectFrom('game').select('room_title').where('id', '=', record.id).execute()),
    ]);
    expect(left).toEqual([{ room_title: '' }]);
    now += DAY_MS;
    await games.sweep();
    const row = await place.database.run((db) =>
      db.selectFrom('game').select('id').where('id', '=', record.id).executeTakeFirst(),
    );
    expect(row).toBeUndefined();
  });

  it('R17.2 are gone with their game when its time is over', async () => {
    const record = { ...aRecord(5), id: 'old.1' };
    await write(record, 1);
    now += DAY_MS;
    await expect(games.find(OPERATOR.hostId, 'old.1')).rejects.toMatchObject({
      code: 'GAME_NOT_FOUND',
    });
    await games.sweep();
    const left = await place.database.run((db) =>
      db.selectFrom('game_question').select('number').where('game_id', '=', 'old.1').execute(),
    );
    expect(left).toEqual([]);
    expect((await games.list(OPERATOR.hostId, undefined, 0)).total).toBe(GAMES + 3);
  });
});

describe.each(ENGINES)('parts of one question that are judged by themselves, with %s', (kind) => {
  it('R17.5 R17.8 are written, read, corrected and followed apart', async () => {
    const { database, close } = await testDatabase(kind);
    const games = new KeptGames(database, { days: 90, tracksDays: 14 }, () => DAY_MS);
    const [first] = aRecord(3).judged;
    const part = (n: number, drops: number): JudgedQuestion => ({
      ...first!,
      part: n,
      drops,
      answers: first!.answers.map(([id, , ms, , ...rest]) => [id, n + 1, ms, 1, ...rest]),
    });
    const judged = [part(0, 0), part(1, 0), { ...part(0, 2), question: 1 }];
    const [shown] = aRecord(3).asked;
    const track = { everyMs: 250, samples: 1, steps: new Uint16Array(2 * first!.answers.length) };
    const record: GameRecord = {
      ...aRecord(3),
      judged,
      asked: [shown!, shown!],
      startedAt: DAY_MS,
      tracks: new Map([['0.1.0', track]]),
    };
    const write = (one: GameRecord): Promise<void> =>
      database.transact((db) => writeGame(db, one, OPERATOR, { days: 90, now: DAY_MS }));
    // In the other order, as the database has its own.
    await write({ ...record, judged: judged.toReversed() });
    const { hostId } = OPERATOR;
    const read = async () => (await games.find(hostId, record.id)).questions;
    const names = (await read()).map(({ number, part: n, drops }) => [number, n, drops]);
    expect(names).toEqual([
      [0, 0, 0],
      [0, 1, 0],
      [1, 0, 2],
    ]);
    const values = (await read()).map(({ answers }) => new Set(answers.map(([, value]) => value)));
    expect(values).toEqual([new Set([1]), new Set([2]), new Set([1])]);
    expect((await read()).map(({ movement }) => movement !== null)).toEqual([false, true, false]);
    const name = { question: 0, part: 1, drops: 0 };
    await games.correct(hostId, record.id, name, { isVoid: true, rights: null });
    expect((await read()).map(({ isVoid }) => isVoid)).toEqual([false, true, false]);
    // A later ruling of the room touches only the parts that nobody has corrected here.
    const voided = judged.map((one) => ({ ...one, isVoid: one.part === 0 }));
    await write({ ...record, version: record.version + 1, judged: voided });
    expect((await read()).map(({ isVoid }) => isVoid)).toEqual([true, true, true]);
    for (const other of [
      { ...name, drops: 1 },
      { ...name, part: 2 },
    ])
      await expect(
        games.correct(hostId, record.id, other, { isVoid: false, rights: null }),
      ).rejects.toMatchObject({ code: 'GAME_NOT_FOUND' });
    await close();
  });
});

describe.each(ENGINES)('what people wrote, with %s', (kind) => {
  const accepted = ['Seoul', '서울'];
  const solution = { kind: 'text' as const, accepted };
  const zones = ['Seoul', 'Busan'];
  const shown = {
    kind: 'typed' as const,
    quiz: 'Capital?',
    choiceList: zones.map((content, n) => ({ order: n + 1, content })),
  };
  /** Everybody stood in the zone with Busan. */
  const typed = (question: number, texts: WrittenText[]): JudgedQuestion => ({
    ...nameOf({ index: question }),
    floor: floorOf(shown),
    setSolution: solution,
    solution,
    limitMs: 12_000,
    isVoid: false,
    answers: ['p0', 'p1', 'p2', 'p3', 'p4', 'p5'].map((id): Answer => [id, 2, 3_000, 1, 0, 0]),
    written: { limitMs: 20_000, texts, struck: ['daegu'] },
  });
  const texts: WrittenText[] = [
    ['p0', 5_000, ['seuol']],
    ['p1', 6_000, ['Busan']],
    ['p2', 7_000, ['BUSAN']],
    ['p3', 8_000, ['Ann is here']],
    ['p4', 9_000, ['***'], false, ['secretly']],
  ];
  const ids = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5'];

  it('R17.5, R16.15 takes all that several tabs accept at the same moment', async () => {
    const { database, close } = await testDatabase(kind);
    const games = new KeptGames(database, { days: 90, tracksDays: 14 }, () => DAY_MS);
    const players = ids.map((playerId, slot) => ({ playerId, slot, name: playerId }));
    const record: GameRecord = {
      ...aRecord(3),
      players,
      judged: [typed(0, texts)],
      asked: [shown],
      startedAt: DAY_MS,
    };
    await database.transact((db) => writeGame(db, record, OPERATOR, { days: 90, now: DAY_MS }));
    const wanted = ['Busan', 'Incheon', 'Daegu', 'Ulsan'];
    await Promise.all(
      wanted.map((text) =>
        games.correct(OPERATOR.hostId, record.id, nameOf({ index: 0 }), {
          isVoid: false,
          rights: null,
          accept: [text],
        }),
      ),
    );
    const { questions } = await games.find(OPERATOR.hostId, record.id);
    const right = questions[0]!.solution as typeof solution;
    expect(right.accepted.slice(0, accepted.length)).toEqual(accepted);
    expect(right.accepted.slice(accepted.length).sort()).toEqual(wanted.toSorted());
    await close();
  });

  it('R17.6 is kept without who has written it once the names are out, and the scores stay', async () => {
    const { database, close } = await testDatabase(kind);
    const games = new KeptGames(database, { days: 90, tracksDays: 14 }, () => DAY_MS);
    const write = (one: GameRecord): Promise<void> =>
      database.transact((db) => writeGame(db, one, OPERATOR, { days: 90, now: DAY_MS }));
    const { hostId } = OPERATOR;
    const players = ids.map((playerId, slot) => ({ playerId, slot, name: playerId }));
    const record: GameRecord = {
      ...aRecord(3),
      rules: { ...aRecord(3).rules, gameMode: 'RANKING' },
      players,
      judged: [typed(0, texts)],
      asked: [shown, shown, shown],
      startedAt: DAY_MS,
    };
    const keptIn = (): Promise<string> =>
      database.run(async (db) => {
        const rows = await db
          .selectFrom('game_question')
          .select('judged')
          .where('game_id', '=', record.id)
          .execute();
        return JSON.stringify(rows);
      });
    await write(record);
    const before = await games.find(hostId, record.id);
    expect(await keptIn()).toMatch(/Ann is here/);
    await games.removeNames(hostId, record.id);
    const after = await games.find(hostId, record.id);
    const [kept] = JSON.parse(await keptIn()) as { judged: string }[];
    expect((JSON.parse(kept!.judged) as JudgedQuestion).written!.texts).toEqual([
      ['p0', 5_000, ['Seoul']],
      ['p1', 6_000, []],
      ['p2', 7_000, []],
      ['p3', 8_000, []],
      ['p4', 9_000, []],
    ]);
    expect(await keptIn()).not.toMatch(/Ann|secretly|daegu/);
    const [was, is] = [before.questions[0]!, after.questions[0]!];
    expect(is.answers).toEqual(was.answers);
    expect(is.summary).toEqual(was.summary);
    expect(is.summary).toMatchObject({ written: { counts: [1, 2], others: 2, silent: 1 } });
    expect(is.written).toEqual({ limitMs: 20_000, texts: [], groups: [['BUSAN', 2]] });
    expect(after.players.map(({ score, rights }) => [score, rights])).toEqual(
      before.players.map(({ score, rights }) => [score, rights]),
    );
    // A text that is accepted since does not bring its author back, with whatever the room tells.
    const accepted = ['Seoul', 'Ann is here'];
    await games.correct(hostId, record.id, nameOf({ index: 0 }), {
      isVoid: false,
      rights: null,
      accepted,
    });
    await write({ ...record, version: 11, judged: [{ ...typed(0, texts), revives: ['p4'] }] });
    expect(await keptIn()).not.toMatch(/"texts":\[\["p1",6000,\["Ann/);
    expect((await games.find(hostId, record.id)).players.map(({ score }) => score)).toEqual(
      after.players.map(({ score }) => score),
    );
    // Nor does it come back with what the room tells later, of this question and of others.
    const name = nameOf({ index: 0 });
    await games.correct(hostId, record.id, name, { isVoid: true, rights: null });
    const judged = [{ ...typed(0, texts), revives: ['p5'] }, typed(1, texts)];
    await write({ ...record, version: 12, judged });
    await write({ ...record, version: 13, judged: [...judged, typed(2, texts)], isRestored: true });
    expect(await keptIn()).toMatch(/revives/);
    expect(await keptIn()).not.toMatch(/Ann|secretly|daegu/);
    const { questions } = await games.find(hostId, record.id);
    expect(questions).toHaveLength(3);
    for (const one of questions) expect(one.summary).toEqual(was.summary);
    expect(questions.map(({ isVoid }) => isVoid)).toEqual([true, false, false]);
    const rightsIn = (one: ReportQuestion) => one.answers.map(([, , , , isRight]) => isRight);
    for (const one of questions) expect(rightsIn(one)).toEqual(rightsIn(was));
    await close();
  });
});

describe('two processes', () => {
  it('R17.6 names are gone, also where they were removed while a process wrote them', async () => {
    const { database, close } = await testDatabase('PostgreSQL');
    const games = new KeptGames(database, { days: 90, tracksDays: 14 }, () => DAY_MS);
    const write = (record: GameRecord): Promise<void> =>
      database.transact((db) => writeGame(db, record, OPERATOR, { days: 90, now: DAY_MS }));
    const waits = async (): Promise<boolean> => {
      const found = await database.run((db) =>
        sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db),
      );
      return found.rows.length > 0;
    };
    const record = aRecord(3);
    await write(record);
    const late = { playerId: 'late', slot: 99, name: 'Late' };
    let writing: Promise<void> | undefined;
    // What `removeNames` does, with the other process in its middle.
    await database.transact(async (db) => {
      await db.updateTable('game').set({ names_removed_at: DAY_MS }).execute();
      writing = write({ ...record, version: 11, players: [...record.players, late] });
      while (!(await waits()));
      await db.updateTable('game_player').set({ name: '' }).execute();
    });
    await writing;
    const { players } = await games.find(OPERATOR.hostId, record.id);
    expect(players).toHaveLength(record.players.length + 1);
    expect(new Set(players.map(({ name }) => name))).toEqual(new Set(['']));
    await close();
  });
});
