import type { StoredChat } from '../game/chat-log.js';
import { deadlineOf } from '../game/phase.js';
import { isAlive, type Seat } from '../game/room-state.js';
import type { Position } from '../game/zones.js';
import { RoomError, type NoticeCode } from '../protocol/index.js';
import type { RoomSnapshot } from '../store/contract.js';
import type { RoomFact } from '../store/facts.js';
import { isOvertaken, transitionEvents, type Newcomer } from '../batch/admission.js';
import { Audiences } from '../batch/audiences.js';
import { SlowConsumers } from '../batch/slow-consumers.js';
import { BatchProcessor, type BatchSettings } from '../batch/batch-processor.js';
import { FlushSender } from '../batch/flush-sender.js';
import { missedChanges } from './catch-up.js';
import type { Broadcaster } from '../batch/broadcaster.js';
import { RoomView } from '../batch/room-view.js';

/** Who is in a room on this process; those who are behind count among the others, too. */
export interface Attendance {
  players: number;
  spectators: number;
  behind: number;
}

export interface LocalRoomSettings extends BatchSettings {
  /** Somebody left a game of survival in which one player at most is alive now (R6.2). */
  mayBeDecided: () => void;
}

/** A room as one process hosts it: the copy of its facts, the connections here, and the batch between. */
export class LocalRoom {
  readonly view: RoomView;
  readonly batch: BatchProcessor;
  private readonly audiences: Audiences;
  /** Connections that the store is asked about just now: they come in, or leave again. */
  private readonly expected = new Set<string>();
  private readonly waiting = new Map<string, Newcomer>();
  /** Identities of spectators by connection, of those who are on their way, too. */
  private readonly screens = new Map<string, string>();
  private readonly slowConsumers = new SlowConsumers();
  private readonly flushSender: FlushSender;
  /** Clients that get nothing until they have read what they were sent. */
  private readonly slow = new Map<string, Omit<Newcomer, 'admitted'>>();
  /** The store knows the room no longer. */
  private hasEnded = false;

  constructor(
    snapshot: RoomSnapshot,
    private readonly broadcaster: Broadcaster,
    private readonly settings: LocalRoomSettings,
  ) {
    this.view = new RoomView(snapshot);
    this.audiences = new Audiences(this.view, broadcaster);
    this.flushSender = new FlushSender(this.view, this.audiences, this.slowConsumers, broadcaster);
    this.batch = new BatchProcessor(this.view, this.flushSender, settings);
    this.batch.enterPhase(this.moveDeadline(), []);
  }

  get isEmpty(): boolean {
    const { audiences, expected, slow, waiting } = this;
    return audiences.size + expected.size + slow.size + waiting.size === 0;
  }

  /** Whether the host is connected here. */
  get hasHost(): boolean {
    const held = this.view.seatOfPlayer(this.view.hostId)?.connectionId;
    return held != null && this.isHere(held);
  }

  /** Who is connected here and admitted. */
  get attendance(): Attendance {
    const players = [...this.seated()].length;
    const behind = this.slow.size;
    return { players, spectators: this.audiences.size + behind - players, behind };
  }

  /**
   * The connection is on its way in, which ends with `join` or `leave`; the room is kept meanwhile.
   * `identityId` is a spectator's, by which it is found when that person is kicked.
   */
  expect(connectionId: string, identityId?: string): void {
    this.expected.add(connectionId);
    if (identityId !== undefined) this.screens.set(connectionId, identityId);
  }

  /** Whether the connection is in the room, waits to be let in, or is on its way. */
  has(connectionId: string): boolean {
    return this.expected.has(connectionId) || this.isHere(connectionId);
  }

  /** Resolves when the connection has got the state of the room and hears what the room hears. */
  join(newcomer: Omit<Newcomer, 'admitted'>): Promise<void> {
    this.expected.delete(newcomer.connectionId);
    if (this.hasEnded) throw new RoomError('ROOM_NOT_FOUND');
    return this.admit(newcomer);
  }

  private admit(newcomer: Omit<Newcomer, 'admitted'>): Promise<void> {
    const { connectionId } = newcomer;
    return new Promise((resolve) => {
      const admitted = (): void => {
        this.waiting.delete(connectionId);
        resolve();
      };
      this.waiting.set(connectionId, { ...newcomer, admitted });
      this.batch.pushNewcomer({ ...newcomer, admitted });
      if (newcomer.slot !== null) this.checkWaiting(newcomer.slot);
    });
  }

  /** The connection hears nothing of the room any more; its seat is the store's business. */
  leave(connectionId: string): void {
    this.expected.delete(connectionId);
    this.screens.delete(connectionId);
    this.audiences.remove(connectionId);
    this.slowConsumers.remove(connectionId);
    this.slow.delete(connectionId);
    this.batch.dropNewcomer(connectionId);
    this.waiting.get(connectionId)?.admitted();
  }

