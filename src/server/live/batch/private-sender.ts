import type { RoomChange } from '../../../game/room-change.js';
import type { Audiences } from './audiences.js';
import type { Broadcaster } from './broadcaster.js';
import { ClaimSender } from './claim-sender.js';
import { CockpitSender } from './cockpit-sender.js';
import { ExtraTimeSender } from './extra-time-sender.js';
import { GivenSender } from './given-sender.js';
import { JudgedSender } from './judged-sender.js';
import { MaskSender } from './mask-sender.js';
import { ProgrammeSender } from './programme-sender.js';
import type { ShareUpdate } from '../store/room-update.js';
import type { RoomView } from './room-view.js';
import { WritingSender } from './writing-sender.js';

/** What some connections of a room on this process are told alone, by their ids and past the flush. */
export class PrivateSender {
  private readonly cockpits: CockpitSender;
  private readonly claims: ClaimSender;
  private readonly programme: ProgrammeSender;
  private readonly given: GivenSender;
  private readonly judged: JudgedSender;
  private readonly masks: MaskSender;
  private readonly extraTime: ExtraTimeSender;
  private readonly writing: WritingSender;

  constructor(
    private readonly view: RoomView,
    audiences: Audiences,
    broadcaster: Broadcaster,
  ) {
    this.cockpits = new CockpitSender(view, audiences, broadcaster);
    this.claims = new ClaimSender(view, audiences, broadcaster);
    this.programme = new ProgrammeSender(view, audiences, broadcaster);
    this.given = new GivenSender(view, audiences, broadcaster);
    this.judged = new JudgedSender(view, audiences, broadcaster);
    this.masks = new MaskSender(view, audiences, broadcaster);
    this.extraTime = new ExtraTimeSender(view, audiences, broadcaster);
    this.writing = new WritingSender(view, audiences, broadcaster);
  }

  /** The connection was sent the state of the room. */
  admitted(connectionId: string): void {
    this.cockpits.welcome(connectionId);
    this.claims.welcome(connectionId);
    this.programme.welcome(connectionId);
    this.given.welcome(connectionId);
    this.judged.welcome(connectionId);
    this.masks.welcome(connectionId);
    this.extraTime.welcome(connectionId);
    this.writing.welcome(connectionId);
  }

  /** The view has applied this change; what everybody hears of a phase was sent before. */
  changed(change: RoomChange): void {
    switch (change.kind) {
      case 'phase':
        this.cockpits.changePhase();
        this.claims.tellAll();
        this.programme.change();
        this.given.change();
        this.judged.change(change);
        this.writing.changePhase();
        return;
      case 'programme':
        return this.programme.change();
      case 'screenAdded':
        // The store's answer may have been faster, and the connection admitted before it was known.
        return this.admitted(change.connectionId);
      case 'left':
        return this.cockpits.noteMoves();
      case 'host':
      case 'helpers':
        this.claims.tellHelping();
        this.programme.change();
        this.given.changeRoles();
        this.judged.changeRoles();
        this.extraTime.changeRoles();
        return this.masks.changeRoles();
      case 'seated':
        this.extraTime.seated(change.seat);
        return this.masks.named(this.view.seats.get(change.seat.slot));
      case 'extraTime':
        return this.extraTime.given(change.playerId);
      case 'renamed':
        return this.masks.named(this.view.seats.get(change.slot));
      default:
    }
  }

  /** The view has applied moves, texts and chat. */
  shared(update: ShareUpdate): void {
    this.cockpits.noteMoves();
    this.masks.said(update.chats);
    this.writing.shared(update);
  }

  close(): void {
    this.cockpits.close();
    this.writing.close();
    this.extraTime.close();
  }
}
