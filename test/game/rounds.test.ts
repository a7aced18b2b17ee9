import { nameOf } from '../../src/protocol/judged-name.js';
import { describe, expect, it } from 'vitest';
import { correct } from '../../src/game/correct.js';
import { holdDraw } from '../../src/game/draw.js';
import { entryKey, deadlineOf, itemOn } from '../../src/game/phase.js';
import type { RoomState, Seat } from '../../src/game/room-state.js';
import { programmeOf } from '../../src/game/programme.js';
import type { PlayableItem } from '../../src/game/shared/quiz-set.js';
import {
  advance,
  drop,
  endGame,
  nextInLobby,
  nextOrdinal,
  startGame,
} from '../../src/game/transitions.js';
import { transitionEvents } from '../../src/server/live/batch/admission.js';
import type { ResultRow, RoomOptions } from '../../src/protocol/index.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import {
  aRoom,
  aSeat,
  aSet,
  codeOf,
  EPOCH,
  inZone,
  LENGTHS,
  someQuestions,
} from '../support/game-data.js';
import { after } from './phase-rooms.js';
import { rightOf } from '../support/drawn.js';

const COUNT = 2;
const SET = someQuestions(COUNT);
const VOID = { isVoid: true, rights: null };

function open(options: Partial<RoomOptions> = {}): RoomState {
  const quizSet = { quizSetId: 'test-set', quizCount: COUNT, title: 'Test set' };
  return aRoom({ settings: { scoring: 'flat', ...options, quizSet } });
}

function start(room: RoomState, isNextRound: boolean): RoomState {
  const source = { questions: SET, random: seeded(1) };
  return after(room, startGame(room, source, EPOCH, LENGTHS, isNextRound));
}

/** Plays a game to its end; those of these slots are right, each after so many ms of every question. */
function play(started: RoomState, rightAfter: Record<number, number>): RoomState {
  let room = started;
  const step = (): void => {
    room = after(room, advance(room, deadlineOf(room.phase) ?? EPOCH, LENGTHS));
  };
  for (step(); room.phase.kind !== 'lobby'; step()) {
    const { phase } = room;
    if (phase.kind !== 'question') continue;
    const right = rightOf(room.game!.questions[phase.index]);
    for (const [slot, seat] of room.seats) {
      const ms = rightAfter[slot];
      const position = inZone(ms === undefined ? 3 - right : right);
      const question = entryKey(room.tally.game, phase);
      room.seats.set(slot, { ...seat, position, entered: { question, ms: ms ?? 0 } });
    }
  }
  return room;
}

/** Seats somebody in the middle of a game. */
function sitIn(room: RoomState, slot: number): { seat: Seat } {
  const { generation, tally } = room;
  const seat = aSeat(slot, {
    generation: generation + 1,
    joinedGame: tally.game,
    playsFrom: nextOrdinal(room),
  });
  room.seats.set(slot, seat);
  return { seat };
}

const rows = ({ phase }: RoomState): Pick<ResultRow, 'playerId' | 'score' | 'rank'>[] =>
  phase.kind === 'lobby'
    ? (phase.results ?? []).map(({ playerId, score, rank }) => ({ playerId, score, rank }))
    : [];

