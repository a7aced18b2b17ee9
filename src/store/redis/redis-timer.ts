import type { Redis } from 'ioredis';
import type { Due, DueHandler, DueTrigger, RoomTimer } from '../contract.js';
import type { ReportError } from './channels.js';
import { ALL_BUCKETS, dueMember, parseDueMember, type DueMember, type RedisKeys } from './keys.js';
import { askAll } from './redis-errors.js';
import type { Scripts } from './scripts.js';

export interface TimerSettings {
  /** For so long a process has the housekeeping of a room for itself; after that, another one takes it up. */
  housekeepingLeaseMs: number;
  now: () => number;
  /** Whether the ends of phases have to wait; to be followed by a sweep. */
  isHeld: () => boolean;
  report: ReportError;
}

/**
 * Fires at deadlines: punctually for the phases of rooms that are followed here, and, by the sweep of
 * the deadline sets, for all that was missed and for rooms that nobody follows.
 */
export class RedisTimer implements RoomTimer {
  private readonly handlers = new Set<DueHandler>();

  constructor(
    private readonly redis: Redis,
    private readonly keys: RedisKeys,
    private readonly scripts: Scripts,
    private readonly settings: TimerSettings,
  ) {}

  onDue(handler: DueHandler): () => void {
    this.handlers.add(handler);
    return () => this.handlers.delete(handler);
  }

  fire(due: Due, trigger: DueTrigger): void {
    if (due.kind === 'phase' && this.settings.isHeld()) return;
    for (const handler of this.handlers) {
      try {
        handler(due, trigger);
      } catch (error) {
        this.settings.report(error, due.kind);
      }
    }
  }

  /** Looks at all deadlines once. */
  async sweep(): Promise<void> {
    // Housekeeping that nobody could take would be lost to the others for a while.
    if (this.handlers.size === 0) return;
    const buckets = this.redis.pipeline();
    for (const bucket of ALL_BUCKETS)
      buckets.zrangebyscore(this.keys.due(bucket), '-inf', this.settings.now());
    const members = ((await askAll(buckets)) as string[][]).flat();
    await Promise.all(members.map((member) => this.take(parseDueMember(member))));
  }

  private async take(due: DueMember): Promise<void> {
    const { kind, roomId } = due;
    const taken = await this.scripts.room('take-due', roomId, [
      dueMember(due),
      kind === 'phase' ? due.version : '',
      dueMember({ kind: 'again', roomId }),
      this.settings.housekeepingLeaseMs,
      roomId,
    ]);
    if (taken === 1) this.fire(kind === 'phase' ? due : { kind: 'housekeeping', roomId }, 'sweep');
  }
}
