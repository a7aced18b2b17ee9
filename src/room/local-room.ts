import { deadlineOf } from '../game/phase.js';
import { isAlive } from '../game/room-state.js';
import type { Position } from '../game/zones.js';
import { limits, RoomError, type NoticeCode } from '../protocol/index.js';
import type { RoomSnapshot } from '../store/contract.js';
import type { RoomFact } from '../store/facts.js';
import { transitionEvents, type Newcomer } from './admission.js';
import { Audiences } from './audiences.js';
import { BatchProcessor, type BatchSettings } from './batch-processor.js';
import { missedChanges } from './catch-up.js';
import { channelsOf, type Outlet } from './outlet.js';
import { RoomView } from './room-view.js';

/** A room as one process hosts it: the copy of its facts, the connections here, and the batch between. */
export class LocalRoom {
  readonly view: RoomView;
  readonly batch: BatchProcessor;
  private readonly audiences: Audiences;
  private readonly waiting = new Map<string, Newcomer>();
  private readonly screens = new Set<string>();

  constructor(
    snapshot: RoomSnapshot,
    private readonly outlet: Outlet,
    settings: BatchSettings,
  ) {
    this.view = new RoomView(snapshot);
    this.audiences = new Audiences(this.view, outlet);
    this.batch = new BatchProcessor(this.view, this.audiences, outlet, settings);
    this.batch.enterPhase(this.moveDeadline(), []);
  }

  get isEmpty(): boolean {
    return this.audiences.ids().length + this.waiting.size === 0;
  }

  /** Who is connected here and admitted. */
  get attendance(): { players: number; spectators: number } {
    const players = [...this.audiences.seated()].length;
    return { players, spectators: this.audiences.ids().length - players };
  }

  /** Resolves when the connection has got the state of the room and hears what the room hears. */
  join(newcomer: Omit<Newcomer, 'admitted'>): Promise<void> {
    const { connectionId, slot } = newcomer;
    if (slot === null) {
      if (this.screens.size >= limits.MAX_SCREENS) throw new RoomError('TOO_MANY_SCREENS');
      this.screens.add(connectionId);
    }
    return new Promise((resolve) => {
      const admitted = (): void => {
        this.waiting.delete(connectionId);
        resolve();
      };
      this.waiting.set(connectionId, { ...newcomer, admitted });
      this.batch.pushNewcomer({ ...newcomer, admitted });
    });
  }

  /** The connection hears nothing of the room any more; its seat is the store's business. */
  part(connectionId: string): void {
    this.screens.delete(connectionId);
    this.audiences.remove(connectionId);
    this.batch.dropNewcomer(connectionId);
    this.waiting.get(connectionId)?.admitted();
  }

  move(slot: number, epoch: number, position: Position): void {
    this.batch.pushMove(slot, epoch, position);
  }

  chat(slot: number, epoch: number, message: string): void {
    const isHost = this.view.seats.get(slot)?.playerId === this.view.hostId;
    if (this.view.isMuted && !isHost) throw new RoomError('MUTED');
    this.batch.pushChat(slot, epoch, message);
  }

  /** Takes a fact of the room's channel, in order. */
  hear(fact: RoomFact): void {
    switch (fact.kind) {
      case 'phase':
        return this.changePhase(fact);
      case 'closed':
        return this.disband('ROOM_CLOSED');
      case 'attached': {
        const held = this.view.seats.get(fact.slot)?.connectionId;
        if (held != null && held !== fact.connectionId) this.part(held);
        break;
      }
      case 'dropped': {
        // Others thought this process dead, because it stood still: its players take their seats again.
        const held = this.view.seats.get(fact.slot)?.connectionId;
        if (held != null && this.isHere(held)) this.outlet.hangUp(held);
        break;
      }
      case 'left': {
        const held = this.view.seats.get(fact.slot)?.connectionId;
        if (fact.reason === 'kicked' && held != null) this.sendAway(held, fact.playerId);
        break;
      }
      default:
        break;
    }
    this.view.apply(fact);
    this.batch.hear(fact);
  }

  /** Catches up with the store after facts were missed or lost, as if they were heard now. */
  adopt(snapshot: RoomSnapshot): void {
    const { seq, seats } = snapshot.state;
    const holders = new Map(seats.map(({ slot, connectionId }) => [slot, connectionId]));
    for (const change of missedChanges(this.view, snapshot)) this.hear({ ...change, seq });
    this.view.seq = seq;
    // Whose hold on its seat the store does not know has to take it again.
    for (const [connectionId, slot] of this.audiences.seated())
      if (holders.get(slot) !== connectionId) this.outlet.hangUp(connectionId);
  }

  private isHere(connectionId: string): boolean {
    return this.audiences.has(connectionId) || this.waiting.has(connectionId);
  }

  /** The store knows nothing of the room any more. */
  lose(): void {
    this.disband('ROOM_LOST');
  }

  close(): void {
    this.batch.close();
  }

  /** What happened before the transition is told before it, and to the audiences of before. */
  private changePhase(fact: RoomFact & { kind: 'phase' }): void {
    this.batch.flush();
    const before = this.view.phase;
    const hadGhosts = [...this.view.seats.values()].some((seat) => !isAlive(seat));
    this.view.apply(fact);
    const { everyone } = channelsOf(this.view.roomId);
    for (const [event, payload] of transitionEvents(before, this.view.phase, this.view.hostId))
      this.outlet.emit([everyone], event, payload);
    const regrouped = this.audiences.regroup();
    // When ghosts come back to life, wherever they are connected, everybody sees them anew.
    const refresh = fact.everyone !== null && hadGhosts ? this.audiences.ids() : regrouped;
    this.batch.enterPhase(this.moveDeadline(), refresh);
  }

  private moveDeadline(): number | null {
    return this.view.phase.kind === 'question' ? deadlineOf(this.view.phase) : null;
  }

  private sendAway(connectionId: string, playerId: string): void {
    this.outlet.emit([connectionId], 'kickRoom', { playerId });
    this.part(connectionId);
    this.outlet.dismiss(connectionId);
  }

  private disband(notice: NoticeCode): void {
    this.batch.flush();
    for (const connectionId of this.audiences.ids()) {
      this.part(connectionId);
      this.outlet.dismiss(connectionId, notice);
    }
  }
}
