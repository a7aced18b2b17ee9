import type { StoredChat } from '../../../game/chat-log.js';
import { helpingConnections } from '../../../game/host-connections.js';
import type { Seat } from '../../../game/room-state.js';
import type { Audience } from '../../../protocol/index.js';
import type { Audiences } from './audiences.js';
import type { Broadcaster } from './broadcaster.js';
import type { RoomView } from './room-view.js';

/** Tells those who run the room what the word filter has masked, as far as they hear who said it (R8.7). */
export class MaskSender {
  constructor(
    private readonly view: RoomView,
    private readonly audiences: Audiences,
    private readonly broadcaster: Broadcaster,
  ) {}

  /** Tells a connection what is masked of what is kept, and which names were drawn for others. */
  welcome(connectionId: string): void {
    if (this.helping().includes(connectionId)) this.tellAll([connectionId]);
  }

  /** Others may run the room now. */
  changeRoles(): void {
    this.tellAll(this.helping());
  }

  said(chats: readonly StoredChat[]): void {
    const masked = chats.filter(({ original }) => original !== undefined);
    if (masked.length === 0) return;
    for (const connectionId of this.helping()) this.tell(connectionId, masked);
  }

  named(seat: Seat | undefined): void {
    if (seat?.wanted !== undefined) this.tellNames(this.helping(), [seat]);
  }

  private tellAll(targets: readonly string[]): void {
    for (const connectionId of targets)
      this.tell(connectionId, this.view.chat.masked(this.audienceOf(connectionId)));
    this.tellNames(targets, this.view.seats.values());
  }

  private tell(connectionId: string, chats: readonly StoredChat[]): void {
    const audience = this.audienceOf(connectionId);
    for (const { ghostId, livingId, original = '' } of chats) {
      // What ghosts say is kept from the living (R7.1).
      const id = audience === 'ghosts' ? ghostId : livingId;
      if (id === null) continue;
      const masked = { id, audience, message: original };
      this.broadcaster.emit([connectionId], 'maskedMessage', masked);
    }
  }

  private tellNames(targets: readonly string[], seats: Iterable<Seat>): void {
    if (targets.length === 0) return;
    for (const { playerId, playerName, wanted } of seats)
      if (wanted !== undefined)
        this.broadcaster.emit([...targets], 'replacedName', { playerId, playerName, wanted });
  }

  private audienceOf(connectionId: string): Audience {
    return this.audiences.get(connectionId)?.audience ?? 'living';
  }

  private helping(): string[] {
    return [...helpingConnections(this.view.state)].filter((id) => this.audiences.has(id));
  }
}
