import { describe, expect, it } from 'vitest';
import { seeded } from '../../load-test/swarm/seeded.js';
import { correct, ruledIn } from '../../src/game/correct.js';
import { givePoints } from '../../src/game/given-points.js';
import type { RoomState } from '../../src/game/room-state.js';
import { madeSteps } from '../../src/game/scoring.js';
import type { Answer, JudgedQuestion } from '../../src/game/shared/judged.js';
import { stagedSteps } from '../../src/game/show/staged.js';
import { finished, type Steps } from '../../src/game/steps.js';
import { advance, endGame } from '../../src/game/transitions.js';
import { withJudged } from '../../src/game/apply-change.js';
import { nameOf } from '../../src/protocol/judged-name.js';
import type { RoomOptions } from '../../src/protocol/index.js';
import { aGame, aRoom, aSeat, EPOCH, LENGTHS } from '../support/game-data.js';
import { choiceOf } from '../support/drawn.js';

const PLAYERS = 12;
const QUESTIONS = 30;
const SHOWN = { ...LENGTHS, show: 'free' } as const;
/** Questions whose answers may be read at no other time than when they are computed in steps. */
let isSealed = false;

function aQuestion(index: number): JudgedQuestion {
  const random = seeded(index + 1);
  const answers = Array.from({ length: PLAYERS }, (_, slot): Answer => {
    return [
      `p${slot}`,
      1 + Math.floor(random() * 2),
      Math.floor(random() * 9_000),
      1,
      0,
      0,
      slot % 2,
    ];
  });
  return {
    ...nameOf({ index }),
    ...choiceOf(2),
    limitMs: 15_000,
    isVoid: false,
    get answers() {
      if (isSealed) throw new Error(`the answers to question ${index} are read again`);
      return answers;
    },
  };
}

/** While the last question is open, with all before it judged; what came of them is remembered. */
function open(options: Partial<RoomOptions>): RoomState {
  isSealed = false;
  const game = aGame(QUESTIONS, PLAYERS);
  const seats = Array.from({ length: PLAYERS }, (_, slot) => aSeat(slot, { team: slot % 2 }));
  const index = QUESTIONS - 1;
  const room = aRoom({
    seats,
    game,
    settings: { ...options, teamNames: ['Oaks', 'Elms'] },
    judged: Array.from({ length: index }, (_, n) => aQuestion(n)),
    phase: {
      kind: 'question',
      version: 9,
      index,
      count: QUESTIONS,
      first: 0,
      drops: 0,
      readyAt: EPOCH - 3_000,
      question: game.questions[index]!.shown,
      places: null,
      revived: [],
      clock: { startTime: EPOCH, endTime: EPOCH + 15_000, pausedAt: null },
    },
  });
  finished(madeSteps(room.judged, room.rules));
  isSealed = true;
  return room;
}

const stops = (steps: Steps<unknown>): number => {
  let count = 0;
  while (steps.next().done !== true) count++;
  return count;
};

const GAMES: Partial<RoomOptions>[] = [
  { gameMode: 'RANKING', scoring: 'early', teams: 'choice' },
  { gameMode: 'SURVIVAL', scoring: 'early', lives: 3, revival: true },
];

describe.each(GAMES)('R10.11 at the end of a long evening, in $gameMode', (options) => {
  it('a reveal with its moments reads no answer to a question before it', () => {
    const room = open(options);
    const revealed = finished(
      stagedSteps(room, advance(room, EPOCH + 15_000, LENGTHS), EPOCH + 15_000, SHOWN),
    );
    expect(revealed).toMatchObject({
      phase: { kind: 'reveal', beats: expect.any(Array) as unknown },
    });
    expect(revealed.tally?.marks).toHaveLength(PLAYERS);
  });

  it('what a correction makes of all answers has a place to stop after each question', () => {
    const room = open(options);
    const { rules, judged } = room;
    const ruling = { isVoid: true, rights: null };
    isSealed = false;
    const corrected = withJudged(judged, [ruledIn(room, nameOf({ index: 0 }), ruling)]);
    expect(stops(madeSteps(corrected, rules))).toBe(judged.length);
    expect(stops(madeSteps(corrected, rules))).toBe(0);
    expect(correct(room, nameOf({ index: 0 }), ruling).tally?.marks).toHaveLength(PLAYERS);
  });

  it('the end is told with places to stop', () => {
    const room = open(options);
    const end = endGame(room);
    isSealed = false;
    expect(stops(stagedSteps(room, end, EPOCH, SHOWN))).toBeGreaterThanOrEqual(room.judged.length);
  });
});

it('R10.11 points by hand read no answer', () => {
  const room = open(GAMES[0]!);
  const { tally } = givePoints(room, { playerId: 'p1', points: 50, reason: 'Best song' });
  expect(tally?.marks).toHaveLength(PLAYERS);
});
