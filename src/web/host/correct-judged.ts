import { targetsFor } from '../../game/kinds/spot.js';
import { isSameName } from '../../protocol/judged-name.js';
import type { RightNumber, Solution } from '../../protocol/question.js';
import { rightRows } from '../kinds/question-rows.js';
import type { CommandAnswer } from '../room/connection.js';
import type { Judged } from '../room/room-state.svelte.js';
import type { RoomSession } from '../stage/session.js';

/** What is to stand; without rights and without a number, what the set says. */
export interface Ruling {
  isVoid: boolean;
  /** Choices by `order`, or places by number. */
  rights: readonly number[] | null;
  number?: Omit<RightNumber, 'kind'>;
}

/** What stands. */
export function rulingOf({ question, solution, isVoid }: Judged): Ruling {
  if (solution.kind !== 'number') return { isVoid, rights: rightRows(question, solution) ?? null };
  const { answer, tolerance } = solution;
  return { isVoid, rights: null, number: { answer, tolerance } };
}

/** Sends what is to stand of a judged question (R4.9); what the server says comes back with everybody's scores. */
export async function correctJudged(
  session: RoomSession,
  judged: Judged,
  { isVoid, rights, number }: Ruling,
): Promise<CommandAnswer<'correctQuestion'>> {
  const { room } = session;
  const answer = await session.ask('correctQuestion', {
    version: room.phase?.version ?? 0,
    ...judged.name,
    isVoid,
    rights: rights && [...rights],
    ...(number && { number }),
  });
  // In a question nobody is told what has become of the one before but by the scores. Meanwhile another may be judged.
  const isLast =
    room.judged?.question === judged.question && isSameName(room.judged.name, judged.name);
  if (answer.ok && isLast)
    room.judged = { ...judged, isVoid, solution: solutionBy(judged, { rights, number }) };
  return answer;
}

/** What is right then, as far as the page can know it. */
function solutionBy(
  { question, answer, solution }: Judged,
  { rights, number }: Pick<Ruling, 'rights'> & { number: Ruling['number'] },
): Solution {
  if (number) return { kind: 'number', ...number };
  if (solution.kind === 'choice') return { kind: 'choice', rights: rights ?? [answer] };
  if (rights === null || solution.kind !== 'spot' || !('places' in question)) return solution;
  return { kind: 'spot', targets: targetsFor(rights, question.places, solution.targets) };
}
