import { nameOf } from '../../protocol/judged-name.js';
import type { RevealPayload } from '../../protocol/scores.js';
import type { Judged, RoomState } from '../room/room-state.svelte.js';

/** What the host may correct of a reveal (R4.9): null where nothing can be right, undefined where nothing was asked. */
export function judgedOf(
  { question, phase }: Pick<RoomState, 'question' | 'phase'>,
  { answer, solution, isVoid = false }: RevealPayload,
): Judged | null | undefined {
  if (!question || !phase) return undefined;
  return solution ? { name: nameOf(phase), question, answer, solution, isVoid } : null;
}
