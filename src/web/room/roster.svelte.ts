import type { SlotHolder } from '../../protocol/compact.js';
import type { Person, PresencePayload } from '../../protocol/events.js';
import type { WirePosition } from '../../protocol/position.js';
import type { Mark } from '../../protocol/scores.js';
import { rankIn } from '../../game/shared/ranks.js';
import { ranksOf } from './ranking.js';

/** A member of the room; where they stand is in `Tracks`. */
export interface Member {
  id: string;
  name: string;
  slot: number;
  isHost: boolean;
  isOwner: boolean;
  /** Plays in a rehearsal, and is counted apart. */
  isBot: boolean;
  isCoHost: boolean;
  /** Stands in while owner, host and co-hosts are away (R3.2). */
  isActing: boolean;
  isAlive: boolean;
  score: number;
  /** As the last reveal told; null for who was not judged in this game. */
  rank: number | null;
  /** As the last reveal told; there where it tells this player from others with the same score (R6.6). */
  tieMs?: number | undefined;
  connected: boolean;
  isMuted: boolean;
  /** Null where there are no teams. */
  team: number | null;
}

export interface RankedMember {
  member: Member;
  /** Null before anybody has scored, and for who was not in the game that the ranks are of. */
  rank: number | null;
}

/** Best first, who has no rank last, in order of slots. */
export function inOrder(members: readonly Member[], ranks: (number | null)[]): RankedMember[] {
  const last = members.length + 1;
  return members
    .map((member, index) => ({ member, rank: ranks[index] ?? null }))
    .sort((a, b) => (a.rank ?? last) - (b.rank ?? last) || a.member.slot - b.member.slot);
}

/**
 * Who is in the room. A plain map behind one reactive counter: 200 members change in one frame at a
 * reveal, which would be 200 separate notifications otherwise.
 */
export class Roster {
  readonly #members = new Map<string, Member>();
  readonly #ids = new Map<number, string>();
  #version = $state(0);
  /** In a big room (R23), whose people are here only in part: how many there are, and live. */
  counted = $state.raw<{ players: number; alive: number } | null>(null);

  readonly ranked: RankedMember[] = $derived.by(() => {
    const { all } = this;
    return inOrder(all, ranksOf(all));
  });

