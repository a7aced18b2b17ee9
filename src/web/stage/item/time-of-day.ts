/** Times of day where the host is (R27.11); without `utcOffset` (minutes ahead of UTC), those of this browser. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const offsetMs = (now: number, utcOffset?: number): number =>
  (utcOffset ?? -new Date(now).getTimezoneOffset()) * MINUTE_MS;

/** The time that clocks show at `now` (server epoch ms), as `19:30`. */
export function timeOfDay(now: number, utcOffset?: number): string {
  return new Date(now + offsetMs(now, utcOffset)).toISOString().slice(11, 16);
}

/** Server epoch ms of the moment nearest to `now` at which clocks show `text`, as `19:30`. */
export function momentOf(text: string, now: number, utcOffset?: number): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  const local = now + offsetMs(now, utcOffset);
  const today = local - (local % DAY_MS) + (hours * 60 + minutes) * MINUTE_MS;
  const days = Math.round((local - today) / DAY_MS);
  return today + days * DAY_MS - offsetMs(now, utcOffset);
}
