import type { RoundTrip } from './clock.js';
import { redial, type GameSocket } from './connection.js';

/** How often the server is told what was seen, and a connection without any traffic is tried. */
const SYNC_INTERVAL_MS = 1_000;
/** With a move it goes along. */
const ALONG_MS = 700;
/** How often the clock is compared while there is other traffic. */
const CLOCK_INTERVAL_MS = 5_000;
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

/** Keeps the clock, tells the server what was seen, and notices when it stops answering. */
export class TimeKeeper {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;
  #askedAt = 0;
  #told = 0;
  #toldAt = 0;
  /** Wall clock: the monotonic one stands still while some phones sleep. */
  #heardAt = Date.now();

  constructor(
    private readonly socket: GameSocket,
    private readonly hooks: TimeKeeperHooks,
  ) {
    document.addEventListener('visibilitychange', this.#woke);
    window.addEventListener('online', this.#woke);
    window.addEventListener('pageshow', this.#shown);
  }

  /** Call on every connect. */
  start(): void {
    this.stop();
    this.#asked = 0;
    this.#told = -1;
    this.#heardAt = Date.now();
    this.#tick();
  }

  /** A page in the background has its timers throttled, but still gets every flush. */
  flushed(): void {
    this.#heardAt = Date.now();
    const wait = document.hidden ? HIDDEN_INTERVAL_MS : 1.5 * SYNC_INTERVAL_MS;
    if (performance.now() - this.#toldAt > wait) this.#ask();
  }

  /** The last flush number, for a move to carry, where it is time to tell it. */
  untoldFlush(): number | undefined {
    return performance.now() - this.#toldAt < ALONG_MS ? undefined : this.#tell();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.hooks.quiet(false);
  }

  dispose(): void {
    this.stop();
    document.removeEventListener('visibilitychange', this.#woke);
    window.removeEventListener('online', this.#woke);
    window.removeEventListener('pageshow', this.#shown);
  }

  #tick(): void {
    if (this.#isTimeToAsk()) this.#ask();
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

  #isTimeToAsk(): boolean {
    const now = performance.now();
    if (this.#asked < BURST || now - this.#askedAt >= CLOCK_INTERVAL_MS) return true;
    const isUntold =
      this.#told !== this.hooks.lastFlush() && now - this.#toldAt >= SYNC_INTERVAL_MS;
    return isUntold || Date.now() - this.#heardAt >= SYNC_INTERVAL_MS;
  }

  #tell(): number {
    this.#told = this.hooks.lastFlush();
    this.#toldAt = performance.now();
    return this.#told;
  }

  #ask(): void {
    if (!this.socket.connected) return;
    this.#asked++;
    const sentAt = performance.now();
    this.#askedAt = sentAt;
    this.socket.emit('syncTime', { t0: sentAt, flush: this.#tell() }, (answer) => {
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
    const isTrusted = Date.now() - this.#heardAt < WAKE_TRUST_MS;
    // The monotonic clock may have stood still meanwhile, so the server's is off.
    this.start();
    if (isTrusted) return;
    const before = this.#heardAt;
    setTimeout(() => {
      if (this.#heardAt === before && this.hooks.wanted()) redial(this.socket);
    }, WAKE_ANSWER_MS);
  };

  /** Out of the browser's memory; a page that has just been loaded is still dialling. */
  readonly #shown = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) this.#woke();
  };
}
