/** Reads the lists that hosts send to make tickets of them. */
import { z } from 'zod';
import { nameKey } from '../../../game/name-list.js';
import {
  cleanName,
  limits,
  RoomError,
  withoutCrown,
  type TicketEntry,
} from '../../../protocol/index.js';
import { cleanText } from '../../../protocol/text.js';
import { hasTooManyParts } from '../files/json-parts.js';

export interface WantedTickets {
  title: string;
  teams: string[];
  /** With empty names where only their number was given. */
  entries: TicketEntry[];
  /** Numbers of entries whose names are taken for each other: case, spaces and look-alikes aside. */
  alike: number[][];
}

const title = z.string().transform((raw, context) => {
  const clean = cleanText(raw, limits.TITLE_BOUNDS);
  if (clean) return clean;
  context.addIssue({ code: 'custom', message: 'cannot be shown' });
  return z.NEVER;
});
export const titleSchema = z.strictObject({ title });

const body = z.union([
  z.strictObject({ title, count: z.int().min(1).max(limits.TICKETS_MOST) }),
  // Read one by one.
  z.strictObject({ title, entries: z.array(z.unknown()).min(1).max(limits.TICKETS_MOST) }),
]);
const entry = z.union([
  z.tuple([z.string()]),
  z.tuple([z.string(), z.string()]),
  z.tuple([z.string(), z.string(), z.literal([0, 1])]),
]);

/** Stops after each entry; throws BAD_REQUEST, with the line that is wrong. */
export function* readNewTickets(bytes: Buffer): Generator<void, WantedTickets> {
  const written = bytes.toString('utf8');
  const sent = body.safeParse(hasTooManyParts(written) ? undefined : jsonOf(written));
  if (!sent.success) throw new RoomError('BAD_REQUEST', 'no title, or no number and no entries');
  if ('count' in sent.data) {
    const { title: name, count } = sent.data;
    const entries = Array.from({ length: count }, () => ({ playerName: '' }));
    return { title: name, teams: [], entries, alike: [] };
  }
  const teams = new Map<string, string>();
  const entries: TicketEntry[] = [];
  const numbers = new Map<string, number[]>();
  for (const [index, given] of sent.data.entries.entries()) {
    yield;
    const [rawName, rawTeam = '', extra] = entry.safeParse(given).data ?? [];
    const playerName = nameOf(rawName);
    const team = nameOf(rawTeam);
    if (!playerName || team === undefined)
      throw new RoomError('BAD_REQUEST', `entries: ${index + 1} has no name that can be shown`);
    const look = nameKey(playerName);
    const those = numbers.get(look);
    if (those === undefined) numbers.set(look, [index + 1]);
    else those.push(index + 1);
    const key = nameKey(team);
    if (team !== '' && !teams.has(key)) teams.set(key, team);
    const known = teams.get(key);
    entries.push({
      playerName,
      ...(known && { team: known }),
      ...(extra === 1 && { extra: true }),
    });
  }
  if (teams.size === 1 || teams.size > limits.MAX_TEAMS)
    throw new RoomError('BAD_REQUEST', `entries: two teams at least, ${limits.MAX_TEAMS} at most`);
  const alike = [...numbers.values()].filter(({ length }) => length > 1);
  return { title: sent.data.title, teams: [...teams.values()], entries, alike };
}

function nameOf(raw: string | undefined): string | undefined {
  return raw === undefined ? undefined : cleanName(withoutCrown(raw), limits.NAME_BOUNDS);
}

function jsonOf(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}
