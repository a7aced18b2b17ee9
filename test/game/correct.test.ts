import { nameOf } from '../../src/protocol/judged-name.js';
import { describe, expect, it } from 'vitest';
import { correct } from '../../src/game/correct.js';
import { entryKey, deadlineOf, revealPayload } from '../../src/game/phase.js';
import type { OwnWorth } from '../../src/game/shared/quiz-set.js';
import { isAlive, type RoomState } from '../../src/game/room-state.js';
import { advance, drop, startGame } from '../../src/game/transitions.js';
import type { RoomOptions } from '../../src/protocol/index.js';
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
import { after, roomIn } from './phase-rooms.js';
import { makeRight, rightOf } from '../support/drawn.js';

const PLAYERS = 6;
const QUESTIONS = 4;

/** Zones that each player stands in at each question, of three. */
type Course = readonly (readonly number[])[];

const aCourse = (seed: number): Course => {
  const random = seeded(seed);
  const zone = (): number => 1 + Math.floor(random() * 3);
  return Array.from({ length: QUESTIONS }, () => Array.from({ length: PLAYERS }, zone));
};

/** A room with its game, played up to the reveal of question `upTo`; `drawn` changes what is right from the start. */
function play(
  course: Course,
  options: Partial<RoomOptions>,
  { upTo = QUESTIONS - 1, before = (room: RoomState) => room, worth = [] as OwnWorth[] } = {},
): RoomState {
  const seats = Array.from({ length: PLAYERS }, (_, slot) => aSeat(slot));
  const quizSet = { quizSetId: 'test-set', quizCount: QUESTIONS, title: 'Test set' };
  const extraTimed = [['identity-1', true] as const, ['identity-4', true] as const];
  let room = aRoom({ seats, extraTimed, settings: { ...options, quizSet } });
  let now = EPOCH;
  const set = someQuestions(QUESTIONS, { choices: 3 }).map((question, n) => ({
    ...question,
    ...worth[n],
  }));
  room = before(after(room, startGame(room, { questions: set, random: seeded(1) }, now, LENGTHS)));
  const step = (): void => {
    now = deadlineOf(room.phase) ?? now;
    room = after(room, advance(room, now, LENGTHS));
  };
  step();
  for (let index = 0; index <= upTo; index++) {
    if (index > 0) step();
    if (room.phase.kind !== 'question') return room;
    walk(room, course[index]!);
    step();
  }
  return room;
}

/** Everybody enters their zone at another moment. */
function walk(room: RoomState, zones: readonly number[]): void {
  const { phase } = room;
  if (phase.kind !== 'question') return;
  for (const [slot, seat] of room.seats) {
    const question = entryKey(room.tally.game, phase);
    const entered = { question, ms: 1_000 * (slot + zones[slot]!) };
    room.seats.set(slot, { ...seat, position: inZone(zones[slot]!, 3), entered });
  }
}

const withAnswer =
  (index: number, answer: number) =>
  (room: RoomState): RoomState => {
    const game = structuredClone(room.game!);
    makeRight(game.questions[index], answer);
    return { ...room, game };
  };

const standing = ({ tally, seats }: RoomState): unknown => ({
  marks: tally.marks,
  alive: [...seats.values()].map(isAlive),
});

const RANKINGS: Partial<RoomOptions>[] = (['shared', 'early', 'flat'] as const).flatMap((scoring) =>
  (['visible', 'blind'] as const).map((crowd) => ({ scoring, crowd })),
);
const SURVIVALS: Partial<RoomOptions>[] = [1, 2].map((lives) => ({ gameMode: 'SURVIVAL', lives }));
/** Nothing, twice, and as usual. */
const WORTH: OwnWorth[] = [{ points: 0 }, { points: 2 }];
const SEEDS = [1, 2, 3, 4, 5, 6];

