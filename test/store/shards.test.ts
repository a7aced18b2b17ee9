import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { SLOTS } from '../../src/server/live/store/redis/key-slot.js';
import { RedisKeys } from '../../src/server/live/store/redis/keys.js';
import { ClusterTopology } from '../../src/server/live/store/redis/cluster-topology.js';
import { Shard } from '../../src/server/live/store/redis/shard.js';
import { Shards } from '../../src/server/live/store/redis/shards.js';
import type { NodeAddress } from '../../src/server/platform/redis/redis-address.js';
import { TestRedis } from '../support/redis.js';
import { collectLogs } from './redis-hall.js';

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
