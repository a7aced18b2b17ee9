import type { RoomUpdate } from '../room-update.js';
import type { StoreParts } from '../parts.js';
import { RoomWriter } from '../room-writer.js';
import { MemoryBus } from './memory-bus.js';
import { MemoryCounts } from './memory-counts.js';
import { MemoryStore } from './memory-store.js';
import { MemoryTimer } from './memory-timer.js';

/** The store in this process's memory. `observe` hears of every update of every room. */
export function createMemoryParts(
  observe?: (roomId: string, update: RoomUpdate) => void,
): StoreParts {
  const bus = new MemoryBus(observe);
  const timer = new MemoryTimer(Date.now);
  const store = new MemoryStore(bus, timer, Date.now);
  return {
    store,
    writer: new RoomWriter(store),
    bus,
    timer,
    counts: new MemoryCounts(Date.now),
    ready: Promise.resolve(),
    status: () => ({ kind: 'memory', isAway: false, warnings: [] }),
    // Memory is there for as long as the process is.
    onChange: () => () => {},
    onGap: () => () => {},
    close: async () => timer.close(),
  };
}
