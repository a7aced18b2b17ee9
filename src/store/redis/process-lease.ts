import type { Redis } from 'ioredis';
import { ALL_BUCKETS, dueMember, parseDueMember, type RedisKeys } from './keys.js';
import { askAll, askRedis } from './redis-errors.js';
import { ROOM_TTL_MS, type Scripts } from './scripts.js';

/** How long the processes may take to find back to a Redis that was away, in ms. */
const COMEBACK_MS = 3_000;

export interface LeaseSettings {
  processId: string;
  /** How long after its last sign of life a process counts as gone. */
  leaseMs: number;
  now: () => number;
}

/**
 * A process tells regularly that it is there. Where one no longer does, the others mark the seats
 * dropped that it held, so that their clocks start even after it was killed.
 */
export class ProcessLease {
  private renewedAt = -Infinity;
  private steadySince = Infinity;

  constructor(
    private readonly redis: Redis,
    private readonly keys: RedisKeys,
    private readonly scripts: Scripts,
    private readonly settings: LeaseSettings,
  ) {}

  /** To be called three times as often as the lease ends. */
  async renew(): Promise<void> {
    const { processId, leaseMs } = this.settings;
    const args = [processId, leaseMs, ROOM_TTL_MS];
    await this.scripts.other('renew-lease', [this.keys.processes()], args);
    const now = performance.now();
    // After a gap like this the others' leases may have ended as well, for no fault of theirs.
    if (now - this.renewedAt > leaseMs / 2) this.steadySince = now;
    this.renewedAt = now;
  }

  /** Lets the others look at once to whatever this process may have left. */
  async end(): Promise<void> {
    await askRedis(this.redis.zadd(this.keys.processes(), 'XX', 0, this.settings.processId));
  }

  async dropEnded(): Promise<void> {
    const { leaseMs, now: storeNow } = this.settings;
    // After an outage, all get the time to come back first.
    if (performance.now() - this.steadySince < leaseMs + COMEBACK_MS) return;
    const now = storeNow();
    const ended = await askRedis(this.redis.zrangebyscore(this.keys.processes(), '-inf', now));
    for (const processId of ended) await this.drop(processId);
    // Not before, so that the next look takes up what this one did not finish.
    if (ended.length > 0)
      await askRedis(this.redis.zremrangebyscore(this.keys.processes(), '-inf', now));
  }

  private async drop(processId: string): Promise<void> {
    const roomIds = await this.openRooms();
    const held = this.redis.pipeline();
    for (const roomId of roomIds) held.sismember(this.keys.part(roomId, 'holders'), processId);
    const isHeld = await askAll(held);
    await Promise.all(
      roomIds
        .filter((_, i) => isHeld[i] === 1)
        .map((roomId) => {
          const housekeeping = dueMember({ kind: 'housekeeping', roomId });
          return this.scripts.room('drop-process', roomId, [processId, housekeeping]);
        }),
    );
  }

  /** Every open room waits for housekeeping. */
  private async openRooms(): Promise<string[]> {
    const buckets = this.redis.pipeline();
    for (const bucket of ALL_BUCKETS) buckets.zrange(this.keys.due(bucket), '0', '-1');
    const members = ((await askAll(buckets)) as string[][]).flat();
    return [...new Set(members.map((member) => parseDueMember(member).roomId))];
  }
}
