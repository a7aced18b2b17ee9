import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { SLOTS } from '../../src/server/live/store/redis/key-slot.js';
import { RedisKeys } from '../../src/server/live/store/redis/keys.js';
import { ClusterTopology } from '../../src/server/live/store/redis/cluster-topology.js';
import { Shard } from '../../src/server/live/store/redis/shard.js';
import { Shards } from '../../src/server/live/store/redis/shards.js';
import type { NodeAddress } from '../../src/server/platform/redis/redis-address.js';
import { SentinelTopology } from '../../src/server/live/store/redis/sentinel-topology.js';
import { newRoomId } from '../../src/server/live/store/room-id.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { TestRedis } from '../support/redis.js';
import { collectLogs, newPrefix, redisParts } from './redis-hall.js';

const LOOKS_MS = 600;
const LOOK_EVERY_MS = 20;

/** Takes connections and says nothing. */
async function silentNode(): Promise<NodeAddress> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

it('primaries that are not ready are looked at again at one pace, however many they are', async () => {
  const redis = await TestRedis.start();
  onTestFinished(() => redis.stop());
  const first = { host: '127.0.0.1', port: redis.port };
  const next = await Promise.all([silentNode(), silentNode(), silentNode()]);
  let nodes: NodeAddress[] = [first];
  // A spy would remember each of its calls, one for each slot.
  const { primaryOf } = ClusterTopology.prototype;
  ClusterTopology.prototype.primaryOf = (slot) => nodes[Math.floor((slot * nodes.length) / SLOTS)];
  onTestFinished(() => void (ClusterTopology.prototype.primaryOf = primaryOf));
  const looked = vi.spyOn(Shard.prototype, 'isConnected');
  onTestFinished(() => void vi.restoreAllMocks());
  const shards = new Shards(new RedisKeys('test'), {
    address: { kind: 'cluster', nodes: [first], login: {} },
    logger: collectLogs().logger,
    report: () => {},
    heard: () => {},
    opened: () => {},
    moved: async () => {},
    homeMoved: () => {},
    refused: () => {},
  });
  onTestFinished(() => shards.close());
  shards.start();
  await expect.poll(() => shards.home()?.isAway).toBe(false);
  nodes = next;
  looked.mockClear();
  void shards['settle']();
  await new Promise((resolve) => setTimeout(resolve, LOOKS_MS));
  expect(looked.mock.calls.length).toBeGreaterThan(next.length);
  expect(looked.mock.calls.length).toBeLessThanOrEqual(
    (LOOKS_MS / LOOK_EVERY_MS + 2) * next.length,
  );
});

it('rooms are heard of once, from the primary that has them, however often it changes and who comes and goes', async () => {
  const pair = await Promise.all([TestRedis.start(), TestRedis.start()]);
  onTestFinished(async () => void (await Promise.all(pair.map((redis) => redis.stop()))));
  const nodes = pair.map(({ port }) => ({ host: '127.0.0.1', port }));
  let at = 0;
  const { primaryOf } = SentinelTopology.prototype;
  SentinelTopology.prototype.primaryOf = () => nodes[at];
  onTestFinished(() => void (SentinelTopology.prototype.primaryOf = primaryOf));
  const prefix = newPrefix();
  // Nobody listens there: where the primary is, this test says.
  const parts = await redisParts('redis+sentinel://127.0.0.1:1/halls', { prefix });
  let gaps = 0;
  parts.onGap(() => (gaps += 1));
  const random = seeded(7);
  const roomIds = Array.from({ length: 12 }, (_, n) => newRoomId(`${100_000 + n}`));
  const following = new Map<string, () => Promise<void>>();
  const pending = new Map<string, Promise<unknown>>();
  const comeOrGo = async (roomId: string): Promise<void> => {
    const stop = following.get(roomId);
    following.delete(roomId);
    if (stop !== undefined) return stop();
    // Refused where the primary goes just then.
    const subscribed = await parts.bus.subscribe(roomId, () => {}).catch(() => undefined);
    if (subscribed !== undefined) following.set(roomId, subscribed);
  };
  for (let round = 0; round < 80; round++) {
    at = random() < 0.5 ? 0 : 1;
    void parts.shards['settle']();
    for (const roomId of roomIds)
      if (!pending.has(roomId) && random() < 0.2)
        pending.set(
          roomId,
          comeOrGo(roomId).finally(() => pending.delete(roomId)),
        );
    await new Promise((resolve) => setTimeout(resolve, random() * 40));
  }
  await Promise.all(pending.values());
  expect(parts.status().switches).toBeGreaterThan(2);
  const channels = roomIds.map((roomId) => new RedisKeys(prefix).updates(roomId));
  const told = pair.map(
    (redis) => () =>
      redis.ask(async (client) => {
        const [counts, clients] = await Promise.all([
          client.call('PUBSUB', 'NUMSUB', ...channels) as Promise<unknown[]>,
          client.client('LIST') as Promise<string>,
        ]);
        // Beside whoever asks.
        const connections = clients.trim().split('\n').length - 1;
        return [counts.filter((_, n) => n % 2 === 1).map(Number), connections] as const;
      }),
  );
  const heard = roomIds.map((roomId) => (following.has(roomId) ? 1 : 0));
  await expect.poll(told[at]!).toEqual([heard, 2]);
  await expect.poll(told[1 - at]!).toEqual([heard.map(() => 0), 0]);
  // Each time everybody catches up.
  expect(gaps).toBeGreaterThanOrEqual(parts.status().switches);
  await parts.close();
  await expect.poll(told[at]!).toEqual([heard.map(() => 0), 0]);
});
