import type { Redis } from 'ioredis';
import { dropProcess } from '../../../../game/seat-commands.js';
import { RoomError } from '../../../../protocol/index.js';
import type { RoomWriter } from '../room-writer.js';
import { dueMember, parseDueMember, type RedisKeys } from './keys.js';
import { askAll, askRedis } from './redis-errors.js';
import { ROOM_TTL_MS, type Scripts } from './scripts.js';
import type { Shards } from './shards.js';

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
    private readonly shards: Shards,
    private readonly keys: RedisKeys,
    private readonly scripts: Scripts,
    private readonly writer: RoomWriter,
    private readonly settings: LeaseSettings,
  ) {}

  /** To be called three times as often as the lease ends. */
  async renew(): Promise<void> {
    const { processId, leaseMs } = this.settings;
    const args = { process: processId, leaseMs, ttlMs: ROOM_TTL_MS };
    await this.scripts.other('renew-lease', [this.keys.processes()], args);
    const now = performance.now();
    // After a gap like this the others' leases may have ended as well, for no fault of theirs.
    if (now - this.renewedAt > leaseMs / 2) this.steadySince = now;
    this.renewedAt = now;
  }

  /** To be called where another Redis has the leases: by its clock all of them may have ended. */
  startAnew(): void {
    this.renewedAt = -Infinity;
    this.steadySince = Infinity;
  }

  /** Lets the others look at once to whatever this process may have left. */
  async end(): Promise<void> {
    await askRedis(this.home.zadd(this.keys.processes(), 'XX', 0, this.settings.processId));
  }

  async dropEnded(): Promise<void> {
    const { leaseMs, now: storeNow } = this.settings;
    // After an outage, all get the time to come back first.
    if (performance.now() - this.steadySince < leaseMs + COMEBACK_MS) return;
    const now = storeNow();
    const ended = await askRedis(this.home.zrangebyscore(this.keys.processes(), '-inf', now));
    let isDone = true;
    for (const processId of ended) isDone = (await this.drop(processId)) && isDone;
    // Not before, so that the next look takes up what this one did not finish.
    if (ended.length > 0 && isDone)
      await askRedis(this.home.zremrangebyscore(this.keys.processes(), '-inf', now));
  }

  /** Returns whether nothing of the process is left. */
  private async drop(processId: string): Promise<boolean> {
    const roomIds = await this.openRooms();
    const held = await this.shards.askRooms(roomIds, (pipeline, roomId) =>
      pipeline.sismember(this.keys.part(roomId, 'holders'), processId),
    );
    const holding = [...held].filter(([, [isHeld]]) => isHeld === 1);
    const dropped = await Promise.all(holding.map(([roomId]) => this.dropIn(roomId, processId)));
    // A room whose primary is away is looked at by and by.
    return held.size === roomIds.length && dropped.every(Boolean);
  }

  private async dropIn(roomId: string, processId: string): Promise<boolean> {
    try {
      await this.writer.run(roomId, dropProcess(processId));
    } catch (error) {
      const code = error instanceof RoomError ? error.code : null;
      // It has ended meanwhile.
      if (code === 'ROOM_NOT_FOUND') return true;
      // That is for the processes of its own version, or for its end.
      if (code === 'UPDATING') return false;
      throw error;
    }
    const done = this.shards
      .of(roomId)
      .commands.pipeline()
      .srem(this.keys.part(roomId, 'holders'), processId)
      // The clocks of its seats run from now: somebody has to look at the room.
      .zadd(
        this.keys.dueOf(roomId),
        'LT',
        this.settings.now(),
        dueMember({ kind: 'housekeeping', roomId }),
      );
    await askAll(done);
    return true;
  }

  /** Every open room waits for housekeeping. */
  private async openRooms(): Promise<string[]> {
    const members = await this.shards.askBuckets((pipeline, bucket) =>
      pipeline.zrange(this.keys.due(bucket), '0', '-1'),
    );
    const rooms = (members as string[][]).flat().map((member) => parseDueMember(member).roomId);
    return [...new Set(rooms)];
  }

  private get home(): Redis {
    return this.shards.ofKey(this.keys.processes()).commands;
  }
}
