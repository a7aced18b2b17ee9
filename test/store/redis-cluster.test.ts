import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { OwnRedisCluster } from '../../load-test/rig/own-redis-cluster.js';
import { freePorts } from '../support/ports.js';
import { PretendRedis } from '../support/pretend-redis.js';
import { contractParts, redisParts } from './redis-hall.js';
import { storeContract } from './store-contract.js';

let nodes: OwnRedisCluster;
beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'madang-redis-cluster-'));
  nodes = await OwnRedisCluster.start(dir, freePorts);
});
afterAll(() => nodes.close());

storeContract('redis as a cluster', () => contractParts(nodes));

it('a primary whose clock is another one is named, and all go by that of one', async () => {
  const parts = await redisParts(nodes.url);
  onTestFinished(() => parts.close());
  const { shards, status, store } = parts;
  const home = shards.home()!;
  const other = shards.all().find((shard) => shard !== home)!;
  expect([shards.all().length, status().warnings]).toEqual([3, []]);
  vi.spyOn(other.clock, 'now').mockImplementation(() => home.clock.now() + 200);
  expect(status().warnings).toEqual([
    `the clock of redis at ${other.name} is another one: set it by NTP`,
  ]);
  expect(Math.abs(store.now() - home.clock.now())).toBeLessThan(50);
});

it('redis as a cluster is refused, by its version, before it had channels of slots', async () => {
  const old = await PretendRedis.start(([verb, which]) => {
    const { port } = old.node;
    if (verb === 'info') return 'redis_version:6.2.14\r\nloading:0\r\n';
    if (verb === 'cluster' && which === 'slots') return [[0, 16_383, ['127.0.0.1', port, 'a']]];
    if (verb === 'cluster')
      return `a 127.0.0.1:${port}@1 myself,master - 0 0 1 connected 0-16383\n`;
    return 'OK';
  });
  const url = `redis+cluster://127.0.0.1:${old.node.port}`;
  await expect(redisParts(url)).rejects.toThrow(
    'this Redis is 6.2.14: as a cluster it has to be 7',
  );
  await old.close();
});
