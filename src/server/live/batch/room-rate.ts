import type { TickRate } from './tick-rate.js';

/** Up to so many players a room has half of the interval, and half of that. */
const HALF_UP_TO = 24;
const QUARTER_UP_TO = 8;
/** A room that grows keeps its interval until it has so many times more, or one that comes and goes would swing. */
const HYSTERESIS = 1.5;
/** Of a process at the same time; the next ones have the interval of all. */
const MOST_QUICK_ROOMS = 20;

/** The rooms of a process with shorter intervals than the others. */
export class SmallRooms {
  quickCount = 0;

  constructor(readonly shortestMs: number) {}
}

/** The interval of one room: that of its process, or less where the room is small and the process keeps up. */
export class RoomRate {
  private halvings = 0;

  constructor(
    private readonly process: TickRate,
    private readonly smallRooms: SmallRooms | undefined,
    private readonly playerCount: () => number,
  ) {}

  /** In ms; ticks of the longer interval are ticks of each shorter one, too. */
  get intervalMs(): number {
    this.halve(this.wantedHalvings());
    return this.process.intervalMs / 2 ** this.halvings;
  }

  note(latenessMs: number, now: number): void {
    this.process.note(latenessMs, now);
  }

  shared(inTime: boolean): void {
    this.process.shared(inTime);
  }

  close(): void {
    this.halve(0);
  }

  private halve(halvings: number): void {
    if (this.smallRooms === undefined || halvings === this.halvings) return;
    this.smallRooms.quickCount += Number(halvings > 0) - Number(this.halvings > 0);
    this.halvings = halvings;
  }

  private wantedHalvings(): number {
    const { process, smallRooms, halvings } = this;
    if (smallRooms === undefined || process.isStretched) return 0;
    if (halvings === 0 && smallRooms.quickCount >= MOST_QUICK_ROOMS) return 0;
    const count = this.playerCount();
    const isUpTo = (bound: number, ifHalved: number): boolean =>
      count <= (halvings >= ifHalved ? bound * HYSTERESIS : bound);
    const wanted = isUpTo(QUARTER_UP_TO, 2) ? 2 : Number(isUpTo(HALF_UP_TO, 1));
    const most = Math.floor(Math.log2(process.intervalMs / smallRooms.shortestMs));
    return Math.max(0, Math.min(wanted, most));
  }
}
