import { nameOf } from '../../src/protocol/judged-name.js';
import { describe, expect, it } from 'vitest';
import { correct } from '../../src/game/correct.js';
import { entryKey, deadlineOf } from '../../src/game/phase.js';
import { isAlive, type RoomState } from '../../src/game/room-state.js';
import { advance, startGame } from '../../src/game/transitions.js';
import { transitionEvents } from '../../src/server/live/batch/admission.js';
import type { RoomOptions } from '../../src/protocol/index.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { aRoom, aSeat, EPOCH, inZone, LENGTHS, someQuestions } from '../support/game-data.js';
import { after } from './phase-rooms.js';
import { rightOf } from '../support/drawn.js';

const OPTIONS: Partial<RoomOptions> = { gameMode: 'SURVIVAL', scoring: 'flat', revival: true };

/** Says of each slot, for each question in turn, whether it is right, and when it entered (ms). */
type Course = (index: number, slot: number) => { isRight: boolean; ms?: number };

interface Played {
  room: RoomState;
  now: number;
}

const alive = ({ seats }: RoomState): number[] =>
  [...seats.values()].filter(isAlive).map(({ slot }) => slot);
const revivedAfter = ({ judged }: RoomState): Record<number, readonly string[]> =>
  Object.fromEntries(
    judged.flatMap(({ question, revives }) => (revives ? [[question, revives]] : [])),
  );

function begin(players: number, questions: number, options: Partial<RoomOptions> = {}): Played {
  const seats = Array.from({ length: players }, (_, slot) => aSeat(slot));
  const quizSet = { quizSetId: 'test-set', quizCount: questions, title: 'Test set' };
  const room = aRoom({ seats, settings: { ...OPTIONS, ...options, quizSet } });
  const started = startGame(
    room,
    { questions: someQuestions(questions), random: seeded(1) },
    EPOCH,
    LENGTHS,
  );
  return { room: after(room, started), now: EPOCH };
}

function step({ room, now }: Played): Played {
  const next = deadlineOf(room.phase) ?? now;
  return { room: after(room, advance(room, next, LENGTHS)), now: next };
}

/** Plays up to the next reveal, from a reveal or from the countdown. */
function play(before: Played, course: Course): Played {
  const { room, now } = step(before);
  const { phase, game } = room;
  if (phase.kind !== 'question') return { room, now };
  const right = rightOf(game!.questions[phase.index]);
  for (const [slot, seat] of room.seats) {
    const { isRight, ms = 0 } = course(phase.index, slot);
    const position = inZone(isRight ? right : 3 - right);
    const entered = { question: entryKey(room.tally.game, phase), ms };
    room.seats.set(slot, { ...seat, position, entered });
  }
  return step({ room, now });
}

/** All are right up to slot `last`, and the others wrong. */
const upTo =
  (last: number): Course =>
  (_, slot) => ({ isRight: slot <= last });

