import { describe, expect, it } from 'vitest';
import { compareNotes, type Notes } from '../../load-test/artillery/game.js';
import type { Mark, QuestionPayload } from '../../src/protocol/index.js';

const QUESTION: QuestionPayload = {
  kind: 'choice',
  quiz: 'Which?',
  choiceList: [1, 2, 3].map((order) => ({ order, content: `Choice ${order}` })),
  startTime: 1,
  endTime: 2,
};

function mark(playerId: string, isAnswer: boolean, isAlive: boolean, score = 0, rank = 1): Mark {
  return { playerId, score, isAnswer, isAlive, played: true, rank, gain: 0 };
}

/** Two players and one question whose answer is 1: a is right, b is wrong and falls. */
function room(): [a: Notes, b: Notes] {
  return ['a', 'b'].map((playerId, at): Notes => ({
    playerId,
    questions: [{ ...QUESTION }],
    values: [at + 1],
    reveals: [{ answer: 1, players: [mark('a', true, true, 1, 1), mark('b', false, false, 0, 2)] }],
    results: {
      hostId: 'a',
      results: [
        { playerId: 'a', playerName: 'A', slot: 0, score: 1, rank: 1 },
        { playerId: 'b', playerName: 'B', slot: 1, score: 0, rank: 2 },
      ],
    },
  })) as [Notes, Notes];
}

describe('compared notes of a game', () => {
  it('finds nothing where all heard the same and the marks fit', () => {
    expect(compareNotes('SURVIVAL', room())).toEqual({
      'questions heard': 2,
      'questions differing': 0,
      'reveals differing': 0,
      'results differing': 0,
      'players without results': 0,
      'marks judged': 4,
      'marks wrong': 0,
    });
  });

  it('finds a question that one player heard differently, or not at all', () => {
    const [a, b] = room();
    b.questions[0] = { ...QUESTION, choiceList: QUESTION.choiceList.toReversed() };
    expect(compareNotes('SURVIVAL', [a, b])['questions differing']).toBe(1);
    b.questions.length = 0;
    expect(compareNotes('SURVIVAL', [a, b])['questions differing']).toBe(1);
  });

  it('finds a reveal and results that differ, and results that are missing', () => {
    const [a, b] = room();
    b.reveals[0] = { answer: 1, players: [mark('a', true, true, 2), mark('b', false, false)] };
    b.results = { hostId: 'b', results: [] };
    expect(compareNotes('SURVIVAL', [a, b])).toMatchObject({
      'reveals differing': 1,
      'results differing': 1,
    });
    b.results = undefined;
    expect(compareNotes('SURVIVAL', [a, b])['players without results']).toBe(1);
  });

  it('finds a mark that does not fit the zone, and one that is missing', () => {
    const [a, b] = room();
    a.values[0] = 3;
    expect(compareNotes('RANKING', [a])['marks wrong']).toBe(1);
    const nobody = { ...b, playerId: 'c', results: undefined };
    expect(compareNotes('SURVIVAL', [nobody])['marks wrong']).toBe(1);
  });

  it('expects a ghost to stay wrong wherever it stands, and nobody to fall in a ranking game', () => {
    const [a, b] = room();
    for (const notes of [a, b]) {
      notes.results = undefined;
      notes.values.push(1);
      notes.reveals.push({ answer: 1, players: [mark('a', true, true), mark('b', false, false)] });
    }
    expect(compareNotes('SURVIVAL', [b])['marks wrong']).toBe(0);
    // In a ranking game b should be alive twice, and right once.
    expect(compareNotes('RANKING', [b])['marks wrong']).toBe(2);
  });

  it('expects nobody to fall where all the living are wrong', () => {
    const [a] = room();
    a.values[0] = 2;
    a.results = undefined;
    a.reveals[0] = { answer: 3, players: [mark('a', false, true), mark('b', false, true)] };
    expect(compareNotes('SURVIVAL', [a])['marks wrong']).toBe(0);
  });

  it('holds the result against the last mark', () => {
    const [a] = room();
    a.reveals[0] = { answer: 1, players: [mark('a', true, true, 5, 1)] };
    expect(compareNotes('SURVIVAL', [a])['marks wrong']).toBe(1);
  });
});
