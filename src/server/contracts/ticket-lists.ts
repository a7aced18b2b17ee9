import type { RoomTicket } from '../../game/room-state.js';

/** A list of tickets as it is kept; a room makes identities of its own of it. */
export interface ListedTickets {
  id: string;
  title: string;
  teamNames: string[];
  tickets: Omit<RoomTicket, 'identityId'>[];
}

/** Where lists of tickets are kept. While they cannot be reached, only asking for them fails (DATABASE_AWAY). */
export interface TicketLists {
  /** The list, which is used now; undefined where this host has none with this id. */
  use(hostId: string, id: string): Promise<ListedTickets | undefined>;
  /** A ticket of the list was made anew in a room; nothing happens where the list is no more. */
  noteReissued(id: string, number: number, digest: string): Promise<void>;
}

export const TICKET_LISTS = Symbol('TICKET_LISTS');