describe('R6.8 the next round of an evening that has ended', () => {
  it('begins with what everybody had, and adds to it', () => {
    const first = play(start(open(), false), { 0: 100, 1: 900 });
    const second = start(first, true);
    expect([...second.seats.values()].map(({ score }) => score)).toEqual([200, 200, 0]);
    expect(second.tally.game).toBe(first.tally.game - 1);
    // Equal in points and right answers: the times of both rounds decide.
    const ended = play(second, { 0: 3_000, 1: 2_000, 2: 1 });
    expect(rows(ended)).toEqual([
      { playerId: 'p1', score: 400, rank: 1 },
      { playerId: 'p0', score: 400, rank: 2 },
      { playerId: 'p2', score: 200, rank: 3 },
    ]);
    const third = play(start(ended, true), { 2: 1 });
    expect(rows(third)).toMatchObject([{ score: 400 }, { score: 400 }, { score: 400 }]);
  });

  it('is a round of its own, by the title of its set', () => {
    const first = play(start(open(), false), { 0: 1 });
    expect(first.rules.rounds).toBeUndefined();
    const texts = { de: { title: 'Lieder' } };
    const quizSet = { ...first.settings.quizSet, title: 'Songs', texts };
    const settings = { ...first.settings, quizSet };
    const second = play(start({ ...first, settings }, true), { 0: 1 });
    expect(second.rules.rounds).toEqual([
      { name: '', first: 0 },
      { name: 'Songs', texts: { de: { name: 'Lieder' } }, first: 2 },
    ]);
    expect(second.judged.map(({ question }) => question)).toEqual([0, 1, 2, 3]);
    expect(second.phase).toMatchObject({ asked: { length: 4 } });
  });

  it('has all who are there; who came since has nothing', () => {
    const first = play(start(open(), false), { 0: 1, 1: 1, 2: 1 });
    first.seats.delete(1);
    first.seats.set(3, aSeat(3));
    expect(rows(play(start(first, true), {}))).toEqual([
      { playerId: 'p0', score: 200, rank: 1 },
      { playerId: 'p2', score: 200, rank: 1 },
      { playerId: 'p3', score: 0, rank: 3 },
    ]);
  });

  it('leaves the rounds before to be corrected, and streaks go on', () => {
    const blind = open({ scoring: 'early', crowd: 'blind' });
    const ended = play(start(play(start(blind, false), { 0: 1 }), true), { 0: 1 });
    // The third answer in a row and the fourth have 50 points more.
    expect(rows(ended)[0]).toMatchObject({ score: 4_100 });
    const voided = after(ended, correct(ended, nameOf({ index: 0 }), VOID));
    expect(rows(voided)[0]).toMatchObject({ score: 3_050 });
    const ruling = { isVoid: false, rights: null };
    const back = after(voided, correct(voided, nameOf({ index: 0 }), ruling));
    expect(rows(back)).toEqual(rows(ended));
  });

  it('a start without it begins at zero', () => {
    const second = start(play(start(open(), false), { 0: 1 }), false);
    expect(second.judged).toEqual([]);
    expect([...second.seats.values()].map(({ score }) => score)).toEqual([0, 0, 0]);
  });

  it('R7.3 has those who came while the question before its start was open', () => {
    const asking = after(start(open(), false), advance(start(open(), false), EPOCH, LENGTHS));
    const { phase } = asking;
    if (phase.kind !== 'question') throw new Error('nothing is asked');
    const { seat } = sitIn(asking, 3);
    expect(seat.playsFrom).toBe(1);
    const second = start(after(asking, endGame(asking)), true);
    // Notes of the question that was open say nothing of the next one.
    const next = after(second, advance(second, EPOCH, LENGTHS));
    expect(next.phase).toMatchObject({ kind: 'question', first: 0, index: 0, drops: 1 });
    expect(rows(play(second, { 3: 1 }))[0]).toEqual({ playerId: 'p3', score: 200, rank: 1 });
  });

  it('R7.3 counts on from questions that were dropped at the end of the one before', () => {
    let room = start(open(), false);
    room = after(room, advance(room, EPOCH, LENGTHS));
    room = after(room, drop(room, EPOCH, LENGTHS));
    sitIn(room, 3);
    const second = start(after(room, endGame(room)), true);
    expect(rows(play(second, { 3: 1 }))[0]).toEqual({ playerId: 'p3', score: 200, rank: 1 });
    const judged = play(start(play(start(open(), false), {}), true), {});
    expect(judged.judged.map(({ drops }) => drops)).toEqual([0, 0, 0, 0]);
  });

  it('is no round where nothing was judged in it', () => {
    let room = play(start(open(), false), { 0: 1 });
    const endAtOnce = (started: RoomState): RoomState => after(started, endGame(started));
    for (let times = 0; times < 3; times++) room = endAtOnce(start(room, true));
    expect(room.rules.rounds).toEqual([{ name: '', first: 0 }]);
    expect(play(start(room, true), {}).rules.rounds).toHaveLength(2);
  });

  it('is the first one where nothing was judged before it', () => {
    const aborted = start(open(), false);
    const second = play(start(after(aborted, endGame(aborted)), true), {});
    expect(second.rules.rounds).toEqual([{ name: 'Test set', first: 0 }]);
  });

  it('is told with the start', () => {
    const first = play(start(open(), false), { 0: 1 });
    const events = (isNextRound: boolean) => {
      const source = { questions: SET, random: seeded(1) };
      const told = startGame(first, source, EPOCH, LENGTHS, isNextRound);
      return transitionEvents(first, told).map(([event]) => event);
    };
    expect(events(false)).toEqual(['startGame', 'phase']);
    expect(events(true)).toEqual(['startGame', 'phase', 'updateScores']);
  });

  it('is refused where no game of ranking has ended, and where its rules are others by now', async () => {
    const from = (room: RoomState) => codeOf(() => start(room, true));
    const first = play(start(open(), false), { 0: 1 });
    const switched = (room: RoomState, options: Partial<RoomOptions>): RoomState => ({
      ...room,
      settings: { ...room.settings, ...options },
    });
    const survival = play(start(open({ gameMode: 'SURVIVAL' }), false), { 0: 1 });
    expect(await from(first)).toBe('ok');
    expect(await from(open())).toBe('WRONG_PHASE');
    expect(await from(survival)).toBe('BAD_REQUEST');
    expect(await from(switched(first, { gameMode: 'SURVIVAL' }))).toBe('BAD_REQUEST');
    expect(await from(switched(first, { scoring: 'early' }))).toBe('BAD_REQUEST');
    expect(await from(switched(first, { teams: 'choice' }))).toBe('BAD_REQUEST');
    expect(await from(switched(first, { crowd: 'blind' }))).toBe('ok');
  });

  it('is refused beyond the questions of an evening', async () => {
    const first = play(start(open(), false), { 0: 1 });
    const asked = (count: number): RoomState => {
      const phase = { ...first.phase, asked: Array.from({ length: count }, () => ({})) };
      return { ...first, phase } as unknown as RoomState;
    };
    expect(await codeOf(() => start(asked(198), true))).toBe('ok');
    expect(await codeOf(() => start(asked(199), true))).toBe('BAD_REQUEST');
  });

  describe('with a programme', () => {
    const items: PlayableItem[] = ['a', 'b'].map((id) => {
      const options = { name: id, count: 1, order: 'written', factor: 1 } as const;
      return { kind: 'round', id, ...options, standings: 'each', questions: SET };
    });
    /** As if the host had chosen it in this lobby. */
    const withProgramme = (room: RoomState, programmed: PlayableItem[]): RoomState => ({
      ...room,
      programme: programmeOf({ ...aSet(), programme: programmed }, seeded(1)),
    });
    const step = (room: RoomState): RoomState => {
      const source = { questions: SET, random: seeded(1) };
      const due = deadlineOf(room.phase) ?? EPOCH;
      return after(room, advance(room, due, LENGTHS, source));
    };
    const toEnd = (started: RoomState): RoomState => {
      let room = started;
      while (room.phase.kind !== 'lobby') room = step(room);
      return room;
    };

    it('an evening that is chosen after a game begins anew, unless the host goes on', () => {
      const first = play(start(open(), false), { 0: 1 });
      const chosen = withProgramme(first, items);
      expect(start(chosen, false)).toMatchObject({ judged: [], tally: { marks: [] } });
      const goesOn = start(chosen, true);
      expect([...goesOn.seats.values()].map(({ score }) => score)).toEqual([200, 0, 0]);
      expect(goesOn.rules.rounds).toEqual([
        { name: '', first: 0 },
        { name: 'a', first: 2 },
      ]);
      const ended = toEnd(goesOn);
      expect(ended.judged.map(({ question }) => question)).toEqual([0, 1, 2, 3]);
    });

    it('a draw is of the last round that was judged, not of one that was ended at once', () => {
      const ended = play(start(withProgramme(open(), items.slice(0, 1)), false), { 1: 1 });
      const next = start(ended, true);
      const aborted = after(next, endGame(next));
      const draw = { kind: 'draw', id: 'd', title: '', among: 'rightRound', winners: 1 } as const;
      const programme = { ...aborted.programme!, items: [...aborted.programme!.items, draw] };
      const shown = after(aborted, nextInLobby({ ...aborted, programme }, EPOCH));
      const lots = holdDraw(shown, { now: EPOCH, lengths: LENGTHS, random: seeded(1) });
      expect(itemOn(lots!.phase)?.shown).toMatchObject({
        drawn: { winners: [{ playerId: 'p1' }], count: 1 },
      });
    });

    it('a first round that was ended before its first judgement is none either', () => {
      const room = start(withProgramme(open(), items), false);
      expect(after(room, endGame(room)).rules.rounds).toEqual([]);
    });

    it('where all its rounds were played, they come again, and its draws stay', () => {
      const ended = toEnd(start(withProgramme(open(), items), false));
      const draws = [{ item: 'x', codes: [] }] as unknown as NonNullable<
        NonNullable<RoomState['programme']>['draws']
      >;
      const drawn = { ...ended, programme: { ...ended.programme!, draws } };
      const again = start(drawn, true);
      expect(again.judged).toHaveLength(2);
      expect(again.programme).toMatchObject({ at: 0, draws, game: again.tally.game });
      expect(toEnd(again).rules.rounds?.map(({ name, first }) => [name, first])).toEqual([
        ['a', 0],
        ['b', 1],
        ['a', 2],
        ['b', 3],
      ]);
    });
  });
});
