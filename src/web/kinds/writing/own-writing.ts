import { isSameName, nameKey, nameOf } from '../../../protocol/judged-name.js';
import { writingOf } from '../../../protocol/question.js';
import type { RoomState } from '../../room/room-state.svelte.js';

/** Whether people write now, and nobody walks yet (R16.14). */
export function isWriting({ kind, phase }: Pick<RoomState, 'kind' | 'phase'>): boolean {
  return kind === 'question' && phase?.act === 1;
}

/** Tells the question that stands from every other one; empty where none does. */
export function questionKey({
  games,
  phase,
  question,
}: Pick<RoomState, 'games' | 'phase' | 'question'>): string {
  return phase ? `${games}:${phase.game}:${nameKey(nameOf(phase))}:${question?.kind}` : '';
}

/** The texts that this player has written for the question that stands; empty where that is nothing, or not known here. */
export function ownTexts({
  phase,
  question,
  ownWritten,
}: Pick<RoomState, 'phase' | 'question' | 'ownWritten'>): readonly string[] {
  if (phase === null || question === null || writingOf(question.kind) === undefined) return [];
  const of = ownWritten?.phase;
  // A page that was away may have missed that another game began.
  if (!of || of.game !== phase.game) return [];
  return isSameName(nameOf(of), nameOf(phase)) ? ownWritten.texts : [];
}
