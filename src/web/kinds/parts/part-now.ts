/** Which part of a question stands on a page, and what of its reveal (R16.21). */
import { isSeries } from '../../../protocol/question.js';
import type { PartReveal, RevealPayload } from '../../../protocol/scores.js';
import type { RoomState } from '../../room/room-state.svelte.js';

export type PartRoom = Pick<RoomState, 'kind' | 'phase' | 'question' | 'reveal' | 'bell' | 'beat'>;

/** Tells of a reveal, or of one of its parts. */
export type Told = Pick<RevealPayload, 'solution' | 'summary' | 'nearest' | 'isVoid'>;

/** The part that is open, or of which the reveal tells; undefined where none does. */
export function partNow({
  kind,
  phase,
  beat,
}: Pick<PartRoom, 'kind' | 'phase' | 'beat'>): number | undefined {
  if (kind === 'question') return phase?.part;
  return kind === 'reveal' && beat?.beat.scene === 'part' ? beat.beat.part : undefined;
}

/** The part of a reveal that is told now: of one part in its beat, and else all, where that is told. */
export function toldNow(
  room: Pick<PartRoom, 'kind' | 'phase' | 'reveal' | 'bell' | 'beat'>,
): Told | null {
  const part = room.kind === 'reveal' ? partNow(room) : undefined;
  return part === undefined ? room.reveal : (room.bell?.parts?.[part] ?? null);
}

/** The reveal of all parts; undefined before it is, and of questions that have one. */
export function partsTold({ reveal }: Pick<PartRoom, 'reveal'>): readonly PartReveal[] | undefined {
  return reveal?.parts;
}

/** Whether all things that have an order stand beside the floor, as nobody can place one without the others. */
export function isListed(room: PartRoom & Pick<RoomState, 'isCurtained'>): boolean {
  const { question, kind } = room;
  if (question?.kind !== 'order' || room.isCurtained) return false;
  return kind === 'question' || (kind === 'reveal' && room.reveal === null);
}

/** Whether the list of all parts stands on the floor: once all is told. */
export function isWholeTold(room: PartRoom): boolean {
  const { question } = room;
  return question !== null && isSeries(question.kind) && partsTold(room) !== undefined;
}

/** Whether a part before the last one is told, while people stand where they answered the last. */
export function isEarlierTold(room: Pick<PartRoom, 'kind' | 'phase' | 'beat'>): boolean {
  const part = room.kind === 'reveal' ? partNow(room) : undefined;
  return part !== undefined && part < (room.phase?.part ?? 0);
}

/** Whether the poll before a guess is shown: in its own beat, and once all is told. */
export function isPollTold(room: PartRoom): boolean {
  const { question } = room;
  if (question === null || !('share' in question) || room.kind !== 'reveal') return false;
  return partNow(room) === 0 || (room.reveal !== null && toldNow(room) !== null);
}
