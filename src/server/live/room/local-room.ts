import { isBig } from '../../../game/big-room.js';
import type { ChatBounds } from '../../../game/chat-bucket.js';
import type { StoredChat } from '../../../game/chat-log.js';
import { hostConnections } from '../../../game/host-connections.js';
import type { RoomChange } from '../../../game/room-change.js';
import { isAlive, type Seat } from '../../../game/room-state.js';
import { checkWriting } from '../../../game/writing.js';
import { encodeMove, RoomError, type NoticeCode } from '../../../protocol/index.js';
import type { RoomSnapshot } from '../store/contract.js';
import type { RoomUpdate } from '../store/room-update.js';
import { isOvertaken, type Newcomer } from '../batch/admission.js';
import { Audiences, type Attendance } from '../batch/audiences.js';
import { SlowConsumers } from '../batch/slow-consumers.js';
import { BatchProcessor, type BatchSettings } from '../batch/batch-processor.js';
import type { BatchHost } from '../batch/chat-sender.js';
import { PrivateSender } from '../batch/private-sender.js';
import { CrowdSender } from '../batch/crowd/crowd-sender.js';
import { FlushSender } from '../batch/flush-sender.js';
import type { RoomSender } from '../batch/room-sender.js';
import type { Broadcaster } from '../batch/broadcaster.js';
import { RoomView, toWire } from '../batch/room-view.js';
import { SlowClients } from './slow-clients.js';
import { SpeechRules } from './speech-rules.js';
import { SpeechTurns } from './speech-turns.js';
import { Walking } from './walking.js';
import { endedCockpits, endedHolds, isRemoval, lostHolds, type Holder } from './lost-holds.js';

/** The text that everybody reads and, where words are masked, the text as it was said. Asked for once nothing refuses it. */
export type Speech = () => [message: string, original?: string];

/** The surroundings of a hosted room: what it asks of its store, and whom it tells of what others have to see to. */
export interface RoomHost extends BatchHost {
  /** As `RoomLog.takeChat`. */
  takeChat(bounds: ChatBounds): number | Promise<number>;
  /** Many were removed at once (R3.7). */
  cleared(room: LocalRoom): void;
  /** Somebody left a game of survival in which one player at most is alive now (R6.2). */
  mayBeDecided(): void;
}

/** Changes by which somebody may run the room no more. */
const TAKES_ROLES: ReadonlySet<RoomChange['kind']> = new Set(['host', 'helpers', 'left']);

/** A room as one process hosts it: the copy of it, the connections here, and the batch between. */
export class LocalRoom {
  readonly view: RoomView;
  readonly batch: BatchProcessor;
  readonly audiences: Audiences;
  /** Connections that the store is asked about just now: they come in, or leave again. */
  private readonly expected = new Set<string>();
  private readonly waiting = new Map<string, Newcomer>();
  /** Identities of spectators by connection, of those who are on their way, too. */
  private readonly screens = new Map<string, string>();
  /** Connections without a seat whose page is silent until somebody clicks on it. */
  readonly silent = new Set<string>();
  readonly slowConsumers: SlowConsumers;
  readonly flushSender: RoomSender;
  private readonly privately: PrivateSender;
  readonly speechRules: SpeechRules;
  private readonly speechTurns = new SpeechTurns();
  readonly walking: Walking;
  private readonly slowClients: SlowClients;
  /** The store knows the room no longer. */
  private hasEnded = false;
  /** By the identity of a ticket, the browser that showed it last. */
  private readonly browsers = new Map<string, string>();
  private browserIds: ReadonlySet<string> | undefined;

  constructor(
    snapshot: RoomSnapshot,
    readonly broadcaster: Broadcaster,
    private readonly host: RoomHost,
    private readonly settings: BatchSettings,
  ) {
    this.view = new RoomView(snapshot);
    this.speechRules = new SpeechRules(this.view, (bounds) => host.takeChat(bounds));
    this.audiences = new Audiences(this.view, broadcaster);
    this.slowConsumers = SlowConsumers.of(this.view.settings);
    // Halls and big rooms never become each other.
    const Sender = isBig(this.view.settings) ? CrowdSender : FlushSender;
    this.flushSender = new Sender(this.view, this.audiences, this.slowConsumers, broadcaster);
    this.privately = new PrivateSender(this.view, this.audiences, broadcaster);
    this.slowClients = new SlowClients(this, {
      // Where each event is sent by itself, everybody falls behind; that is what is to be seen there.
      mayWait: !settings.tickRate.isAtOnce,
      admit: (newcomer) => void this.admit(newcomer),
    });
    this.batch = new BatchProcessor(this.view, this.flushSender, host, settings);
    this.walking = new Walking(this.view, this.batch, broadcaster, () => host.now());
    this.batch.enterPhase(this.view.moveDeadline, []);
  }

