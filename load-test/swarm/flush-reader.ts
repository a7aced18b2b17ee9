/** Compact frames in the swarm: the number of each, and, where somebody reads them, the facts inside. */
import { decodeFlush, type CompactFlush, type SlotHolder } from '../../src/protocol/index.js';
import type { ServerFact } from './wire.js';

const DIGIT_0 = 0x30;

/** The flush number in a frame whose digits begin at `offset`. */
export function flushNumber(frame: Buffer, offset: number): number {
  let number = 0;
  for (let at = offset; ; at++) {
    const digit = (frame[at] ?? 0) - DIGIT_0;
    if (digit < 0 || digit > 9) return number;
    number = number * 10 + digit;
  }
}

/** Knows who sits where, from the facts themselves. */
export class FlushReader {
  readonly #holders = new Map<number, SlotHolder>();
  readonly #slots = new Map<string, number>();

  /** `knows` tells who sits where of whom the server does not, as in big rooms. */
  constructor(private readonly knows: (slot: number) => SlotHolder | undefined = () => undefined) {}

  /** Hands out the facts in order. */
  read(flush: CompactFlush, take: (fact: ServerFact) => void): void {
    for (const [name, payload] of decodeFlush(flush, (slot) => this.#holderOf(slot))) {
      const fact = { name, payload } as ServerFact;
      this.note(fact);
      take(fact);
    }
  }

  #holderOf(slot: number): SlotHolder | undefined {
    return this.#holders.get(slot) ?? this.knows(slot);
  }

  note(fact: ServerFact): void {
    if (fact.name === 'joinRoom') {
      if (fact.payload.everyone) {
        this.#holders.clear();
        this.#slots.clear();
      }
      for (const { slot, playerId, playerName } of fact.payload.players) {
        this.#holders.set(slot, { playerId, playerName });
        this.#slots.set(playerId, slot);
      }
    } else if (fact.name === 'setPlayerName') {
      const slot = this.#slots.get(fact.payload.playerId);
      if (slot !== undefined) this.#holders.set(slot, fact.payload);
    } else if (fact.name === 'exitRoom' || fact.name === 'kickRoom') {
      const { playerId } = fact.payload;
      const slot = this.#slots.get(playerId) ?? -1;
      this.#slots.delete(playerId);
      // Somebody else may sit there by now.
      if (this.#holders.get(slot)?.playerId === playerId) this.#holders.delete(slot);
    }
  }
}
