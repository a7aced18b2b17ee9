import { comeBack } from '../../../../game/come-back.js';
import type { RoomUpdate } from '../room-update.js';
import type { StoreParts } from '../parts.js';
import { SteadyClock } from '../steady-clock.js';
import { RoomWriter } from '../room-writer.js';
import { Journal } from './journal/journal.js';
import { KEPT_MS } from './journal/restore.js';
import { MemoryBus } from './memory-bus.js';
import { MemoryCounts } from './memory-counts.js';
import { MemoryStore } from './memory-store.js';
import { SleepWatch } from './sleep-watch.js';
import { MemoryTimer } from './memory-timer.js';

export interface KeptRooms {
  /** The folder of the journals. */
  dir: string;
  /** How long a lobby without anybody stays. */
  emptyRoomMs: number;
  logger: {
    info(fields: object, message: string): void;
    warn(fields: object, message: string): void;
  };
}

/** So soon after a sleep games are paused. */
const LOOK_FOR_SLEEP_MS = 1_000;
/** The first look after rooms that came back, in ms. */
const FIRST_LOOK_MS = 60_000;

/**
 * The store in this process's memory. `observe` hears of every update of every room. Rooms that are `kept` are written
 * down, and those of the process before come back.
 */
export function createMemoryParts(
  observe?: (roomId: string, update: RoomUpdate) => void,
  kept?: KeptRooms,
): StoreParts {
  const bus = new MemoryBus(observe);
  const clock = new SteadyClock();
  const timer = new MemoryTimer(clock.now);
  const journal =
    kept &&
    new Journal({
      dir: kept.dir,
      now: clock.now,
      changed: (error) =>
        error === undefined
          ? kept.logger.warn({}, 'rooms are written down again')
          : kept.logger.warn({ err: error }, 'rooms cannot be written down'),
    });
  // What it says of a day later would else be off by the hours that the machine has slept.
  const store = new MemoryStore(bus, timer, clock.now, {
    begins: () => clock.adjust(),
    journal,
    sleeps: new SleepWatch(),
  });
  const writer = new RoomWriter(store);
  let forgetting: NodeJS.Timeout | undefined;
  const ready =
    kept === undefined
      ? Promise.resolve()
      : restore(store, writer, kept).then((left) => {
          if (left.length > 0)
            forgetting = setTimeout(() => void store.forget(left), KEPT_MS).unref();
        });
  const looking = setInterval(() => store.lookForSleep(), LOOK_FOR_SLEEP_MS).unref();
  return {
    store,
    writer,
    bus,
    timer,
    counts: new MemoryCounts(clock.now),
    ready,
    status: () => ({
      kind: 'memory',
      isAway: false,
      warnings:
        journal?.problem === undefined
          ? []
          : [
              `rooms cannot be written down, and would end with this process: ${journal.problem.message}`,
            ],
      shards: [],
      switches: 0,
    }),
    // Memory is there for as long as the process is.
    onChange: () => () => {},
    onGap: () => () => {},
    close: async () => {
      timer.close();
      clearInterval(looking);
      clearTimeout(forgetting);
      await journal?.close();
    },
  };
}

/** Returns the folders of rooms that cannot go on. */
async function restore(store: MemoryStore, writer: RoomWriter, kept: KeptRooms): Promise<string[]> {
  const { logger } = kept;
  const { rooms, left, problems } = await store.restore(kept);
  for (const problem of problems) logger.warn({ problem }, 'a room did not come back as it was');
  for (const { room, aliveAt } of rooms) {
    const { roomId } = room.state;
    await writer.run(roomId, comeBack(aliveAt));
    await store.armHousekeeping(roomId, store.now() + FIRST_LOOK_MS);
  }
  if (rooms.length > 0) logger.info({ rooms: rooms.length }, 'rooms came back');
  return left;
}
