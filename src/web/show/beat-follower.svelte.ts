import { beatAt, type BeatAt } from '../../game/shared/beats.js';
import type { ServerClock } from '../room/clock.js';

interface AnyBeat {
  ms: number;
}

/** Where a list of beats stands on the server's clock (R19.1); a pause stands in its beat. */
export class BeatFollower<Beat extends AnyBeat> {
  /** The beat that is on, replaced when another one begins. */
  current = $state.raw<BeatAt<Beat> | undefined>();
  #beats: readonly Beat[] = [];
  #startTime = 0;
  #pausedAt: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly clock: ServerClock,
    /** Told of each beat that begins, or is found to be on. */
    private readonly onbeat: (index: number) => void = () => undefined,
  ) {}

  /** Times in server epoch ms. */
  follow(beats: readonly Beat[], startTime: number, pausedAt: number | null): void {
    this.#beats = beats;
    this.#startTime = startTime;
    this.#pausedAt = pausedAt;
    this.read();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#beats = [];
    this.current = undefined;
  }

  /** The beat that is on to the millisecond, for who draws it. */
  now(): BeatAt<Beat> | undefined {
    return beatAt(this.#beats, (this.#pausedAt ?? this.clock.now()) - this.#startTime);
  }

  /** The clock, or what it is read against, may have moved. */
  read(): void {
    clearTimeout(this.#timer);
    const now = this.now();
    if (now === undefined) return;
    const isAnother = this.current?.beat !== now.beat;
    if (isAnother) {
      this.current = now;
      this.onbeat(now.index);
    }
    // What begins in a beat may have stopped all of it.
    if (this.#beats.length > 0 && this.#pausedAt === null && now.leftMs !== Infinity)
      this.#timer = setTimeout(() => this.read(), now.leftMs + 1);
  }
}
