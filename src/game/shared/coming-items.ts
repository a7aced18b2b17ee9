/** Which items of a programme are to come (R27.2), for servers and pages. */

interface Planned {
  isDone?: true;
  isOut?: true;
  isMissed?: true;
}

/** Whether an item was not on yet, and still can be. */
export function isToCome({ isDone, isOut, isMissed }: Planned): boolean {
  return isDone !== true && isOut !== true && isMissed !== true;
}

/** Index of the next item behind `at` that is to come and is meant; undefined behind the last one. */
export function comingIndex<Item extends Planned>(
  { at, items }: { at: number; items: readonly Item[] },
  isMeant: (item: Item) => boolean = () => true,
): number | undefined {
  const found = items.findIndex((item, index) => index > at && isToCome(item) && isMeant(item));
  return found < 0 ? undefined : found;
}
