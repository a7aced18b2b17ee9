/** A hall of the server’s own pieces without sockets, and what one flush of it tells. */

import {
  DEFAULT_OPTIONS,
  type ChatEntry,
  type Format,
  type RoomOptions,
  type SlotHolder,
} from '../../src/protocol/index.js';
import { STEPS } from '../../src/protocol/position.js';
import { eventFrame, flushFrames } from '../../src/server/live/gateway/event-frames.js';
import { sit } from '../../src/game/seat-commands.js';
import { LocalRoom, type RoomHost } from '../../src/server/live/room/local-room.js';
import type { Broadcaster, FlushText } from '../../src/server/live/batch/broadcaster.js';
import { TickRate } from '../../src/server/live/batch/tick-rate.js';
import type { Membership } from '../../src/server/live/room/room-service.js';
import { MemoryBus } from '../../src/server/live/store/memory/memory-bus.js';
import { MemoryStore } from '../../src/server/live/store/memory/memory-store.js';
import { MemoryTimer } from '../../src/server/live/store/memory/memory-timer.js';
import { RoomWriter } from '../../src/server/live/store/room-writer.js';

export const PLAYERS = 200;
export const MOVES = 18;
export const CHATS = 2;
/** 20 Hangul syllables. */
export const MESSAGE = '가나다라마바사아자차카타파하거너더러머버';

export interface SampleMove {
  slot: number;
  playerId: string;
  /** In steps. */
  x: number;
  y: number;
}

export interface SampleFlush {
  seq: number;
  moves: SampleMove[];
  chat: ChatEntry[];
}

/** By slot; ids are as long as real ones. */
export const holders: readonly SlotHolder[] = Array.from({ length: PLAYERS }, (_, slot) => ({
  playerId: `player-${slot}`.padEnd(12, '_'),
  playerName: `Guest ${slot}`,
}));

const slots = new Map(holders.map(({ playerId }, slot) => [playerId, slot]));

export function slotOf(playerId: string): number | undefined {
  return slots.get(playerId);
}

/** The same at every call. Far into a game, as numbers have more digits there. */
export function sampleFlush(): SampleFlush {
  return {
    seq: 20_123,
    moves: Array.from({ length: MOVES }, (_, n) => {
      const slot = (n * 11) % PLAYERS;
      const [x, y] = [(n * 9_973 + 31) % STEPS, (n * 27_644_437 + 77) % STEPS];
      return { slot, playerId: holders[slot]?.playerId ?? '', x, y };
    }),
    chat: Array.from({ length: CHATS }, (_, n) => {
      const holder = holders[100 + n] ?? { playerId: '', playerName: '' };
      return { id: 2_011 + n, ...holder, message: MESSAGE, timestamp: 1_700_000_000_000 + n * 7 };
    }),
  };
}

/** Nothing flushes by itself while a benchmark runs. */
const NEVER_MS = 86_400_000;

export const HALL_OPTIONS: RoomOptions = {
  ...DEFAULT_OPTIONS,
  title: 'Hall',
  maxPlayerCount: PLAYERS,
};

export interface Hall {
  room: LocalRoom;
  store: MemoryStore;
  broadcaster: CountingBroadcaster;
  memberships: Membership[];
  close(): void;
}

/** Makes a frame of each event as the server does, once, and counts for how many connections it was. */
export class CountingBroadcaster implements Broadcaster {
  deliveries = 0;
  /** Of all deliveries, without WebSocket headers. */
  bytes = 0;
  private readonly channels = new Map<string, Set<string>>();

  emit(targets: string[], event: string, payload: unknown): void {
    const bytes = eventFrame(event, payload).payloadBytes;
    for (const target of targets) {
      const connections = this.channels.get(target)?.size ?? 1;
      this.deliveries += connections;
      this.bytes += bytes * connections;
    }
  }

  emitFlushes(targets: string[], flushes: readonly FlushText[]): void {
    const { payloadBytes } = flushFrames(flushes.map(({ json }) => json));
    const bytes = payloadBytes.reduce((sum, one) => sum + one);
    for (const target of targets) {
      const connections = this.channels.get(target)?.size ?? 1;
      this.deliveries += connections * flushes.length;
      this.bytes += bytes * connections;
    }
  }

  enter(connectionId: string, channel: string): void {
    const members = this.channels.get(channel) ?? new Set();
    this.channels.set(channel, members.add(connectionId));
  }

  leave(connectionId: string, channel: string): void {
    this.channels.get(channel)?.delete(connectionId);
  }

  disconnect(): void {}
  reconnect(): void {}
  terminate(): void {}
  transportOf(): undefined {}
}

/** All players read one format and have been admitted, of a big room in the turns of its areas. */
export async function openHall(format: Format, players = PLAYERS): Promise<Hall> {
  const bus = new MemoryBus();
  const timer = new MemoryTimer(Date.now);
  const store = new MemoryStore(bus, timer, Date.now);
  const roomId = await store.openRoom({
    pin: '123456',
    options: { ...HALL_OPTIONS, maxPlayerCount: players },
    quizSet: { quizSetId: 'none', quizCount: 1, title: 'None' },
    identityId: 'opener',
    address: '192.0.2.1',
    limits: { rooms: 1, perIdentity: 1, perAddress: 1 },
  });
  const snapshot = roomId === undefined ? undefined : await store.snapshot(roomId);
  if (roomId === undefined || snapshot === undefined) throw new Error('the room did not open');
  const broadcaster = new CountingBroadcaster();
  let chatNumber = 0;
  const host: RoomHost = {
    now: Date.now,
    share: (batch) => store.share(roomId, batch),
    nextChatNumber: () => ++chatNumber,
    takeChat: async () => 0,
    mayBeDecided: () => {},
    cleared: () => {},
  };
  const room = new LocalRoom(snapshot, broadcaster, host, {
    tickRate: new TickRate(NEVER_MS),
    shareLeadMs: 0,
    hooks: {
      failed: (error) => {
        throw error;
      },
    },
  });
  await bus.subscribe(roomId, (update) => room.apply(update));
  const writer = new RoomWriter(store);
  const memberships: Membership[] = [];
  for (let n = 0; n < players; n++) {
    const connectionId = `connection-${n}`;
    const request = sit({
      identityId: `identity-${n}`,
      address: '192.0.2.1',
      connectionId,
      process: store.processId,
      playerId: `player-${n}`.padEnd(12, '_'),
      playerName: `Guest ${n}`,
      position: [n, n],
      isStoreFull: false,
    });
    const { seat } = await writer.run(roomId, request);
    const { slot } = seat;
    void room.join({ connectionId, slot, grant: seat, format, isCreator: false, cursor: null });
    memberships.push({ room, seat, resumed: false, replaced: null, becameHost: false });
  }
  do room.batch.flush();
  while (memberships.some(({ seat }) => !room.audiences.has(`connection-${seat?.slot}`)));
  return {
    room,
    store,
    broadcaster,
    memberships,
    close: () => {
      room.close();
      timer.close();
    },
  };
}
