import type { RoomBus } from '../contract.js';
import type { RoomFact } from '../facts.js';

/** Delivers in the publisher's own call, so facts are heard before the verb returns. */
export class MemoryBus implements RoomBus {
  private readonly listeners = new Map<string, Set<(fact: RoomFact) => void>>();

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
    this.observe(roomId, fact);
    for (const listener of this.listeners.get(roomId) ?? []) listener(fact);
  }
}
