import { serverWords } from '../../src/i18n/made/server/words.js';
import { partSolution } from '../../src/game/kinds/series.js';
import { describe, expect, it } from 'vitest';
import { drawQuestion } from '../../src/game/draw-question.js';
import { floorOf } from '../../src/game/kinds/floor.js';
import {
  EARLIEST_MS,
  NOT_MOVED,
  type Answer,
  type GameRules,
  type WrittenText,
} from '../../src/game/shared/judged.js';
import { withoutAuthors } from '../../src/game/kinds/written.js';
import { finished } from '../../src/game/steps.js';
import type { GameReport } from '../../src/protocol/index.js';
import { csvOf } from '../../src/server/desk/results/csv.js';
import { sizeOf } from '../../src/server/desk/results/game-record.js';
import {
  publicSteps,
  reportSteps,
  type PlayedGame,
  type PlayedQuestion,
} from '../../src/server/desk/results/report.js';
import { tableOf } from '../../src/server/desk/results/tables.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { figuresOf } from '../../src/web/results/figures.js';
import { wrongGroups } from '../../src/web/results/written-figures.js';
import { TYPED } from '../support/kinds.js';
import { aRecord } from './records.js';

const RULES: GameRules = {
  gameMode: 'RANKING',
  scoring: 'flat',
  crowd: 'visible',
  lives: 1,
  revival: false,
};
const NAMES = ['Ann', 'Bob', 'Cat', 'Dan'];

/** Ann wrote it right, Bob a formula, Cat is muted, and Dan walked to the right zone; or nobody walked. */
function aGame({ isWalked = true } = {}): PlayedGame {
  const how = { choiceOrder: 'written', crowd: 'visible' } as const;
  const { shown: bare, solution } = drawQuestion(TYPED, how, seeded(1));
  const choiceList = ['Seoul', 'Busan'].map((content, n) => ({ order: n + 1, content }));
  const shown = { ...bare, choiceList };
  // Cat stays where she stands.
  const answers = [2, 2, 2, 1].map((value, n): Answer => {
    const ms = isWalked && n !== 2 ? 3_000 : EARLIEST_MS;
    return [`p${n}`, isWalked ? value : NOT_MOVED, ms, 1, 0, 0];
  });
  const texts: WrittenText[] = [
    ['p0', 5_000, ['seoul']],
    ['p1', 6_000, ['=1+1']],
    ['p2', 7_000, ['rude'], true],
  ];
  const written = { limitMs: 20_000, texts };
  const name = { question: 0, part: 0, drops: 0 };
  const right = partSolution(solution, 0);
  const judged = { ...name, floor: floorOf(shown), setSolution: right, solution: right, answers };
  return {
    rules: RULES,
    players: NAMES.map((one, slot) => ({ playerId: `p${slot}`, slot, name: one, hasLeft: false })),
    questions: [{ ...judged, limitMs: isWalked ? 12_000 : 20_000, isVoid: false, written, shown }],
  };
}

