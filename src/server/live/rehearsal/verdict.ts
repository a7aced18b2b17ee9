import {
  SLOW_TRIP_MS,
  type RehearsalOutcome,
  type RehearsalVerdict,
} from '../../../protocol/index.js';
import { isSlow, percentile } from '../room/room-health.js';

/** Later than one flush interval, one time in a hundred: players would see it. */
const MOST_LATE_MS = 50;
/** People who wait longer to get in try again, which makes it worse. */
const MOST_JOIN_MS = 2_000;

/** What was measured in a rehearsal, all in ms. */
export interface Findings {
  /** How long each bot took to get in. */
  joins: readonly number[];
  /** Round trips of each player who is no bot, one for each look. */
  trips: ReadonlyMap<string, readonly number[]>;
  lateP99Ms: number;
  isCutShort: boolean;
}

/** Whether the hall will work, by what was measured (R12.5). */
export function verdictOf(findings: Findings): RehearsalVerdict {
  const { joins, trips, lateP99Ms } = findings;
  const devices = [...trips.values()].flatMap((looks) =>
    looks.length === 0 ? [] : percentile(looks, 50),
  );
  const figures = {
    bots: joins.length,
    joinP95Ms: rounded(joins),
    devices: devices.length,
    slow: devices.filter((roundTripMs) => isSlow({ roundTripMs })).length,
    delayP95Ms: rounded(devices),
    lateP99Ms: Math.round(lateP99Ms),
  };
  return { outcome: outcomeOf(figures, findings.isCutShort), ...figures };
}

function outcomeOf(
  { joinP95Ms, delayP95Ms, lateP99Ms }: Omit<RehearsalVerdict, 'outcome'>,
  isCutShort: boolean,
): RehearsalOutcome {
  // What was bad already is bad all the same.
  if (lateP99Ms > MOST_LATE_MS || (joinP95Ms ?? 0) > MOST_JOIN_MS) return 'serverSlow';
  if (isCutShort || joinP95Ms === null) return 'cutShort';
  if (delayP95Ms === null) return 'networkUntested';
  return delayP95Ms > SLOW_TRIP_MS ? 'networkSlow' : 'good';
}

function rounded(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.round(percentile(values, 95));
}
