import { RoomError } from '../protocol/errors.js';
import { withJudged } from './apply-change.js';
import type { Correction } from './phase.js';
import type { Transition } from './room-change.js';
import { isAlive, type RoomState } from './room-state.js';
import type { JudgedQuestion } from './judged.js';
import { closingMarks, marksOf, resultsOf } from './scoring.js';

/**
 * Voids a judged question, or says what is right in it; the last reveal and the results may be of a game that
 * has ended (R4.9). Everything is computed again. Nobody falls by it in the middle of a question.
 */
export function correct(
  room: RoomState,
  index: number,
  { isVoid, rights }: { isVoid: boolean; rights: readonly number[] | null },
): Transition {
  const known = room.judged.find((question) => question.index === index);
  if (known === undefined) throw new RoomError('BAD_REQUEST', 'that question was not judged');
  if (rights?.some((order) => order > known.choices))
    throw new RoomError('BAD_REQUEST', `the question has ${known.choices} choices`);
  const { phase, rules } = room;
  const question: JudgedQuestion = { ...known, isVoid, rights: rights ?? [known.answer] };
  const judged = withJudged(room.judged, [question]);
  const seats = [...room.seats.values()];
  const marks = marksOf(seats, judged, rules, phase.kind === 'reveal');
  const version = phase.version + 1;
  if (phase.kind === 'lobby') {
    // A rehearsal leaves no results.
    if (phase.results === null) throw new RoomError('BAD_REQUEST', 'there are no results');
    const results = resultsOf(phase.results, judged, rules);
    const closing = closingMarks(marks);
    const tally = { game: room.tally.game, marks: closing };
    return { phase: { ...phase, version, results }, tally, judged: [question] };
  }
  const tally = { game: room.tally.game, marks };
  const isShown = phase.kind === 'reveal' && phase.index === index;
  const correction: Correction = { rights: question.rights, isVoid };
  const alive = new Set(marks.flatMap(({ playerId, fellAt }) => (fellAt === null ? playerId : [])));
  const back = seats.filter((seat) => !isAlive(seat) && alive.has(seat.playerId));
  const revived = back.map(({ playerId }) => playerId);
  const changes = {
    version,
    ...(isShown ? { correction } : {}),
    ...(phase.kind === 'question' ? { revived: [...phase.revived, ...revived] } : {}),
  };
  return {
    phase: { ...phase, ...changes },
    tally,
    judged: [question],
  };
}