describe('R17, R16.17 the results of a question that was written', () => {
  const report = finished(reportSteps(aGame()));

  it('have the texts of each, but not of who is muted, the groups, and the times of both acts', () => {
    const [question] = report.questions;
    const nameAt = (place: number): string => report.players[place]!.name;
    const told = question!.written!.texts.map(([place, ms, texts]) => [nameAt(place), ms, texts]);
    expect(new Set(told)).toEqual(
      new Set([
        ['Ann', 5_000, ['seoul']],
        ['Bob', 6_000, ['=1+1']],
        ['Cat', 7_000, ['***']],
      ]),
    );
    expect(Object.fromEntries(question!.written!.groups)).toEqual({ '=1+1': 1, seoul: 1 });
    const times = question!.answers.map(([place, , ms, , right, gain]) => [
      nameAt(place),
      ms,
      right,
      gain,
    ]);
    expect(times).toContainEqual(['Ann', 5_000, 1, 100]);
    expect(times).toContainEqual(['Dan', 23_000, 1, 50]);
    expect(report.players.map(({ name, rightMs }) => [name, rightMs])).toContainEqual([
      'Ann',
      5_000,
    ]);
  });

  it('R17.3 have times of both acts, and who did not walk has the time of writing', () => {
    const timesOf = ({ players, questions: [question] }: typeof report) =>
      Object.fromEntries(question!.answers.map(([place, , ms]) => [players[place]!.name, ms]));
    expect(timesOf(report)).toEqual({ Ann: 5_000, Bob: 23_000, Cat: 7_000, Dan: 23_000 });
    const unwalked = finished(reportSteps(aGame({ isWalked: false })));
    expect(timesOf(unwalked)).toEqual({ Ann: 5_000, Bob: 6_000, Cat: 7_000, Dan: EARLIEST_MS });
    expect(figuresOf(unwalked.questions[0]!).medianMs).toBe(6_000);
    for (const { questions } of [report, unwalked])
      expect(figuresOf(questions[0]!).late).toEqual({ count: 0, rights: 0 });
  });

  it('R17.3 are as large as their texts where they wait for the database', () => {
    const [{ shown, ...question }] = aGame().questions as [PlayedQuestion];
    const { written, ...bare } = question;
    const record = { ...aRecord(1), asked: shown ? [shown] : [] };
    const long = { ...written!, texts: [['p0', 1, ['x'.repeat(400)]] as WrittenText] };
    const [without, withText] = [bare, { ...bare, written: long }].map((one) =>
      sizeOf({ ...record, judged: [one] }),
    );
    expect(withText! - without!).toBeGreaterThan(800);
  });

  it('R17.7 are in files, in which no text is a formula', () => {
    const words = serverWords.en.server.sheet;
    const csv = (table: 'answers' | 'texts'): string =>
      finished(csvOf(tableOf(report, table, words))).toString();
    expect(csv('texts')).toContain(`"'=1+1",1`);
    expect(csv('answers')).toContain('"seoul → Busan"');
    expect(csv('answers')).toContain(`"'=1+1 → Busan"`);
    expect(csv('answers')).not.toContain('rude');
    // Without a second act nobody could move.
    const unwalked = finished(reportSteps(aGame({ isWalked: false })));
    const told = finished(csvOf(tableOf(unwalked, 'answers', words))).toString();
    expect(told).toContain('seoul');
    expect(told).not.toMatch(/did not move|→/);
  });

  it('R17.6 name nobody in a public link without names, and nothing in one without questions', () => {
    const whole = { ...report, startedAt: 0, endedAt: 0, keepUntil: 0 } as unknown as GameReport;
    const shownIn = (names: boolean, questions: boolean) =>
      finished(publicSteps(whole, { names, questions })).questions[0]!.written;
    expect(shownIn(true, true)!.texts).toHaveLength(3);
    expect(shownIn(false, true)).toEqual({ limitMs: 20_000, texts: [], groups: [] });
    expect(shownIn(true, false)).toBeUndefined();
  });

  it('R17.6 tell without names no author, and only what several people have written', () => {
    const { questions, ...game } = aGame();
    const [question] = questions;
    const texts: WrittenText[] = [...question!.written!.texts, ['p3', 8_000, ['Seoul']]];
    const told = { ...question!, written: { limitMs: 20_000, texts } };
    const removed = { ...game, questions: [told], isNameless: true };
    const [nameless] = finished(reportSteps(removed)).questions;
    expect(nameless!.written).toEqual({ limitMs: 20_000, texts: [], groups: [['Seoul', 2]] });
    expect(nameless!.answers).toHaveLength(4);
    // Nothing else is kept, but for what was right.
    const { written } = withoutAuthors(told);
    expect(JSON.stringify(written)).not.toMatch(/1\+1|\*|rude/);
    expect(written!.told!.groups).toEqual([['Seoul', 2]]);
    // Nobody is known who would be right by it.
    expect(
      wrongGroups({ ...nameless!, written: { ...nameless!.written!, groups: [['Jeju', 2]] } }),
    ).toEqual([]);
    expect(wrongGroups(report.questions[0]!)).toEqual([['=1+1', 1]]);
    const csv = finished(
      csvOf(tableOf(finished(reportSteps(removed)), 'texts', serverWords.en.server.sheet)),
    ).toString();
    expect(csv).not.toContain('1+1');
  });
});
