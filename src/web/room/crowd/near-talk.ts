import type { NearChat } from '../../../protocol/crowd.js';
import type { SlotHolder } from '../../../protocol/compact.js';

/** Messages that wait for names; the oldest go first. */
const MOST_WAITING = 50;

/** What those near have said (R23.7), each told when the page knows who it is. */
export class NearTalk {
  #waiting: NearChat[] = [];

  constructor(
    private readonly holderOf: (slot: number) => SlotHolder | undefined,
    private readonly tell: (speaker: SlotHolder, message: string) => void,
  ) {}

  /** Slots whose names are missing. */
  get unknown(): number[] {
    return this.#waiting.map(({ slot }) => slot);
  }

  hear(messages: readonly NearChat[]): void {
    this.#waiting.push(...messages);
    this.met();
    this.#waiting.splice(0, this.#waiting.length - MOST_WAITING);
  }

  /** Some are known who were not. */
  met(): void {
    this.#waiting = this.#waiting.filter(({ slot, message }) => {
      const speaker = this.holderOf(slot);
      if (speaker) this.tell(speaker, message);
      return speaker === undefined;
    });
  }

  /** Others may sit in these slots now, or in any. */
  forget(slots?: readonly number[]): void {
    this.#waiting = slots ? this.#waiting.filter(({ slot }) => !slots.includes(slot)) : [];
  }
}
