import { cueOf, type CueName } from './cues.js';

export interface Entry {
  cue: CueName;
  /** Server epoch ms. */
  at: number;
  arg: number;
  /** What has one is played once, however often it is asked for. */
  key: string | null;
}

/** What comes later than this is out of step with what is seen, and not played (R20.2). */
export const LATE_MS = 120;
/** Keys that are remembered: those of several questions. */
const KEYS_KEPT = 500;

/** Which cues are to come, by the server's clock. It plays nothing itself. */
export class Agenda {
  #entries: Entry[] = [];
  /** When what has a key is played. */
  readonly #keys = new Map<string, number>();
  readonly #last = new Map<CueName, number>();

  add(entry: Entry): void {
    const { cue, at, key } = entry;
    if (key !== null && this.#keys.has(key)) return;
    const gapMs = (cueOf(cue).gap ?? 0) * 1000;
    if (Math.abs(at - (this.#last.get(cue) ?? -Infinity)) < gapMs) return;
    this.#last.set(cue, at);
    if (key !== null) this.#keys.set(key, at);
    for (const old of this.#keys.keys()) {
      if (this.#keys.size <= KEYS_KEPT) break;
      this.#keys.delete(old);
    }
    this.#entries.push(entry);
  }

  /** Takes out what is before `until`, and answers those of it that are not too late at `now`. */
  take(now: number, until: number): Entry[] {
    const taken = this.#entries.filter(({ at }) => at < until);
    this.#entries = this.#entries.filter(({ at }) => at >= until);
    return taken.filter(({ at }) => at >= now - LATE_MS);
  }

  /** Nothing is to come any more, and what was taken out but has not begun at `now` may be asked for again. */
  forget(now: number): void {
    this.#entries = [];
    for (const [key, at] of this.#keys) if (at > now) this.#keys.delete(key);
    for (const [cue, at] of this.#last) if (at > now) this.#last.delete(cue);
  }
}
