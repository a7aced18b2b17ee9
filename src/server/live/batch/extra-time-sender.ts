import { hasExtraTime, mayAnybodyHaveExtra } from '../../../game/extra-time.js';
import { helpingConnections } from '../../../game/host-connections.js';
import type { Seat } from '../../../game/room-state.js';
import type { Audiences } from './audiences.js';
import type { Broadcaster } from './broadcaster.js';
import type { RoomView } from './room-view.js';

/** How often those who run the room are told of everybody again while people with extra time come in, in ms. */
const COMING_EVERY_MS = 500;

/** Tells who has extra time: those who run the room of everybody, and everybody else of their own (R6.10). */
export class ExtraTimeSender {
  /** Connections that have been told of everybody. */
  private informed: readonly string[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly view: RoomView,
    private readonly audiences: Audiences,
    private readonly broadcaster: Broadcaster,
  ) {}

  /** Tells a connection here, where there is somebody to tell of. */
  welcome(connectionId: string): void {
    if (!mayAnybodyHaveExtra(this.view.state)) return;
    const helps = this.helping().includes(connectionId);
    if (helps) this.informed = [...this.informed, connectionId];
    const playerIds = helps ? this.all() : this.own(connectionId);
    if (playerIds.length > 0) this.tell([connectionId], playerIds);
  }

  /** Somebody has got extra time, or has it no more. */
  given(playerId: string): void {
    this.tellHelping();
    const own = this.view.seatOfPlayer(playerId);
    const held = own?.connectionId ?? '';
    if (!this.informed.includes(held)) this.tell([held], this.ofOne(own));
  }

  /** Others may run the room now, and who does no more keeps nothing but the own. */
  changeRoles(): void {
    if (!mayAnybodyHaveExtra(this.view.state)) return;
    const before = this.informed;
    this.tellHelping();
    for (const id of before) if (!this.informed.includes(id)) this.tell([id], this.own(id));
  }

  seated(seat: Seat): void {
    if (this.timer !== undefined || !hasExtraTime(this.view.state, seat)) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.tellHelping();
    }, COMING_EVERY_MS);
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private tellHelping(): void {
    this.informed = this.helping();
    this.tell(this.informed, this.all());
  }

  private tell(connectionIds: readonly string[], playerIds: string[]): void {
    const here = connectionIds.filter((id) => this.audiences.has(id));
    if (here.length > 0) this.broadcaster.emit(here, 'extraTime', { playerIds });
  }

  private helping(): string[] {
    return [...helpingConnections(this.view.state)];
  }

  private all(): string[] {
    return [...this.view.seats.values()].flatMap((seat) => this.ofOne(seat));
  }

  private own(connectionId: string): string[] {
    const slot = this.audiences.get(connectionId)?.slot ?? null;
    return this.ofOne(slot === null ? undefined : this.view.seats.get(slot));
  }

  private ofOne(seat: Seat | undefined): string[] {
    const has = seat !== undefined && hasExtraTime(this.view.state, seat);
    return has ? [seat.playerId] : [];
  }
}
