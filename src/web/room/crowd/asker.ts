import { WHO_MOST } from '../../../protocol/limits.js';
import type { Person } from '../../../protocol/events.js';

/** At least so long between two questions. */
const APART_MS = 500;

/** Asks who sits where, for whom a page of a big room shows by name (R23): in one command, at most twice a second. */
export class Asker {
  #askedAt = -Infinity;
  #isAsking = false;
  /** Nobody sat there when it was asked. */
  readonly #free = new Set<number>();

  /** `ask` answers undefined where there was no answer, and `met` is handed who they are. */
  constructor(
    private readonly ask: (slots: number[]) => Promise<readonly Person[] | undefined>,
    private readonly met: (people: readonly Person[]) => void,
  ) {}

  /** Asks about the first of these slots; answers whether it is time for that. */
  want(slots: readonly number[], now: number): boolean {
    if (this.#isAsking || now - this.#askedAt < APART_MS) return false;
    const asked = slots.filter((slot) => !this.#free.has(slot)).slice(0, WHO_MOST);
    if (asked.length === 0) return true;
    this.#askedAt = now;
    this.#isAsking = true;
    void this.#hear(asked);
    return true;
  }

  /** Somebody may sit in these slots now; in all of them, unless some are named. */
  forget(slots?: readonly number[]): void {
    if (slots === undefined) this.#free.clear();
    for (const slot of slots ?? []) this.#free.delete(slot);
  }

  async #hear(asked: readonly number[]): Promise<void> {
    const people = await this.ask([...asked]);
    this.#isAsking = false;
    if (people === undefined) return;
    const there = new Set(people.map(({ slot }) => slot));
    for (const slot of asked) if (!there.has(slot)) this.#free.add(slot);
    this.met(people);
  }
}
