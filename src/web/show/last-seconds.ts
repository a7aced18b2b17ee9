/** Where everybody walked in the last seconds of a question, as a projector has seen it (R19.3). */
import type { Point } from '../room/zones.js';

export const SAMPLE_MS = 100;
/** Ten seconds. */
const SAMPLES = 100;
/** Who sits behind them stands still. */
const SLOTS = 512;
/** Who has seen less has nothing to show. */
const FEWEST = 30;
const NOWHERE = 0xffff;
const STEPS = NOWHERE - 1;

/** A ring of samples that takes no more memory however long a question lasts. */
export class LastSeconds {
  readonly #places = new Uint16Array(SAMPLES * SLOTS * 2);
  #taken = 0;

  /** Of a question that nobody has walked in yet. */
  forget(): void {
    this.#taken = 0;
  }

  /** Takes a sample of where those are who are there. */
  sample(people: Iterable<{ slot: number; at: Point | undefined }>): void {
    const start = this.#startOf(this.#taken++);
    this.#places.fill(NOWHERE, start, start + SLOTS * 2);
    for (const { slot, at } of people) {
      if (at === undefined || slot >= SLOTS) continue;
      this.#places[start + slot * 2] = Math.round(at.x * STEPS);
      this.#places[start + slot * 2 + 1] = Math.round(at.y * STEPS);
    }
  }

  /** How much can be shown again, in ms; 0 where it is too little. */
  get seenMs(): number {
    return this.#taken < FEWEST ? 0 : this.#count * SAMPLE_MS;
  }

  /** Where somebody was after `part` (0 to 1) of it who stands at `now` in the end; undefined before they came. */
  placeAt(slot: number, part: number, now: Point): Point | undefined {
    if (slot >= SLOTS) return now;
    const at = part * this.#count;
    const sample = Math.min(Math.floor(at), this.#count - 1);
    const from = this.#read(sample, slot);
    if (from === undefined) return undefined;
    const to = sample + 1 < this.#count ? (this.#read(sample + 1, slot) ?? from) : now;
    const share = at - sample;
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  }

  get #count(): number {
    return Math.min(this.#taken, SAMPLES);
  }

  #startOf(nth: number): number {
    return (nth % SAMPLES) * SLOTS * 2;
  }

  #read(sample: number, slot: number): Point | undefined {
    const start = this.#startOf(this.#taken - this.#count + sample) + slot * 2;
    const [x = NOWHERE, y = NOWHERE] = [this.#places[start], this.#places[start + 1]];
    return x === NOWHERE ? undefined : { x: x / STEPS, y: y / STEPS };
  }
}
