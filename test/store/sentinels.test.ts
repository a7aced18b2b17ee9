import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Server } from 'socket.io';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createRedisAdapter } from '../../src/server/live/gateway/redis-adapter.js';
import { OwnSentinels } from '../../load-test/rig/own-sentinels.js';
import { freePorts } from '../support/ports.js';
import { newPrefix, redisParts, contractParts } from './redis-hall.js';
import { open, seatsOf } from './parts.js';
import { request } from '../support/game-data.js';
import { seatPlayer } from '../support/store-verbs.js';
import { RedisClock } from '../../src/server/live/store/redis/redis-clock.js';
import { storeContract } from './store-contract.js';

/** As docs/redis.md tells it. */
const LEAST =
  '&+switch-master -@all +sentinel|master +sentinel|get-master-addr-by-name +sentinel|sentinels +subscribe +@connection';

const LEASE_MS = 900;

let nodes: OwnSentinels;
beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'madang-sentinels-'));
  nodes = await OwnSentinels.start(dir, freePorts, { replicas: 1 });
});
afterAll(() => nodes.close());

storeContract('redis behind sentinels', () => contractParts(nodes));

it('needs few rights at the sentinels, for rooms and for messages between processes', async () => {
  for (const [, port = ''] of nodes.url.matchAll(/:(\d+)/g)) {
    const sentinel = new Redis(Number(port));
    await sentinel.call('ACL', 'SETUSER', 'watcher', 'on', '>se+cret', ...LEAST.split(' '));
    sentinel.disconnect();
  }
  const url = `${nodes.url}?sentinelUser=watcher&sentinelPassword=se+cret`;
  const prefix = newPrefix();
  const parts = await redisParts(url, { prefix });
  onTestFinished(() => parts.close());
  expect(parts.status()).toMatchObject({ isAway: false, warnings: [] });
  const { adapter, close } = createRedisAdapter(url, prefix);
  onTestFinished(close);
  const io = new Server({ adapter });
  onTestFinished(() => io.of('/').adapter.close());
  const primary = await nodes.primary();
  await expect.poll(() => nodes.ask(primary, 'PUBSUB', 'NUMPAT')).toBe(1);
});

it('lets nobody be dropped by a new primary whose clock is ahead: leases are counted anew there', async () => {
  const prefix = newPrefix();
  const [one, two] = await Promise.all(
    [1, 2].map(() => redisParts(nodes.url, { prefix, leaseMs: LEASE_MS })),
  );
  onTestFinished(async () => {
    await Promise.all([one!.close(), two!.close()]);
  });
  const { roomId } = await open(one!.store);
  await one!.store.armHousekeeping(roomId, one!.store.now() + 60_000);
  await seatPlayer(two!, roomId, request(0, { process: two!.store.processId }));
  // From here on a process that ends is noticed.
  await sleep(LEASE_MS + 3_500);
  const known = new Set([one, two].map((parts) => parts!.shards.home()!.clock));
  const now = Object.getOwnPropertyDescriptor(RedisClock.prototype, 'now')!.value as () => number;
  vi.spyOn(RedisClock.prototype, 'now').mockImplementation(function (this: RedisClock) {
    return now.call(this) + (known.has(this) ? 0 : 5_000);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  await nodes.together();
  await nodes.failOver();
  await expect.poll(() => one!.status().switches).toBe(1);
  await sleep(2 * LEASE_MS);
  expect((await seatsOf(one!.store, roomId)).map(({ droppedAt }) => droppedAt)).toEqual([null]);
});
