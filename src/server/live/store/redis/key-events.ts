import type { Redis } from 'ioredis';
import { askRedis } from './redis-errors.js';

const EXPIRES_MS = 50;
/** Redis may notice seconds later that a key has expired, unless somebody looks at it then. */
const LOOK_MS = EXPIRES_MS + 10;
/** One event may get lost with a connection, and a busy Redis is late. */
const MOST_MISSED = 3;

/**
 * Whether Redis tells this process of keys that expire, where its settings may not be read: a key of our own expires
 * again and again, and the event has to come before the next one is set.
 */
export class KeyEvents {
  private missed = 0;
  private isAwaited = false;

  get areMissing(): boolean {
    return this.missed >= MOST_MISSED;
  }

  /** An event of whatever key has come, however late. */
  heard(): void {
    this.missed = 0;
    this.isAwaited = false;
  }

  /** Counts what has come of the key before, and sets it anew. */
  async try(redis: Redis, key: string): Promise<void> {
    if (this.isAwaited) this.missed++;
    this.isAwaited = true;
    try {
      await askRedis(redis.set(key, '1', 'PX', EXPIRES_MS));
    } catch (error) {
      this.isAwaited = false;
      throw error;
    }
    setTimeout(() => void redis.exists(key).catch(() => {}), LOOK_MS).unref();
  }
}
