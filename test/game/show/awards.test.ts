import { nameOf } from '../../../src/protocol/judged-name.js';
import { describe, expect, it } from 'vitest';
import type { Answer, JudgedQuestion } from '../../../src/game/shared/judged.js';
import type { RoomState } from '../../../src/game/room-state.js';
import { resultsIn } from '../../../src/game/closing.js';
import { standingsOf } from '../../../src/game/scoring.js';
import { closingSteps } from '../../../src/game/show/awards.js';
import { finished } from '../../../src/game/steps.js';
import type { GameMode } from '../../../src/protocol/index.js';
import { STEPS } from '../../../src/protocol/position.js';
import { aGame, aRoom, aSeat, inZone } from '../../support/game-data.js';
import { choiceOf } from '../../support/drawn.js';

const RIGHT = 1;
const WRONG = 2;

/** Of each question the zones of all players in order of slots, and when they came there. */
function played(
  rounds: readonly (readonly (readonly [zone: number, ms: number])[])[],
  gameMode: GameMode = 'RANKING',
): RoomState {
  const people = rounds[0]?.length ?? 0;
  const judged = rounds.map((rows, index): JudgedQuestion => {
    const answers = rows.map(([zone, ms], n): Answer => [`p${n}`, zone, ms, 1, 0, 0]);
    return { ...nameOf({ index }), ...choiceOf(2), limitMs: 15_000, isVoid: false, answers };
  });
  const seats = Array.from({ length: people }, (_, slot) => aSeat(slot));
  const settings = { gameMode, scoring: 'early' as const };
  return aRoom({ seats, settings, judged, game: aGame(rounds.length) });
}

function closingOf(room: RoomState, league: { slot: number; rights: number }[] = []) {
  const results = resultsIn(
    standingsOf(room.judged, room.rules),
    [...room.seats.values()],
    room.rules,
  );
  return finished(closingSteps(room, results, league));
}
const awarded = (...of: Parameters<typeof closingOf>) => closingOf(...of).awards;
const totalsOf = (room: RoomState) => closingOf(room).totals;

const row = (zone: number, ms: number) => [zone, ms] as const;

