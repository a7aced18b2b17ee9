import { beforeEach, describe, expect, it } from 'vitest';
import { CellGrid } from '../../src/protocol/cells.js';
import { STEPS } from '../../src/protocol/index.js';
import { MoveLedger, MoveTally, toWire, NearView } from '../../load-test/swarm/move-ledger.js';
import type { Position } from '../../load-test/swarm/movement.js';

const LOST_AFTER_MS = 2000;
const GRID = 8;
const grid = new CellGrid(GRID);
const cellWidth = STEPS / GRID;
/** The middle of a cell. */
const at = (column: number, row: number): Position => ({
  x: Math.floor((column + 0.5) * cellWidth),
  y: Math.floor((row + 0.5) * cellWidth),
});
const cellOf = ({ x, y }: Position): number => grid.cellAt(x, y);

/** The observer stands in the middle of these; the mover comes and goes. */
const HERE = at(2, 2);
const BESIDE = at(3, 2);
const FAR = at(6, 6);
const [OBSERVER, MOVER] = [0, 1];

let tally: MoveTally;
let moves: MoveLedger;

beforeEach(() => {
  tally = new MoveTally();
  moves = new MoveLedger(2, tally, { from: 0, until: Infinity }, LOST_AFTER_MS, 2);
  moves.watch(OBSERVER);
});

function standAt(place: Position, now: number, keeps?: true): void {
  moves.near(OBSERVER, { grid: GRID, cell: cellOf(place), ...(keeps && { keeps }) }, now);
}

const told = (place: Position, now: number): void =>
  moves.arrived(OBSERVER, MOVER, toWire(place), now);

describe('moves in a big room', () => {
  it('are awaited by who has them near, and by nobody else', () => {
    standAt(HERE, 0);
    moves.sent(MOVER, FAR, 1000);
    expect(moves.settled()).toBe(true);
    moves.sent(MOVER, BESIDE, 2000);
    expect(moves.settled()).toBe(false);
    moves.judge(Infinity);
    expect(tally).toMatchObject({ judged: 2, lost: 1 });
  });

  it('that lead away are awaited where the mover was seen', () => {
    standAt(HERE, 0);
    moves.sent(MOVER, BESIDE, 1000);
    told(BESIDE, 1080);
    moves.sent(MOVER, FAR, 1500);
    expect(moves.settled()).toBe(false);
    told(FAR, 1580);
    expect(moves.settled()).toBe(true);
    // And nothing further, once the mover has gone.
    moves.sent(MOVER, at(6, 5), 2000);
    moves.judge(Infinity);
    expect(tally).toMatchObject({ judged: 3, lost: 0, unknown: 0 });
  });

  it('need not be told of who came and went between two frames', () => {
    standAt(HERE, 0);
    moves.sent(MOVER, BESIDE, 1000);
    moves.sent(MOVER, FAR, 1020);
    moves.judge(Infinity);
    expect(tally.lost).toBe(0);
  });

  it('are lost where the frame with everybody near leaves somebody out', () => {
    moves.sent(MOVER, BESIDE, 500);
    standAt(HERE, 1000);
    moves.judge(Infinity);
    expect(tally.lost).toBe(1);
  });

  it('are to be told again after the observer has come to another cell', () => {
    standAt(HERE, 0);
    moves.sent(MOVER, BESIDE, 1000);
    told(BESIDE, 1050);
    standAt(BESIDE, 1500);
    expect(moves.settled()).toBe(false);
    told(BESIDE, 1500);
    expect(moves.settled()).toBe(true);
    expect(tally).toMatchObject({ repeated: 1, backwards: 0 });
  });

  it('are kept of those near who were near before, where the frame says so', () => {
    standAt(HERE, 0);
    moves.sent(MOVER, BESIDE, 1000);
    told(BESIDE, 1050);
    standAt(at(2, 3), 1500, true);
    expect(moves.settled()).toBe(true);
    // Of somebody who is kept, a move comes as with any frame.
    moves.sent(MOVER, at(3, 3), 1700);
    standAt(at(3, 3), 1800, true);
    told(at(3, 3), 1800);
    expect(tally.latency.summary()).toMatchObject({ count: 2, max: 100 });
    standAt(FAR, 2500, true);
    standAt(at(5, 5), 3000, true);
    expect(moves.settled()).toBe(true);
    // Who was not near before has to be told.
    standAt(HERE, 3500, true);
    expect(moves.settled()).toBe(false);
  });

  it('of the observer itself may be of before where it comes to another cell', () => {
    moves.sent(OBSERVER, HERE, 1000);
    standAt(HERE, 1100);
    moves.sent(OBSERVER, BESIDE, 1200);
    moves.arrived(OBSERVER, OBSERVER, toWire(BESIDE), 1300);
    standAt(BESIDE, 1400);
    moves.arrived(OBSERVER, OBSERVER, toWire(HERE), 1400);
    moves.judge(Infinity);
    expect(tally).toMatchObject({ judged: 2, lost: 0, backwards: 0 });
  });

  it('are to be told again after the observer was to forget who made them', () => {
    standAt(HERE, 0);
    moves.sent(MOVER, BESIDE, 1000);
    told(BESIDE, 1050);
    moves.forget(OBSERVER, MOVER);
    expect(moves.settled()).toBe(false);
  });

  it('are timed where they were on their way, and not where the observer came upon them', () => {
    standAt(FAR, 0);
    moves.sent(MOVER, BESIDE, 1000);
    standAt(HERE, 3000);
    told(BESIDE, 3000);
    expect(tally.latency.count).toBe(0);
    // Both cells have this place near, so the observer waited for it all along.
    moves.sent(MOVER, at(2, 1), 3500);
    standAt(BESIDE, 3600);
    told(at(2, 1), 3600);
    expect(tally.latency.summary()).toMatchObject({ count: 1, max: 100 });
  });

  it('count no moves as passed over that the mover made elsewhere', () => {
    standAt(HERE, 0);
    for (const [n, place] of [FAR, at(6, 5), at(5, 5)].entries())
      moves.sent(MOVER, place, 1000 + 500 * n);
    moves.sent(MOVER, BESIDE, 3000);
    told(BESIDE, 3050);
    moves.judge(Infinity);
    expect(tally).toMatchObject({ lost: 0, skipped: 0, folded: 0 });
  });

  it('tell of who was put somewhere by the server', () => {
    moves.placed(MOVER, BESIDE, 100);
    standAt(HERE, 200);
    told(BESIDE, 200);
    moves.judge(Infinity);
    expect(tally).toMatchObject({ judged: 1, lost: 0, unknown: 0 });
  });
});

it('a frame that is full may leave somebody out', () => {
  const view = new NearView({ grid: GRID, cell: cellOf(HERE) }, 100);
  for (let player = 0; player < 399; player++) view.tell(player, HERE, 100);
  expect(view.isCut).toBe(false);
  view.tell(399, HERE, 100);
  expect(view.isCut).toBe(true);
  view.enter({ grid: GRID, cell: cellOf(BESIDE), keeps: true }, 200);
  expect(view.isCut).toBe(true);
  view.enter({ grid: GRID, cell: cellOf(BESIDE) }, 300);
  expect(view.isCut).toBe(false);
  expect(view.has(7)).toBe(false);
});
