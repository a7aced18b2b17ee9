import { LATE_MS } from './agenda.js';
import { LOOPS, playBar, type LoopName } from './loops.js';
import type { Output, Part } from './output.js';

/** One loop that runs. Times are server epoch ms. */
export class LoopTrack {
  #part: Part | null = null;
  /** The bar that is scheduled next. */
  #next = 0;
  #cutAt = Infinity;
  #isCut = false;

  constructor(
    readonly name: LoopName,
    /** Of bar 0: a page that is loaded anew is in step. */
    readonly from: number,
    public level: number,
  ) {}

  /** Nothing of it is heard from `at` on. */
  cut(at: number): void {
    this.#cutAt = at;
  }

  /** Takes back a cut that is to come; answers whether it still plays. */
  uncut(now: number): boolean {
    if (this.#cutAt <= now) return false;
    this.#cutAt = Infinity;
    if (this.#isCut) this.#part?.uncut();
    this.#isCut = false;
    return true;
  }

  /** Schedules what begins before `until`, and answers when; `timeOf` says at which time of the context. */
  work(output: Output, now: number, until: number, timeOf: (at: number) => number): number[] {
    const { barMs } = LOOPS[this.name];
    this.#next = Math.max(this.#next, Math.ceil((now - LATE_MS - this.from) / barMs));
    const end = Math.min(until, this.#cutAt);
    const bars: number[] = [];
    for (; this.from + this.#next * barMs < end; this.#next++) {
      const at = this.from + this.#next * barMs;
      this.#part ??= output.part('music');
      playBar(this.name, this.#part.voices, timeOf(at), this.#next, this.level);
      bars.push(at);
    }
    if (!this.#isCut && this.#cutAt < until) {
      this.#isCut = true;
      this.#part?.cut(timeOf(this.#cutAt));
    }
    return bars;
  }

  /** Gives way with this time constant, in s. */
  end(constant: number): void {
    this.#part?.end(constant);
  }
}
