import { codeOf, codesIn } from '../../../game/claim-codes.js';
import { helpingConnections } from '../../../game/host-connections.js';
import type { ClaimCode } from '../../../protocol/index.js';
import type { Audiences } from './audiences.js';
import type { Broadcaster } from './broadcaster.js';
import type { RoomView } from './room-view.js';

/** Tells those on the podium and who has won a draw their codes, and who hands the prizes out all of them (R6.14, R27.8). */
export class ClaimSender {
  /** What was told last, as JSON. */
  private told = '';

  constructor(
    private readonly view: RoomView,
    private readonly audiences: Audiences,
    private readonly broadcaster: Broadcaster,
  ) {}

  /** Tells a connection here what it may know. */
  welcome(connectionId: string): void {
    const { claims } = this;
    if (claims.length === 0) return;
    const slot = this.audiences.get(connectionId)?.slot ?? null;
    if (slot !== null) this.tellOwn(connectionId, slot, claims);
    this.tellHelping((id) => id === connectionId);
  }

  /** A game has begun or ended, a draw was held, or a table has changed. */
  tellAll(): void {
    const { claims } = this;
    const inLobby = this.view.phase.kind === 'lobby';
    const print = JSON.stringify([inLobby, claims]);
    const isTold = print === this.told;
    this.told = print;
    // With each table of results pages forget them.
    if (claims.length === 0 || (isTold && !inLobby)) return;
    for (const [connectionId, slot] of this.audiences.seated())
      this.tellOwn(connectionId, slot, claims);
    this.tellHelping();
  }

  /** Tells host, co-hosts and cockpits here, or those of them that are meant. */
  tellHelping(isMeant: (connectionId: string) => boolean = () => true): void {
    const { claims } = this;
    if (claims.length === 0) return;
    const targets = [...helpingConnections(this.view.state)].filter(
      (id) => this.audiences.has(id) && isMeant(id),
    );
    if (targets.length > 0) this.broadcaster.emit(targets, 'claimCodes', { codes: [...claims] });
  }

  private get claims(): readonly ClaimCode[] {
    return codesIn(this.view.state);
  }

  private tellOwn(connectionId: string, slot: number, claims: readonly ClaimCode[]): void {
    const seat = this.view.seats.get(slot);
    const code = seat && codeOf(claims, seat.playerId);
    if (code !== undefined) this.broadcaster.emit([connectionId], 'claimCode', { code });
  }
}
