import {
  CellGrid,
  decodeFlush,
  toSteps,
  type CompactFlush,
  type FlushEvent,
  type ServerPayload,
} from '../../src/protocol/index.js';

/** Reads what one client of a big room is told: who is near, and all other facts. */
export class NearReader {
  readonly facts: FlushEvent[] = [];
  /** Places in steps, by slot. */
  readonly near = new Map<number, readonly [number, number]>();
  at: ServerPayload<'near'> | undefined;
  /** How many moves the largest frame without `near` had. */
  mostMoves = 0;

  read(flush: CompactFlush): void {
    let isFull = false;
    const holder = (slot: number) => ({ playerId: String(slot), playerName: '' });
    for (const fact of decodeFlush(flush, holder)) {
      this.facts.push(fact);
      const [event, payload] = fact;
      if (event === 'near') {
        if (!payload.keeps) this.near.clear();
        this.at = payload;
        for (const [slot, [x, y]] of this.near) this.put(slot, x, y);
        isFull = true;
      } else if (event === 'forget') for (const slot of payload.slots) this.near.delete(slot);
      else if (event === 'updatePosition') {
        if (!isFull) this.mostMoves = Math.max(this.mostMoves, payload.updates.length);
        for (const { playerId, playerPosition } of payload.updates)
          this.put(Number(playerId), toSteps(playerPosition[0]), toSteps(playerPosition[1]));
      }
    }
  }

  last<E extends FlushEvent[0]>(event: E): ServerPayload<E> | undefined {
    const is = (fact: FlushEvent): fact is FlushEvent & [E, ServerPayload<E>] => fact[0] === event;
    return this.facts.findLast(is)?.[1];
  }

  count(event: FlushEvent[0]): number {
    return this.facts.filter(([name]) => name === event).length;
  }

  private put(slot: number, x: number, y: number): void {
    if (this.at === undefined) throw new Error('a move came before it was told what is near');
    const { grid, cell } = this.at;
    if (new CellGrid(grid).isNear(cell, x, y)) this.near.set(slot, [x, y]);
    else this.near.delete(slot);
  }
}
