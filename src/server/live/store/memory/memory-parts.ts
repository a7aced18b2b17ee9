import type { RoomUpdate } from '../room-update.js';
import type { StoreParts } from '../parts.js';
import { SteadyClock } from '../steady-clock.js';
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
  const clock = new SteadyClock();
  const timer = new MemoryTimer(clock.now);
  // What it says of a day later would else be off by the hours that the machine has slept.
  const store = new MemoryStore(bus, timer, clock.now, () => clock.adjust());
  return {
    store,
    writer: new RoomWriter(store),
    bus,
    timer,
    counts: new MemoryCounts(clock.now),
    ready: Promise.resolve(),
    status: () => ({ kind: 'memory', isAway: false, warnings: [] }),
    // Memory is there for as long as the process is.
    onChange: () => () => {},
    onGap: () => () => {},
    close: async () => timer.close(),
  };
}
