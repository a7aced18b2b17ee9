import { describe, expect, it } from 'vitest';
import {
  deadlineOf,
  phasePayload,
  questionPayload,
  revealPayload,
  type Phase,
  type QuestionPhase,
  type RevealPhase,
} from '../../src/game/phase.js';
import { toldScores } from '../../src/game/tally.js';
import { advance, nextOrdinal, pause, startGame } from '../../src/game/transitions.js';
import { aRoom, EPOCH, LENGTHS, RIGHT, someQuestions } from '../support/game-data.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { rightOf } from '../support/drawn.js';

const room = aRoom();
const countdown = startGame(
  room,
  { questions: someQuestions(5), random: seeded(1) },
  EPOCH,
  LENGTHS,
);
const inCountdown = { ...room, ...countdown };
const asked = advance(inCountdown, EPOCH + 3_000, LENGTHS);
const inQuestion = { ...inCountdown, ...asked };
const question = asked.phase as QuestionPhase;
const judged = advance(inQuestion, EPOCH + 21_000, LENGTHS);
const revealed = judged.phase;
const { phase: paused } = pause(inQuestion, EPOCH + 10_000);

/** Every name of a field at any depth. */
function fieldsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]);
}

describe('R6.9 what a question is worth', () => {
  it.each([0, 2] as const)('is told as soon as it is put, and with its reveal: ×%i', (points) => {
    const set = someQuestions(5).map((one) => ({ ...one, points }));
    let room = {
      ...aRoom(),
      ...startGame(aRoom(), { questions: set, random: seeded(1) }, EPOCH, LENGTHS),
    };
    room = { ...room, ...advance(room, EPOCH + 3_000, LENGTHS) };
    expect(questionPayload(room.phase as QuestionPhase)).toMatchObject({ points });
    const judged = advance(room, EPOCH + 21_000, LENGTHS);
    expect(questionPayload(judged.phase as RevealPhase)).toMatchObject({ points });
    expect(judged.judged).toMatchObject([{ points }]);
  });
});

describe('R4.2 before the reveal', () => {
  it('neither the phase nor a payload has a field that could tell the answer', () => {
    for (const phase of [room.phase, countdown.phase, question, paused])
      for (const field of ['answer', 'solution', 'rights'])
        expect(fieldsOf([phase, phasePayload(phase, 1)])).not.toContain(field);
    expect(fieldsOf(questionPayload(question)).toSorted()).toEqual(
      [
        'choiceList',
        'endTime',
        'kind',
        'quiz',
        'startTime',
        '0',
        '1',
        'content',
        'content',
        'order',
        'order',
      ].toSorted(),
    );
  });

  it('the countdown does not tell the questions', () => {
    expect(JSON.stringify(countdown.phase)).not.toContain('Question');
    expect(JSON.stringify(countdown.phase)).not.toContain(RIGHT);
  });

  it("the question does not tell those that follow, nor the author's order", () => {
    const orders = Array.from({ length: 40 }, (_, seed) => {
      const start = startGame(
        room,
        { questions: someQuestions(5), random: seeded(seed) },
        EPOCH,
        LENGTHS,
      );
      const { phase } = advance({ ...room, ...start }, EPOCH, LENGTHS);
      return (phase as QuestionPhase).question.choiceList.findIndex(
        ({ content }) => content === RIGHT,
      );
    });
    expect(new Set(orders)).toEqual(new Set([0, 1]));
    expect(JSON.stringify(question).match(/Question \d/g)).toHaveLength(1);
  });

  it('the game itself is not part of a phase', () => {
    expect(Object.keys(question).toSorted()).toEqual([
      'clock',
      'count',
      'drops',
      'first',
      'index',
      'kind',
      'places',
      'question',
      'readyAt',
      'revived',
      'version',
    ]);
  });
});

describe('R4 what clients hear of a phase', () => {
  it.each<[string, Phase, object]>([
    ['lobby', room.phase, { kind: 'lobby', index: 0, count: 0, startTime: 0, endTime: 0 }],
    [
      'countdown',
      countdown.phase,
      { kind: 'countdown', index: 0, count: 3, startTime: EPOCH, endTime: EPOCH + 3_000 },
    ],
    [
      'question',
      question,
      { kind: 'question', index: 0, count: 3, startTime: EPOCH + 6_000, endTime: EPOCH + 21_000 },
    ],
    [
      'reveal',
      revealed,
      { kind: 'reveal', index: 0, count: 3, startTime: EPOCH + 21_000, endTime: EPOCH + 31_000 },
    ],
  ])('%s', (_name, phase, payload) => {
    expect(phasePayload(phase, 1)).toEqual({ version: phase.version, ...payload });
  });

  it('R3.3 while paused it tells what will be left, at any later time the same', () => {
    expect(phasePayload(paused, 1)).toMatchObject({
      pausedLeftMs: 11_000,
      endTime: EPOCH + 21_000,
    });
    expect(phasePayload(question, 1)).not.toHaveProperty('pausedLeftMs');
  });

  it('R2.2 a question tells its times, so that who comes back sees the right rest', () => {
    expect(questionPayload(question)).toEqual({
      ...question.question,
      startTime: EPOCH + 6_000,
      endTime: EPOCH + 21_000,
    });
  });
});

describe('R4.3 what clients hear of a reveal', () => {
  it('is the answer and the marks, and the question as before', () => {
    const reveal = revealed as RevealPhase;
    const { solution } = inQuestion.game!.questions[0]!;
    const answer = rightOf(inQuestion.game!.questions[0]);
    const { players } = toldScores(judged.tally!, true);
    expect(players).toHaveLength(3);
    expect(revealPayload(reveal, players)).toEqual({
      answer,
      players,
      solution,
      summary: reveal.summary,
    });
    expect(questionPayload(reveal)).toEqual(questionPayload(question));
  });
});

describe('deadlines', () => {
  it('R4.5 end every phase but the lobby and a paused one', () => {
    expect(deadlineOf(room.phase)).toBeNull();
    expect(deadlineOf(paused)).toBeNull();
    expect(deadlineOf(countdown.phase)).toBe(EPOCH + 3_000);
    expect(deadlineOf(question)).toBe(EPOCH + 21_000);
    expect(deadlineOf(revealed)).toBe(EPOCH + 31_000);
  });
});

describe('R7.3 the first question that counts for a newcomer', () => {
  it('is the next one', () => {
    const ordinalIn = (phase: Phase) => nextOrdinal({ game: countdown.game ?? null, phase });
    expect(nextOrdinal(room)).toBe(0);
    expect(ordinalIn(countdown.phase)).toBe(0);
    expect(ordinalIn(question)).toBe(1);
    expect(ordinalIn(paused)).toBe(1);
    expect(ordinalIn(revealed)).toBe(1);
    expect(ordinalIn({ ...question, index: 4 })).toBe(5);
    // Who comes into a question that is dropped plays the one that stands in for it.
    expect(ordinalIn({ ...question, index: 4, drops: 2 })).toBe(7);
    expect(ordinalIn({ ...question, first: 8, index: 4, drops: 2 })).toBe(15);
  });
});
