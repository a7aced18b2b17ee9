import { describe, expect, it } from 'vitest';
import { correct } from '../../src/game/correct.js';
import { givePoints, takeBackPoints, type Gift } from '../../src/game/given-points.js';
import { deadlineOf, entryKey } from '../../src/game/phase.js';
import type { RoomState } from '../../src/game/room-state.js';
import { advance, startGame } from '../../src/game/transitions.js';
import { transitionEvents } from '../../src/server/live/batch/admission.js';
import { limits, type ResultRow, type RoomOptions } from '../../src/protocol/index.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import {
  aRoom,
  aSeat,
  codeOf,
  EPOCH,
  inZone,
  LENGTHS,
  someQuestions,
} from '../support/game-data.js';
import { after } from './phase-rooms.js';

const PLAYERS = 6;
const QUESTIONS = 3;
const source = () => ({
  questions: someQuestions(QUESTIONS, { choices: 3 }),
  random: seeded(1),
});

/** A game in two teams, played by where `random` lets everybody stand, up to its `steps`th transition. */
function play(
  steps: number,
  { options = {}, seed = 1 }: { options?: Partial<RoomOptions>; seed?: number } = {},
): RoomState {
  const random = seeded(seed);
  const seats = Array.from({ length: PLAYERS }, (_, slot) => aSeat(slot, { team: slot % 2 }));
  const quizSet = { quizSetId: 'test-set', quizCount: QUESTIONS, title: 'Test set' };
  const settings = { scoring: 'flat', teams: 'choice', teamNames: ['Oaks', 'Elms'] } as const;
  const opened = aRoom({ seats, settings: { ...settings, ...options, quizSet } });
  let room = after(opened, startGame(opened, source(), EPOCH, LENGTHS));
  for (let step = 0; step < steps; step++) {
    const { phase, tally } = room;
    if (phase.kind === 'question')
      for (const [slot, seat] of room.seats) {
        const entered = { question: entryKey(tally.game, phase), ms: 1_000 * slot };
        const position = inZone(1 + Math.floor(random() * 3), 3);
        room.seats.set(slot, { ...seat, position, entered });
      }
    room = after(room, advance(room, deadlineOf(phase) ?? EPOCH, LENGTHS));
  }
  return room;
}

/** A countdown, and then a question and a reveal each; the lobby at last. */
const STEPS = 2 * QUESTIONS + 1;
const OVER = STEPS;

const GIFT: Gift = { playerId: 'p1', points: 150, reason: 'Best song' };
const give = (room: RoomState, gift: Partial<Gift> = {}): RoomState =>
  after(room, givePoints(room, { ...GIFT, ...gift }));
const take = (room: RoomState, id: number): RoomState => after(room, takeBackPoints(room, id));

const scores = ({ seats }: RoomState): number[] => Array.from(seats.values(), ({ score }) => score);
const rows = ({ phase }: RoomState): readonly ResultRow[] =>
  phase.kind === 'lobby' ? (phase.results ?? []) : [];
/** Everything but how often it has changed. */
const standing = (room: RoomState): unknown => {
  const { version: _version, ...phase } = room.phase;
  return { phase, tally: room.tally, rules: room.rules, judged: room.judged, scores: scores(room) };
};