describe('R4.9 correcting a judged question', () => {
  it.each(RANKINGS)('is as if it had been so from the start: %j', (options) => {
    for (const seed of SEEDS)
      for (let index = 0; index < QUESTIONS; index++) {
        const course = aCourse(seed);
        const room = play(course, options, { worth: WORTH });
        const answer = 1 + ((rightOf(room.game!.questions[index]) + seed) % 3);
        const corrected = after(
          room,
          correct(room, nameOf({ index }), { isVoid: false, rights: [answer] }),
        );
        const before = withAnswer(index, answer);
        const fromTheStart = play(course, options, { before, worth: WORTH });
        expect(standing(corrected)).toEqual(standing(fromTheStart));
      }
  });

  it.each([...RANKINGS, ...SURVIVALS])('and taking it back is the identity: %j', (options) => {
    for (const seed of SEEDS)
      for (let index = 0; index < QUESTIONS; index++) {
        const room = play(aCourse(seed), options, { worth: WORTH });
        if (!room.judged.some((one) => one.question === index)) continue;
        for (const change of [
          { isVoid: true, rights: null },
          { isVoid: false, rights: [1, 3] },
        ]) {
          const changed = after(room, correct(room, nameOf({ index }), change));
          const back = after(
            changed,
            correct(changed, nameOf({ index }), { isVoid: false, rights: null }),
          );
          expect(back.judged).toEqual(room.judged);
          expect(standing(back)).toEqual(standing(room));
        }
      }
  });

  it.each([...RANKINGS, ...SURVIVALS])('R6.9 voiding what is worth nothing: %j', (options) => {
    for (const seed of SEEDS) {
      const room = play(aCourse(seed), options, { worth: WORTH });
      const fun = room.judged.find(({ points }) => points === 0);
      if (fun === undefined) continue;
      const voided = after(room, correct(room, fun, { isVoid: true, rights: null }));
      const made = ({ tally }: RoomState): unknown =>
        tally.marks.map(({ score, rank, fellAt }) => [score, rank, fellAt]);
      expect(made(voided)).toEqual(made(room));
    }
  });

  it('voids a question: it gives nothing, counts for nobody, and the reveal says so', () => {
    const course = [[1, 1, 1, 1, 1, 1], ...aCourse(1).slice(1)];
    const room = play(course, { scoring: 'flat' }, { upTo: 0 });
    const voided = after(room, correct(room, nameOf({ index: 0 }), { isVoid: true, rights: null }));
    expect(voided.tally.marks.map(({ score, played }) => [score, played])).toEqual(
      Array.from({ length: PLAYERS }, () => [0, false]),
    );
    const { phase } = voided;
    if (phase.kind !== 'reveal') throw new Error(phase.kind);
    expect(phase.version).toBe(room.phase.version + 1);
    expect(revealPayload(phase, [])).toMatchObject({ isVoid: true });
  });

  it('lets several choices be right', () => {
    const room = play([[1, 2, 3, 1, 2, 3]], { scoring: 'flat' }, { upTo: 0 });
    const corrected = after(
      room,
      correct(room, nameOf({ index: 0 }), { isVoid: false, rights: [1, 2] }),
    );
    expect(corrected.tally.marks.map(({ isAnswer }) => isAnswer)).toEqual(
      [1, 2, 3, 1, 2, 3].map((zone) => zone !== 3),
    );
  });

  it('R6.2 gives lives back at once, and takes none before the next judgement', () => {
    const right = rightOf(play([[1, 1, 1, 1, 1, 1]], {}, { upTo: 0 }).game!.questions[0]);
    const other = (right % 3) + 1;
    const course = [[right, right, right, other, other, other], ...aCourse(1).slice(1)];
    const room = play(course, { gameMode: 'SURVIVAL' }, { upTo: 0 });
    expect([...room.seats.values()].map(isAlive)).toEqual([true, true, true, false, false, false]);
    const known = after(room, advance(room, EPOCH + 60_000, LENGTHS));
    const asked = after(
      known,
      correct(known, nameOf({ index: 0 }), { isVoid: false, rights: [other] }),
    );
    expect([...asked.seats.values()].map(isAlive)).not.toContain(false);
    expect(asked.phase).toMatchObject({ kind: 'question', version: known.phase.version + 1 });
    expect(deadlineOf(asked.phase)).toBe(deadlineOf(known.phase));
    const answer = rightOf(asked.game!.questions[1]);
    walk(
      asked,
      Array.from({ length: PLAYERS }, () => answer),
    );
    const next = after(asked, advance(asked, EPOCH + 90_000, LENGTHS));
    expect([...next.seats.values()].map(isAlive)).toEqual([false, false, false, true, true, true]);
  });

  it('R6.2 lets who is back in the middle of a question play from the next one on', () => {
    const right = rightOf(play([[1, 1, 1, 1, 1, 1]], {}, { upTo: 0 }).game!.questions[0]);
    const other = (right % 3) + 1;
    const course = [[right, right, right, other, other, other], ...aCourse(1).slice(1)];
    const room = play(course, { gameMode: 'SURVIVAL' }, { upTo: 0 });
    const known = after(room, advance(room, EPOCH + 60_000, LENGTHS));
    const asked = after(
      known,
      correct(known, nameOf({ index: 0 }), { isVoid: true, rights: null }),
    );
    const answer = rightOf(asked.game!.questions[1]);
    walk(asked, [answer, answer, answer, (answer % 3) + 1, (answer % 3) + 1, answer]);
    const next = after(asked, advance(asked, EPOCH + 90_000, LENGTHS));
    expect([...next.seats.values()].map(isAlive)).not.toContain(false);
    expect(next.tally.marks.map(({ played }) => played)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it.each(['shared', 'early'] as const)(
    'in survival who by it fell earlier keeps what they answered while they were alive: %s',
    (scoring) => {
      const right = rightOf(play([[1, 1, 1, 1, 1, 1]], {}, { upTo: 0 }).game!.questions[0]);
      const [other, third] = [(right % 3) + 1, ((right + 1) % 3) + 1];
      const options = { gameMode: 'SURVIVAL', scoring } as const;
      const room = play([[right, right, right, third, right, other]], options, { upTo: 0 });
      const asked = after(room, advance(room, EPOCH + 60_000, LENGTHS));
      const second = rightOf(asked.game!.questions[1]);
      const wrong = (second % 3) + 1;
      walk(asked, [second, second, wrong, wrong, second, wrong]);
      const judged = after(asked, advance(asked, EPOCH + 90_000, LENGTHS));
      expect([...judged.seats.values()].map(isAlive)).toEqual([
        true,
        true,
        false,
        false,
        true,
        false,
      ]);
      const corrected = after(
        judged,
        correct(judged, nameOf({ index: 0 }), { isVoid: false, rights: [other] }),
      );
      expect([...corrected.seats.values()].map(isAlive)).toEqual([
        false,
        false,
        false,
        false,
        false,
        true,
      ]);
      const { marks } = corrected.tally;
      expect(marks.map(({ score }) => score)).toEqual([1, 1, 0, 0, 1, 1]);
      // A life that is gone cannot be lost again: both fell in the first question and were right in none.
      expect(marks[2]!.rank).toBe(5);
      expect(marks[3]!.rank).toBe(5);
    },
  );

  it('works on the results of a game that has ended, which stays ended', () => {
    const room = play(aCourse(2), { scoring: 'early' });
    const ended = after(room, advance(room, EPOCH + 900_000, LENGTHS));
    const corrected = after(
      ended,
      correct(ended, nameOf({ index: 1 }), { isVoid: true, rights: null }),
    );
    const voided = after(room, correct(room, nameOf({ index: 1 }), { isVoid: true, rights: null }));
    const expected = after(voided, advance(voided, EPOCH + 900_000, LENGTHS));
    expect(corrected.phase).toMatchObject({ kind: 'lobby', version: ended.phase.version + 1 });
    expect(corrected.phase).toHaveProperty(
      'results',
      (expected.phase as { results: unknown }).results,
    );
    // Who has left since keeps name, face and rank.
    const [, ...others] = ended.seats;
    const left = { ...ended, seats: new Map(others) };
    const late = after(left, correct(left, nameOf({ index: 1 }), { isVoid: true, rights: null }));
    expect(late.phase).toHaveProperty('results', (expected.phase as { results: unknown }).results);
  });

  it('is refused for a question that was not judged', async () => {
    const room = play(aCourse(1), {}, { upTo: 1 });
    for (const index of [2, 3, 99])
      expect(
        await codeOf(() => correct(room, nameOf({ index }), { isVoid: true, rights: null })),
      ).toBe('BAD_REQUEST');
    expect(
      await codeOf(() => correct(room, nameOf({ index: 0 }), { isVoid: false, rights: [4] })),
    ).toBe('BAD_REQUEST');
    const started = play(aCourse(1), {});
    const again = { ...started, judged: [] };
    expect(
      await codeOf(() => correct(again, nameOf({ index: 0 }), { isVoid: true, rights: null })),
    ).toBe('BAD_REQUEST');
  });

  it('R4.8 is of the question that came after a drop, and of no other with its number', async () => {
    let room = roomIn('question');
    room = after(room, drop(room, EPOCH, LENGTHS));
    room = after(room, advance(room, EPOCH, LENGTHS));
    const ruling = { isVoid: true, rights: null };
    expect(room.phase).toMatchObject({ kind: 'reveal', index: 0, drops: 1 });
    for (const drops of [0, 2])
      expect(await codeOf(() => correct(room, nameOf({ index: 0, drops }), ruling))).toBe(
        'BAD_REQUEST',
      );
    const part = { ...nameOf({ index: 0, drops: 1 }), part: 1 };
    expect(await codeOf(() => correct(room, part, ruling))).toBe('BAD_REQUEST');
    const voided = after(room, correct(room, nameOf({ index: 0, drops: 1 }), ruling));
    expect(voided.judged).toMatchObject([{ question: 0, part: 0, drops: 1, isVoid: true }]);
    expect(voided.phase).toMatchObject({ correction: { isVoid: true } });
  });
});
