/** One `syncTime` round trip on the local monotonic clock, with the server's epoch ms in the middle. */
export interface RoundTrip {
  sentAt: number;
  receivedAt: number;
  serverTime: number;
}

interface Sample {
  offsetMs: number;
  rttMs: number;
}

/** Round trips remembered: those of the last minute or less (`TimeKeeper`), so old drift is forgotten. */
const SAMPLES_KEPT = 12;

/**
 * The server's clock as seen from here (R4.6). The round trip that was delayed least bounds the
 * error best, so the offset comes from it alone and not from an average.
 */
export class ServerClock {
  #samples: Sample[] = [];
  #offsetMs: number;
  #rttMs = 0;
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly monotonicNow: () => number,
    wallNow: () => number = Date.now,
  ) {
    this.#offsetMs = wallNow() - monotonicNow();
  }

  /** Server epoch ms; the device's own clock until the first round trip. */
  now(): number {
    return this.monotonicNow() + this.#offsetMs;
  }

  /** Calls `listener` whenever the clock is set; returns what ends that. */
  whenSet(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get synced(): boolean {
    return this.#samples.length > 0;
  }

  /** Of the best recent sample, in ms. */
  get rttMs(): number {
    return this.#rttMs;
  }

  add(trip: RoundTrip): void {
    const rttMs = Math.max(0, trip.receivedAt - trip.sentAt);
    const offsetMs = trip.serverTime - (trip.sentAt + trip.receivedAt) / 2;
    // The true offset lies within half a round trip of a sample. When the estimate does not, one of
    // the clocks jumped (a phone that slept), and everything measured before is worthless.
    if (this.synced && Math.abs(offsetMs - this.#offsetMs) > rttMs / 2 + this.#rttMs / 2 + 1)
      this.#samples = [];
    this.#samples.push({ offsetMs, rttMs });
    if (this.#samples.length > SAMPLES_KEPT) this.#samples.shift();
    const best = this.#samples.reduce((a, b) => (b.rttMs < a.rttMs ? b : a));
    this.#offsetMs = best.offsetMs;
    this.#rttMs = best.rttMs;
    for (const listener of this.#listeners) listener();
  }
}
