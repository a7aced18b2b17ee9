import { serverWords } from '../../src/i18n/made/server/words.js';
import { partSolution } from '../../src/game/kinds/series.js';
import { expect, it } from 'vitest';
import { drawQuestion } from '../../src/game/draw-question.js';
import { floorOf, valueAt } from '../../src/game/kinds/floor.js';
import type { Answer, GameRules } from '../../src/game/shared/judged.js';
import type { MapQuestion } from '../../src/game/shared/quiz-set.js';
import { finished } from '../../src/game/steps.js';
import type { GameReport } from '../../src/protocol/index.js';
import { csvOf } from '../../src/server/desk/results/csv.js';
import {
  publicSteps,
  reportSteps,
  type PlayedGame,
  type PlayedQuestion,
} from '../../src/server/desk/results/report.js';
import { tableOf } from '../../src/server/desk/results/tables.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { AIMED, MAP } from '../support/kinds.js';

const RULES: GameRules = {
  gameMode: 'RANKING',
  scoring: 'flat',
  crowd: 'visible',
  lives: 1,
  revival: false,
};
/** Three of four stand in the north. */
const STOOD = [
  [10_010, 9_001],
  [10_020, 9_002],
  [10_030, 9_003],
  [50_040, 50_004],
] as const;

function played(question: MapQuestion, number: number): PlayedQuestion {
  const how = { choiceOrder: 'written', crowd: 'visible' } as const;
  const { shown, solution } = drawQuestion(question, how, seeded(1));
  const floor = floorOf(shown);
  const answers = STOOD.map(([x, y], n): Answer => {
    return [`p${n}`, valueAt([x, y], floor), 1_000, 1, x, y];
  });
  const name = { question: number, part: 0, drops: 0 };
  const right = partSolution(solution, 0);
  const judged = { ...name, floor, setSolution: right, solution: right, answers };
  return { ...judged, limitMs: 15_000, isVoid: false, shown };
}

const GAME: PlayedGame = {
  rules: RULES,
  players: STOOD.map((_, slot) => ({
    playerId: `p${slot}`,
    slot,
    name: `Player ${slot}`,
    hasLeft: false,
  })),
  questions: [played(MAP, 0), played(AIMED, 1)],
};
const report = finished(reportSteps(GAME));
const answersIn = (told: typeof report): string =>
  finished(csvOf(tableOf(told, 'answers', serverWords.en.server.sheet))).toString();

it('R16.23 the results tell their owner where everybody stood, and the file as well', () => {
  const [asked, aimed] = report.questions;
  for (const question of [asked!, aimed!])
    expect(question.answers.map(([, , , , , , x, y]) => [x, y])).toEqual(
      expect.arrayContaining(STOOD.map((at) => [...at])),
    );
  expect(answersIn(report)).toContain('"Here (15 %, 14 %)"');
  expect(answersIn(report)).toContain('"(76 %, 76 %)"');
  expect(asked!.summary).toMatchObject({ stood: { clusters: [{ count: 3, place: 1 }] } });
});

it('R16.23, R17.6 nothing tells without names who stood where, and the heat remains', () => {
  const whole = { ...report, startedAt: 0, endedAt: 0, keepUntil: 0 } as unknown as GameReport;
  const linked = finished(publicSteps(whole, { names: false, questions: true }));
  const removed = finished(reportSteps({ ...GAME, isNameless: true }));
  for (const questions of [linked.questions, removed.questions])
    for (const question of questions) {
      const { answers, summary } = question;
      expect(answers.map(([, value, , , , , x, y]) => [value, x, y])).toEqual(
        STOOD.map(() => [0, 0, 0]),
      );
      for (const place of STOOD.flat())
        expect(JSON.stringify(answers)).not.toContain(String(place));
      expect(summary).toMatchObject({ stood: { heat: expect.any(Array) } });
    }
  expect(answersIn(removed)).not.toContain('%');
  expect(answersIn(removed)).not.toContain('Here');
  const named = finished(publicSteps(whole, { names: true, questions: true }));
  expect(named.questions[0]!.answers).toEqual(report.questions[0]!.answers);
});
