import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { OwnSentinels } from '../../load-test/rig/own-sentinels.js';
import { freePorts } from '../support/ports.js';
import { contractParts } from './redis-hall.js';
import { storeContract } from './store-contract.js';

let nodes: OwnSentinels;
beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'madang-sentinels-'));
  nodes = await OwnSentinels.start(dir, freePorts, { replicas: 1 });
});
afterAll(() => nodes.close());

storeContract('redis behind sentinels', () => contractParts(nodes));
