/** Who was right, what it is worth, who is out (R6). */
import type { GameMode, Mark, ResultRow } from '../protocol/events.js';
import type { RevealedQuestion } from './phase.js';
import { ranker, sharedPoints } from './ranks.js';
import { isAlive, type Seat } from './room-state.js';
import { zoneOf, type Position } from './zones.js';

const SURVIVAL_POINT = 1;

/** What a reveal writes into one seat, where its serial is unchanged. */
export interface SeatMark {
  slot: number;
  serial: number;
  score: number;
  fellAt: Position | null;
}

export interface Judgement {
  seatMarks: SeatMark[];
  marks: Mark[];
}

/** Judges the question of this index by what everybody did. */
export function judge(
  seats: readonly Seat[],
  mode: GameMode,
  question: RevealedQuestion,
  index: number,
): Judgement {
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
  return {
    seatMarks: judged.map(({ seat, score, fellAt }) => ({
      slot: seat.slot,
      serial: seat.serial,
      score,
      fellAt,
    })),
    marks: judged.map(({ seat, isAnswer, score, fellAt }) => ({
      playerId: seat.playerId,
      score,
      isAnswer,
      isAlive: fellAt === null,
      played: inPlay.has(seat.slot),
      rank: rank(score),
    })),
  };
}

function isRight(seat: Seat, question: RevealedQuestion): boolean {
  switch (question.kind) {
    case 'choice':
      return zoneOf(seat.position, question.choiceList.length) === question.answer;
  }
}

/** The final table, best first; ties share a rank. */
export function resultsOf(seats: readonly Seat[]): ResultRow[] {
  const rank = ranker(seats.map((seat) => seat.score));
  return seats
    .map(({ playerId, playerName, slot, score }) => {
      return { playerId, playerName, slot, score, rank: rank(score) };
    })
    .sort((a, b) => a.rank - b.rank);
}
