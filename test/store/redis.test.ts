import { afterAll, beforeAll } from 'vitest';
import { TestRedis } from '../support/redis.js';
import { contractParts } from './redis-hall.js';
import { storeContract } from './store-contract.js';

let redis: TestRedis;
beforeAll(async () => {
  redis = await TestRedis.start();
});
afterAll(() => redis.stop());

storeContract('redis', () => contractParts(redis));
