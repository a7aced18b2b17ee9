import type { RoomBus } from '../contract.js';
import type { RoomUpdate } from '../room-update.js';

/** Delivers in the publisher's own call, so updates are heard before the verb returns. */
export class MemoryBus implements RoomBus {
  private readonly listeners = new Map<string, Set<(update: RoomUpdate) => void>>();
  private readonly waiting: { roomId: string; update: RoomUpdate }[] = [];
  private isDelivering = false;

  /** `observe` sees every update of every room before its listeners do. */
  constructor(private readonly observe: (roomId: string, update: RoomUpdate) => void = () => {}) {}

  async subscribe(
    roomId: string,
    listener: (update: RoomUpdate) => void,
  ): Promise<() => Promise<void>> {
    const listeners = this.listeners.get(roomId) ?? new Set();
    this.listeners.set(roomId, listeners.add(listener));
    return async () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.listeners.get(roomId) === listeners)
        this.listeners.delete(roomId);
    };
  }

  publish(roomId: string, update: RoomUpdate): void {
    this.waiting.push({ roomId, update });
    // What a listener itself makes happen waits until everybody has heard what came before it.
    if (this.isDelivering) return;
    this.isDelivering = true;
    try {
      for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift())
        this.deliver(next.roomId, next.update);
    } finally {
      this.isDelivering = false;
    }
  }

  private deliver(roomId: string, update: RoomUpdate): void {
    this.observe(roomId, update);
    for (const listener of this.listeners.get(roomId) ?? []) listener(update);
  }
}
