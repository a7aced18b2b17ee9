/** Compact frames in the swarm: the number of each, and, where somebody reads them, the updates inside. */
import { decodeFlush, type CompactFlush, type SlotHolder } from '../../src/protocol/index.js';
import type { ServerUpdate } from './wire.js';

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

/** Knows who sits where, from the updates themselves. */
export class FlushReader {
  readonly #holders = new Map<number, SlotHolder>();
  readonly #slots = new Map<string, number>();

  /** `knows` tells who sits where of whom the server does not, as in big rooms. */
  constructor(private readonly knows: (slot: number) => SlotHolder | undefined = () => undefined) {}

  /** Hands out the updates in order. */
  read(flush: CompactFlush, take: (update: ServerUpdate) => void): void {
    for (const [name, payload] of decodeFlush(flush, (slot) => this.#holderOf(slot))) {
      const update = { name, payload } as ServerUpdate;
      this.note(update);
      take(update);
    }
  }

  #holderOf(slot: number): SlotHolder | undefined {
    return this.#holders.get(slot) ?? this.knows(slot);
  }

  note(update: ServerUpdate): void {
    if (update.name === 'joinRoom') {
      if (update.payload.everyone) {
        this.#holders.clear();
        this.#slots.clear();
      }
      for (const { slot, playerId, playerName } of update.payload.players) {
        this.#holders.set(slot, { playerId, playerName });
        this.#slots.set(playerId, slot);
      }
    } else if (update.name === 'setPlayerName') {
      const slot = this.#slots.get(update.payload.playerId);
      if (slot !== undefined) this.#holders.set(slot, update.payload);
    } else if (update.name === 'exitRoom' || update.name === 'kickRoom') {
      const { playerId } = update.payload;
      const slot = this.#slots.get(playerId) ?? -1;
      this.#slots.delete(playerId);
      // Somebody else may sit there by now.
      if (this.#holders.get(slot)?.playerId === playerId) this.#holders.delete(slot);
    }
  }
}
