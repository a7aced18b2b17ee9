import type { RoundTrip } from './clock.js';
import { redial, type GameSocket } from './connection.js';

/** One round trip a second keeps the clock and tells that the connection lives. */
const SYNC_INTERVAL_MS = 1_000;
/** In the background more often: no timer may come after the last flush before a pause. */
const HIDDEN_INTERVAL_MS = 400;
/** The first few come faster, so that the first countdown is exact already. */
const BURST = 4;
const BURST_INTERVAL_MS = 120;
/** Without an answer for this long the banner shows; for the second figure, the page dials again. */
const QUIET_MS = 3_500;
const DEAD_MS = 7_000;
/** A phone that wakes up trusts a connection only if it was heard of this recently, or answers in time. */
const WAKE_TRUST_MS = 2_500;
const WAKE_ANSWER_MS = 1_200;

export interface TimeKeeperHooks {
  trip: (trip: RoundTrip) => void;
  quiet: (quiet: boolean) => void;
  /** The last flush number seen: the server stops sending to who does not tell it for seconds. */
  lastFlush: () => number;
  /** False once the page is out of the room for good. */
  wanted: () => boolean;
}

/** Asks the server for its time once a second and notices when it stops answering. */
export class TimeKeeper {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  #askedAt = 0;
  /** Wall clock: the monotonic one stands still while some phones sleep. */
  #heardAt = Date.now();

  constructor(
    private readonly socket: GameSocket,
    private readonly hooks: TimeKeeperHooks,
  ) {
    document.addEventListener('visibilitychange', this.#woke);
    window.addEventListener('online', this.#woke);
    window.addEventListener('pageshow', this.#woke);
  }

  /** Call on every connect. */
  start(): void {
    this.stop();
    this.#asked = 0;
    this.#heardAt = Date.now();
    this.#tick();
  }

  /** A page in the background has its timers throttled, but still gets every flush. */
  flushed(): void {
    const wait = document.hidden ? HIDDEN_INTERVAL_MS : 1.5 * SYNC_INTERVAL_MS;
    if (performance.now() - this.#askedAt > wait) this.#ask();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.hooks.quiet(false);
  }

  dispose(): void {
    this.stop();
    document.removeEventListener('visibilitychange', this.#woke);
    window.removeEventListener('online', this.#woke);
    window.removeEventListener('pageshow', this.#woke);
  }

  #tick(): void {
    this.#ask();
    const quietFor = Date.now() - this.#heardAt;
    // A hidden page is throttled by the browser; silence there means nothing.
    if (!document.hidden) {
      this.hooks.quiet(quietFor > QUIET_MS);
      if (quietFor > DEAD_MS) {
        this.#heardAt = Date.now();
        redial(this.socket);
        return;
      }
    }
    const wait = this.#asked < BURST ? BURST_INTERVAL_MS : SYNC_INTERVAL_MS;
    this.#timer = setTimeout(() => this.#tick(), wait);
  }

  #ask(): void {
    if (!this.socket.connected) return;
    this.#asked++;
    const sentAt = performance.now();
    this.#askedAt = sentAt;
    this.socket.emit('syncTime', { t0: sentAt, flush: this.hooks.lastFlush() }, (answer) => {
      if (!answer.ok) return;
      this.#heardAt = Date.now();
      this.hooks.trip({ sentAt, receivedAt: performance.now(), serverTime: answer.t1 });
    });
  }

  /** The page is looked at again: a connection that died meanwhile would go unnoticed for long. */
  readonly #woke = (): void => {
    if (document.hidden || !this.hooks.wanted()) return;
    if (!this.socket.connected) {
      redial(this.socket);
      return;
    }
    const before = this.#heardAt;
    if (Date.now() - before < WAKE_TRUST_MS) return;
    this.#asked = 0;
    this.start();
    this.#heardAt = before;
    setTimeout(() => {
      if (this.#heardAt === before && this.hooks.wanted()) redial(this.socket);
    }, WAKE_ANSWER_MS);
  };
}