describe('R14.2 the revival', () => {
  it('brings ghosts back after the first reveal at which a fifth or fewer live', () => {
    let game = play(begin(20, 8), upTo(4));
    expect(alive(game.room)).toHaveLength(5);
    game = play(game, upTo(4));
    expect(revivedAfter(game.room)).toEqual({});
    game = play(game, upTo(3));
    expect(alive(game.room)).toHaveLength(4);
    // Not before the reveal has ended.
    expect(revivedAfter(game.room)).toEqual({});
    game = step(game);
    expect(game.room.phase).toMatchObject({ kind: 'question', index: 3 });
    expect(alive(game.room)).toHaveLength(8);
    expect(Object.keys(revivedAfter(game.room))).toEqual(['2']);
  });

  it('chooses by right answers since the fall, then by their time, then by slot', () => {
    // Slots 1 to 9 fall at once; of the ghosts 8 and 9 are right twice, 5 and 6 once and equally fast.
    const course: Course = (index, slot) => {
      if (slot === 0 || (slot <= 4 && index > 0)) return { isRight: slot === 0 };
      if (index === 0) return { isRight: slot > 9 };
      if (slot >= 8 && slot <= 9) return { isRight: true, ms: 4_000 - slot };
      return { isRight: slot > 9 ? index === 1 : index === 2 && slot > 4, ms: 900 };
    };
    let game = begin(20, 10);
    for (let n = 0; n < 3; n++) game = play(game, course);
    expect(alive(game.room)).toEqual([0]);
    // The game would be decided with one; two are enough for it to go on.
    expect(step(game).room.phase.kind).toBe('lobby');
    const two: Course = (index, slot) => (slot === 19 ? { isRight: true } : course(index, slot));
    game = begin(20, 10);
    for (let n = 0; n < 3; n++) game = play(game, two);
    expect(alive(game.room)).toEqual([0, 19]);
    game = step(game);
    expect(revivedAfter(game.room)[2]).toEqual(['p9', 'p8', 'p5', 'p6', 'p7', 'p1']);
    expect(alive(game.room)).toEqual([0, 1, 5, 6, 7, 8, 9, 19]);
  });

  it('leaves out who is away, and who came too late to live', () => {
    let game = play(begin(10, 8), upTo(1));
    for (const slot of [2, 3]) {
      const seat = game.room.seats.get(slot)!;
      game.room.seats.set(slot, { ...seat, connectionId: null, droppedAt: EPOCH });
    }
    const late = aSeat(10, { fellAt: [0, 0], joinedGame: game.room.tally.game });
    game.room.seats.set(10, late);
    game = step(game);
    expect(revivedAfter(game.room)).toEqual({ 0: ['p4', 'p5'] });
  });

  it('R6.9 counts no question as left that is just for fun', () => {
    for (const [fun, isBack] of [
      [0, true],
      [1, false],
    ] as const) {
      const started = begin(10, 5);
      const questions = started.room.game!.questions.map((question, n) =>
        n > 4 - fun ? { ...question, shown: { ...question.shown, points: 0 as const } } : question,
      );
      const room = { ...started.room, game: { ...started.room.game!, questions } };
      const { room: after } = step(play({ ...started, room }, upTo(1)));
      expect(Object.keys(revivedAfter(after))).toHaveLength(isBack ? 1 : 0);
    }
  });

  it('happens once a game, with four questions left, and where the host wants it', () => {
    let game = play(begin(10, 12), upTo(1));
    game = play(game, upTo(1));
    expect(revivedAfter(game.room)).toEqual({ 0: ['p2', 'p3'] });
    for (let n = 0; n < 3; n++) game = play(game, upTo(1));
    expect(Object.keys(revivedAfter(game.room))).toEqual(['0']);
    expect(alive(game.room)).toEqual([0, 1]);

    for (const [questions, isBack] of [
      [5, true],
      [4, false],
    ] as const) {
      const { room } = step(play(begin(10, questions), upTo(1)));
      expect(alive(room).length > 2).toBe(isBack);
    }
    expect(alive(step(play(begin(10, 8, { revival: false }), upTo(1))).room)).toEqual([0, 1]);
  });

  it('gives one life, which counts from the next question on, and leaves the league', () => {
    let game = play(begin(10, 9, { lives: 2 }), upTo(1));
    game = play(game, upTo(1));
    game = step(game);
    expect(alive(game.room)).toEqual([0, 1, 2, 3]);
    const { marks } = game.room.tally;
    expect(marks.filter(({ league }) => league !== undefined)).toEqual([]);
    // Who never fell has two lives, and one who is back has one.
    const wrong =
      (slots: readonly number[]): Course =>
      (_, slot) => ({
        isRight: !slots.includes(slot),
      });
    const answered: Played = { room: game.room, now: game.now };
    const right = rightOf(game.room.game!.questions[2]);
    for (const [slot, seat] of answered.room.seats) {
      const { isRight } = wrong([0, 2])(2, slot);
      answered.room.seats.set(slot, { ...seat, position: inZone(isRight ? right : 3 - right) });
    }
    expect(alive(step(answered).room)).toEqual([0, 1, 3]);
  });

  it('R16.11 comes after a poll, too, and lasts', () => {
    let game = play(begin(20, 9), upTo(4));
    const poll = {
      kind: 'poll' as const,
      quiz: 'Tea?',
      choiceList: [{ order: 1, content: 'yes' }],
    };
    game.room.game!.questions[1] = { shown: poll, solution: null, limitTime: 15 };
    game = step(game);
    game.room.seats.delete(4);
    game = step(game);
    expect(game.room.phase).toMatchObject({ kind: 'reveal', index: 1 });
    expect(alive(game.room)).toHaveLength(4);
    game = play(game, upTo(20));
    expect(Object.keys(revivedAfter(game.room))).toEqual(['1']);
    expect(alive(game.room)).toHaveLength(8);
  });

  it('is told to everybody with the question that follows', () => {
    const { room, now } = play(begin(10, 8), upTo(1));
    const transition = advance(room, now + LENGTHS.revealMs, LENGTHS);
    const events = transitionEvents(room, transition);
    expect(events.map(([event]) => event)).toEqual([
      'phase',
      'updateScores',
      'revival',
      'startQuizTime',
    ]);
    expect(events[2]).toEqual(['revival', { playerIds: ['p2', 'p3'] }]);
    expect(JSON.stringify(events)).not.toMatch(/league|rights/);
  });

  it('R13.5 leaves the figures of teams as the reveal told them', () => {
    const { room, now } = play(begin(10, 8, { teams: 'dealt' }), upTo(1));
    const teams = [{ team: 0, figure: 1, rank: 1 }];
    const shown = { ...room, tally: { ...room.tally, teams } };
    const transition = advance(shown, now + LENGTHS.revealMs, LENGTHS);
    expect(transition.tally?.teams).toEqual(teams);
    expect(transitionEvents(shown, transition)[1]).toMatchObject(['updateScores', { teams }]);
  });
});

