/** Wrong PINs from one address within the window before it is held back (R10.2). */
const MAX_WRONG_PINS = 60;
const WINDOW_MS = 60_000;
/** Addresses remembered at once; beyond it the oldest are forgotten. */
const MAX_ADDRESSES = 100_000;

/**
 * Stops PIN guessing without stopping a hall behind one address: only wrong PINs count, and an
 * address that is held back still enters rooms in which somebody from it sits.
 */
export class PinGuard {
  private readonly wrong = new Map<string, { since: number; count: number }>();
  private readonly sitting = new Map<string, Map<string, number>>();

  constructor(private readonly now: () => number) {}

  noteWrongPin(address: string): void {
    const known = this.recent(address);
    if (known !== undefined) known.count++;
    else this.remember(address);
  }

  mayTry(address: string, roomId: string | undefined): boolean {
    if ((this.recent(address)?.count ?? 0) < MAX_WRONG_PINS) return true;
    return roomId !== undefined && (this.sitting.get(roomId)?.has(address) ?? false);
  }

  /** Somebody from this address sits in the room now; the disposer ends that. */
  noteSeat(address: string, roomId: string): () => void {
    const seats = this.sitting.get(roomId) ?? new Map<string, number>();
    this.sitting.set(roomId, seats);
    seats.set(address, (seats.get(address) ?? 0) + 1);
    return () => {
      const left = (seats.get(address) ?? 1) - 1;
      if (left > 0) seats.set(address, left);
      else seats.delete(address);
      if (seats.size === 0) this.sitting.delete(roomId);
    };
  }

  private recent(address: string): { since: number; count: number } | undefined {
    const known = this.wrong.get(address);
    return known !== undefined && this.now() - known.since < WINDOW_MS ? known : undefined;
  }

  private remember(address: string): void {
    this.wrong.delete(address);
    this.wrong.set(address, { since: this.now(), count: 1 });
    if (this.wrong.size <= MAX_ADDRESSES) return;
    const [oldest] = this.wrong.keys();
    if (oldest !== undefined) this.wrong.delete(oldest);
  }
}
