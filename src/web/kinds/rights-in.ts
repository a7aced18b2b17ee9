import { floorOf } from '../../game/kinds/floor.js';
import { rightValues } from '../../game/kinds/rights.js';
import type { RoomState } from '../room/room-state.svelte.js';

/** The zones that are right, as the reveal tells; undefined where none can be, or not yet. */
export function rightsIn({
  question,
  reveal,
}: Pick<RoomState, 'question' | 'reveal'>): readonly number[] | undefined {
  const { solution } = reveal ?? {};
  return question && solution ? rightValues(floorOf(question), solution) : undefined;
}