describe('R4.9 correcting a game with a revival', () => {
  const someCourse = (seed: number): Course => {
    const random = seeded(seed);
    const drawn = Array.from({ length: 10 }, () => Array.from({ length: 20 }, () => random()));
    return (index, slot) => {
      const value = drawn[index]![slot]!;
      return { isRight: value < 0.3 + slot / 40, ms: Math.floor(value * 9_000) };
    };
  };
  const standing = ({ tally, seats, judged }: RoomState): unknown => ({
    marks: tally.marks,
    alive: [...seats.values()].map(isAlive),
    judged,
  });

  it('revives nobody else, and taking a correction back is the identity', () => {
    let revivals = 0;
    for (let seed = 1; seed <= 12; seed++) {
      let game = begin(20, 10, { lives: 1 + (seed % 2) });
      const course = someCourse(seed);
      while (game.room.phase.kind !== 'lobby' && game.room.judged.length < 9)
        game = play(game, course);
      const { room } = game;
      revivals += Object.keys(revivedAfter(room)).length;
      for (const name of room.judged)
        for (const change of [
          { isVoid: true, rights: null },
          { isVoid: false, rights: [2] },
          { isVoid: false, rights: [1, 2] },
        ]) {
          const changed = after(room, correct(room, name, change));
          expect(revivedAfter(changed)).toEqual(revivedAfter(room));
          const back = after(changed, correct(changed, name, { isVoid: false, rights: null }));
          expect(standing(back)).toEqual(standing(room));
          expect(back.judged).toEqual(room.judged);
        }
    }
    expect(revivals).toBeGreaterThan(4);
  });

  it('leaves who was revived alive when the question of their fall is voided, or counted again', () => {
    let game = play(begin(10, 8), upTo(1));
    game = play(game, upTo(5));
    expect(alive(game.room)).toEqual([0, 1, 2, 3]);
    const voided = after(
      game.room,
      correct(game.room, nameOf({ index: 0 }), { isVoid: true, rights: null }),
    );
    expect(alive(voided)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const back = after(
      voided,
      correct(voided, nameOf({ index: 0 }), { isVoid: false, rights: null }),
    );
    expect(alive(back)).toEqual([0, 1, 2, 3]);
  });
});
