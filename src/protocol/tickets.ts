/** Tickets: who has one has a seat, with the name, team and extra time that stand on it (R28). */
import { ID_MAX_UNITS, TICKET_CODE_LENGTH } from './limits.js';

/** The letters of Crockford: none that is read as another one. Five bits each. */
export const TICKET_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE = new RegExp(`^[${TICKET_ALPHABET}]{${TICKET_CODE_LENGTH}}$`);
const GROUP = 4;
/** The header by which whoever has come by a ticket shows its code to routes of the room (R28.10). */
export const TICKET_HEADER = 'x-ticket';

/** The code of a ticket as somebody types it, or as it stands in a link; undefined where it is none. */
export function readTicketCode(typed: string): string | undefined {
  if (typed.length > ID_MAX_UNITS) return undefined;
  const code = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return CODE.test(code) ? code : undefined;
}

/** The code in groups, to be read and typed. */
export function shownTicketCode(code: string): string {
  return Array.from({ length: TICKET_CODE_LENGTH / GROUP }, (_, n) =>
    code.slice(n * GROUP, (n + 1) * GROUP),
  ).join('-');
}

/** How a room lets in by tickets: whether others come in as well, and whether each ticket has a name on it. */
export interface TicketPolicy {
  others: boolean;
  named: boolean;
}

/** Somebody of a list that tickets are made of. */
export interface TicketEntry {
  playerName: string;
  /** The name of a team. */
  team?: string;
  /** Whether this person has extra time (R6.10). */
  extra?: true;
}

/** As lists are sent: name, team or nothing, and 1 for extra time. */
export type SentEntry = [playerName: string, team?: string, extra?: 0 | 1];

/** Body of `POST /api/desk/tickets`: a list of so many tickets, or of one for each entry. */
export type NewTickets = { title: string } & ({ count: number } | { entries: SentEntry[] });

/** `GET /api/desk/tickets`: the lists that are kept, the latest first. */
export interface KeptTickets {
  id: string;
  title: string;
  count: number;
  /** Whether names stand on them. */
  named: boolean;
  teams: string[];
  createdAt: number;
  /** When a room took it last, or when it was made. */
  usedAt: number;
  /** When it is deleted, unless a room takes it again. */
  keepUntil: number;
}

/** `GET /api/desk/tickets/ID`: each ticket, whose number is its place from 1 on. */
export interface KeptTicketList extends KeptTickets {
  /** With a count, the names are empty. */
  tickets: TicketEntry[];
}

/** The codes of tickets that were made, by number, each told this once; with the list as it is. */
export interface MadeTickets extends KeptTicketList {
  codes: Record<number, string>;
  /** Numbers of those whose names are taken for each other, where a list of names was just read. */
  alike?: number[][];
}

/** Body of `POST /api/desk/tickets/ID/reissue`: one ticket, or all of them. */
export interface ReissueRequest {
  number: number | null;
}

/** The state of a ticket in a room: `gone` had a seat, and has it no more. */
export type TicketState = 'missing' | 'here' | 'away' | 'gone' | 'kicked';

export interface ShownTicket {
  number: number;
  playerName: string;
  team?: number;
  state: TicketState;
}

/** The answer of `readTickets`. */
export interface TicketReport {
  /** That of the list that the room has taken. */
  id: string;
  title: string;
  count: number;
  /** How many have come so far. */
  come: number;
  /** The tickets that were asked for, the first `TICKETS_TOLD`, by number. */
  tickets: ShownTicket[];
  /** How many there are of those. */
  found: number;
}