describe('R19.6 awards', () => {
  it('name the question that the fewest had right', () => {
    const room = played([
      [row(RIGHT, 1), row(RIGHT, 2), row(WRONG, 3)],
      [row(RIGHT, 1), row(WRONG, 2), row(WRONG, 3)],
    ]);
    expect(awarded(room)).toEqual([{ kind: 'hardest', quiz: 'Question 1?', right: 1, played: 3 }]);
  });

  it('name no series, of which few have all parts right', () => {
    const room = played([
      [row(RIGHT, 1), row(RIGHT, 2), row(WRONG, 3)],
      [row(WRONG, 1), row(WRONG, 2), row(WRONG, 3)],
      [row(RIGHT, 1), row(RIGHT, 2), row(RIGHT, 3)],
    ]);
    const { questions } = room.game!;
    const [one] = questions.splice(1, 1);
    const parts = { kind: 'statements' as const, parts: ['The sun is a star.'], count: 1 };
    questions.splice(1, 0, { ...one!, shown: { ...one!.shown, ...parts } });
    expect(awarded(room)).toEqual([{ kind: 'hardest', quiz: 'Question 0?', right: 2, played: 3 }]);
  });

  it('name a comeback, and who was fastest and had the longest streak below the podium', () => {
    // When each is right, and how fast; 0 to 2 end on the podium.
    const players: [rights: number[], ms: number][] = [
      [[0, 1, 2, 3, 4, 5], 5_000],
      [[0, 1, 2, 3, 4], 5_200],
      [[0, 1, 2, 3, 4], 5_400],
      ...[9_000, 9_100, 9_200, 9_300].map((ms): [number[], number] => [[0, 1], ms]),
      [[0, 1, 4], 500],
      [[0, 1, 2, 3], 4_000],
      [[2, 3, 5], 2_000],
      [[0, 1], 9_400],
    ];
    const rounds = [0, 1, 2, 3, 4, 5].map((round) =>
      players.map(([rights, ms]) => row(rights.includes(round) ? RIGHT : WRONG, ms)),
    );
    expect(awarded(played(rounds))).toEqual([
      { kind: 'hardest', quiz: 'Question 5?', right: 2, played: 11 },
      { kind: 'comeback', slot: 9, ranks: 5 },
      // A time below a second counts as one (R6.16).
      { kind: 'fastest', slot: 7, ms: 1_000 },
      { kind: 'streak', slot: 8, rights: 4 },
    ]);
  });

  it('read each question as often in a long game as in a short one', () => {
    const readsOf = (questions: number): number => {
      const rounds = Array.from({ length: questions }, () => [row(RIGHT, 1), row(WRONG, 2)]);
      const room = played(rounds);
      const results = resultsIn(
        standingsOf(room.judged, room.rules),
        [...room.seats.values()],
        room.rules,
      );
      let reads = 0;
      const judged = room.judged.map((question) => ({
        ...question,
        get answers() {
          reads += 1;
          return question.answers;
        },
      }));
      finished(closingSteps({ ...room, judged }, results, []));
      return reads / questions;
    };
    expect(readsOf(40)).toBe(readsOf(4));
  });

  it('name the last one standing and the first of the ghosts in survival', () => {
    const people = 9;
    const rows = Array.from({ length: people }, (_, n) => row(n === 4 ? RIGHT : WRONG, 3_000));
    const room = played([rows], 'SURVIVAL');
    for (const [slot, seat] of room.seats)
      if (slot !== 4) room.seats.set(slot, { ...seat, fellAt: inZone(2) });
    expect(awarded(room, [{ slot: 7, rights: 3 }])).toEqual([
      { kind: 'lastStanding', slot: 4 },
      { kind: 'ghost', slot: 7, rights: 3 },
    ]);
  });

  it('name nobody in a small round', () => {
    const room = played([[row(RIGHT, 1), row(WRONG, 3)]], 'SURVIVAL');
    expect(awarded(room, [{ slot: 1, rights: 3 }])).toEqual([]);
  });

  it('R4.9 leave void questions out', () => {
    const room = played([
      [row(RIGHT, 1), row(RIGHT, 2)],
      [row(WRONG, 1), row(WRONG, 2)],
    ]);
    const told = { players: 2, questions: 2, rights: 2, walked: 0 };
    expect(totalsOf(room)).toEqual({ ...told, answers: 4 });
    const judged = [room.judged[0]!, { ...room.judged[1]!, isVoid: true }];
    expect(totalsOf({ ...room, judged })).toEqual({ ...told, answers: 2 });
    expect(awarded({ ...room, judged })).toEqual([]);
  });

  it('R6.9 leave questions out that are worth nothing, and count none of their answers', () => {
    const room = played([
      [row(RIGHT, 1), row(RIGHT, 2), row(RIGHT, 3)],
      [row(RIGHT, 1), row(RIGHT, 2), row(WRONG, 3)],
      [row(RIGHT, 1), row(WRONG, 2), row(WRONG, 3)],
    ]);
    const [first, second, third] = room.judged as [JudgedQuestion, JudgedQuestion, JudgedQuestion];
    const justForFun = { ...room, judged: [first, second, { ...third, points: 0 as const }] };
    expect(awarded(justForFun)).toEqual([
      { kind: 'hardest', quiz: 'Question 1?', right: 2, played: 3 },
    ]);
    expect(totalsOf(justForFun)).toMatchObject({ questions: 3, answers: 6, rights: 5 });
    const oneLeft = { ...justForFun, judged: [first, { ...third, points: 0 as const }] };
    expect(awarded(oneLeft)).toEqual([]);
  });

  it('R16.4 count the nearest as right in a game of points, and not in survival', () => {
    const floor = { kind: 'number', ruler: { min: 0, max: 100, step: 1 } } as const;
    const solution = { kind: 'number', answer: 50, tolerance: 0 } as const;
    const of = (gameMode: GameMode) => {
      const room = played([[row(40, 1), row(90, 2)]], gameMode);
      const judged = room.judged.map((one) => ({ ...one, floor, solution }));
      return totalsOf({ ...room, judged }).rights;
    };
    expect([of('RANKING'), of('SURVIVAL')]).toEqual([1, 0]);
  });

  it('R19.5 tell in metres how far all have walked, in an arena that is 20 m wide', () => {
    const room = { ...played([[row(RIGHT, 1), row(WRONG, 2)]]), walked: 2.5 * STEPS };
    expect(totalsOf(room)).toMatchObject({ walked: 50 });
  });
});
