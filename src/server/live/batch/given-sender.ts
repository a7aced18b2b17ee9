import { toldGiven } from '../../../game/given-points.js';
import { helpingConnections } from '../../../game/host-connections.js';
import type { Audiences } from './audiences.js';
import type { Broadcaster } from './broadcaster.js';
import type { RoomView } from './room-view.js';

/** Tells those who run the room which points were given by hand, so that they can take them back (R27.10). */
export class GivenSender {
  /** What was told last, as JSON. */
  private told = '[]';

  constructor(
    private readonly view: RoomView,
    private readonly audiences: Audiences,
    private readonly broadcaster: Broadcaster,
  ) {}

  /** Tells a connection here what it may know. */
  welcome(connectionId: string): void {
    if (this.view.state.rules.given !== undefined) this.tell((id) => id === connectionId);
  }

  /** Some were given or taken back, or another game has begun. */
  change(): void {
    const print = JSON.stringify(this.view.state.rules.given ?? []);
    if (print === this.told) return;
    this.told = print;
    this.tell();
  }

  /** Somebody else may run the room. */
  changeRoles(): void {
    if (this.view.state.rules.given !== undefined) this.tell();
  }

  private tell(isMeant: (connectionId: string) => boolean = () => true): void {
    const { state } = this.view;
    const targets = [...helpingConnections(state)].filter(
      (id) => this.audiences.has(id) && isMeant(id),
    );
    if (targets.length === 0) return;
    const given = (state.rules.given ?? []).map((one) => ({
      id: one.id,
      ...toldGiven(state, one),
    }));
    this.broadcaster.emit(targets, 'givenPoints', { given });
  }
}
