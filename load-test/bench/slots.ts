/** What it costs to find who is at a slot: by index, by hash and by tree. */
import { seeded } from '../swarm/seeded.js';
import { measure } from './measure.js';
import type { Outcome, Piece } from './piece.js';

const SIZES = [200, 2_000, 10_000];
const LOOKS = 1_000;

interface Seat {
  slot: number;
}

interface Branch {
  seat: Seat;
  lower: Branch | undefined;
  higher: Branch | undefined;
}

/** As flat as it can be. */
function treeOf(seats: readonly Seat[]): Branch | undefined {
  const middle = seats.length >> 1;
  const seat = seats[middle];
  if (seat === undefined) return undefined;
  return { seat, lower: treeOf(seats.slice(0, middle)), higher: treeOf(seats.slice(middle + 1)) };
}

function findIn(tree: Branch | undefined, slot: number): Seat | undefined {
  for (let at = tree; at !== undefined; at = slot < at.seat.slot ? at.lower : at.higher)
    if (at.seat.slot === slot) return at.seat;
  return undefined;
}

export const slots: Piece = {
  name: 'slots',
  about: 'finding who is at a slot by index, hash and tree',
  run: async ({ quick }) => {
    const outcomes: Outcome[] = [];
    for (const size of SIZES) {
      const list = Array.from({ length: size }, (_, slot): Seat => ({ slot }));
      const map = new Map(list.map((seat) => [seat.slot, seat]));
      const tree = treeOf(list);
      const random = seeded(size);
      const looks = Array.from({ length: LOOKS }, () => Math.floor(random() * size));
      const all = (find: (slot: number) => Seat | undefined) => () => {
        let sum = 0;
        for (const slot of looks) sum += find(slot)?.slot ?? 0;
        return sum;
      };
      outcomes.push({
        title: `slots: ${size} players`,
        operation: 'one look',
        figures: await measure(
          [
            { name: 'index', run: all((slot) => list[slot]), times: LOOKS },
            { name: 'hash (Map)', run: all((slot) => map.get(slot)), times: LOOKS },
            { name: 'tree', run: all((slot) => findIn(tree, slot)), times: LOOKS },
          ],
          quick,
        ),
        note: '',
      });
    }
    return outcomes;
  },
};
