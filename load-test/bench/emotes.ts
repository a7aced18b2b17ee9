/** What it costs a hall when everybody shows an emote every second, which is as often as anybody may (R22.2). */
import { EMOTES } from '../../src/protocol/index.js';
import { EVENTS, flush, FLUSHES, push } from './batch.js';
import { openHall, type Hall, PLAYERS } from './hall.js';
import { measure, type Task, type Figure, type Piece } from './piece.js';

/** A second of a hall; of `shown` emotes each flush has its part. */
async function second(hall: Hall, shown: number): Promise<void> {
  for (let n = 0; n < FLUSHES; n++) {
    push(hall, (n * EVENTS) / FLUSHES, ((n + 1) * EVENTS) / FLUSHES);
    for (let m = (n * shown) / FLUSHES; m < ((n + 1) * shown) / FLUSHES; m++) {
      // Who does is nobody's neighbour.
      const seat = hall.memberships[(m * 37) % PLAYERS]?.seat;
      if (seat != null) hall.room.batch.pushEmote(seat.slot, seat.generation, m % EMOTES.length);
    }
    await flush(hall);
  }
}

/** To each player. */
async function bytesOf(hall: Hall, shown: number): Promise<number> {
  hall.broadcaster.bytes = 0;
  await second(hall, shown);
  return hall.broadcaster.bytes / PLAYERS;
}

const share = ([without, all]: readonly Figure[]): string =>
  (((all?.bytes ?? 0) / (without?.bytes ?? NaN) - 1) * 100).toFixed(1);

export const emotes: Piece = {
  name: 'emotes',
  about: 'the bytes of a hall with and without an emote of everybody every second',
  run: async ({ quick }) => {
    const hall = await openHall('compact');
    try {
      const tasks: Task[] = [];
      for (const [name, shown] of [
        ['nobody shows any', 0],
        ['everybody, every second', PLAYERS],
      ] as const)
        tasks.push({
          name,
          run: () => second(hall, shown),
          bytes: await bytesOf(hall, shown),
        });
      const figures = await measure(tasks, quick);
      return [
        {
          title: 'emotes',
          operation: `a second of ${PLAYERS} players with ${EVENTS} moves and messages; bytes to each player`,
          figures,
          note: `Emotes are ${share(figures)} % on top of the bytes.`,
        },
      ];
    } finally {
      hall.close();
    }
  },
};