describe('R27.10 points by hand', () => {
  it('count in every phase from the countdown on', async () => {
    for (let step = 0; step <= OVER; step++) {
      const room = play(step);
      const before = scores(room);
      const given = give(room);
      expect(scores(given)).toEqual(before.map((score, slot) => score + (slot === 1 ? 150 : 0)));
      expect(given.phase.version).toBe(room.phase.version + 1);
      expect(given.judged).toBe(room.judged);
    }
  });

  it('change the results of a game that is over, and their order', async () => {
    const room = play(OVER);
    const last = rows(room).at(-1)!;
    const given = give(room, { playerId: last.playerId, points: 2_000 });
    expect(rows(given)[0]).toMatchObject({ playerId: last.playerId, score: last.score + 2_000 });
    expect(rows(give(room, { points: -2_000 })).at(-1)).toMatchObject({ playerId: 'p1', rank: 6 });
  });

  it('are no right answer, have no time, and break no tie', async () => {
    const room = play(OVER);
    const made = (some: RoomState): unknown =>
      new Map(rows(some).map(({ playerId, rights, rightMs }) => [playerId, [rights, rightMs]]));
    expect(made(give(room))).toEqual(made(room));
    const { tally } = play(2);
    const marks = give(play(2)).tally.marks;
    expect(marks.map(({ isAnswer, gain }) => [isAnswer, gain])).toEqual(
      tally.marks.map(({ isAnswer, gain }) => [isAnswer, gain]),
    );
  });

  it('given and taken back, they were never given', async () => {
    for (let step = 0; step <= OVER; step++) {
      const room = play(step, { seed: step });
      // Before a first judgement nobody has a mark.
      if (room.tally.marks.length === 0) continue;
      expect(standing(take(give(room), 1))).toEqual(standing(room));
      const both = give(give(room), { team: 0, playerId: undefined, points: -70 });
      expect(standing(take(take(both, 1), 2))).toEqual(standing(room));
      expect(standing(take(both, 2))).toEqual(standing(give(room)));
    }
  });

  it.each(['shared', 'early', 'flat'] as const)(
    'are the same whether a question is corrected before or after: %s',
    (scoring) => {
      for (let seed = 1; seed <= 8; seed++)
        for (const step of [2, 3, 4, OVER]) {
          const room = play(step, { options: { scoring }, seed });
          const name = { question: 0, part: 0, drops: 0 };
          const ruling = { isVoid: seed % 2 === 0, rights: seed % 2 === 0 ? null : [1, 3] };
          const corrected = after(room, correct(room, name, ruling));
          const given = give(room);
          expect(standing(give(corrected))).toEqual(
            standing(after(given, correct(given, name, ruling))),
          );
        }
    },
  );

  it('to a team they go to each member, and count in its figure as what members have made', async () => {
    const room = play(2);
    const given = give(room, { playerId: undefined, team: 1, points: 60 });
    expect(scores(given)).toEqual(scores(room).map((score, n) => score + (n % 2 === 1 ? 60 : 0)));
    const figures = ({ tally }: RoomState): Map<number, number> =>
      new Map(tally.teams?.map(({ team, figure }) => [team, figure]));
    // After one question the mean for each question is the mean for each member.
    expect(figures(given).get(1)).toBe(figures(room).get(1)! + 60);
    expect(figures(given).get(0)).toBe(figures(room).get(0));
    // To a single member, a third of it.
    expect(figures(give(room, { points: 60 })).get(1)).toBe(figures(room).get(1)! + 20);
  });

  it('in the lobby a team is who was in it in the game', async () => {
    const room = play(OVER);
    const moved = { ...room, seats: new Map(room.seats) };
    moved.seats.set(1, { ...room.seats.get(1)!, team: 0 });
    const given = give(moved, { playerId: undefined, team: 1 });
    expect(given.rules.given).toMatchObject([{ playerIds: ['p1', 'p3', 'p5'], team: 1 }]);
  });

  it('are refused for who has left, and for who came after the game', async () => {
    const room = play(3);
    const left = { ...room, seats: new Map([...room.seats].filter(([slot]) => slot !== 1)) };
    expect(await codeOf(() => givePoints(left, GIFT))).toBe('PLAYER_NOT_FOUND');
    const over = play(OVER);
    over.seats.set(9, aSeat(9));
    expect(await codeOf(() => givePoints(over, { ...GIFT, playerId: 'p9' }))).toBe(
      'PLAYER_NOT_FOUND',
    );
  });

  it('are refused in survival, before a game, for a team that there is not, and twice taken back', async () => {
    const survival = play(2, { options: { gameMode: 'SURVIVAL' } });
    expect(await codeOf(() => givePoints(survival, GIFT))).toBe('BAD_REQUEST');
    expect(await codeOf(() => givePoints(aRoom(), GIFT))).toBe('BAD_REQUEST');
    expect(await codeOf(() => givePoints(play(2), { ...GIFT, team: 5 }))).toBe('BAD_REQUEST');
    const alone = play(2, { options: { teams: 'none' } });
    expect(await codeOf(() => givePoints(alone, { ...GIFT, team: 0 }))).toBe('BAD_REQUEST');
    expect(await codeOf(() => takeBackPoints(take(give(play(2)), 1), 1))).toBe('BAD_REQUEST');
  });

  it('are bounded in number', async () => {
    const room = play(2);
    const given = Array.from({ length: limits.MOST_GIVEN }, (_, n) => {
      return { id: n + 1, points: 1, reason: 'again', playerIds: ['p1'] };
    });
    const full = { ...room, rules: { ...room.rules, given } };
    expect(await codeOf(() => givePoints(full, GIFT))).toBe('BAD_REQUEST');
    expect(scores(give(take(full, 7)))[1]).toBe(scores(room)[1]! + 199 + 150);
    const playerIds = Array.from({ length: limits.MOST_GIVEN_SHARES }, (_, n) => `x${n}`);
    const wide = { ...room, rules: { ...room.rules, given: [{ ...given[0]!, playerIds }] } };
    expect(await codeOf(() => givePoints(wide, GIFT))).toBe('BAD_REQUEST');
  });

  it('go on with the next round, and end with the evening', async () => {
    const over = give(play(OVER));
    const goesOn = after(over, startGame(over, source(), EPOCH, LENGTHS, true));
    expect(scores(goesOn)).toEqual(
      Array.from(
        goesOn.seats.values(),
        (seat) => rows(over).find((r) => r.playerId === seat.playerId)?.score,
      ),
    );
    expect(goesOn.rules.given).toHaveLength(1);
    expect(scores(take(goesOn, 1))[1]).toBe(scores(goesOn)[1]! - 150);
    const anew = after(over, startGame(over, source(), EPOCH, LENGTHS));
    expect(anew.rules.given).toBeUndefined();
    expect(await codeOf(() => takeBackPoints(anew, 1))).toBe('BAD_REQUEST');
  });

  it('are told to everybody with the reason, and nothing of a reveal is shown again', async () => {
    const room = play(2);
    const to = { playerId: 'p1', playerName: 'Player 1', slot: 1 };
    const events = transitionEvents(room, givePoints(room, GIFT));
    expect(events.map(([event]) => event)).toEqual(['phase', 'updateScores', 'pointsGiven']);
    expect(events[2]![1]).toEqual({ points: 150, reason: 'Best song', to });
    const given = give(room);
    const taken = transitionEvents(given, takeBackPoints(given, 1));
    expect(taken[2]![1]).toEqual({ points: 150, reason: 'Best song', to, isTakenBack: true });
    const toTeam = givePoints(room, { team: 0, points: -5, reason: 'Late' });
    expect(transitionEvents(room, toTeam)[2]![1]).toMatchObject({ to: { team: 0 } });
    const over = play(OVER);
    const atEnd = transitionEvents(over, givePoints(over, GIFT)).map(([event]) => event);
    expect(atEnd).toEqual(['phase', 'endGame', 'pointsGiven']);
  });
});
