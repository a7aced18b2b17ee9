import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { OwnRedisCluster } from '../../load-test/rig/own-redis-cluster.js';
import { freePorts } from '../support/ports.js';
import { contractParts } from './redis-hall.js';
import { storeContract } from './store-contract.js';

let nodes: OwnRedisCluster;
beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'madang-redis-cluster-'));
  nodes = await OwnRedisCluster.start(dir, freePorts);
});
afterAll(() => nodes.close());

storeContract('redis as a cluster', () => contractParts(nodes));
