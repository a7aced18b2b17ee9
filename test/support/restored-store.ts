import { ChatLog } from '../../src/game/chat-log.js';
import { copyRoom, type RoomState } from '../../src/game/room-state.js';
import type { Heads, RoomSnapshot } from '../../src/server/live/store/contract.js';
import type { MemoryStore } from '../../src/server/live/store/memory/memory-store.js';

interface Inside {
  rooms: { get(roomId: string): { state: RoomState; chat: ChatLog; log: unknown[] } };
}

/** The same, of other data. */
export function headsOf({ rooms, away }: Heads, incarnation: string): Heads {
  const others = Array.from(rooms, ([roomId, { seq }]) => [roomId, { seq, incarnation }] as const);
  return { rooms: new Map(others), away };
}

/** Takes a room back to what was known of it then, as a restart of the store without its last second does. */
export function restoreStore(store: MemoryStore, known: RoomSnapshot): void {
  const room = (store as unknown as Inside).rooms.get(known.state.roomId);
  Object.assign(room.state, copyRoom(known.state));
  room.chat = new ChatLog(known.chat);
  room.log = [];

  const incarnation = 'restarted';
  const { snapshot, since, heads } = store;
  store.heads = async (ids) => headsOf(await heads.call(store, ids), incarnation);
  store.snapshot = async (id) => {
    const taken = await snapshot.call(store, id);
    return taken && { ...taken, incarnation };
  };
  store.since = async (id, head) => {
    if (head.incarnation === incarnation)
      return since.call(store, id, { ...head, incarnation: known.incarnation });
    const taken = await store.snapshot(id);
    return taken && { kind: 'snapshot', snapshot: taken };
  };
}
