import { serverWords } from '../../src/i18n/made/server/words.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawQuestion } from '../../src/game/draw-question.js';
import { floorOf, positionFor } from '../../src/game/kinds/floor.js';
import { partShown, partSolution, partsOf } from '../../src/game/kinds/series.js';
import type { Answer, GameRules, JudgedQuestion } from '../../src/game/shared/judged.js';
import type { Question } from '../../src/game/shared/quiz-set.js';
import { finished } from '../../src/game/steps.js';
import { nameKey } from '../../src/protocol/judged-name.js';
import {
  questionCount,
  questionNumbers,
  type GameReport,
  type ShownQuestion,
} from '../../src/protocol/index.js';
import { OPERATOR } from '../../src/server/desk/accounts/accounts.js';
import { csvOf } from '../../src/server/desk/results/csv.js';
import type { GameRecord } from '../../src/server/desk/results/game-record.js';
import { writeGame } from '../../src/server/desk/results/game-writer.js';
import { KeptGames } from '../../src/server/desk/results/kept-games.js';
import { publicSteps, reportSteps } from '../../src/server/desk/results/report.js';
import { tableOf } from '../../src/server/desk/results/tables.js';
import { titleOf } from '../../src/web/results/part-text.js';
import { pageWords } from '../support/page-words.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { testDatabase, type TestDatabase } from '../database/engines.js';
import { GUESS, OX, STATEMENTS } from '../support/kinds.js';
import { aRecord } from './records.js';

const RULES: GameRules = {
  gameMode: 'RANKING',
  scoring: 'flat',
  crowd: 'visible',
  lives: 1,
  revival: false,
};
const NAMES = ['Ann', 'Bob'];
const how = { choiceOrder: 'written', crowd: 'visible' } as const;

/** Where Ann and Bob stand at the bell of each part, as values. */
type Values = readonly (readonly [number, number])[];

/** A question as a room asks and judges it. */
function judgedOf(
  question: Question,
  number: number,
  values: Values,
): { whole: ShownQuestion; judged: JudgedQuestion[] } {
  const { shown: whole, solution } = drawQuestion(question, how, seeded(1));
  expect(values).toHaveLength(partsOf(whole));
  const judged = values.map((own, part): JudgedQuestion => {
    const floor = floorOf(partShown(whole, part));
    const right =
      whole.kind === 'guess' && part === 1
        ? ({ kind: 'number', answer: 40, tolerance: 3 } as const)
        : partSolution(solution, part);
    const answers = own.map((value, n): Answer => {
      return [`p${n}`, value, 1_000 * (part + 1), 1, ...positionFor(value, floor)];
    });
    const name = { question: number, part, drops: 0 };
    const rest = { limitMs: 6_000, isVoid: false, answers };
    return { ...name, floor, setSolution: right, solution: right, ...rest };
  });
  return { whole, judged };
}

/** Ann has all three statements right, Bob two of them; both have the next one right, and Ann guesses right. */
const ASKED = [
  judgedOf(STATEMENTS, 0, [
    [1, 1],
    [2, 2],
    [1, 2],
  ]),
  judgedOf(OX, 1, [[2, 2]]),
  judgedOf(GUESS, 2, [
    [1, 2],
    [42, 90],
  ]),
];
const RECORD: GameRecord = {
  ...aRecord(1),
  id: 'parts',
  rules: RULES,
  players: NAMES.map((name, slot) => ({ playerId: `p${slot}`, slot, name })),
  judged: ASKED.flatMap(({ judged }) => judged),
  asked: ASKED.map(({ whole }) => whole),
};
const TEXTS = STATEMENTS.parts.map(({ text }) => text);

