import type { GameSocket } from '../room/connection.js';

/** A game as a projector was told of it: `npm run show -- --record` writes it. */
export interface Recording {
  /** The version of the wire that it was told in (`WIRE`). */
  wire: number;
  /** Server epoch ms of the first frame. */
  begin: number;
  /** In the order in which they were told; `atMs` counts from `begin`. */
  frames: [atMs: number, event: string, payload: unknown][];
}

type Listener = (payload: unknown) => void;
type Answer = (answer: object) => void;

/** Stands where the socket of a projector stands otherwise, and tells what was recorded. No server hears of it. */
export class PlayedSocket {
  readonly connected = true;
  readonly active = true;
  readonly #listeners = new Map<string, Listener[]>();
  readonly #begunAt = performance.now();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #next = 0;

  constructor(
    private readonly recording: Recording,
    private readonly onend: () => void,
  ) {}

  /** For a session, which needs no more of a socket than there is here. */
  get asSocket(): GameSocket {
    return this as unknown as GameSocket;
  }

  /** Tells what is due, and the rest in time; once everybody listens. */
  play(): void {
    const { frames, begin } = this.recording;
    for (; this.#next < frames.length; this.#next++) {
      const [atMs, event, payload] = frames[this.#next] as Recording['frames'][number];
      const waitMs = begin + atMs - this.#now;
      if (waitMs > 0) {
        this.#timer = setTimeout(() => this.play(), waitMs);
        return;
      }
      for (const listener of this.#listeners.get(event) ?? []) listener(payload);
    }
    this.onend();
  }

  on(event: string, listener: Listener): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  off(event: string, listener: Listener): void {
    const others = (this.#listeners.get(event) ?? []).filter((one) => one !== listener);
    this.#listeners.set(event, others);
  }

  emit(command: string, _payload: unknown, answer?: Answer): void {
    if (command === 'syncTime') answer?.({ ok: true, t1: this.#now });
    if (command === 'joinRoom') answer?.({ ok: true, playerId: null, slot: null, resumed: false });
  }

  connect(): void {
    // It never was away.
  }

  disconnect(): void {
    clearTimeout(this.#timer);
  }

  /** Server epoch ms, as it was then. */
  get #now(): number {
    return this.recording.begin + performance.now() - this.#begunAt;
  }
}
