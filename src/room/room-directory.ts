import { RoomError } from '../protocol/index.js';
import type { RoomBus, RoomStore } from '../store/contract.js';
import type { RoomFact } from '../store/facts.js';
import type { BatchHooks } from './batch-processor.js';
import { LocalRoom } from './local-room.js';
import type { Outlet } from './outlet.js';

/** How long a room without connections here is kept, for those who come right back. */
const LINGER_MS = 5_000;

interface Hosted {
  room: LocalRoom;
  unsubscribe: () => Promise<void>;
  linger: NodeJS.Timeout | undefined;
}

export interface DirectorySettings {
  flushIntervalMs: number;
  hooks: BatchHooks;
}

/** The rooms that this process hosts, because somebody in them is connected to it. */
export class RoomDirectory {
  private readonly hosted = new Map<string, Hosted>();
  private readonly opening = new Map<string, Promise<Hosted>>();

  constructor(
    private readonly store: RoomStore,
    private readonly bus: RoomBus,
    private readonly outlet: Outlet,
    private readonly settings: DirectorySettings,
  ) {}

  get(roomId: string): LocalRoom | undefined {
    return this.hosted.get(roomId)?.room;
  }

  all(): LocalRoom[] {
    return Array.from(this.hosted.values(), ({ room }) => room);
  }

  /** The room as hosted here, up to date; throws ROOM_NOT_FOUND. */
  async host(roomId: string): Promise<LocalRoom> {
    let hosted = this.hosted.get(roomId);
    if (hosted === undefined) {
      const opening = this.opening.get(roomId) ?? this.open(roomId);
      this.opening.set(roomId, opening);
      try {
        hosted = await opening;
      } finally {
        this.opening.delete(roomId);
      }
    }
    clearTimeout(hosted.linger);
    // Whoever asked may turn away again (a full room), so keeping the room has to be earned.
    this.releaseIfEmpty(roomId);
    return hosted.room;
  }

  /** To be called when a connection has left: the last one lets the room go after a while. */
  releaseIfEmpty(roomId: string): void {
    const hosted = this.hosted.get(roomId);
    if (hosted === undefined || !hosted.room.isEmpty) return;
    clearTimeout(hosted.linger);
    hosted.linger = setTimeout(() => {
      if (hosted.room.isEmpty) this.forget(roomId);
      else this.releaseIfEmpty(roomId);
    }, LINGER_MS).unref();
  }

  close(): void {
    for (const roomId of this.hosted.keys()) this.forget(roomId);
  }

  private async open(roomId: string): Promise<Hosted> {
    // Facts that arrive while the snapshot is on its way are heard after it.
    const early: RoomFact[] = [];
    let hear = (fact: RoomFact): void => void early.push(fact);
    const unsubscribe = await this.bus.subscribe(roomId, (fact) => hear(fact));
    const snapshot = await this.store.snapshot(roomId);
    if (snapshot === undefined) {
      await unsubscribe();
      throw new RoomError('ROOM_NOT_FOUND');
    }
    const room = new LocalRoom(snapshot, this.outlet, {
      ...this.settings,
      now: () => this.store.now(),
      share: (batch) => this.store.share(roomId, batch),
    });
    const hosted: Hosted = { room, unsubscribe, linger: undefined };
    this.hosted.set(roomId, hosted);
    hear = (fact) => {
      if (fact.seq > room.view.seq) this.hear(room, fact);
    };
    for (const fact of early) hear(fact);
    return hosted;
  }

  private hear(room: LocalRoom, fact: RoomFact): void {
    try {
      room.hear(fact);
    } catch (error) {
      this.settings.hooks.failed(error, 'flush');
    }
    if (fact.kind === 'closed') this.forget(room.view.roomId);
  }

  private forget(roomId: string): void {
    const hosted = this.hosted.get(roomId);
    if (hosted === undefined) return;
    this.hosted.delete(roomId);
    clearTimeout(hosted.linger);
    hosted.room.close();
    void hosted.unsubscribe();
  }
}
