import { createHmac } from 'node:crypto';
import { ROOM_SCHEMA } from '../../../../game/room-change.js';
import { RoomError } from '../../../../protocol/index.js';
import type { RedisKeys } from './keys.js';
import { ROOM_TTL_MS, type Scripts } from './scripts.js';
import { StartRefused } from './start-refused.js';

/** A fixed word: its HMAC tells secrets apart and nothing of them. */
const WORD = 'the installation that has this Redis';
const DIGITS = 16;

export const OTHER_SECRET =
  'this Redis belongs to processes with another SECRET: give all of them the same one, or this one ' +
  'another REDIS_PREFIX. It is free 15 minutes after the last of them has ended';
export const OTHER_VERSION =
  'rooms of processes of another version are open in this Redis: end the games, stop those processes, ' +
  'and start again';
const MIXED_WARNING =
  'processes of another version use this redis: who comes to the wrong one cannot enter';
const FOREIGN_WARNING = 'processes with another SECRET have taken this redis';

type Reply = 'ours' | 'mixed' | 'secret' | 'version';

export interface InstallationSettings {
  secret: string;
  /** How long after its last sign of life a process counts as gone. */
  leaseMs: number;
  /** For tests of two versions. */
  schema: number | undefined;
}

/**
 * The processes that share a Redis must have one SECRET, as with another one nobody finds back to the own seat,
 * and one version of the rules. This keeps out whoever would start as something else.
 */
export class Installation {
  hasEntered = false;
  /** Since when another version is in the way, by our own clock. */
  private barredSince: number | undefined;
  private isForeign = false;
  private lastMixedAt = -Infinity;

  constructor(
    private readonly keys: RedisKeys,
    private readonly scripts: Scripts,
    private readonly settings: InstallationSettings,
  ) {}

  /** To be called at the start until it resolves, and then with each lease. Throws StartRefused. */
  async hold(): Promise<void> {
    const reply = await this.ask();
    this.isForeign = reply === 'secret';
    if (reply === 'mixed') this.lastMixedAt = performance.now();
    if (this.hasEntered) return;
    if (reply === 'secret') throw new StartRefused(OTHER_SECRET);
    if (reply === 'version') {
      this.waitForEnd();
      throw new RoomError('STORE_AWAY', OTHER_VERSION);
    }
    this.hasEntered = true;
  }

  warnings(): string[] {
    if (this.isForeign) return [FOREIGN_WARNING];
    return performance.now() - this.lastMixedAt < this.aliveMs ? [MIXED_WARNING] : [];
  }

  /** Those of the other version may just have ended: a stop and a start need not wait in between. */
  private waitForEnd(): void {
    const now = performance.now();
    this.barredSince ??= now;
    if (now - this.barredSince > this.aliveMs) throw new StartRefused(OTHER_VERSION);
  }

  private get aliveMs(): number {
    return 2 * this.settings.leaseMs;
  }

  private async ask(): Promise<Reply> {
    const { secret, schema = ROOM_SCHEMA } = this.settings;
    const keys = [this.keys.installation(), this.keys.openRooms()] as const;
    return (await this.scripts.other('hold-installation', keys, {
      secret: createHmac('sha256', secret).update(WORD).digest('hex').slice(0, DIGITS),
      schema,
      enters: this.hasEntered ? 0 : 1,
      aliveMs: this.aliveMs,
      ttlMs: ROOM_TTL_MS,
    })) as Reply;
  }
}
