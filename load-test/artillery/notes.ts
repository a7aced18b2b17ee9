/** What each player of a game was told, and whether they were all told the same and the truth. */
import type { QuestionPayload } from '../../src/protocol/events.js';
import type { GameMode } from '../../src/protocol/room-options.js';
import type { Mark, ResultsPayload, RevealPayload } from '../../src/protocol/scores.js';

export interface Notes {
  readonly playerId: string;
  readonly questions: QuestionPayload[];
  /** What the player answered at each deadline, as `valueAt` tells it. */
  readonly values: number[];
  readonly reveals: RevealPayload[];
  results: ResultsPayload | undefined;
}

/** Counts over the players of one room. */
export type Verdict = Record<
  | 'questions heard'
  | 'questions differing'
  | 'reveals differing'
  | 'results differing'
  | 'players without results'
  | 'marks judged'
  | 'marks wrong',
  number
>;

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export function compareNotes(mode: GameMode, all: readonly Notes[]): Verdict {
  // The longest notes are the measure: who heard less misses something.
  const differing = (read: (notes: Notes) => readonly unknown[]): number => {
    const wanted = all
      .map(read)
      .reduce((longest, list) => (list.length > longest.length ? list : longest), []);
    return all.reduce(
      (sum, notes) => sum + wanted.filter((item, at) => !same(item, read(notes)[at])).length,
      0,
    );
  };
  const results = all.find((notes) => notes.results !== undefined)?.results;
  const verdict: Verdict = {
    'questions heard': all.reduce((sum, { questions }) => sum + questions.length, 0),
    'questions differing': differing(({ questions }) => questions),
    'reveals differing': differing(({ reveals }) => reveals),
    'results differing': all.filter((notes) => notes.results && !same(notes.results, results))
      .length,
    'players without results': all.filter((notes) => notes.results === undefined).length,
    'marks judged': 0,
    'marks wrong': 0,
  };
  for (const notes of all) judgeOwnMarks(mode, notes, verdict);
  return verdict;
}

/** Holds a player's marks against where it stood, and its result against the last mark. */
function judgeOwnMarks(mode: GameMode, notes: Notes, verdict: Verdict): void {
  const judge = (right: boolean): void => {
    verdict['marks judged']++;
    if (!right) verdict['marks wrong']++;
  };
  let alive = true;
  let last: Mark | undefined;
  for (const [at, reveal] of notes.reveals.entries()) {
    const { answer, rights = [answer], players, solution } = reveal;
    // Polls and scales tell no marks.
    if (players.length === 0) continue;
    const mark = players.find(({ playerId }) => playerId === notes.playerId);
    // Of what has no zones it depends on everybody who is right (R16.4).
    const isZoned = solution === undefined || solution.kind === 'choice';
    const isRight: boolean = isZoned
      ? alive && rights.includes(notes.values[at] ?? 0)
      : mark?.isAnswer === true;
    const someoneIsRight = players.some(({ isAnswer }) => isAnswer);
    // When all the living are wrong nobody falls.
    if (mode === 'SURVIVAL') alive &&= isRight || !someoneIsRight;
    judge(mark !== undefined && mark.isAnswer === isRight && mark.isAlive === alive);
    last = mark;
  }
  const result = notes.results?.results.find(({ playerId }) => playerId === notes.playerId);
  if (notes.results !== undefined && last !== undefined)
    judge(result?.score === last.score && result.rank === last.rank);
}
