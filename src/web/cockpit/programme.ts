/** The cockpit reads the order of its evening here. */
import { comingIndex } from '../../game/shared/coming-items.js';
import type { RoomState } from '../room/room-state.svelte.js';

/**
 * The effect of _Next_ in the lobby: it shows an item, goes on with the one that is on or ends it, or begins a round. A draw
 * is held before anything else comes, and shown to its end.
 */
export function comingIn(
  { programme, item, phase }: Pick<RoomState, 'programme' | 'item' | 'phase'>,
  now: number,
): 'item' | 'round' | null {
  if (programme === null) return null;
  const isOver = item?.kind !== 'draw' || (item.drawn && now >= (phase?.endTime ?? 0));
  const coming = programme.items[comingIndex(programme) ?? -1];
  if (coming === undefined) return item === null ? null : 'item';
  return coming.kind === 'round' && isOver ? 'round' : 'item';
}

/** Whether an item, and no round, was on before what is on now (R27.7). */
export function mayGoBack({
  programme,
  item,
  kind,
}: Pick<RoomState, 'programme' | 'item' | 'kind'>): boolean {
  if (programme === null || (item === null && kind !== 'countdown')) return false;
  const before = programme.items.findLast(
    ({ isDone }, index) => index < programme.at && isDone === true,
  );
  return before !== undefined && before.kind !== 'round';
}