  /** Clients that get nothing until they have read what they were sent. */
  get slow(): ReadonlyMap<string, Holder> {
    return this.slowClients.aside;
  }

  get isEmpty(): boolean {
    const { audiences, expected, slow, waiting } = this;
    return audiences.size + expected.size + slow.size + waiting.size === 0;
  }

  /** Whether the host, or a cockpit, is connected here. */
  get hasHost(): boolean {
    return hostConnections(this.view.state).some((connectionId) => this.isHere(connectionId));
  }

  /** The connections that are here and admitted. */
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

  /** Somebody sits by a ticket in this browser, which nothing but a cookie tells when it connects again (R10.4). */
  noteBrowser(identityId: string, browserId: string): void {
    this.browsers.set(identityId, browserId);
    this.browserIds = undefined;
  }

  hasBrowser(browserId: string): boolean {
    this.browserIds ??= new Set(this.browsers.values());
    return this.browserIds.has(browserId);
  }

  /** Whether the connection is in the room, waits to be let in, or is on its way. */
  has(connectionId: string): boolean {
    return this.expected.has(connectionId) || this.isHere(connectionId);
  }

  /** Resolves when the connection has got the state of the room and hears what the room hears. */
  join(newcomer: Holder): Promise<void> {
    this.expected.delete(newcomer.connectionId);
    if (this.hasEnded) throw new RoomError('ROOM_NOT_FOUND');
    return this.admit(newcomer);
  }

