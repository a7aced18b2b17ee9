import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawOne } from '../../src/game/random.js';
import type { RoomSnapshot } from '../../src/store/contract.js';
import { createMemoryParts } from '../../src/store/memory/memory-parts.js';
import type { StoreParts } from '../../src/store/parts.js';
import { SLOT_REST_MS } from '../../src/store/rests.js';
import { codeOf, someOptions } from '../support/game-data.js';
import { TestRedis } from '../support/redis.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { VERB_LIST } from './facts-contract.js';
import { newRoom, read } from './parts.js';
import { redisParts } from './redis-hall.js';

const SEEDS = [11, 12, 13, 14, 15, 16];
const VERBS = 250;

let redis: TestRedis;
let stores: StoreParts[];
beforeAll(async () => {
  redis = await TestRedis.start();
  stores = [createMemoryParts(), await redisParts(redis.url, { slotRestMs: SLOT_REST_MS })];
});
afterAll(async () => {
  await Promise.all(stores.map((parts) => parts.close()));
  await redis.stop();
});

/** Points in time are each store's own. */
const TIMES = new Set(['joinedAt', 'droppedAt', 'lastActivityAt', 'lastPresentAt', 'timestamp']);
const CLOCKS = new Set(['startTime', 'endTime', 'pausedAt']);

function timeless({ state, chat }: RoomSnapshot): unknown {
  const text = JSON.stringify({ state, chat }, (key, value: unknown) =>
    (TIMES.has(key) || CLOCKS.has(key)) && value !== null
      ? 'a time'
      : key === 'roomId'
        ? ''
        : value,
  );
  return JSON.parse(text);
}

/** What a series of random verbs leads to, with all that was refused on the way. */
async function play({ store }: StoreParts, seed: number): Promise<unknown[]> {
  const random = seeded(seed);
  const gameMode = seed % 2 === 0 ? 'SURVIVAL' : 'RANKING';
  const pin = String(900_000 + seed);
  const roomId = await store.openRoom(newRoom({ pin, options: someOptions({ gameMode }) }));
  const course: unknown[] = [];
  for (let i = 0; i < VERBS; i++) {
    const room = await read(store, roomId!);
    const verb = drawOne(random, VERB_LIST);
    course.push(await codeOf(() => verb(store, roomId!, random, room)));
    if (i % 10 === 9) course.push(timeless((await store.snapshot(roomId!))!));
  }
  return course;
}

it.each(SEEDS)('memory and Redis come to the same by the same verbs (seed %i)', async (seed) => {
  const [memory, inRedis] = await Promise.all(stores.map((parts) => play(parts, seed)));
  expect(inRedis).toEqual(memory);
});
