import { deadlineOf } from '../game/phase.js';
import type { Position } from '../game/zones.js';
import { limits, RoomError } from '../protocol/index.js';
import type { RoomSnapshot } from '../store/contract.js';
import type { RoomFact } from '../store/facts.js';
import { transitionEvents, type Newcomer } from './admission.js';
import { Audiences } from './audiences.js';
import { BatchProcessor, type BatchSettings } from './batch-processor.js';
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
        return this.disband();
      case 'attached': {
        const held = this.view.seats.get(fact.slot)?.connectionId;
        if (held != null && held !== fact.connectionId) this.part(held);
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

  close(): void {
    this.batch.close();
  }

  /** What happened before the transition is told before it, and to the audiences of before. */
  private changePhase(fact: RoomFact & { kind: 'phase' }): void {
    this.batch.flush();
    const before = this.view.phase;
    this.view.apply(fact);
    const { everyone } = channelsOf(this.view.roomId);
    for (const [event, payload] of transitionEvents(before, this.view.phase, this.view.hostId))
      this.outlet.emit([everyone], event, payload);
    const regrouped = this.audiences.regroup();
    // When ghosts come back to life, everybody sees them anew.
    const refresh =
      fact.everyone !== null && regrouped.length > 0 ? this.audiences.ids() : regrouped;
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

  private disband(): void {
    this.batch.flush();
    const ids = this.audiences.ids();
    if (ids.length > 0) this.outlet.emit(ids, 'notice', { code: 'ROOM_CLOSED' });
    for (const connectionId of ids) {
      this.part(connectionId);
      this.outlet.dismiss(connectionId);
    }
  }
}