  /** A compact client has seen everything up to this flush. */
  echo(connectionId: string, seq: number): void {
    switch (this.slowConsumers.echo(connectionId, seq, performance.now())) {
      case 'level':
        return;
      case 'late':
        return this.skip(connectionId);
      case 'drained':
        return this.rejoin(connectionId);
    }
  }

  /** To be called once a second: looks for compact clients that do not read. */
  checkSlowConsumers(): void {
    const { late, lost } = this.slowConsumers.look(performance.now());
    for (const connectionId of late) this.skip(connectionId);
    for (const connectionId of lost) {
      // Its transport may take a while to end.
      this.slowConsumers.remove(connectionId);
      this.settings.hooks.gaveUp?.();
      this.broadcaster.terminate(connectionId);
    }
  }

  private skip(connectionId: string): void {
    // Where each event is sent by itself, everybody falls behind; that is what is to be seen there.
    if (!this.settings.tickRate.isAtOnce) this.setAside(connectionId);
  }

  /** From now on a compact client is sent nothing, until it starts anew; false where it is none. */
  private setAside(connectionId: string): boolean {
    const member = this.audiences.get(connectionId);
    if (member?.format !== 'compact') return false;
    const { slot, format } = member;
    const cursor = { audience: 'ghosts' as const, id: this.flushSender.lastChatId };
    const seat = slot === null ? undefined : this.view.seats.get(slot);
    const grant = seat === undefined ? null : { serial: seat.serial, epoch: seat.epoch };
    const isCreator = false;
    this.slow.set(connectionId, { connectionId, slot, grant, format, isCreator, cursor });
    this.slowConsumers.skip(connectionId);
    this.audiences.remove(connectionId);
    return true;
  }

  /** One snapshot in place of everything that the client was not sent. */
  private rejoin(connectionId: string): void {
    const newcomer = this.slow.get(connectionId);
    this.slow.delete(connectionId);
    this.slowConsumers.remove(connectionId);
    if (newcomer !== undefined) void this.admit(newcomer);
  }

  move(slot: number, epoch: number, position: Position): void {
    this.batch.pushMove(slot, epoch, position);
  }

  /** Resolves when the message is stored; refused as `pushChat` says, and at once with MUTED. */
  chat(slot: number, epoch: number, message: string): Promise<void> {
    const isHost = this.view.seats.get(slot)?.playerId === this.view.hostId;
    if (this.view.isMuted && !isHost) throw new RoomError('MUTED');
    return this.batch.pushChat(slot, epoch, message);
  }

  /** Applies a fact of the room's channel, in order. */
  apply(fact: RoomFact): void {
    switch (fact.kind) {
      case 'phase':
        return this.changePhase(fact);
      case 'closed':
        return this.disband('ROOM_CLOSED');
      case 'attached': {
        const { connectionId: held = null, epoch = 0 } = this.view.seats.get(fact.slot) ?? {};
        // Where the store has lost the newer hold and knows an older one, nobody else has the seat.
        const isNewer = fact.epoch >= epoch && held !== fact.connectionId;
        if (held !== null && isNewer && this.isHere(held)) this.replace(held);
        break;
      }
      case 'dropped': {
        // Others thought this process dead, because it stood still: its players take their seats again.
        const held = this.view.seats.get(fact.slot)?.connectionId;
        if (held != null && this.isHere(held)) this.broadcaster.reconnect(held);
        break;
      }
      case 'screensFreed':
        for (const id of fact.connectionIds)
          if (this.screens.has(id)) this.broadcaster.reconnect(id);
        break;
      case 'left': {
        const seat = this.view.seats.get(fact.slot);
        if (fact.reason === 'kicked' && seat !== undefined) this.disconnectKicked(seat);
        break;
      }
      default:
        break;
    }
    const leaver = fact.kind === 'left' ? this.view.seats.get(fact.slot) : undefined;
    this.view.apply(fact);
    this.batch.add(fact);
    if (fact.kind === 'seated') this.checkWaiting(fact.seat.slot);
    if (fact.kind === 'attached') this.checkWaiting(fact.slot);
    // A ghost who goes decides nothing; the reveal that left one player stays for its time.
    if (leaver !== undefined && isAlive(leaver) && this.view.hasOneAliveAtMost)
      this.settings.mayBeDecided();
  }

  /** Newcomers who hold a seat and have not been let in yet. */
  get waitingPlayers(): string[] {
    return [...this.waiting.values()].flatMap(({ connectionId, slot }) =>
      slot === null ? [] : [connectionId],
    );
  }

