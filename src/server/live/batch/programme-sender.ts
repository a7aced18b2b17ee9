import { helpingConnections } from '../../../game/host-connections.js';
import { programmeCockpits, showsTheRest } from '../../../game/informed.js';
import { programmePayload } from '../../../game/programme.js';
import type { Audiences } from './audiences.js';
import type { Broadcaster } from './broadcaster.js';
import type { RoomView } from './room-view.js';

/**
 * Tells those who run the room its programme: cockpits that are told what comes all of it, as all without a seat are
 * behind the last round, others the kinds of its items and the names of rounds (R27.9).
 */
export class ProgrammeSender {
  /** The last payload that was sent, as JSON. */
  private told = '';

  constructor(
    private readonly view: RoomView,
    private readonly audiences: Audiences,
    private readonly broadcaster: Broadcaster,
  ) {}

  /** Tells a connection here what it may know. */
  welcome(connectionId: string): void {
    this.tell((id) => id === connectionId);
  }

  /** The phase has changed, or the programme. */
  change(): void {
    const { programme, informed, hostId, helpers } = this.view.state;
    const isRest = showsTheRest(this.view.state);
    const print = JSON.stringify([programme, informed, hostId, helpers, isRest]);
    if (print === this.told) return;
    this.told = print;
    this.tell(() => true);
  }

  private tell(isMeant: (connectionId: string) => boolean): void {
    const { state } = this.view;
    if (state.programme === null) return;
    const whole = new Set(programmeCockpits(state));
    const targets = [...helpingConnections(state)].filter(
      (id) => this.audiences.has(id) && isMeant(id),
    );
    for (const isWhole of [true, false]) {
      const ids = targets.filter((id) => whole.has(id) === isWhole);
      if (ids.length > 0)
        this.broadcaster.emit(ids, 'programme', programmePayload(state.programme, isWhole));
    }
  }
}
