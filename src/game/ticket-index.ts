/** Finds a ticket of a room by whose it is, and by its code (R28). */
import type { RoomState, RoomTicket, RoomTickets, Seat } from './room-state.js';

interface TicketIndex {
  byIdentity: ReadonlyMap<string, RoomTicket>;
  byDigest: ReadonlyMap<string, RoomTicket>;
  /** From 1 on, as they stand in the list. */
  numbers: ReadonlyMap<RoomTicket, number>;
}

/** By tickets, which are replaced and never changed. */
const indexes = new WeakMap<readonly RoomTicket[], TicketIndex>();
const NO_INDEX: TicketIndex = {
  byIdentity: new Map(),
  byDigest: new Map(),
  numbers: new Map(),
};

type Ticketed = Pick<RoomState, 'tickets'>;

/** The ticket that somebody has come with, or would come with. */
export function ticketOf({ tickets }: Ticketed, identityId: string): RoomTicket | undefined {
  return tickets === null ? undefined : indexOf(tickets).byIdentity.get(identityId);
}

/** The ticket of a code. */
export function ticketOfDigest({ tickets }: Ticketed, digest: string): RoomTicket | undefined {
  return tickets === null ? undefined : indexOf(tickets).byDigest.get(digest);
}

/** Counts `seatsNeeded` of a room, which each change of seats keeps up to date from then on. */
export function countSeatsNeeded(
  { banned }: Pick<RoomState, 'banned'>,
  tickets: RoomTickets | null,
  seats: Iterable<Seat>,
): number {
  const { byIdentity } = tickets === null ? NO_INDEX : indexOf(tickets);
  let others = 0;
  for (const { identityId, isBot } of seats) if (!isBot && !byIdentity.has(identityId)) others++;
  let ended = 0;
  for (const identityId of banned.keys()) if (byIdentity.has(identityId)) ended++;
  return others + byIdentity.size - ended;
}

export function indexOf(list: RoomTickets): TicketIndex {
  const { tickets } = list;
  let index = indexes.get(tickets) ?? NO_INDEX;
  if (index === NO_INDEX) {
    index = {
      byIdentity: new Map(tickets.map((ticket) => [ticket.identityId, ticket])),
      byDigest: new Map(tickets.map((ticket) => [ticket.digest, ticket])),
      numbers: new Map(tickets.map((ticket, i) => [ticket, i + 1])),
    };
    indexes.set(tickets, index);
  }
  return index;
}
