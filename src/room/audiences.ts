import type { Audience } from '../game/chat-log.js';
import { channelsOf, type Outlet } from './outlet.js';
import type { RoomView } from './room-view.js';

/** The admitted connections of a room on this process and the audience that each belongs to. */
export class Audiences {
  private readonly members = new Map<string, { slot: number | null; audience: Audience }>();
  private readonly channels: ReturnType<typeof channelsOf>;

  constructor(
    private readonly view: RoomView,
    private readonly outlet: Outlet,
  ) {
    this.channels = channelsOf(view.roomId);
  }

  admit(connectionId: string, slot: number | null): void {
    const audience = this.view.audienceOf(slot);
    this.members.set(connectionId, { slot, audience });
    this.outlet.enter(connectionId, this.channels.everyone);
    this.outlet.enter(connectionId, this.channels[audience]);
  }

  remove(connectionId: string): void {
    const member = this.members.get(connectionId);
    if (member === undefined) return;
    this.members.delete(connectionId);
    this.outlet.leave(connectionId, this.channels.everyone);
    this.outlet.leave(connectionId, this.channels[member.audience]);
  }

  /** Moves everybody to the audience that their seat is in now; returns those who moved. */
  regroup(): string[] {
    const moved: string[] = [];
    for (const [connectionId, member] of this.members) {
      const audience = this.view.audienceOf(member.slot);
      if (audience === member.audience) continue;
      this.outlet.leave(connectionId, this.channels[member.audience]);
      this.outlet.enter(connectionId, this.channels[audience]);
      member.audience = audience;
      moved.push(connectionId);
    }
    return moved;
  }

  ids(): string[] {
    return [...this.members.keys()];
  }

  /** Connections that hold a seat, and which. */
  *seated(): Iterable<[connectionId: string, slot: number]> {
    for (const [connectionId, { slot }] of this.members)
      if (slot !== null) yield [connectionId, slot];
  }

  hasAny(audience: Audience): boolean {
    for (const member of this.members.values()) if (member.audience === audience) return true;
    return false;
  }

  has(connectionId: string): boolean {
    return this.members.has(connectionId);
  }

  audienceOf(connectionId: string): Audience | undefined {
    return this.members.get(connectionId)?.audience;
  }
}
