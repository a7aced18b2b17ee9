/** How a draw is shown (R27.8): the floor falls away in halves, until the winners are left. */

/** Before the first fall, and behind the last one, in ms. */
const LEAD_MS = 1_300;
const REST_MS = 1_700;
/** From one fall to the next, in ms, unless all of it would be shorter or longer than this. */
const FALL_MS = 850;
const LEAST_MS = 6_000;
const MOST_MS = 12_000;

/** How many are left after each fall. */
export function fallsOf(count: number, winners: number): number[] {
  const falls: number[] = [];
  for (let left = count; left > winners;) {
    left = Math.max(winners, Math.ceil(left / 2));
    falls.push(left);
  }
  return falls;
}

/** For how long a draw among so many is shown. */
export function courseMs(count: number, winners: number): number {
  if (count === 0) return 0;
  const { length } = fallsOf(count, winners);
  if (length === 0) return LEAD_MS + REST_MS;
  return Math.min(Math.max(LEAD_MS + length * FALL_MS + REST_MS, LEAST_MS), MOST_MS);
}

/** When each fall begins, in ms of a course of `ms`. */
export function fallTimes(count: number, winners: number, ms: number): number[] {
  const falls = fallsOf(count, winners);
  const everyMs = (ms - LEAD_MS - REST_MS) / falls.length;
  return falls.map((_, i) => LEAD_MS + i * everyMs);
}
