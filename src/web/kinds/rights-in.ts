import { floorOf } from '../../game/kinds/floor.js';
import { rightValues } from '../../game/kinds/rights.js';
import { isWholeTold, toldNow, type PartRoom } from './parts/part-now.js';

/** The zones that are right, as the reveal tells now; undefined where none can be, not yet, or by a list of all parts. */
export function rightsIn(room: PartRoom): readonly number[] | undefined {
  const { question } = room;
  const solution = isWholeTold(room) ? undefined : toldNow(room)?.solution;
  return question && solution ? rightValues(floorOf(question), solution) : undefined;
}
