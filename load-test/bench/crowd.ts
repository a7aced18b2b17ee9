import { CellGrid, STEPS } from '../../src/protocol/index.js';
import { TURNS } from '../../src/server/live/batch/crowd/areas.js';
import { seeded } from '../swarm/seeded.js';
import { flush } from './batch.js';
import { openHall, type Hall } from './hall.js';
import { measure, type Task, BenchFault, type Outcome, type Piece } from './piece.js';

/** Moves a second of each player, and from one to the next, in widths of the arena. */
const MOVES_PER_S = 2;
const STEP = 1 / 8;
const INTERVAL_MS = 80;

/** Everybody walks on from where they are, and turns round at the walls. */
class Walkers {
  private readonly random = seeded(1);
  private readonly places: [x: number, y: number][];
  private next = 0;

  constructor(private readonly hall: Hall) {
    this.places = hall.memberships.map(() => [this.random(), this.random()]);
    for (const n of this.places.keys()) this.move(n);
  }

  /** The moves of so many ms. */
  walk(ms: number): void {
    const moves = Math.round((this.places.length * MOVES_PER_S * ms) / 1000);
    for (let n = 0; n < moves; n++) {
      const player = this.next++ % this.places.length;
      const place = this.places[player];
      const angle = this.random() * 2 * Math.PI;
      if (place !== undefined) {
        place[0] = reflected(place[0] + Math.cos(angle) * STEP);
        place[1] = reflected(place[1] + Math.sin(angle) * STEP);
      }
      this.move(player);
    }
  }

  private move(player: number): void {
    const seat = this.hall.memberships[player]?.seat;
    const [x, y] = this.places[player] ?? [0, 0];
    if (seat) this.hall.room.walking.move(seat.slot, seat.generation, [toStep(x), toStep(y)]);
  }
}

async function interval({ hall, walkers }: { hall: Hall; walkers: Walkers }): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) {
    walkers.walk(INTERVAL_MS / TURNS);
    await flush(hall);
  }
}

export const crowd: Piece = {
  name: 'crowd',
  about: 'moves of a big room through its areas, without the sockets',
  run: async ({ quick }) => {
    const sizes = [200, 1_000, 2_000];
    const halls = [];
    try {
      for (const players of sizes) {
        const hall = await openHall('compact', players);
        const walkers = new Walkers(hall);
        await interval({ hall, walkers });
        hall.broadcaster.deliveries = 0;
        for (let n = 0; n < 4; n++) await interval({ hall, walkers });
        if (hall.broadcaster.deliveries < 3 * players)
          throw new BenchFault(`${hall.broadcaster.deliveries} deliveries to ${players} players`);
        halls.push({ hall, walkers, players });
      }
      const tasks = halls.map(({ hall, walkers, players }): Task => {
        const grid = players > 500 ? CellGrid.for(players).size : 1;
        const name = `${players} players, ${grid} × ${grid} cells`;
        return { name, run: () => interval({ hall, walkers }), times: 1 };
      });
      const outcomes: Outcome[] = [
        {
          title: 'crowd: an interval',
          operation: `${INTERVAL_MS} ms of a room in which each sends ${MOVES_PER_S} moves a second, all on one process`,
          figures: await measure(tasks, quick),
          note: 'A hall of 200 is flushed four times in that time.',
        },
      ];
      return outcomes;
    } finally {
      for (const { hall } of halls) hall.close();
    }
  },
};

function reflected(value: number): number {
  return value < 0 ? -value : value > 1 ? 2 - value : value;
}

function toStep(fraction: number): number {
  return Math.floor(fraction * STEPS);
}
