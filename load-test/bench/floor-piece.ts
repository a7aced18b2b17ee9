import { FLOOR_FRAMES_PER_SECOND, measureFloor } from './measure-floor.js';
import { round } from './measure.js';
import { needFiles, type Figure, type Piece } from './piece.js';

/** One flush more or less at either end of the window must not matter. */
const QUICK_SECONDS = 2;
const WARMUP_S = 8;
/** /proc counts CPU time in hundredths of a second. */
const TICK_SECONDS = 0.01;

export const floor: Piece = {
  name: 'floor',
  about: 'the least server that could serve such halls: bare ws, one prepared frame per flush',
  run: async ({ quick, cores, rooms, players, rate, seconds, progress }) => {
    const figures: Figure[] = [];
    for (const count of rooms) {
      needFiles(count * players);
      progress(`${count} room(s) of ${players}`);
      const load = { rooms: count, players, rate, seconds: quick ? QUICK_SECONDS : seconds };
      const result = await measureFloor({
        ...load,
        warmupSeconds: quick ? 1 : WARMUP_S,
        serverCore: cores.server,
        clientCore: cores.swarm,
      });
      figures.push({
        name: `${count} room${count === 1 ? '' : 's'}`,
        nsPerOp: round((result.cores * 1e9) / result.framesPerSecond, 1),
        errorPercent: round((TICK_SECONDS / (result.cores * load.seconds)) * 100, 1),
        cores: round(result.cores, 4),
      });
    }
    return [
      {
        title: `floor, rooms of ${players}`,
        operation: 'one frame to one player with all that it took, in CPU time of the server',
        figures,
        note:
          `${FLOOR_FRAMES_PER_SECOND} frames a second to each player, ${rate} events a second from each; ` +
          '± is how exactly CPU time is known.',
      },
    ];
  },
};