  private admit(newcomer: Holder): Promise<void> {
    const { connectionId } = newcomer;
    return new Promise((resolve) => {
      const admitted = (): void => {
        this.waiting.delete(connectionId);
        this.privately.admitted(connectionId);
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
    this.silent.delete(connectionId);
    this.audiences.remove(connectionId);
    this.slowClients.remove(connectionId);
    this.batch.dropNewcomer(connectionId);
    this.waiting.get(connectionId)?.admitted();
  }

  /** Whether somebody has to click on a projector before it is heard. */
  tellSound(connectionId: string, isSilent: boolean): void {
    // A connection that has left meanwhile would stay in the set.
    if (isSilent && this.isHere(connectionId)) this.silent.add(connectionId);
    else this.silent.delete(connectionId);
  }

  /** A compact client has seen everything up to this flush. */
  echo(connectionId: string, seq: number): void {
    this.slowClients.echo(connectionId, seq);
  }

  /** To be called once a second: looks for compact clients that do not read. */
  checkSlowConsumers(): void {
    for (const connectionId of this.slowClients.look()) {
      this.settings.hooks.gaveUp?.();
      this.broadcaster.terminate(connectionId);
    }
  }

  /**
   * Resolves when the message is stored; refused as `pushChat` says, and with MUTED, SLOW_MODE or BLIND.
   */
  async chat(slot: number, generation: number, speech: Speech): Promise<void> {
    return this.speechTurns.take(this.speechRules.check(slot), () => {
      const [message, original] = speech();
      return this.batch.pushChat({ slot, generation, message, original });
    });
  }

  /**
   * Says something to those near in a big room (R23.7). Resolves when it is passed on; throws BAD_REQUEST in a hall,
   * else refused as `chat` is.
   */
  async chatNear(slot: number, generation: number, speech: Speech): Promise<void> {
    if (!isBig(this.view.settings)) throw new RoomError('BAD_REQUEST', 'near: only in a big room');
    this.speechRules.checkNear(slot);
    const [message] = speech();
    await this.batch.pushChat({ slot, generation, message, near: true });
  }

  /** As `chat` of a cockpit, for which the chat is always on. */
  chatFromCockpit(connectionId: string, message: string, original?: string): Promise<void> {
    return this.speechTurns.take(undefined, () =>
      this.batch.pushChat({ cockpit: connectionId, message, original }),
    );
  }

  /** As `checkWriting`, for what came at this time, store epoch ms. */
  checkWriting(texts: readonly string[], cameAt: number): void {
    checkWriting(this.view.phase, texts, cameAt);
  }

  /** Keeps what a player answers in writing, `masked` where the word filter finds something in it. */
  write(slot: number, generation: number, texts: readonly string[], masked?: string[]): void {
    this.batch.pushText({ slot, generation, texts, ...(masked && { masked }) });
  }

  /** As `BatchProcessor.share`, with what was said until now and still waits to be taken. */
  async share(): Promise<void> {
    const { waiting } = this.speechTurns;
    await this.batch.share();
    if (waiting === undefined) return;
    await waiting;
    await this.batch.share();
  }

  /** Applies an update of the room's channel, in order. */
  apply(update: RoomUpdate): void {
    switch (update.kind) {
      case 'shared':
        this.view.applyShare(update);
        this.privately.shared(update);
        this.speechRules.heard(update);
        return this.batch.addShared(update);
      case 'closed':
        return this.disband('ROOM_CLOSED');
      case 'appended':
        for (const change of update.changes) this.applyChange(change);
        this.view.noteAppend(update);
        if (update.changes.some(({ kind }) => TAKES_ROLES.has(kind))) this.endCockpits();
        if (update.changes.some(isRemoval)) this.host.cleared(this);
    }
  }

  private applyChange(change: RoomChange): void {
    if (change.kind === 'phase') return this.changePhase(change);
    const seat = 'slot' in change ? this.view.seats.get(change.slot) : undefined;
    this.disconnectEnded(change, seat);
    this.view.applyChange(change);
    this.batch.add(change);
    if (change.kind === 'seated') this.checkWaiting(change.seat.slot);
    if (change.kind === 'attached') this.checkWaiting(change.slot);
    this.privately.changed(change);
    this.walking.changed(change, (connectionId) => this.isHere(connectionId));
    // A ghost who goes decides nothing; the reveal that left one player stays for its time.
    const isExit = change.kind === 'left' && seat !== undefined && isAlive(seat);
    if (isExit && this.view.hasOneAliveAtMost) this.host.mayBeDecided();
  }

  /** Ends connections here that a change takes the seat or the room from; `seat` is as it was before. */
  private disconnectEnded(change: RoomChange, seat: Seat | undefined): void {
    const { replaced, lost, removed = null } = endedHolds(change, seat);
    if (replaced !== null && this.isHere(replaced)) this.sendAway(replaced);
    for (const connectionId of lost)
      if (this.isHere(connectionId) || this.screens.has(connectionId))
        this.broadcaster.reconnect(connectionId);
    if (removed !== null && this.isHere(removed)) this.sendAway(removed, 'REMOVED');
    const isKicked = change.kind === 'left' && change.reason === 'kicked';
    if (isKicked && seat !== undefined) this.disconnectKicked(seat);
  }

  /** Newcomers who hold a seat and have not been let in yet. */
  get waitingPlayers(): string[] {
    return [...this.waiting.values()].flatMap(({ connectionId, slot }) =>
      slot === null ? [] : [connectionId],
    );
  }

  /**
   * Takes a new copy of the room, as more was missed than can be told, or the store has lost something.
   * Everybody here starts anew, as if they had just come back. `seatedBefore` are newcomers whose seats are
   * older than the snapshot.
   */
  adoptSnapshot(snapshot: RoomSnapshot, seatedBefore: readonly string[]): void {
    this.forgetLostChat(snapshot.chat);
    if (this.view.isLike(snapshot.state)) return this.adoptShares(snapshot);
    for (const seat of this.view.seats.values())
      if (snapshot.state.banned.has(seat.identityId)) this.disconnectKicked(seat);
    const { screens } = this.view.state;
    const anew = this.audiences.ids();
    for (const connectionId of anew) this.slowClients.setAside(connectionId);
    this.batch.discard();
    this.view.replace(snapshot);
    this.batch.enterPhase(this.view.moveDeadline, []);
    const waiting = [...this.waiting.values()];
    const isOlder = ({ connectionId }: Holder): boolean => seatedBefore.includes(connectionId);
    const { replaced, lost } = lostHolds(snapshot.state, {
      before: [...this.slow.values(), ...waiting.filter(isOlder)],
      maybeYounger: waiting.filter((one) => !isOlder(one)),
      screens,
      isHere: (connectionId) => this.has(connectionId),
    });
    for (const connectionId of replaced) this.sendAway(connectionId);
    for (const connectionId of lost) this.broadcaster.reconnect(connectionId);
    const isLost = new Set(lost);
    for (const connectionId of anew)
      if (!isLost.has(connectionId)) this.slowClients.rejoin(connectionId);
    this.endCockpits();
    // A reveal's own end judges.
    if (this.view.phase.kind !== 'reveal' && this.view.hasOneAliveAtMost) this.host.mayBeDecided();
  }

  /** Takes over from another store, which has lost moves and chat at most. */
  private adoptShares(snapshot: RoomSnapshot): void {
    this.view.incarnation = snapshot.incarnation;
    this.apply(this.view.sharesIn(snapshot));
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
      else this.sendAway(newcomer.connectionId);
    }
  }

  /** Unless given: another connection has the seat (R2.3). Its process says so, too, but that may get lost. */
  private sendAway(connectionId: string, notice: NoticeCode = 'SESSION_REPLACED'): void {
    this.leave(connectionId);
    this.broadcaster.disconnect(connectionId, notice);
  }

  private isHere(connectionId: string): boolean {
    const { audiences, slow, waiting } = this;
    return [audiences, slow, waiting].some((some) => some.has(connectionId));
  }

  private *seated(): Iterable<[connectionId: string, slot: number]> {
    yield* this.audiences.seated();
    for (const { connectionId, slot } of this.slow.values())
      if (slot !== null) yield [connectionId, slot];
  }

  close(): void {
    this.batch.close();
    this.privately.close();
  }

  /** Tells what happened before the transition before it, and to the audiences of before. */
  private changePhase(change: RoomChange & { kind: 'phase' }): void {
    const { seats, asked, isBlind, isCurtained } = this.view;
    const ghosts = [...seats.values()].flatMap((seat) => (isAlive(seat) ? [] : seat.slot));
    this.batch.changePhase(change);
    this.view.applyChange(change);
    const regrouped = this.audiences.regroup();
    // Another question in place of one that was dropped is put anew.
    const isSame = this.view.asked?.name === asked?.name;
    const staysBlind = isSame && this.view.isBlind;
    // When ghosts come back to life, everybody sees them anew; nobody in the middle of a blind question.
    const isRevival = ghosts.some((slot) => this.view.audienceOf(slot) === 'living');
    const isSeen = isRevival || isCurtained || (isBlind && !staysBlind);
    const fresh = isSeen ? this.audiences.ids() : regrouped;
    this.batch.enterPhase(this.view.moveDeadline, staysBlind ? [] : fresh);
    // Moves behind the curtain were void (R4.12).
    if (isCurtained && staysBlind) this.placeEach();
    this.privately.changed(change);
  }

  /** Ends cockpits here of people who run the room no more (R3.5). */
  private endCockpits(): void {
    for (const connectionId of endedCockpits(this.view.state)) {
      if (!this.screens.has(connectionId)) continue;
      this.sendAway(connectionId, 'COCKPIT_ENDED');
    }
  }

  /** Ends all connections of somebody who is kicked: the seat's and projectors. */
  private disconnectKicked({ connectionId, identityId, playerId }: Seat): void {
    const held = connectionId === null ? [] : [connectionId];
    const watched = [...this.screens].filter(([, identity]) => identity === identityId);
    for (const connection of [...held, ...watched.map(([connection]) => connection)]) {
      // An event that cannot be sent must not keep the copy from what has happened.
      try {
        this.broadcaster.emit([connection], 'kickRoom', { playerId });
      } catch (error) {
        this.settings.hooks.failed(error, 'flush');
      }
      this.leave(connection);
      this.broadcaster.disconnect(connection);
    }
  }

  /** Tells each player here where they stand, and nobody where the others do (R7.5). */
  private placeEach(): void {
    const { view, audiences, broadcaster } = this;
    const { seq } = this.flushSender;
    for (const [connectionId, slot] of audiences.seated()) {
      const seat = view.seats.get(slot);
      if (seat === undefined) continue;
      const { playerId, position } = seat;
      const [x, y] = position;
      const updates = [{ playerId, playerPosition: toWire(position) }];
      if (audiences.get(connectionId)?.format === 'compact')
        broadcaster.emit([connectionId], 'flush', [seq, encodeMove(slot, x, y)]);
      else broadcaster.emit([connectionId], 'updatePosition', { seq, updates });
    }
  }

  /** Tells everybody here that the room has ended, and ends their connections. */
  disband(notice: NoticeCode): void {
    this.hasEnded = true;
    this.batch.finish();
    const { audiences, slow, waiting } = this;
    for (const connectionId of [...audiences.ids(), ...slow.keys(), ...waiting.keys()]) {
      this.sendAway(connectionId, notice);
    }
  }
}