  get all(): Member[] {
    void this.#version;
    return [...this.#members.values()];
  }

  get size(): number {
    void this.#version;
    return this.counted?.players ?? this.#members.size;
  }

  get botCount(): number {
    return this.counted ? 0 : this.all.filter((member) => member.isBot).length;
  }

  /** Everybody but the bots. */
  get peopleCount(): number {
    return this.size - this.botCount;
  }

  get aliveCount(): number {
    return this.counted?.alive ?? this.all.filter((member) => member.isAlive).length;
  }

  /** Without making the caller depend on changes: for the drawing loop. */
  get peek(): ReadonlyMap<string, Member> {
    return this.#members;
  }

  get(id: string | null): Member | undefined {
    void this.#version;
    return id === null ? undefined : this.#members.get(id);
  }

  atSlot(slot: number): SlotHolder | undefined {
    const member = this.#members.get(this.#ids.get(slot) ?? '');
    return member && { playerId: member.id, playerName: member.name };
  }

  clear(): void {
    this.#members.clear();
    this.#ids.clear();
    this.#version++;
  }

  add(players: readonly (Person & { playerPosition?: WirePosition })[]): void {
    for (const { playerId: id, playerName: name, playerPosition: _position, ...rest } of players) {
      const { isOwner = false, isCoHost = false, isActing = false } = rest;
      const { isBot = false, isMuted = false, rank = null, team = null } = rest;
      const flags = { isOwner, isCoHost, isActing, isBot, isMuted };
      this.#members.set(id, { id, name, ...rest, ...flags, rank, team });
      this.#ids.set(rest.slot, id);
    }
    this.#version++;
  }

  remove(id: string): void {
    const slot = this.#members.get(id)?.slot;
    // Somebody else may sit there by now.
    if (slot !== undefined && this.#ids.get(slot) === id) this.#ids.delete(slot);
    this.#members.delete(id);
    this.#version++;
  }

  update(id: string, change: Partial<Member>): void {
    const member = this.#members.get(id);
    if (!member) return;
    this.#members.set(id, { ...member, ...change });
    this.#version++;
  }

  setHost(hostId: string): void {
    for (const member of this.#members.values())
      if (member.isHost !== (member.id === hostId))
        this.#members.set(member.id, { ...member, isHost: member.id === hostId });
    this.#version++;
  }

  setCoHosts(ids: readonly string[]): void {
    for (const member of this.#members.values())
      this.#members.set(member.id, { ...member, isCoHost: ids.includes(member.id) });
    this.#version++;
  }

  /** There are no teams any more. */
  leaveTeams(): void {
    for (const member of this.#members.values())
      if (member.team !== null) this.#members.set(member.id, { ...member, team: null });
    this.#version++;
  }

  setActing(id: string): void {
    for (const member of this.#members.values())
      this.#members.set(member.id, { ...member, isActing: member.id === id });
    this.#version++;
  }

  /** Players without bots, and those of them who are connected. */
  readonly attendance: { here: number; all: number } = $derived.by(() => {
    const people = this.all.filter(({ isBot }) => !isBot);
    return { here: people.filter(({ connected }) => connected).length, all: people.length };
  });

  applyPresence(players: readonly PresencePayload[]): void {
    for (const { playerId, connected } of players) {
      const member = this.#members.get(playerId);
      if (member) this.#members.set(playerId, { ...member, connected });
    }
    this.#version++;
  }

  /** As it was before these marks, for who came after them and must not know them yet; whether they were known. */
  undoMarks(marks: readonly Mark[]): boolean {
    const before = ({ score, gain }: Mark): number => score - gain;
    const isKnown = ({ playerId, score, gain, played, isAlive }: Mark): boolean => {
      const member = this.#members.get(playerId);
      const hasGained = gain > 0 && member?.score === score;
      return hasGained || (played && !isAlive && member?.isAlive === false);
    };
    if (!marks.some(isKnown)) return false;
    const rankOf = rankIn(marks.map((mark) => [before(mark)]));
    for (const mark of marks) {
      const { playerId, isAlive, played } = mark;
      const score = before(mark);
      const change = { score, rank: rankOf([score]), isAlive: isAlive || played, tieMs: undefined };
      const member = this.#members.get(playerId);
      if (member) this.#members.set(playerId, { ...member, ...change });
    }
    this.#version++;
    return true;
  }

  /** Who is alive now; scores and ranks may follow. */
  applyLives(marks: readonly Mark[]): void {
    for (const { playerId, isAlive } of marks) {
      const member = this.#members.get(playerId);
      if (member) this.#members.set(playerId, { ...member, isAlive });
    }
    this.#version++;
  }

  /** Who is alive now, where that is told of everybody at once. */
  applyAlive(isAlive: (member: Member) => boolean): void {
    for (const member of this.#members.values())
      this.#members.set(member.id, { ...member, isAlive: isAlive(member) });
    this.#version++;
  }

  /** In a big room, where only the best are told: nobody else has points that are known. */
  forgetMarks(known: ReadonlySet<string>): void {
    for (const member of this.#members.values())
      if (!known.has(member.id)) this.#members.set(member.id, { ...member, score: 0, rank: null });
    this.#version++;
  }

  applyMarks(marks: readonly Mark[]): void {
    for (const { playerId, score, rank, isAlive, tieMs } of marks) {
      const member = this.#members.get(playerId);
      // 0 is none: the round holds them back (R27.4).
      if (member)
        this.#members.set(playerId, { ...member, score, rank: rank || null, isAlive, tieMs });
    }
    this.#version++;
  }

  /** A game begins (scores reset) or ends (everyone alive again, R6.3). */
  reviveAll(resetScores: boolean): void {
    for (const member of this.#members.values())
      this.#members.set(member.id, {
        ...member,
        isAlive: true,
        score: resetScores ? 0 : member.score,
        rank: resetScores ? null : member.rank,
        tieMs: resetScores ? undefined : member.tieMs,
      });
    this.#version++;
  }
}
