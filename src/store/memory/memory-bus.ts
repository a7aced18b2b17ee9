import type { RoomBus } from '../contract.js';
import type { RoomFact } from '../facts.js';

/** Delivers in the publisher's own call, so facts are heard before the verb returns. */
export class MemoryBus implements RoomBus {
  private readonly listeners = new Map<string, Set<(fact: RoomFact) => void>>();
  private readonly waiting: { roomId: string; fact: RoomFact }[] = [];
  private isDelivering = false;

  /** `observe` sees every fact of every room before its listeners do. */
  constructor(private readonly observe: (roomId: string, fact: RoomFact) => void = () => {}) {}

  async subscribe(
    roomId: string,
    listener: (fact: RoomFact) => void,
  ): Promise<() => Promise<void>> {
    const listeners = this.listeners.get(roomId) ?? new Set();
    this.listeners.set(roomId, listeners.add(listener));
    return async () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.listeners.get(roomId) === listeners)
        this.listeners.delete(roomId);
    };
  }

  publish(roomId: string, fact: RoomFact): void {
    this.waiting.push({ roomId, fact });
    // What a listener itself makes happen waits until everybody has heard what came before it.
    if (this.isDelivering) return;
    this.isDelivering = true;
    try {
      for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift())
        this.deliver(next.roomId, next.fact);
    } finally {
      this.isDelivering = false;
    }
  }

  private deliver(roomId: string, fact: RoomFact): void {
    this.observe(roomId, fact);
    for (const listener of this.listeners.get(roomId) ?? []) listener(fact);
  }
}
