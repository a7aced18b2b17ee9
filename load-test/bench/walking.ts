/** What it costs to take a player's move, with walls and where walking is checked (R24). */
import { drawFree } from '../../src/game/map/places.js';
import type { Position } from '../../src/game/shared/zones.js';
import type { MapName, Walking } from '../../src/protocol/index.js';
import { Maps } from '../../src/server/live/room/maps.js';
import { seeded } from '../swarm/seeded.js';
import { openHall, PLAYERS } from './hall.js';
import { measure, type Task, type Piece } from './piece.js';

const ROOMS: readonly [MapName, Walking][] = [
  ['yard', 'free'],
  ['maze', 'free'],
  ['yard', 'checked'],
  ['maze', 'checked'],
];

export const walking: Piece = {
  name: 'walking',
  about: 'taking a move beside walls and where walking is checked',
  run: async ({ quick }) => {
    const hall = await openHall('compact');
    try {
      const { room, memberships } = hall;
      const random = seeded(2);
      const tasks: Task[] = [];
      for (const [map, kind] of ROOMS) {
        const options = new Maps(undefined).withWalls({ map, walking: kind });
        const choose = (): unknown => Object.assign(room.view.settings, options);
        choose();
        const from = memberships.map((): Position => drawFree(random, room.walking.ground));
        const far = memberships.map((): Position => drawFree(random, room.walking.ground));
        const step = ([x, y]: Position): Position => [Math.max(0, x - 1), y];
        const moveAll = (places: readonly Position[]): void => {
          for (const [n, { seat }] of memberships.entries())
            if (seat !== null) room.walking.move(seat.slot, seat.generation, places[n] ?? [0, 0]);
        };
        const near = from.map(step);
        let turn = 0;
        tasks.push({
          name: `${map}, ${kind}: a step`,
          run: () => {
            choose();
            moveAll(turn++ % 2 === 0 ? from : near);
          },
          times: PLAYERS,
        });
        tasks.push({
          name: `${map}, ${kind}: a jump anywhere`,
          run: () => {
            choose();
            moveAll(turn++ % 2 === 0 ? far : from);
          },
          times: PLAYERS,
        });
      }
      const figures = await measure(tasks, quick);
      const title = 'walking';
      return [{ title, operation: 'one move, until it waits for its flush', figures, note: '' }];
    } finally {
      hall.close();
    }
  },
};
