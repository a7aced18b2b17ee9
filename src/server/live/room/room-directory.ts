import type { CommandRunner, RoomCommand } from '../../../game/room-command.js';
import { isAway, RoomError } from '../../../protocol/index.js';
import type { Heads, RoomBus, RoomSnapshot, RoomLog } from '../store/contract.js';
import type { RoomWriter } from '../store/room-writer.js';
import type { RoomUpdate } from '../store/room-update.js';
import { CommandQueue } from './command-queue.js';
import type { DirectorySettings } from './directory-settings.js';
import { LocalRoom, type RoomHost } from './local-room.js';
import { SeqWaiters } from './seq-waiters.js';
import { UnhostedRooms } from './unhosted-rooms.js';
import type { Broadcaster } from '../batch/broadcaster.js';

/** How long a room without connections here is kept, for those who come right back; how often copies are compared. */
const LINGER_MS = 5_000;
const COMPARE_MS = 1_000;

/** A room here, and how its copy is kept up to date. */
interface Hosted {
  room: LocalRoom;
  unsubscribe: () => Promise<void>;
  linger: NodeJS.Timeout | undefined;
  /** Commands of this process that change the room. */
  queue: CommandQueue;
  waiters: SeqWaiters;
  /** Updates that wait while the copy catches up; null when they are applied at once. */
  early: RoomUpdate[] | null;
  /** Ends when the copy has caught up, or could not. */
  catchingUp: Promise<void>;
  /** The number that the store was at in the last look; a copy that is not there by the next one is stale. */
  expectedSeq: number;
  /** Whether the store knew nothing of the room at the last look. */
  isMissing: boolean;
  /** Whether updates were missed and have not been made up for yet. */
  isStale: boolean;
}

/** The rooms that this process hosts, because somebody in them is connected to it. */
export class RoomDirectory implements CommandRunner {
  private readonly hosted = new HostedRooms();
  private readonly unhosted: UnhostedRooms;
  private readonly opening = new Map<string, Promise<Hosted>>();
  /** Whether the process is ending. */
  isClosed = false;
  private readonly comparing: NodeJS.Timeout;
  private comparison: Promise<void> | undefined;
  /** When the last look ended, by `performance.now()`. */
  private comparedAt = -Infinity;
  private lastChatNumber = 0; // of all rooms, as one that is hosted again must not begin anew

  constructor(
    private readonly store: RoomLog,
    private readonly writer: RoomWriter,
    private readonly bus: RoomBus,
    private readonly broadcaster: Broadcaster,
    private readonly settings: DirectorySettings,
  ) {
    this.unhosted = new UnhostedRooms(store, writer);
    let lookedAt = performance.now();
    this.comparing = setInterval(() => {
      const sinceLookMs = performance.now() - lookedAt;
      lookedAt += sinceLookMs;
      // After a standstill, what the clients told meanwhile is still to be read.
      if (sinceLookMs < 2 * COMPARE_MS) {
        for (const { room } of this.hosted.values()) this.attempt(() => room.checkSlowConsumers());
        settings.checkSeats();
      }
      // Updates may be as slow as the answer that told of them, so they get time before the next look.
      if (performance.now() - this.comparedAt >= COMPARE_MS / 2) void this.compare();
    }, COMPARE_MS).unref();
  }

  get(roomId: string): LocalRoom | undefined {
    return this.hosted.get(roomId)?.room;
  }

  atPin(pin: string): LocalRoom | undefined {
    return this.hosted.atPin(pin)?.room;
  }

  all(): LocalRoom[] {
    return Array.from(this.hosted.values(), ({ room }) => room);
  }

  /** Does something to a room: on the copy here, where it is hosted here, else on what the store knows. */
  async run<Answer>(roomId: string, command: RoomCommand<Answer>): Promise<Answer> {
    const hosted = this.hosted.get(roomId);
    if (hosted !== undefined)
      try {
        return await hosted.queue.run(command);
      } catch (error) {
        // The copy may have been let go while the command waited; then nothing has happened yet.
        if (!isNotFound(error) || this.isHosted(hosted)) throw error;
      }
    return this.unhosted.run(roomId, command);
  }

