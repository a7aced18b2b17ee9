import type { BatchProcessor } from '../batch/batch-processor.js';
import type { Broadcaster } from '../batch/broadcaster.js';
import { toWire, type RoomView } from '../batch/room-view.js';
import { standAt, walkOn, type Walked } from '../../../game/map/checked-walk.js';
import { freePosition } from '../../../game/map/places.js';
import { TILES, Walls } from '../../../game/map/walls.js';
import type { RoomChange } from '../../../game/room-change.js';
import type { Seat } from '../../../game/room-state.js';
import type { Position } from '../../../game/shared/zones.js';
import { STEPS } from '../../../protocol/index.js';

/** In steps; nobody sees less, and it may be rounding. */
const TOLD_FROM = STEPS / TILES / 16;

/** Where players of a process come who want to be somewhere: in no wall (R24.2), and where it is checked on foot (R24.5). */
export class Walking {
  private digits = '';
  private walls: Walls | undefined;
  private readonly walked = new Map<number, Walked & Pick<Seat, 'generation'>>();

  constructor(
    private readonly view: RoomView,
    private readonly batch: BatchProcessor,
    private readonly broadcaster: Broadcaster,
    /** Epoch ms of the store. */
    private readonly now: () => number,
  ) {}

  /** Takes a player towards a position and answers where they are then, which their connection is told if it is elsewhere. */
  move(slot: number, generation: number, wanted: Position): Position {
    const { walls: digits, walking } = this.view.settings;
    if (digits === '' && walking === 'free') {
      this.batch.pushMove(slot, generation, wanted);
      return wanted;
    }
    const seat = this.view.seats.get(slot);
    // A player who has the seat no more, or not yet for all we know, has no position.
    if (this.view.isCurtained || seat?.generation !== generation) return wanted;
    const position =
      walking === 'free' ? freePosition(this.ground, wanted) : this.onFoot(seat, wanted);
    this.batch.pushMove(slot, generation, position);
    if (position !== wanted) this.tell(seat, wanted, position);
    return position;
  }

  /** The walls as they are; undefined where there are none. */
  get ground(): Walls | undefined {
    const { walls: digits } = this.view.settings;
    if (digits === this.digits) return this.walls;
    this.digits = digits;
    this.walls = digits === '' ? undefined : Walls.read(digits);
    return this.walls;
  }

  /** The view has applied a change: walls came down on people, or somebody came in whose place is from before. */
  changed(change: RoomChange, isHere: (connectionId: string) => boolean): void {
    if (change.kind === 'left') this.walked.delete(change.slot);
    const { seats } = this.view;
    const settle = (seat: Seat | undefined): void => {
      // Others see to their own, and each process to those who are away.
      if (seat !== undefined && (seat.connectionId === null || isHere(seat.connectionId)))
        this.settle(seat);
    };
    if (change.kind === 'seated') settle(seats.get(change.seat.slot));
    if (change.kind === 'attached') settle(seats.get(change.slot));
    // Where people walked meanwhile nobody has checked.
    if (change.kind === 'settings' && change.settings.walking !== undefined) this.walked.clear();
    if (change.kind === 'settings' && change.settings.walls !== undefined)
      for (const seat of seats.values()) settle(seat);
  }

  private settle(seat: Seat): void {
    const { slot, generation } = seat;
    const walked = this.walked.get(slot);
    const { position } = walked?.generation === generation ? walked : seat;
    const free = freePosition(this.ground, position);
    if (free === position) return;
    if (walked !== undefined) walked.position = free;
    this.batch.pushMove(slot, generation, free);
    this.tell(seat, position, free);
  }

  private onFoot({ slot, generation, position }: Seat, wanted: Position): Position {
    const now = this.now();
    let walked = this.walked.get(slot);
    if (walked === undefined)
      this.walked.set(slot, (walked = { ...standAt(position, now), generation }));
    // Another process may have had the player meanwhile; what is saved up is not had anew by that.
    if (walked.generation !== generation) Object.assign(walked, { generation, position });
    return walkOn(walked, wanted, now, this.ground);
  }

  private tell({ connectionId }: Seat, wanted: Position, position: Position): void {
    const apart = Math.hypot(position[0] - wanted[0], position[1] - wanted[1]);
    if (connectionId === null || apart < TOLD_FROM) return;
    this.broadcaster.emit([connectionId], 'putBack', { playerPosition: toWire(position) });
  }
}