describe('R16.20 the results of questions with several parts', () => {
  let place: TestDatabase;
  let games: KeptGames;
  let report: GameReport;

  beforeAll(async () => {
    place = await testDatabase('SQLite');
    games = new KeptGames(place.database, { days: 90, tracksDays: 14 }, () => 2);
    await place.database.transact((db) => writeGame(db, RECORD, OPERATOR, { days: 90, now: 1 }));
    report = await games.find(OPERATOR.hostId, 'parts');
  });
  afterAll(() => place.close());

  it('keep each part as it was asked, and list the questions alone', async () => {
    const [statements, second, third, , poll, guess] = report.questions;
    expect([statements, second, third].map((one) => one?.shown)).toMatchObject(
      TEXTS.map((text) => ({
        kind: 'statements',
        parts: TEXTS.map((one) => (one === text ? text : '')),
        count: 3,
      })),
    );
    expect(poll?.shown).toMatchObject({ kind: 'poll', choiceList: { length: 3 } });
    expect(guess?.shown).toMatchObject({ kind: 'number', share: 'Coffee' });
    expect(questionNumbers(report.questions)).toEqual(['1.1', '1.2', '1.3', '2', '3.1', '3.2']);
    expect(questionCount(report.questions)).toBe(3);
    expect(report.asked).toBe(3);
    // A report costs as much as it has answers, and each part has its own (R10.6).
    expect((await games.head(OPERATOR.hostId, 'parts')).size).toEqual({ seats: 2, questions: 6 });
    expect((await games.list(OPERATOR.hostId, undefined, 0)).games).toMatchObject([{ asked: 3 }]);
  });

  it.each([0, 1])(
    'R25.1 forget the parts of a question that a journal has lost, in whose place another was asked (%i drops)',
    async (drops) => {
      const id = `lost-${drops}`;
      const write = (record: GameRecord) =>
        place.database.transact((db) => writeGame(db, record, OPERATOR, { days: 90, now: 1 }));
      const lost = ASKED[0]!;
      await write({ ...RECORD, id, endedAt: null, judged: lost.judged, asked: [lost.whole] });
      const { whole, judged } = judgedOf(OX, 0, [[2, 2]]);
      const again = judged.map((one) => ({ ...one, drops }));
      const version = RECORD.version + 2;
      const known = { ...RECORD, id, endedAt: null, version, isRestored: true };
      await write({ ...known, judged: again, asked: [whole] });
      const { questions, players } = await games.find(OPERATOR.hostId, id);
      expect(questions.map(({ kind, part }) => [kind, part])).toEqual([['ox', 0]]);
      expect(players.map(({ score, played }) => [score, played])).toEqual([
        [100, 1],
        [100, 1],
      ]);
    },
  );

  it('count a question once for a player, and as right where all its parts are', () => {
    expect(report.players).toMatchObject([
      // The three statements were decided after 1, 2 and 3 seconds.
      { name: 'Ann', score: 300, played: 3, rights: 3, rightMs: 2_000 + 1_000 + 2_000 },
      { name: 'Bob', score: 166, played: 3, rights: 1, rightMs: 1_000 },
    ]);
    const gains = report.questions.map(({ answers }) => answers.map(([, , , , , gain]) => gain));
    expect(gains).toEqual([
      [0, 0],
      [0, 0],
      [100, 66],
      [100, 100],
      [0, 0],
      [100, 0],
    ]);
  });

  it('leave out a part that is void, and the others decide alone', async () => {
    const questions = RECORD.judged.map((one) => {
      const isVoid = one.question === 0 && one.part === 2;
      return { ...one, isVoid, shown: null };
    });
    const players = RECORD.players.map((one) => ({ ...one, hasLeft: false }));
    const told = finished(reportSteps({ rules: RULES, players, questions }));
    expect(told.players).toMatchObject([
      { name: 'Ann', rights: 3, rightMs: 1_500 + 1_000 + 2_000 },
      { name: 'Bob', rights: 2, rightMs: 1_500 + 1_000 },
    ]);
  });

  it('R16.21 correct a part by its own name', async () => {
    const name = { question: 0, part: 1, drops: 0 };
    const ruling = { isVoid: false, rights: [1] };
    await games.correct(OPERATOR.hostId, 'parts', name, ruling);
    const corrected = await games.find(OPERATOR.hostId, 'parts');
    const rights = corrected.questions.map((one) => one.rights);
    expect(rights.slice(0, 3)).toEqual([[1], [1], [1]]);
    await games.correct(OPERATOR.hostId, 'parts', name, { isVoid: false, rights: null });
  });

  it('have a row for each part in tables, with what it asked', () => {
    const csv = (table: 'questions' | 'answers'): string[] =>
      finished(csvOf(tableOf(report, table, serverWords.en.server.sheet)))
        .toString()
        .slice(1)
        .split('\r\n');
    const [head, first, , third, ox, poll, guess] = csv('questions');
    expect(head).toContain('"No.","Question","Item","Right answer"');
    expect(first).toContain(`"1.1","True or false?","${TEXTS[0]}","O",100`);
    expect(third).toContain(`"1.3","True or false?","${TEXTS[2]}","O",50`);
    expect(ox).toContain('2,"Is it so?","","X",100');
    expect(poll).toContain('"3.1","What do you drink in the morning?","",""');
    expect(guess).toContain('"3.2","What do you drink in the morning?"');
    expect(guess).toContain('"How many, of 100, chose: Coffee","40 ± 3 %",50');
    const answers = csv('answers');
    expect(answers).toHaveLength(1 + 2 * 6 + 1);
    expect(answers[6]).toContain(`"1.3","True or false?","${TEXTS[2]}","Bob","X",0,66`);
  });

  it('R17.6 tell by a public link without questions nothing of their parts', async () => {
    const {
      results: { results },
    } = await pageWords('en');
    const told = finished(publicSteps(report, { names: true, questions: false }));
    const text = JSON.stringify(told);
    for (const word of [...TEXTS, 'Coffee', 'True or false']) expect(text).not.toContain(word);
    expect(told.players).toMatchObject([{ rights: 3 }, { rights: 1 }]);
    expect(questionNumbers(told.questions)).toEqual(questionNumbers(report.questions));
    const titles = told.questions.map((one, n) => titleOf(one, `${n}`, results));
    expect(titles).toEqual([0, 1, 2, 3, 4, 5].map((n) => `Question ${n}`));
    const open = finished(publicSteps(report, { names: false, questions: true }));
    expect(titleOf(open.questions[2]!, '1.3', results)).toBe(`True or false? – ${TEXTS[2]}`);
    expect(nameKey({ question: 0, part: open.questions[2]!.part, drops: 0 })).toBe('0.2.0');
  });
});
