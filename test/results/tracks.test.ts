import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR } from '../../src/server/desk/accounts/accounts.js';
import type { Track } from '../../src/game/track.js';
import type { RoomDoor } from '../../src/protocol/index.js';
import type { GameRecord } from '../../src/server/desk/results/game-record.js';
import { writeGame } from '../../src/server/desk/results/game-writer.js';
import { KeptGames } from '../../src/server/desk/results/kept-games.js';
import { ENGINES, testDatabase, type TestDatabase } from '../database/engines.js';
import { inZone } from '../support/game-data.js';
import { aRecord, CHOICES } from './records.js';
import { ResultsApp, Table } from './results-app.js';

const DAY_MS = 24 * 3_600_000;
const DAYS = { days: 90, tracksDays: 14 };
const SAMPLES = 20;

/** Everybody stands in the first zone all the time. */
function aTrack({ judged }: GameRecord, index: number): Track {
  const counted = judged[index]?.answers.filter(([, , , played]) => played === 1) ?? [];
  const [x, y] = inZone(1, CHOICES);
  const path = [
    ...Array.from({ length: SAMPLES }, () => x),
    ...Array.from({ length: SAMPLES }, () => y),
  ];
  return { everyMs: 250, samples: SAMPLES, steps: Uint16Array.from(counted.flatMap(() => path)) };
}

describe.each(ENGINES)('tracks that are kept, with %s', (kind) => {
  const { hostId } = OPERATOR;
  let place: TestDatabase;
  let now = 100 * DAY_MS;

  beforeAll(async () => {
    place = await testDatabase(kind);
  });
  afterAll(() => place.close());

  const gamesOf = (days = DAYS): KeptGames => new KeptGames(place.database, days, () => now);
  const write = (record: GameRecord): Promise<void> =>
    place.database.transact((db) => writeGame(db, record, OPERATOR, { days: 90, now }));
  const bytes = (): Promise<number[]> =>
    place.database.run(async (db) =>
      (await db.selectFrom('game').select('bytes').orderBy('id').execute()).map((row) => row.bytes),
    );

  it('R17.8 are written once, told of, and removed after their days, the rest staying', async () => {
    const plain = { ...aRecord(3), id: 'a.1', startedAt: now };
    await write(plain);
    const [without] = await bytes();
    const record = { ...plain, tracks: new Map([['0.0.0', aTrack(plain, 0)]]) };
    await write(record);
    // Whoever corrects the question tells it again.
    await write({
      ...record,
      version: 11,
      tracks: new Map([['0.0.0', { ...aTrack(plain, 0), everyMs: 1 }]]),
    });
    const games = gamesOf();
    const { questions } = await games.find(hostId, 'a.1');
    const counted = questions[0]?.answers.length ?? 0;
    expect(questions[0]?.movement?.counts?.slice(0, -1)).toEqual(
      Array.from({ length: SAMPLES }, () => [counted, 0, 0]),
    );
    expect(questions[0]?.movement).toMatchObject({
      everyMs: 250,
      late: { count: expect.any(Number) },
    });
    // Of the others it should be there, and was not recorded.
    expect(questions[1]?.movement).toBeNull();
    expect((await bytes())[0]).toBeGreaterThan(without ?? 0);
    now += 14 * DAY_MS;
    expect((await games.find(hostId, 'a.1')).questions[0]).not.toHaveProperty('movement');
    await games.sweep();
    expect(await bytes()).toEqual([without]);
    expect((await games.find(hostId, 'a.1')).questions).toHaveLength(plain.judged.length);
  });

  it('R17.8 go with their game, and when the operator switches them off', async () => {
    const left = (): Promise<string[]> =>
      place.database.run(async (db) =>
        (await db.selectFrom('game_track').select('game_id').execute()).map((row) => row.game_id),
      );
    for (const id of ['b.1', 'c.1']) {
      const record = { ...aRecord(4), id, startedAt: now };
      await write({ ...record, tracks: new Map([['0.0.0', aTrack(record, 0)]]) });
    }
    await gamesOf().remove(hostId, 'b.1');
    expect(await left()).toEqual(['c.1']);
    const off = gamesOf({ ...DAYS, tracksDays: 0 });
    expect((await off.find(hostId, 'c.1')).questions[0]).not.toHaveProperty('movement');
    await off.sweep();
    expect(await left()).toEqual([]);
  });
});

describe('a game over sockets', () => {
  const desk = new ResultsApp('SQLite', { TRACKS_DAYS: '14', GET_READY_MS: '1000' });
  beforeAll(() => desk.open());
  afterAll(() => desk.close());

  it('R17.8 is kept with how everybody walked, which is told at the door', async () => {
    const by = await desk.signIn();
    const table = new Table(desk.app.url);
    await table.open(by.cookie, ['Ann', 'Bob']);
    const door = await fetch(`${desk.app.url}/api/rooms/${table.pin}/door`, {
      headers: await desk.visitor(),
    });
    expect((await door.json()) as RoomDoor).toEqual({ resultsKept: true, tracksKept: true });
    const { host } = table;
    await host.do('startGame', {});
    await table.question(
      (player) => player < 2,
      async () => {
        // The choices are on screen.
        const { startTime } = host.last('startQuizTime') as { startTime: number };
        await expect.poll(() => Date.now()).toBeGreaterThan(startTime);
      },
    );
    const report = await desk.report(by, ({ questions }) => questions.length === 1);
    const [question] = report.questions;
    const [right = 0] = question?.rights ?? [];
    const counts = question?.movement?.counts ?? [];
    expect(counts.length).toBeGreaterThan(1);
    for (const row of counts) expect(row[0]! + row[1]!).toBe(3);
    expect(counts.at(-1)?.[right - 1]).toBe(2);
    table.close();
  });
});
