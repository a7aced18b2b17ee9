import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createRedisParts,
  type RedisParts,
  type RedisPartsSettings,
} from '../../src/server/live/store/redis/redis-parts.js';
import type { StoreParts } from './parts.js';

const PIN_REST_MS = 400;

export interface Logs {
  lines: string[];
  logger: RedisPartsSettings['logger'];
}

export function collectLogs(): Logs {
  const lines: string[] = [];
  const note = (fields: object, message: string): void =>
    void lines.push(`${message} ${JSON.stringify(fields)}`);
  return { lines, logger: { info: () => {}, warn: note, error: note } };
}

export const newPrefix = (): string => `test-${randomUUID()}`;

/** One process's parts, ready. */
export async function redisParts(
  url: string,
  settings: Partial<RedisPartsSettings> = {},
): Promise<RedisParts> {
  const parts = createRedisParts({
    url,
    prefix: newPrefix(),
    secret: 'the one secret of the processes',
    patterns: [],
    processId: randomUUID(),
    settleMs: 0,
    logger: collectLogs().logger,
    pinRestMs: PIN_REST_MS,
    listMs: 0,
    ...settings,
  });
  try {
    await parts.ready;
  } catch (error) {
    await parts.close();
    throw error;
  }
  return parts;
}

/** For the contract suites. */
export async function contractParts({ url }: { url: string }): Promise<StoreParts> {
  const logs = collectLogs();
  const parts = await redisParts(url, { logger: logs.logger, sweepMs: 50 });
  return {
    ...parts,
    pinRestMs: PIN_REST_MS,
    passTime: async (ms) => {
      await sleep(ms);
    },
    close: async () => {
      await parts.close();
      if (logs.lines.length > 0) throw new Error(logs.lines.join('\n'));
    },
  };
}
