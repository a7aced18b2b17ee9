/** Which moves reached which observer, and when: the accounting of one room’s positions. */

import { CellGrid } from '../../src/protocol/cells.js';
import type { ServerPayload } from '../../src/protocol/events.js';
import { CELL_MOVES_FULL } from '../../src/protocol/limits.js';
import type { Position } from './movement.js';
import { STEPS, toSteps, type WirePosition } from '../../src/protocol/position.js';
import { Histogram } from './histogram.js';

interface Stay {
  grid: CellGrid;
  cell: number;
  /** performance.now() of the frame that told it. */
  since: number;
}

export type Near = ServerPayload<'near'>;

export class NearView {
  #stay: Stay;
  #before: Stay | undefined;
  /** Whom the observer has before it, and where. */
  readonly #here = new Map<number, Position>();
  #filled = 0;

  constructor({ grid, cell }: Near, at: number) {
    this.#stay = { grid: new CellGrid(grid), cell, since: at };
  }

  /** A frame of this time tells of everybody near that cell, or with `keeps` of those who were not near before. */
  enter({ grid, cell, keeps }: Near, at: number): void {
    this.#before = this.#stay;
    this.#stay = { grid: new CellGrid(grid), cell, since: at };
    for (const [player, place] of this.#here)
      if (!keeps || !this.isNear(place)) this.#here.delete(player);
    this.#filled = this.#here.size;
  }

  /** Whether the frame of this time tells of everybody near. */
  fillsAt(at: number): boolean {
    return at === this.#stay.since;
  }

  isNear(place: Position): boolean {
    return isNear(this.#stay, place);
  }

  has(player: number): boolean {
    return this.#here.has(player);
  }

  /** A frame of this time tells where somebody is, which may be no longer near. */
  tell(player: number, place: Position, at: number): void {
    if (this.fillsAt(at)) this.#filled++;
    if (this.isNear(place)) this.#here.set(player, place);
    else this.#here.delete(player);
  }

  forget(player: number): void {
    this.#here.delete(player);
  }

  /** Whether there may be more near than one frame could tell of. */
  get isCut(): boolean {
    return this.#filled >= CELL_MOVES_FULL;
  }

  /**
   * Whether a player's move that a frame of time `at` tells of was on its way to the observer: one that was sent
   * before the observer came to where it is near was not.
   */
  awaited(player: number, place: Position, sentAt: number, at: number): boolean {
    if (!this.fillsAt(at) || this.has(player)) return true;
    const before = this.#before;
    return before !== undefined && sentAt >= before.since && isNear(before, place);
  }
}

function isNear({ grid, cell }: Stay, { x, y }: Position): boolean {
  return grid.isNear(cell, x, y);
}

/** Times (performance.now) between which an event must be sent for its latency to count. */
export interface MeasuringWindow {
  from: number;
  until: number;
}

/**
 * The server may fold two moves of a player into the newer one when both fall into one flush. With
 * more than this between them they cannot have, unless the server itself stood still.
 */
const FOLD_MS = 250;

/** Counts are pairs of a move and an observer. */
export class MoveTally {
  /** Moves old enough to be judged. */
  judged = 0;
  /** Neither it nor a newer one of its player arrived in time. */
  lost = 0;
  /** Replaced by a newer one within a flush. */
  folded = 0;
  /** Never seen although its successor came much later. */
  skipped = 0;
  /** The newest position once more; full positions of an audience do that. */
  repeated = 0;
  /** An older position after a newer one. */
  backwards = 0;
  /** A position that its player did not send lately. */
  unknown = 0;

  constructor(readonly latency = new Histogram()) {}
}

export function toWire({ x, y }: Position): WirePosition {
  // The middle of a step survives rounding to seven decimals, which is as much as a browser sends.
  return [Math.round(((x + 0.5) / STEPS) * 1e7) / 1e7, Math.round(((y + 0.5) / STEPS) * 1e7) / 1e7];
}

const keyOf = ({ x, y }: Position): number => x * STEPS + y;
const placeOf = (key: number): Position => ({ x: Math.floor(key / STEPS), y: key % STEPS });

/** Divides the side of every zone, whatever the number of choices (R5.2). */
const BLOCK = STEPS / 60;

/** Another position near by and in the same zone; differs for each of the first BLOCK² tries. */
function nudged({ x, y }: Position, tries: number): Position {
  const within = (value: number, shift: number): number =>
    value - (value % BLOCK) + (((value % BLOCK) + shift) % BLOCK);
  return { x: within(x, Math.floor(tries / BLOCK)), y: within(y, tries % BLOCK) };
}

/** The last moves of one player, numbered from 1, in a ring. */
class Track {
  last = 0;
  judged = 0;
  /** Up to here they may arrive or not, and in any order. */
  forgiven = 0;
  readonly #keys: Float64Array;
  readonly #times: Float64Array;

  constructor(capacity: number) {
    this.#keys = new Float64Array(capacity);
    this.#times = new Float64Array(capacity);
  }

  push(key: number, at: number): void {
    this.last++;
    this.#keys[this.last % this.#keys.length] = key;
    this.#times[this.last % this.#times.length] = at;
  }

  time(number: number): number {
    return this.#times[number % this.#times.length] ?? 0;
  }

  place(number: number): Position {
    return placeOf(this.#keys[number % this.#keys.length] ?? 0);
  }

  /** Newest first, as moves are seldom old when they arrive. */
  find(key: number): number | undefined {
    const oldest = Math.max(1, this.last - this.#keys.length + 1);
    for (let number = this.last; number >= oldest; number--)
      if (this.#keys[number % this.#keys.length] === key) return number;
    return undefined;
  }
}

/** What an observer has been told. */
interface Watcher {
  observer: number;
  /** The newest move of each player. */
  newest: Int32Array;
  /** In a big room, from the first frame that tells who is near; elsewhere everybody is told of everybody. */
  view?: NearView;
}

export class MoveLedger {
  readonly #tracks: Track[];
  readonly #watching = new Map<number, Watcher>();

  constructor(
    players: number,
    private readonly tally: MoveTally,
    private readonly window: MeasuringWindow,
    private readonly lostAfterMs: number,
    ratePerSecond: number,
  ) {
    const capacity = 64 + Math.ceil((ratePerSecond * (lostAfterMs + 10_000)) / 1000);
    this.#tracks = Array.from({ length: players }, () => new Track(capacity));
  }

  /** From now on every move must reach this observer. */
  watch(observer: number): void {
    this.#watching.set(observer, {
      observer,
      newest: Int32Array.from(this.#tracks, (track) => track.last),
    });
  }

  unwatch(observer: number): void {
    this.#watching.delete(observer);
  }

  /** A frame of this time tells the observer of everybody near a cell of a big room. */
  near(observer: number, near: Near, at: number): void {
    const watcher = this.#watching.get(observer);
    if (watcher?.view !== undefined) watcher.view.enter(near, at);
    else if (watcher !== undefined) watcher.view = new NearView(near, at);
  }

  /** In a big room: the observer is to forget this player until it is told of them again. */
  forget(observer: number, player: number): void {
    this.#watching.get(observer)?.view?.forget(player);
  }

  /** In a big room, where the places of newcomers come as moves: the server has put this player there. */
  placed(player: number, position: Position, at: number): void {
    this.#track(player).push(keyOf(position), at);
  }

  /** Notes a move about to be sent and returns its position, nudged where the player was there lately. */
  sent(player: number, position: Position, at: number): Position {
    const track = this.#track(player);
    let free = position;
    for (let tries = 1; track.find(keyOf(free)) !== undefined; tries++)
      free = nudged(position, tries);
    track.push(keyOf(free), at);
    return free;
  }

  /** Moves of this player up to now need not arrive: it changed its audience or dropped. */
  forgive(player: number): void {
    const track = this.#track(player);
    track.judged = track.last;
    track.forgiven = track.last;
    for (const { newest } of this.#watching.values()) newest[player] = track.last;
  }

  arrived(observer: number, player: number, [x, y]: WirePosition, at: number): void {
    const watcher = this.#watching.get(observer);
    if (watcher === undefined) return;
    const { newest, view } = watcher;
    const place = { x: toSteps(x), y: toSteps(y) };
    const track = this.#track(player);
    const number = track.find(keyOf(place));
    const last = newest[player] ?? 0;
    // A player is told of those near, and not where it is itself: that may be of before.
    if (player === observer && view?.fillsAt(at) && (number ?? 0) < last) return;
    if (number === undefined) this.tally.unknown++;
    else if (number === last) this.tally.repeated++;
    else if (number < last) {
      if (number > track.forgiven) this.tally.backwards++;
    } else {
      // Moves while the player was elsewhere in a big room were not for this observer.
      if (view === undefined || view.has(player)) this.#countPassed(track, last, number);
      const sentAt = track.time(number);
      const isInWindow = sentAt >= this.window.from && sentAt < this.window.until;
      if (isInWindow && view?.awaited(player, place, sentAt, at) !== false)
        this.tally.latency.record(at - sentAt);
      newest[player] = number;
    }
    view?.tell(player, place, at);
  }

  /** Judges what has had its time. Call it more often than moves fill the ring, with Infinity at the end. */
  judge(now: number): void {
    this.#tracks.forEach((track, player) => {
      while (track.judged < track.last && track.time(track.judged + 1) <= now - this.lostAfterMs) {
        track.judged++;
        for (const watcher of this.#watching.values()) {
          this.tally.judged++;
          if (lacks(watcher, player, track, track.judged)) this.tally.lost++;
        }
      }
    });
  }

  /** True when every watching observer has the newest position of every player whom it is told of. */
  settled(): boolean {
    return this.#tracks.every((track, player) =>
      [...this.#watching.values()].every(
        (watcher) => track.judged === track.last || !lacks(watcher, player, track, track.last),
      ),
    );
  }

  #countPassed(track: Track, last: number, number: number): void {
    for (let missed = last + 1; missed < number; missed++) {
      if (track.time(missed + 1) - track.time(missed) > FOLD_MS) this.tally.skipped++;
      else this.tally.folded++;
    }
  }

  #track(player: number): Track {
    const track = this.#tracks[player];
    if (track === undefined) throw new RangeError(`no player ${player} in this room`);
    return track;
  }
}

/** Whether a watcher, who should know by now, has not been told of this move, nor of a later one. */
function lacks(
  { observer, newest, view }: Watcher,
  player: number,
  track: Track,
  number: number,
): boolean {
  if (view === undefined || view.has(player) || player === observer)
    return (newest[player] ?? 0) < number;
  if (view.isCut) return false;
  // Nobody is before the watcher: right where the player is not near, or has gone from there since.
  for (let later = number; later <= track.last; later++)
    if (!view.isNear(track.place(later))) return false;
  return true;
}