  /**
   * Catches up with the store after facts were missed or lost, as if they came now. `seatedBefore`
   * are newcomers whose seats are older than the snapshot.
   */
  adoptSnapshot(snapshot: RoomSnapshot, seatedBefore: readonly string[]): void {
    const { seq, seats } = snapshot.state;
    this.forgetLostChat(snapshot.chat);
    const holders = new Map(seats.map(({ slot, connectionId }) => [slot, connectionId]));
    const changes = missedChanges(this.view, snapshot);
    // Another store may have lost facts, and what it tells then is no sequel to what pages were told.
    const isRewritten = this.view.incarnation !== snapshot.incarnation && changes.length > 0;
    const anew = isRewritten ? this.audiences.ids().filter((id) => this.setAside(id)) : [];
    for (const change of changes) this.apply({ ...change, seq });
    this.view.seq = seq;
    this.view.incarnation = snapshot.incarnation;
    // Exits were told before the phase and the falls that they may have come after. A reveal's own end judges.
    const hasLeft = changes.some(({ kind }) => kind === 'left');
    if (hasLeft && this.view.phase.kind !== 'reveal' && this.view.hasOneAliveAtMost)
      this.settings.mayBeDecided();
    // Whose hold on its seat the store does not know has to take it again.
    for (const [connectionId, slot] of this.seated())
      if (holders.get(slot) !== connectionId) this.broadcaster.reconnect(connectionId);
    for (const connectionId of seatedBefore) {
      const slot = this.waiting.get(connectionId)?.slot;
      if (slot != null && holders.get(slot) !== connectionId)
        this.broadcaster.reconnect(connectionId);
    }
    for (const connectionId of anew) this.rejoin(connectionId);
  }

  /** The store may have given the numbers of lost messages to others, which everybody is still to hear. */
  private forgetLostChat(known: readonly StoredChat[]): void {
    this.view.chat.retain(known);
    const last = this.view.chat.lastGhostId();
    this.flushSender.lastChatId = Math.min(this.flushSender.lastChatId, last);
    for (const { cursor } of this.slow.values())
      if (cursor !== null) cursor.id = Math.min(cursor.id, last);
  }

  /** Lets nobody wait for a seat that the copy knows to have gone on to somebody else, or to nobody. */
  private checkWaiting(slot: number): void {
    const seat = this.view.seats.get(slot);
    if (seat === undefined) return;
    for (const newcomer of this.waiting.values()) {
      if (newcomer.slot !== slot || !isOvertaken(newcomer, seat)) continue;
      if (seat.connectionId === null) this.broadcaster.reconnect(newcomer.connectionId);
      else this.replace(newcomer.connectionId);
    }
  }

  /** Another connection has the seat (R2.3). Its process says so, too, but that message may get lost. */
  private replace(connectionId: string): void {
    this.leave(connectionId);
    this.broadcaster.disconnect(connectionId, 'SESSION_REPLACED');
  }

  private isHere(connectionId: string): boolean {
    const { audiences, slow, waiting } = this;
    return [audiences, slow, waiting].some((some) => some.has(connectionId));
  }

  /** Those who were admitted, whether they keep up or not. */
  private ids(): string[] {
    return [...this.audiences.ids(), ...this.slow.keys()];
  }

  private *seated(): Iterable<[connectionId: string, slot: number]> {
    yield* this.audiences.seated();
    for (const { connectionId, slot } of this.slow.values())
      if (slot !== null) yield [connectionId, slot];
  }

  /** The store knows nothing of the room any more. */
  endLost(): void {
    this.disband('ROOM_LOST');
  }

  close(): void {
    this.batch.close();
  }

  /** What happened before the transition is told before it, and to the audiences of before. */
  private changePhase(fact: RoomFact & { kind: 'phase' }): void {
    const { phase: before, hostId } = this.view;
    const hadGhosts = [...this.view.seats.values()].some((seat) => !isAlive(seat));
    this.batch.flush(transitionEvents(before, fact.phase, hostId));
    this.view.apply(fact);
    const regrouped = this.audiences.regroup();
    // When ghosts come back to life, wherever they are connected, everybody sees them anew.
    const refresh = fact.everyone !== null && hadGhosts ? this.audiences.ids() : regrouped;
    this.batch.enterPhase(this.moveDeadline(), refresh);
  }

  private moveDeadline(): number | null {
    return this.view.phase.kind === 'question' ? deadlineOf(this.view.phase) : null;
  }

  /** Ends all connections of somebody who is kicked: the seat's and projectors. */
  private disconnectKicked({ connectionId, identityId, playerId }: Seat): void {
    const held = connectionId === null ? [] : [connectionId];
    const watched = [...this.screens].filter(([, identity]) => identity === identityId);
    for (const connection of [...held, ...watched.map(([connection]) => connection)]) {
      this.broadcaster.emit([connection], 'kickRoom', { playerId });
      this.leave(connection);
      this.broadcaster.disconnect(connection);
    }
  }

  private disband(notice: NoticeCode): void {
    this.hasEnded = true;
    this.batch.flush();
    for (const connectionId of [...this.ids(), ...this.waiting.keys()]) {
      this.leave(connectionId);
      this.broadcaster.disconnect(connectionId, notice);
    }
  }
}
