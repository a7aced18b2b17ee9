import type { Config } from './config/config.js';
import { RoomPeers } from './gateway/room-peers.js';
import { Door } from './room/door.js';
import { DoorReader, doorHere, type DoorFacts } from './room/door-report.js';
import type { RoomDirectory } from './room/room-directory.js';
import { healthHere, RoomHealthReader, type ConnectionHealth } from './room/room-health.js';
import type { StoreParts } from './store/parts.js';

export interface HallDoor {
  door: Door;
  reader: DoorReader;
  health: RoomHealthReader;
  /** By which all processes answer for a room together. */
  peers: Pick<RoomPeers<unknown>, 'bind'>[];
}

/** Who comes into rooms, and what those who run them are told of that and of how players are connected. */
export function buildHallDoor(
  config: Config,
  { store, counts }: Pick<StoreParts, 'store' | 'counts'>,
  directory: RoomDirectory,
): HallDoor {
  const isShared = config.REDIS_URL !== undefined;
  const healthPeers = new RoomPeers<ConnectionHealth>('roomHealth', isShared, (roomId) => {
    const room = directory.get(roomId);
    return room === undefined ? [] : healthHere(room);
  });
  const doorPeers: RoomPeers<DoorFacts> = new RoomPeers('readDoor', isShared, (roomId) => [
    doorHere(door, roomId),
  ]);
  const door = new Door({
    counts,
    isHosted: (room) => directory.get(room.view.roomId) === room,
    perSecond: config.NEWCOMERS_PER_S,
    storeNow: () => store.now(),
    turnedAwayElsewhere: async (roomId) =>
      (await doorPeers.ask(roomId)).facts.flatMap(({ turnedAway }) => turnedAway),
  });
  const reader = new DoorReader(
    (roomId) => doorHere(door, roomId),
    (roomId) => doorPeers.ask(roomId),
  );
  const health = new RoomHealthReader((roomId) => healthPeers.ask(roomId));
  return { door, reader, health, peers: [healthPeers, doorPeers] };
}
