import { limits } from '../../../protocol/index.js';
import type { TickRate } from './tick-rate.js';

/** Between two frames to a connection, in ms, by how many may be in the room. */
const INTERVALS = [
  { players: 2_500, ms: 80 },
  { players: 5_000, ms: 100 },
  { players: limits.MAX_SLOTS, ms: 200 },
];

/** How often a big room ticks; each tick is the turn of a part of its areas. */
export class BigRoomRate {
  private readonly tickMs: number;

  constructor(
    private readonly process: TickRate,
    mostPlayers: number,
    turns: number,
  ) {
    const interval = INTERVALS.find(({ players }) => mostPlayers <= players)?.ms ?? 0;
    this.tickMs = interval / turns;
  }

  /** Longer while the process falls behind, as that of halls is. */
  get intervalMs(): number {
    return this.tickMs * this.process.stretchedBy;
  }

  note(latenessMs: number, now: number): void {
    this.process.note(latenessMs, now);
  }

  /** A share that misses a tick is in the next one, which is soon. */
  shared(): void {}

  close(): void {}
}
