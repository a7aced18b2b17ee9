import type { RoomView } from '../batch/room-view.js';
import type { Seat } from '../../../game/room-state.js';
import { CellGrid, limits } from '../../../protocol/index.js';
import { KeyedBuckets } from '../../platform/rate/keyed-buckets.js';
import type { ShareUpdate } from '../store/room-update.js';

const { NEAR_CHAT_EVERY_MS, NEAR_CHATS_PER_S, NEAR_CHATS_AT_ONCE } = limits;

/**
 * How much is said to those near (R23.7): by each player, and around each cell, by the living and by ghosts apart, so
 * that the living notice nothing of ghosts. Each process counts what was said at others, too. Times in ms.
 */
export class NearBounds {
  private readonly players = new KeyedBuckets(1_000 / NEAR_CHAT_EVERY_MS, 1);
  private readonly cells = new KeyedBuckets(NEAR_CHATS_PER_S, NEAR_CHATS_AT_ONCE);
  private readonly grid: CellGrid;
  /** Slots of whom something was taken here that the room's channel has not told yet. */
  private readonly underWay = new Set<number>();

  constructor(private readonly view: RoomView) {
    this.grid = CellGrid.for(view.settings.maxPlayerCount);
  }

  /** How long until whoever sits there may say something. */
  leftMs(seat: Seat, now: number): number {
    const around = this.cellsAround(seat).map((cell) => this.cells.msUntil(cell, now));
    return Math.max(this.players.msUntil(seat.identityId, now), ...around);
  }

  take(seat: Seat, now: number): void {
    this.spend(seat, now);
    this.underWay.add(seat.slot);
  }

  /** Counts what was said at other processes, whose bounds knew nothing of these. */
  heard({ near = [] }: ShareUpdate, now: number): void {
    for (const { slot } of near) {
      const seat = this.view.seats.get(slot);
      if (!this.underWay.delete(slot) && seat !== undefined) this.spend(seat, now);
    }
  }

  private spend(seat: Seat, now: number): void {
    this.players.spend(seat.identityId, now, 1);
    for (const cell of this.cellsAround(seat)) this.cells.spend(cell, now, 1);
  }

  /** Those whose players hear what is said there, each by its bucket's key. */
  private cellsAround(seat: Seat): string[] {
    const audience = this.view.audienceOf(seat.slot);
    const [x, y] = this.view.placeOf(seat, audience);
    return this.grid.around(this.grid.cellAt(x, y)).map((cell) => `${audience}/${cell}`);
  }
}
