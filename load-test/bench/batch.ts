import { STEPS, type Format } from '../../src/protocol/index.js';
import { openHall, type Hall, MESSAGE, PLAYERS } from './hall.js';
import { measure, type Task, BenchFault, type Outcome, type Piece } from './piece.js';

/** What 200 players do in a second at 2 events each, a tenth of it chat. */
export const EVENTS = 400;
const CHAT_EVERY = 10;
export const FLUSHES = 20;

/** The events from `begin` to `end`; players take turns. */
export function push({ room, memberships }: Hall, begin: number, end: number): void {
  for (let n = begin; n < end; n++) {
    const seat = memberships[n % PLAYERS]?.seat;
    if (seat == null) continue;
    if (n % CHAT_EVERY === 0) void room.batch.pushChat({ ...seat, message: MESSAGE });
    else room.walking.move(seat.slot, seat.generation, [(n * 9_973) % STEPS, (n * 7_919) % STEPS]);
  }
}

export async function flush(hall: Hall): Promise<void> {
  await hall.room.batch.share();
  hall.room.batch.flush();
}

async function second(hall: Hall): Promise<void> {
  for (let n = 0; n < EVENTS; n += EVENTS / FLUSHES) {
    push(hall, n, n + EVENTS / FLUSHES);
    await flush(hall);
  }
}

async function check(hall: Hall, framesPerFlush: number): Promise<void> {
  const { broadcaster } = hall;
  broadcaster.deliveries = 0;
  await second(hall);
  const expected = FLUSHES * framesPerFlush * PLAYERS;
  if (broadcaster.deliveries !== expected)
    throw new BenchFault(`${broadcaster.deliveries} deliveries instead of ${expected}`);
}

export const batch: Piece = {
  name: 'batch',
  about: 'moves and chat of a hall through the batch of a room and the store in memory',
  run: async ({ quick }) => {
    const formats: Format[] = ['compact', 'json'];
    const halls = await Promise.all(formats.map((format) => openHall(format)));
    try {
      const flushes: Task[] = [];
      const events: Task[] = [];
      for (const [index, hall] of halls.entries()) {
        const format = formats[index] ?? '';
        await check(hall, format === 'json' ? 2 : 1);
        flushes.push({
          name: `push, share, flush: ${format}`,
          run: () => second(hall),
          times: FLUSHES,
        });
        events.push({
          name: `push, share, one flush: ${format}`,
          run: async () => {
            push(hall, 0, EVENTS);
            await flush(hall);
          },
          times: EVENTS,
        });
      }
      const outcomes: Outcome[] = [
        {
          title: 'batch: steady',
          operation: `one flush with its ${EVENTS / FLUSHES} events, ${PLAYERS} members`,
          figures: await measure(flushes, quick),
          note: '',
        },
        {
          title: 'batch: all at once',
          operation: `one of ${EVENTS} events that share one flush`,
          figures: await measure(events, quick),
          note: '',
        },
      ];
      return outcomes;
    } finally {
      for (const hall of halls) hall.close();
    }
  },
};
