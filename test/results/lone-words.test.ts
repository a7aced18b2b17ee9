import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { floorOf } from '../../src/game/kinds/floor.js';
import type { Answer, JudgedQuestion, WrittenText } from '../../src/game/shared/judged.js';
import { finished } from '../../src/game/steps.js';
import { serverWords } from '../../src/i18n/made/server/words.js';
import type { GameReport, ShownQuestion } from '../../src/protocol/index.js';
import { nameOf } from '../../src/protocol/judged-name.js';
import { OPERATOR } from '../../src/server/desk/accounts/accounts.js';
import { csvOf } from '../../src/server/desk/results/csv.js';
import type { GameRecord } from '../../src/server/desk/results/game-record.js';
import { writeGame } from '../../src/server/desk/results/game-writer.js';
import { KeptGames } from '../../src/server/desk/results/kept-games.js';
import { publicSteps } from '../../src/server/desk/results/report.js';
import { tableOf } from '../../src/server/desk/results/tables.js';
import { Database } from '../../src/server/platform/database/database.js';
import { NO_DATABASE, noEngine } from '../../src/server/platform/database/engine.js';
import { testDatabase, type TestDatabase } from '../database/engines.js';
import { aRecord } from './records.js';

const DAY_MS = 24 * 3_600_000;
const { hostId } = OPERATOR;
/** Ann and Bob wrote the same; Cat's text tells who wrote it. */
const WORDS = ['sun', 'Anna loves rain'];
const SIZES = [2, 1];
const LONE = /Anna/;

const shown: ShownQuestion = {
  kind: 'words',
  quiz: 'What do you like?',
  choiceList: WORDS.map((content, n) => ({ order: n + 1, content })),
  sizes: SIZES,
};
const texts: WrittenText[] = [
  ['p0', 1_000, ['sun']],
  ['p1', 2_000, ['Sun']],
  ['p2', 3_000, ['Anna loves rain']],
];
const judged = (question: number): JudgedQuestion => ({
  ...nameOf({ index: question }),
  floor: floorOf(shown),
  setSolution: null,
  solution: null,
  limitMs: 12_000,
  isVoid: false,
  answers: [1, 1, 2].map((value, n): Answer => [`p${n}`, value, 3_000, 1, 0, 0]),
  written: { limitMs: 20_000, texts },
});

describe.each(['SQLite', 'PostgreSQL'] as const)(
  'R17.6 words that one person wrote (%s)',
  (kind) => {
    let place: TestDatabase;
    let games: KeptGames;
    beforeAll(async () => {
      place = await testDatabase(kind);
      games = new KeptGames(place.database, { days: 90, tracksDays: 0 }, () => DAY_MS);
    });
    afterAll(() => place.close());

    const write = (record: GameRecord): Promise<void> =>
      place.database.transact((db) => writeGame(db, record, OPERATOR, { days: 90, now: DAY_MS }));

    async function keep(): Promise<GameRecord> {
      const record: GameRecord = {
        ...aRecord(3),
        id: `${kind}-${Math.random()}`,
        judged: [judged(0)],
        asked: [shown, shown],
        startedAt: DAY_MS,
      };
      await write(record);
      return record;
    }

    /** All that lies in the database of a game's questions. */
    const keptOf = (id: string): Promise<string> =>
      place.database.run(async (db) =>
        JSON.stringify(
          await db.selectFrom('game_question').selectAll().where('game_id', '=', id).execute(),
        ),
      );
    const contentsIn = ({ questions }: GameReport): unknown =>
      questions.map(({ shown }) => shown!.choiceList.map(({ content }) => content));
    const filesOf = (report: GameReport): string =>
      (['answers', 'texts', 'questions'] as const)
        .map((table) =>
          finished(csvOf(tableOf(report, table, serverWords.en.server.sheet))).toString(),
        )
        .join('\n');

    it('are in no link without names; their zones, sizes and counts are', async () => {
      const { id } = await keep();
      const report = await games.find(hostId, id);
      expect(contentsIn(report)).toEqual([WORDS]);
      const linked = finished(publicSteps(report, { names: false, questions: true }));
      expect(contentsIn(linked)).toEqual([['sun', '']]);
      expect(JSON.stringify(linked)).not.toMatch(LONE);
      expect(linked.questions[0]).toMatchObject({ choices: 2, shown: { sizes: SIZES } });
      expect(linked.questions[0]!.summary).toEqual(report.questions[0]!.summary);
      expect(filesOf(linked)).not.toMatch(LONE);
      const named = finished(publicSteps(report, { names: true, questions: true }));
      expect(contentsIn(named)).toEqual([WORDS]);
    });

    it('are kept no more once the names are out, also of questions that come later', async () => {
      const record = await keep();
      await games.removeNames(hostId, record.id);
      expect(await keptOf(record.id)).not.toMatch(LONE);
      await write({ ...record, version: record.version + 1, judged: [judged(0), judged(1)] });
      expect(await keptOf(record.id)).not.toMatch(LONE);
      const report = await games.find(hostId, record.id);
      expect(contentsIn(report)).toEqual([
        ['sun', ''],
        ['sun', ''],
      ]);
      expect(report.questions[0]!.summary).toMatchObject({ written: { counts: SIZES } });
      expect(filesOf(report)).not.toMatch(LONE);
    });

    it('are mended where a version of before has left them, when they are read and for good', async () => {
      const [record, named] = [await keep(), await keep()];
      await games.removeNames(hostId, record.id);
      const before = await keptOf(named.id);
      const { floor } = judged(0);
      await place.database.run(async (db) => {
        const row = db
          .selectFrom('game_question')
          .select('judged')
          .where('game_id', '=', record.id);
        const kept = JSON.parse((await row.executeTakeFirstOrThrow()).judged) as object;
        await db
          .updateTable('game_question')
          .set({ question: JSON.stringify(shown), judged: JSON.stringify({ ...kept, floor }) })
          .where('game_id', '=', record.id)
          .execute();
      });
      expect(await keptOf(record.id)).toMatch(LONE);
      expect(JSON.stringify(await games.find(hostId, record.id))).not.toMatch(LONE);
      await games.mendNameless();
      expect(await keptOf(record.id)).not.toMatch(LONE);
      const mended = await keptOf(record.id);
      expect(mended).toMatch(/sun/);
      await games.mendNameless();
      expect(await keptOf(record.id)).toBe(mended);
      expect(await keptOf(named.id)).toBe(before);
    });
  },
);

it('R17.6 where no database can be, nothing is looked for and nobody is told of it', async () => {
  const told: unknown[] = [];
  const none = new Database(noEngine(NO_DATABASE), (problem) => told.push(problem));
  const games = new KeptGames(none, { days: 30, tracksDays: 0 });
  await games.mendNameless();
  await games.sweep();
  expect(told).toEqual([]);
});