  /** Whether an identity has a seat in a room that is hosted here, or opened it. */
  hasSeated(identityId: string | undefined): boolean {
    if (identityId === undefined) return false;
    for (const { room } of this.hosted.values()) {
      if (room.view.state.ownerIdentityId === identityId || room.hasBrowser(identityId))
        return true;
      for (const seat of room.view.seats.values()) if (seat.identityId === identityId) return true;
    }
    return false;
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
    // The asker may be turned away (a full room), so keeping the room has to be earned.
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

  /**
   * Compares every copy with the store, and catches up where updates were missed or lost. One look at a
   * time: two answers in a row would leave updates no time to come.
   */
  compare(): Promise<void> {
    this.comparison ??= this.lookAtStore().finally(() => {
      this.comparison = undefined;
      this.comparedAt = performance.now();
    });
    return this.comparison;
  }

  private async lookAtStore(): Promise<void> {
    const seqs = Array.from(this.hosted, ([roomId, { room }]) => [roomId, room.view.seq] as const);
    if (seqs.length === 0) return;
    let heads: Heads;
    try {
      heads = await this.store.heads(seqs.map(([roomId]) => roomId));
    } catch (error) {
      if (!isAway(error)) this.settings.hooks.failed(error, 'compare');
      return;
    }
    for (const [roomId, seqBefore] of seqs) {
      const hosted = this.hosted.get(roomId);
      if (hosted === undefined) continue;
      if (heads.away.has(roomId)) continue;
      const head = heads.rooms.get(roomId);
      if (head === undefined) {
        // At the first such look, the update that closed it may still be on its way.
        if (hosted.isMissing) this.endLost(hosted);
        hosted.isMissing = true;
        continue;
      }
      hosted.isMissing = false;
      const { seq } = head;
      const { room, isStale, expectedSeq } = hosted;
      const isSameStore = room.view.incarnation === head.incarnation;
      hosted.expectedSeq = seq;
      if (isStale || !isSameStore || seq < seqBefore || room.view.seq < expectedSeq)
        void this.catchUp(hosted);
    }
  }

  /** Catches up with the store in every room, as updates may have been missed. */
  async catchUpAll(concerns: (roomId: string) => boolean = () => true): Promise<void> {
    const concerned = [...this.hosted].filter(([roomId]) => concerns(roomId));
    await Promise.all(concerned.map(([, hosted]) => this.catchUp(hosted)));
  }

  close(): void {
    this.isClosed = true;
    clearInterval(this.comparing);
    for (const roomId of this.hosted.keys()) this.forget(roomId);
  }

  private async open(roomId: string): Promise<Hosted> {
    // Updates that arrive while the snapshot is on its way are applied after it.
    const early: RoomUpdate[] = [];
    let receive = (update: RoomUpdate): void => void early.push(update);
    const unsubscribe = await this.bus.subscribe(roomId, (update) => receive(update));
    let snapshot: RoomSnapshot;
    try {
      snapshot = await this.snapshot(roomId);
    } catch (error) {
      await unsubscribe();
      throw error;
    }
    const room = new LocalRoom(snapshot, this.broadcaster, this.hostOf(roomId), this.settings);
    const { seq: expectedSeq } = snapshot.state;
    const waiters = new SeqWaiters(() => void this.catchUp(hosted));
    const queue = new CommandQueue(room.view, {
      writer: this.writer,
      now: () => this.store.now(),
      reached: async (seq) => {
        if (seq > room.view.seq) await waiters.wait(seq);
      },
      catchUp: () => this.catchUp(hosted),
    });
    const hosted: Hosted = {
      room,
      queue,
      waiters,
      unsubscribe,
      linger: undefined,
      early: null,
      catchingUp: Promise.resolve(),
      expectedSeq,
      isMissing: false,
      isStale: false,
    };
    this.hosted.set(roomId, hosted);
    this.settings.changed?.(room.view.state);
    receive = (update) => this.receive(hosted, update);
    for (const update of early) receive(update);
    return hosted;
  }

  private hostOf(roomId: string): RoomHost {
    return {
      now: () => this.store.now(),
      share: (batch) => this.store.share(roomId, batch),
      nextChatNumber: () => ++this.lastChatNumber,
      takeChat: (bounds) => this.store.takeChat(roomId, bounds),
      mayBeDecided: () => this.settings.mayBeDecided(roomId),
      cleared: (room) => this.settings.cleared?.(room),
    };
  }

  private async snapshot(roomId: string): Promise<RoomSnapshot> {
    const snapshot = await this.store.snapshot(roomId);
    if (snapshot === undefined) throw new RoomError('ROOM_NOT_FOUND');
    return snapshot;
  }

  private receive(hosted: Hosted, update: RoomUpdate): void {
    const { room, early } = hosted;
    if (early !== null) {
      early.push(update);
      return;
    }
    if (update.seq <= room.view.seq) return;
    if (update.seq > room.view.seq + 1) {
      void this.catchUp(hosted);
      return;
    }
    this.attempt(() => room.apply(update));
    if (update.kind === 'appended') this.settings.changed?.(room.view.state);
    hosted.waiters.wake(room.view.seq);
    if (update.kind === 'appended' && update.next === this.store.processId)
      hosted.queue.takeTurn(update.seq);
    if (update.kind === 'closed') this.forget(room.view.roomId);
  }

  private catchUp(hosted: Hosted): Promise<void> {
    if (hosted.early === null) {
      hosted.early = [];
      hosted.catchingUp = this.makeUpForMissed(hosted, hosted.early);
    }
    return hosted.catchingUp;
  }

  /** By the updates themselves, or by a new copy where the log has them no more. */
  private async makeUpForMissed(hosted: Hosted, early: readonly RoomUpdate[]): Promise<void> {
    hosted.isStale = true;
    const { room, waiters } = hosted;
    const seatedBefore = room.waitingPlayers;
    const { incarnation } = room.view;
    try {
      const missed = await this.store.since(room.view.roomId, room.view.head);
      if (!this.isHosted(hosted)) return;
      if (missed === undefined) return this.endLost(hosted);
      if (missed.kind === 'replay')
        for (const update of missed.updates) this.attempt(() => room.apply(update));
      else {
        this.attempt(() => room.adoptSnapshot(missed.snapshot, seatedBefore));
        hosted.queue.startAnew();
      }
      hosted.expectedSeq = room.view.seq;
      hosted.isStale = false;
      waiters.wakeAll();
      if (room.view.incarnation !== incarnation) this.settings.restored?.(room.view.state);
    } catch (error) {
      if (!isAway(error)) this.settings.hooks.failed(error, 'compare');
      waiters.fail(error instanceof RoomError ? error.code : 'INTERNAL');
    }
    hosted.early = null;
    if (!hosted.isStale) for (const update of early) this.receive(hosted, update);
  }

  private endLost(hosted: Hosted): void {
    if (!this.isHosted(hosted)) return;
    this.attempt(() => hosted.room.disband('ROOM_LOST'));
    this.forget(hosted.room.view.roomId);
  }

  /** Whether the room has not been let go, and hosted anew perhaps, while something was waited for. */
  private isHosted(hosted: Hosted): boolean {
    return this.hosted.get(hosted.room.view.roomId) === hosted;
  }

  /** One room's trouble must not reach the others. */
  private attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.settings.hooks.failed(error, 'flush');
    }
  }

  private forget(roomId: string): void {
    const hosted = this.hosted.get(roomId);
    if (hosted === undefined) return;
    this.hosted.delete(roomId);
    clearTimeout(hosted.linger);
    hosted.waiters.end();
    hosted.room.close();
    this.settings.forgotten?.(roomId);
    hosted
      .unsubscribe()
      .catch((error: unknown) => isAway(error) || this.settings.hooks.failed(error, 'compare'));
  }
}

/** The rooms that this process hosts, by room and by PIN. */
class HostedRooms extends Map<string, Hosted> {
  private readonly ids = new Map<string, string>();

  atPin(pin: string): Hosted | undefined {
    return this.get(this.ids.get(pin) ?? '');
  }

  override set(roomId: string, hosted: Hosted): this {
    this.ids.set(hosted.room.view.pin, roomId);
    return super.set(roomId, hosted);
  }

  override delete(roomId: string): boolean {
    const pin = this.get(roomId)?.room.view.pin ?? '';
    // Another room may have the PIN by now.
    if (this.ids.get(pin) === roomId) this.ids.delete(pin);
    return super.delete(roomId);
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof RoomError && error.code === 'ROOM_NOT_FOUND';
}
