import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RoomSnapshot } from '../../src/server/live/store/contract.js';
import { createMemoryParts } from '../../src/server/live/store/memory/memory-parts.js';
import type { StoreParts } from '../../src/server/live/store/parts.js';
import { RoomWriter } from '../../src/server/live/store/room-writer.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { someOptions } from '../support/game-data.js';
import { TestRedis } from '../support/redis.js';
import { COURSE_BEGINS_AT, RoomCourse } from '../support/room-course.js';
import { newRoom, plain, sorted } from './parts.js';
import { redisParts } from './redis-hall.js';
import { gameModeOf } from './updates-contract.js';

const SEEDS = [11, 12, 13, 14, 15, 16];
const STEPS = 250;

let redis: TestRedis;
let stores: StoreParts[];
beforeAll(async () => {
  redis = await TestRedis.start();
  const memory = createMemoryParts();
  // Named alike, so that their appends are.
  const { processId } = memory.store;
  stores = [memory, await redisParts(redis.url, { processId })];
});
afterAll(async () => {
  await Promise.all(stores.map((parts) => parts.close()));
  await redis.stop();
});

/** Without what each store has of its own: the room's name, and the clock by which it notes things itself. */
function ownless({ state, chat }: RoomSnapshot): unknown {
  const text = JSON.stringify({ ...plain(state), chat }, (key, value: unknown) => {
    if (key === 'roomId') return 'a room';
    const isOwn = key === 'lastPresentAt' && Number(value) < COURSE_BEGINS_AT;
    return isOwn || key === 'lastActivityAt' || key === 'timestamp' ? 'a time' : value;
  });
  return JSON.parse(text);
}

/** What a series of random commands leads to, with all that was refused on the way. */
async function play({ store }: StoreParts, seed: number): Promise<unknown[]> {
  // Of its own, as it numbers its appends.
  const parts = { store, writer: new RoomWriter(store) };
  const pin = String(900_000 + seed);
  const options = someOptions({ gameMode: gameModeOf(seed), maxPlayerCount: 6 });
  const roomId = (await store.openRoom(newRoom({ pin, options, identityId: 'identity-0' })))!;
  const snapshot = async (): Promise<RoomSnapshot> => (await store.snapshot(roomId))!;
  const course = new RoomCourse(parts, roomId, seeded(seed));
  const story: unknown[] = [];
  for (let i = 0; i < STEPS; i++) {
    story.push(await course.step());
    // The store in memory lets nothing else have a turn.
    await new Promise(setImmediate);
    if (i % 10 === 9) story.push(ownless(await snapshot()), await store.getQuizSet(roomId));
  }
  const { state, chat } = await snapshot();
  story.push(await store.lastAppendOf(roomId), sorted(state.seats).length, chat.length);
  return story;
}

it.each(SEEDS)('memory and Redis come to the same by the same commands (seed %i)', async (seed) => {
  const [memory, inRedis] = await Promise.all(stores.map((parts) => play(parts, seed)));
  expect(inRedis).toEqual(memory);
});

it('the courses are ones in which much happens', async () => {
  const stories = await Promise.all([17, 18, 19, 20, 22].map((seed) => play(stores[0]!, seed)));
  const story = JSON.stringify(stories);
  const expected = [
    '"kind":"stale"',
    '"kind":"seated"',
    '"muted":["identity',
    '"extraTimed":[["identity',
    '"kind":"attached"',
    '"kind":"dropped"',
    '"reason":"left"',
    '"reason":"kicked"',
    '"reason":"freed"',
    '"reason":"lost"',
    '"reason":"dismissed"',
    '"isHandedOver":true',
    '"kind":"reveal"',
    '"livingId":null',
    '"deleted":[{',
    '"score":1',
    '"message":""',
    'ROOM_FULL',
    'ROOM_LOCKED',
    'KICKED',
    'NOT_HOST',
    'FORBIDDEN',
    'STORE_AWAY',
    'WRONG_PHASE',
  ];
  expect(expected.filter((one) => !story.includes(one))).toEqual([]);
});
