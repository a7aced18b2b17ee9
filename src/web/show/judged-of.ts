import { nameOf } from '../../protocol/judged-name.js';
import type { RevealPayload } from '../../protocol/scores.js';
import type { Judged, RoomState } from '../room/room-state.svelte.js';

/** What the host may correct of a reveal (R4.9): null where nothing can be right, undefined where nothing was asked. */
export function judgedOf(
  { question, phase, languages }: Pick<RoomState, 'question' | 'phase' | 'languages'>,
  { answer, solution, isVoid = false }: RevealPayload,
): Judged | null | undefined {
  if (!question || !phase) return undefined;
  // Corrections are made in the main language (R30.19).
  const told = languages?.told(question) ?? question;
  return solution ? { name: nameOf(phase), question: told, answer, solution, isVoid } : null;
}
