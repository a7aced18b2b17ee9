/** Every move that was sent, with what came back: what a process has acknowledged in time has to count (R5.3). */
import { STEPS, type Place } from './floor.js';
import type { Range } from './judge.js';

export interface Move {
  player: string;
  place: Place;
  /** Epoch ms. */
  sentAt: number;
  ackedAt: number | null;
  /** Of the process that it was sent to. */
  process: number;
}

/** Clocks of one machine agree to within this, in ms. */
const CLOCK_MS = 30;
/** From a move's acknowledgement until the store has noted it at the latest, where nothing fails. */
const SHARED_MS = 400;
/** Nobody is noted as earlier than a person walks (R6.5). */
const EARLIEST_MS = 250;

/** A span of time, epoch ms. */
export type Span = readonly [from: number, to: number];

export class Ledger {
  readonly moves: Move[] = [];

  add(player: string, place: Place, process: number): Move {
    const move: Move = { player, place, sentAt: Date.now(), ackedAt: null, process };
    this.moves.push(move);
    return move;
  }

  of(player: string): Move[] {
    return this.moves.filter((move) => move.player === player);
  }

  /**
   * Where a player may stand at a bell: the last place that was acknowledged before it, or one that was sent later
   * and may have arrived. `from` is where they stood before their first move.
   */
  candidates(player: string, bell: number, from: Place): (Move | { place: Place; sentAt: 0 })[] {
    const sent = this.of(player).filter(({ sentAt }) => sentAt < bell + CLOCK_MS);
    const certain = sent.findLastIndex(
      ({ ackedAt }) => ackedAt !== null && ackedAt < bell - CLOCK_MS,
    );
    const base = sent[certain] ?? { place: from, sentAt: 0 as const };
    return [base, ...sent.slice(certain + 1)];
  }

  /**
   * Between which moments of a question a player may have come to the value of `last`. `faults` are spans in which
   * the store or a process was away, so that it may have noted a move late.
   */
  entryMs(
    last: Move | { place: Place; sentAt: 0 },
    {
      player,
      startTime,
      endTime,
      askedAt,
    }: { player: string; startTime: number; endTime: number; askedAt: number },
    valueOf: (place: Place) => number,
    faults: readonly Span[],
    from: Place,
  ): Range {
    const limit = endTime - startTime;
    const earliest = Math.min(EARLIEST_MS, limit);
    const latest = 'ackedAt' in last ? (last.ackedAt ?? endTime) : 0;
    const wasAway = (since: number): boolean =>
      faults.some(([away, back]) => away < latest + SHARED_MS && back > since);
    // One that waited for the question before may be noted in this one.
    if (last.sentAt < askedAt)
      return latest + SHARED_MS < askedAt && !wasAway(last.sentAt)
        ? // One who stands still has half of the limit (R6.15).
          [Math.floor(limit / 2), Math.floor(limit / 2)]
        : [earliest, limit];
    const all = this.of(player).filter(({ sentAt }) => sentAt <= last.sentAt);
    const before = all.findLast(({ sentAt }) => sentAt < askedAt)?.place ?? from;
    const here = all.filter(({ sentAt }) => sentAt >= askedAt);
    const value = valueOf(last.place);
    const stood = here.findLastIndex(({ place }) => valueOf(place) !== value);
    const isBack = valueOf(before) === value;
    // Out and back between two shares is no entry (R6.5).
    if (stood === -1 && isBack) return [earliest, earliest];
    const entering = here[stood + 1];
    const left = here[stood];
    // A store that was away may never have heard of the place between.
    const isUnseen = left !== undefined && wasAway(left.sentAt);
    const first = isUnseen ? here.find(({ place }) => valueOf(place) === value) : entering;
    const clamp = (ms: number): number => Math.min(Math.max(ms, earliest), limit);
    const least = isBack ? earliest : clamp((first?.sentAt ?? 0) - startTime - CLOCK_MS);
    return [least, wasAway(entering?.sentAt ?? 0) ? limit : clamp(latest + SHARED_MS - startTime)];
  }
}

/** As moves travel: rounded so that the server has these steps again. */
export const toWire = ([x, y]: Place): [number, number] => [
  Math.ceil((x * 1e5) / STEPS) / 1e5,
  Math.ceil((y * 1e5) / STEPS) / 1e5,
];
