import { targetsFor } from '../../game/kinds/spot.js';
import { isSameName } from '../../protocol/judged-name.js';
import type { PartSolution } from '../../protocol/question.js';
import { rightRows } from '../kinds/question-rows.js';
import type { CommandAnswer } from '../room/connection.js';
import type { Judged } from '../room/room-state.svelte.js';
import type { RoomSession } from '../stage/session.js';
import { lastCorrection } from './last-correction.svelte.js';
import type { Ruling } from './ruling.js';

/** What stands. */
export function rulingOf({ question, solution, isVoid }: Judged): Ruling {
  if (solution.kind === 'text') return { isVoid, rights: null, accepted: solution.accepted };
  if (solution.kind === 'target') return { isVoid, rights: null, target: solution.target };
  if (solution.kind !== 'number') return { isVoid, rights: rightRows(question, solution) ?? null };
  const { answer, tolerance } = solution;
  return { isVoid, rights: null, number: { answer, tolerance } };
}

/** Sends what is to stand of a judged question (R4.9); what the server says comes back with everybody's scores. */
export async function correctJudged(
  session: RoomSession,
  judged: Judged,
  { isVoid, rights, number, accepted, accept, target }: Ruling,
): Promise<CommandAnswer<'correctQuestion'>> {
  const { room } = session;
  const before = rulingOf(judged);
  const scores = new Map(room.roster.all.map(({ id, score }) => [id, score]));
  const answer = await session.ask('correctQuestion', {
    version: room.phase?.version ?? 0,
    ...judged.name,
    isVoid,
    rights: rights && [...rights],
    ...(number && { number }),
    ...(accepted && { accepted: [...accepted] }),
    ...(accept && { accept: [...accept] }),
    ...(target && { target }),
  });
  // In a question nobody is told what has become of the one before but by the scores. Meanwhile another may be judged.
  const isLast =
    room.judged?.question === judged.question && isSameName(room.judged.name, judged.name);
  if (answer.ok && isLast)
    room.judged = {
      ...judged,
      isVoid,
      solution: solutionBy(judged, { rights, number, accepted, accept, target }),
    };
  if (answer.ok) lastCorrection(session).tell({ judged, before, scores });
  return answer;
}

/** What is right then, as far as the page can know it. */
function solutionBy(
  { question, answer, solution }: Judged,
  { rights, number, accepted, accept = [], target }: Partial<Ruling> & Pick<Ruling, 'rights'>,
): PartSolution {
  if (number) return { kind: 'number', ...number };
  if (target) return { kind: 'target', target };
  if (solution.kind === 'text') {
    const all = new Set([...(accepted ?? solution.accepted), ...accept]);
    return { ...solution, accepted: [...all] };
  }
  if (solution.kind === 'choice') return { kind: 'choice', rights: rights ?? [answer] };
  if (rights === null || solution.kind !== 'spot' || !('places' in question)) return solution;
  return { kind: 'spot', targets: targetsFor(rights, question.places, solution.targets) };
}
