import type { Audience } from '../../../game/chat-log.js';
import type { Format } from '../../../protocol/index.js';
import { channelsOf, type Broadcaster } from './broadcaster.js';
import type { RoomView } from './room-view.js';

interface Member {
  /** Null for a spectator. */
  slot: number | null;
  audience: Audience;
  format: Format;
}

/** Hears which audience a connection here is in now; null for none any more. */
export interface AudienceObserver {
  changed(connectionId: string, slot: number | null, audience: Audience | null): void;
}

/** Who is in a room on this process; those who are behind count among the others, too. */
export interface Attendance {
  players: number;
  spectators: number;
  behind: number;
}

/** The admitted connections of a room on this process, and the audience that each belongs to. */
export class Audiences {
  observer: AudienceObserver | undefined;
  private readonly members = new Map<string, Member>();
  private readonly counts = {
    json: { living: 0, ghosts: 0 },
    compact: { living: 0, ghosts: 0 },
  };
  private readonly channels: ReturnType<typeof channelsOf>;

  constructor(
    private readonly view: RoomView,
    private readonly broadcaster: Broadcaster,
  ) {
    this.channels = channelsOf(view.roomId);
  }

  admit(connectionId: string, slot: number | null, format: Format): void {
    this.remove(connectionId);
    const member = { slot, audience: this.view.audienceOf(slot), format };
    this.members.set(connectionId, member);
    this.enter(connectionId, member);
    this.observer?.changed(connectionId, slot, member.audience);
  }

  remove(connectionId: string): void {
    const member = this.members.get(connectionId);
    if (member === undefined) return;
    this.members.delete(connectionId);
    this.leave(connectionId, member);
    this.observer?.changed(connectionId, member.slot, null);
  }

  /** Moves everybody to the audience that their seat is in now; returns those who moved. */
  regroup(): string[] {
    const moved: string[] = [];
    for (const [connectionId, member] of this.members) {
      const audience = this.view.audienceOf(member.slot);
      if (audience === member.audience) continue;
      this.leave(connectionId, member);
      member.audience = audience;
      this.enter(connectionId, member);
      this.observer?.changed(connectionId, member.slot, audience);
      moved.push(connectionId);
    }
    return moved;
  }

  get size(): number {
    return this.members.size;
  }

  ids(): string[] {
    return [...this.members.keys()];
  }

  /** Connections that hold a seat, and which. */
  *seated(): Iterable<[connectionId: string, slot: number]> {
    for (const [connectionId, { slot }] of this.members)
      if (slot !== null) yield [connectionId, slot];
  }

  hasAny(format: Format, audience: Audience): boolean {
    return this.counts[format][audience] > 0;
  }

  has(connectionId: string): boolean {
    return this.members.has(connectionId);
  }

  get(connectionId: string): Readonly<Member> | undefined {
    return this.members.get(connectionId);
  }

  private enter(connectionId: string, { format, audience }: Member): void {
    this.counts[format][audience]++;
    this.broadcaster.enter(connectionId, this.channels[format][audience]);
  }

  private leave(connectionId: string, { format, audience }: Member): void {
    this.counts[format][audience]--;
    this.broadcaster.leave(connectionId, this.channels[format][audience]);
  }
}
