import { TURNED_AWAY_MS, type ErrorCode } from '../../../protocol/index.js';

/** People remembered of one room, and rooms, of which those asked for longest ago are forgotten. */
const MOST_OF_ROOM = 2_000;
const MOST_ROOMS = 1_000;

interface Refusal {
  code: ErrorCode;
  /** By `performance.now()`. */
  at: number;
}

/** Whom this process has turned away from a room, and why (R1.9): an identity with its last refusal. */
export type TurnedAwayList = [identityId: string, code: ErrorCode][];

/** Who wanted into rooms here and was refused, for ten minutes; identities that have a seat by now are the reader's to leave out. */
export class TurnedAway {
  private readonly rooms = new Map<string, Map<string, Refusal>>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  note(roomId: string, identityId: string, code: ErrorCode): void {
    const people = this.rooms.get(roomId) ?? new Map<string, Refusal>();
    this.rooms.delete(roomId);
    this.rooms.set(roomId, people);
    // The first ones stay remembered, and those who try again keep their place: a program must not push them out.
    const isKept =
      people.size < MOST_OF_ROOM || people.has(identityId) || this.of(roomId).length < MOST_OF_ROOM;
    if (isKept) people.set(identityId, { code, at: this.now() });
    forgetOldest(this.rooms, MOST_ROOMS);
  }

  /** They are in. */
  forget(roomId: string, identityId: string): void {
    const people = this.rooms.get(roomId);
    people?.delete(identityId);
    if (people?.size === 0) this.rooms.delete(roomId);
  }

  has(roomId: string, identityId: string): boolean {
    const refusal = this.rooms.get(roomId)?.get(identityId);
    return refusal !== undefined && refusal.at >= this.now() - TURNED_AWAY_MS;
  }

  of(roomId: string): TurnedAwayList {
    const people = this.rooms.get(roomId) ?? new Map<string, Refusal>();
    const since = this.now() - TURNED_AWAY_MS;
    for (const [identityId, { at }] of people) if (at < since) people.delete(identityId);
    return Array.from(people, ([identityId, { code }]) => [identityId, code]);
  }
}

function forgetOldest(entries: Map<string, unknown>, most: number): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(oldest);
  }
}
