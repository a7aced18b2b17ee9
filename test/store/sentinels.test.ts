import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { Server } from 'socket.io';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createRedisAdapter } from '../../src/server/live/gateway/redis-adapter.js';
import { OwnSentinels } from '../../load-test/rig/own-sentinels.js';
import { freePorts } from '../support/ports.js';
import { newPrefix, redisParts, contractParts } from './redis-hall.js';
import { storeContract } from './store-contract.js';

/** As docs/redis.md tells it. */
const LEAST =
  '&+switch-master -@all +sentinel|master +sentinel|get-master-addr-by-name +sentinel|sentinels +subscribe +@connection';

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
  onTestFinished(() => void io.close());
  const primary = await nodes.primary();
  await expect.poll(() => nodes.ask(primary, 'PUBSUB', 'NUMPAT')).toBe(1);
});
