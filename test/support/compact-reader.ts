import {
  decodeFlush,
  type FlushEvent,
  type CompactFlush,
  type ServerEvent,
  type SlotHolder,
} from '../../src/protocol/index.js';

/** Takes what one connection got apart into the facts that a JSON client would have got. */
export class CompactReader {
  readonly facts: FlushEvent[] = [];
  private readonly holders = new Map<number, SlotHolder>();

  /** Returns what that event told. */
  read(event: string, payload: unknown): FlushEvent[] {
    const known = this.facts.length;
    if (event !== 'flush') this.take([event as ServerEvent, payload] as FlushEvent);
    else
      for (const fact of decodeFlush(payload as CompactFlush, (slot) => this.holders.get(slot)))
        this.take(fact);
    return this.facts.slice(known);
  }

  private take(fact: FlushEvent): void {
    this.facts.push(fact);
    const [event, payload] = fact;
    if (event === 'joinRoom') {
      if (payload.everyone) this.holders.clear();
      for (const { slot, playerId, playerName } of payload.players)
        this.holders.set(slot, { playerId, playerName });
    } else if (event === 'setPlayerName') {
      for (const [slot, { playerId }] of this.holders)
        if (playerId === payload.playerId) this.holders.set(slot, payload);
    } else if (event === 'exitRoom' || event === 'kickRoom') {
      for (const [slot, { playerId }] of this.holders)
        if (playerId === payload.playerId) this.holders.delete(slot);
    }
  }
}

/** Everything that a connection was told, in order, whichever format it reads. */
export function flushEventsIn(heard: readonly { event: string; payload: unknown }[]): FlushEvent[] {
  const reader = new CompactReader();
  for (const { event, payload } of heard) reader.read(event, payload);
  return reader.facts;
}
