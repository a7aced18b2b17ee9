/** Who was right, what it is worth, who is out (R6). */
import type { GameMode, ResultRow } from '../protocol/events.js';
import type { RevealedQuestion } from './phase.js';
import { ranker, sharedPoints } from './ranks.js';
import { isAlive, type PlayerMark, type Seat } from './room-state.js';
import { zoneOf } from './zones.js';

const SURVIVAL_POINT = 1;

/** Judges the question of this index by what everybody did, and marks all of them. */
export function judge(
  seats: readonly Seat[],
  mode: GameMode,
  question: RevealedQuestion,
  index: number,
): PlayerMark[] {
  const playing = seats.filter((seat) => isAlive(seat) && seat.playsFrom <= index);
  const right = new Set(playing.filter((seat) => isRight(seat, question)).map((seat) => seat.slot));
  const inPlay = new Set(playing.map((seat) => seat.slot));
  const judged = seats.map((seat) => {
    const isAnswer = right.has(seat.slot);
    if (mode === 'RANKING') {
      const points = isAnswer ? sharedPoints(right.size) : 0;
      return { seat, isAnswer, score: seat.score + points, fellAt: seat.fellAt };
    }
    // Nobody falls when all the living are wrong.
    const survives = inPlay.has(seat.slot) && (isAnswer || right.size === 0);
    const falls = inPlay.has(seat.slot) && !survives;
    return {
      seat,
      isAnswer,
      score: seat.score + (survives ? SURVIVAL_POINT : 0),
      fellAt: falls ? seat.position : seat.fellAt,
    };
  });
  const rank = ranker(judged.map((row) => row.score));
  return judged.map(({ seat, isAnswer, score, fellAt }) => ({
    playerId: seat.playerId,
    score,
    isAnswer,
    played: inPlay.has(seat.slot),
    rank: rank(score),
    fellAt,
  }));
}

function isRight(seat: Seat, question: RevealedQuestion): boolean {
  switch (question.kind) {
    case 'choice':
      return zoneOf(seat.position, question.choiceList.length) === question.answer;
  }
}

/** What is left of a game when it ends: the scores as they stand, and everybody alive (R6.3). */
export function closingMarks(seats: readonly Seat[]): PlayerMark[] {
  const rank = ranker(seats.map(({ score }) => score));
  return seats.map(({ playerId, score }) => {
    return { playerId, score, isAnswer: false, played: false, rank: rank(score), fellAt: null };
  });
}

/** The final table, best first; ties share a rank and stand in order of slots. */
export function resultsOf(seats: readonly Seat[]): ResultRow[] {
  const rank = ranker(seats.map((seat) => seat.score));
  return seats
    .map(({ playerId, playerName, slot, score }) => {
      return { playerId, playerName, slot, score, rank: rank(score) };
    })
    .sort((a, b) => a.rank - b.rank || a.slot - b.slot);
}
