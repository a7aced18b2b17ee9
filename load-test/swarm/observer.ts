/** A player who reads every frame: what it saw is held against what the swarm sent. */
import type { ChatLedger } from './chat-ledger.js';
import type { CrowdWatch } from './crowd-watch.js';
import type { MoveLedger } from './move-ledger.js';
import type { ServerFact } from './wire.js';

export interface Traffic {
  frames: number;
  bytes: number;
}

export interface ObservedRoom {
  readonly moves: MoveLedger;
  readonly chat: ChatLedger;
  /** Index of a swarm player of this room; undefined for anybody else. */
  indexOf(playerId: string): number | undefined;
  readonly crowd: Pick<CrowdWatch, 'sitting' | 'met'>;
}

export class Observer {
  /** Payload by event name since the connection began. */
  readonly traffic = new Map<string, Traffic>();
  /** Payload of the frame whose facts are being taken. */
  frameBytes = 0;

  /** `index` is the player's own; it names the observer in the ledgers. */
  constructor(
    readonly index: number,
    private readonly room: ObservedRoom,
  ) {}

  /** `bytes` is the size of the frame's payload. */
  count(event: string, bytes: number): void {
    this.frameBytes = bytes;
    const traffic = this.traffic.get(event) ?? { frames: 0, bytes: 0 };
    traffic.frames++;
    traffic.bytes += bytes;
    this.traffic.set(event, traffic);
  }

  /** `at` is the time of its arrival (performance.now()). */
  take(fact: ServerFact, at: number): void {
    if (fact.name === 'updatePosition') {
      for (const { playerId, playerPosition } of fact.payload.updates) {
        const player = this.room.indexOf(playerId);
        if (player !== undefined) this.room.moves.arrived(this.index, player, playerPosition, at);
        else this.room.crowd.met(playerId, { observer: this.index, position: playerPosition, at });
      }
    } else if (fact.name === 'chatMessage') {
      for (const entry of fact.payload.messages) this.room.chat.arrived(this.index, entry, at);
    } else if (fact.name === 'near') this.room.moves.near(this.index, fact.payload, at);
    else if (fact.name === 'forget') {
      for (const slot of fact.payload.slots) {
        const player = this.room.crowd.sitting(slot);
        if (player !== undefined) this.room.moves.forget(this.index, player);
      }
    }
  }
}

/** Applies a fact to a set of player ids. */
export function applyToRoster(roster: Set<string>, fact: ServerFact): void {
  if (fact.name === 'joinRoom') {
    if (fact.payload.everyone) roster.clear();
    for (const { playerId } of fact.payload.players) roster.add(playerId);
  } else if (fact.name === 'exitRoom' || fact.name === 'kickRoom')
    roster.delete(fact.payload.playerId);
}
