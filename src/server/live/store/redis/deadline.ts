/**
 * When a timer ends, in one place. A phase's deadline is written by the append that begins the phase
 * (`deadlineWrites`): a key that expires then, so that Redis tells all processes (`expired`), and a member of
 * a sorted set. Redis expires keys lazily and may tell of it seconds late, so each process that hosts the
 * room touches the key at its deadline (`DeadlineWatch`). Whatever was missed, because Redis or a process
 * was away, and rooms that nobody hosts are found by a sweep over the sorted set once a second
 * (`RedisTimer`), which wakes housekeeping, too. All three end in `fire`; the claim that follows is one
 * append, so it happens once. What players did before the deadline is shared at the deadline
 * (`BatchProcessor.enterPhase`) and may arrive until `settleMs` after it.
 */
import { deadlineOf, type Phase } from '../../../../game/phase.js';
import type { RoomState } from '../../../../game/room-state.js';
import type { Due, DueHandler, DueTrigger, RoomTimer } from '../contract.js';
import type { ReportError } from './channels.js';
import { dueMember, parseDueMember, type DueMember, type RedisKeys } from './keys.js';
import { isAway } from '../../../../protocol/index.js';
import { askRedis } from './redis-errors.js';
import type { Scripts, Write } from './scripts.js';
import type { Shards } from './shards.js';

/** The deadline of the new phase in place of that of the one before. */
export function deadlineWrites(before: RoomState, after: RoomState, settleMs: number): Write[] {
  const { roomId, phase } = after;
  const memberOf = (version: number): string => dueMember({ kind: 'phase', roomId, version });
  const writes: Write[] = [
    ['ZREM', 'due', memberOf(before.phase.version)],
    // The key of a deadline that was called off must not wake anybody.
    ['DEL', 'timerBefore'],
  ];
  const endsAt = deadlineOf(phase);
  if (endsAt === null) return writes;
  const settledAt = endsAt + settleMs;
  writes.push(['SET', 'timerNow', '1', 'PXAT', settledAt]);
  writes.push(['ZADD', 'due', settledAt, memberOf(phase.version)]);
  return writes;
}

/** What PTTL says of a key that is gone. */
const GONE = -2;
/** For the notification to come by itself after the key was seen gone, in ms. */
const NOTIFICATION_GRACE_MS = 20;
/** The longest delay that setTimeout takes, in ms. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
/** Until the next try where Redis did not answer. */
const RETRY_MS = 100;

export interface WatchSettings {
  settleMs: number;
  now: () => number;
  /** A phase's key has expired. Called once per version. */
  ended: (roomId: string, version: number, trigger: 'expiry' | 'touch') => void;
  report: (error: unknown, where: string) => void;
}

interface Watched {
  version: number;
  hasEnded: boolean;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Sees to it that the phases of the rooms here end on time. Redis expires keys lazily and may tell of it
 * seconds late, unless somebody touches the key: so this does, from the deadline on until it is gone.
 */
export class DeadlineWatch {
  private readonly rooms = new Map<string, Watched>();

  constructor(
    private readonly shards: Shards,
    private readonly keys: RedisKeys,
    private readonly settings: WatchSettings,
  ) {}

  /** Begins with the phase that stands. Again after an outage, in which updates may have been missed. */
  follow(roomId: string): void {
    if (!this.rooms.has(roomId))
      this.rooms.set(roomId, { version: -1, hasEnded: false, timer: undefined });
    this.readDeadline(roomId).catch((error: unknown) => {
      if (!isAway(error)) this.settings.report(error, 'deadline');
    });
  }

  followAll(concerns: (roomId: string) => boolean): void {
    for (const roomId of this.rooms.keys()) if (concerns(roomId)) this.follow(roomId);
  }

  note(roomId: string, phase: Phase): void {
    this.set(roomId, phase.version, deadlineOf(phase));
  }

  /** A notification came; of rooms that are not followed here, nobody here needs to know. */
  expired(roomId: string, version: number): void {
    const watched = this.rooms.get(roomId);
    if (watched?.version === version) this.end(roomId, watched, 'expiry');
  }

  leave(roomId: string): void {
    clearTimeout(this.rooms.get(roomId)?.timer);
    this.rooms.delete(roomId);
  }

  close(): void {
    for (const roomId of this.rooms.keys()) this.leave(roomId);
  }

  private async readDeadline(roomId: string): Promise<void> {
    const watched = this.rooms.get(roomId);
    const { commands } = this.shards.of(roomId);
    const room = commands.hmget(this.keys.part(roomId, 'room'), 'version', 'endsAt');
    const [version, endsAt] = await askRedis(room);
    if (version == null || endsAt == null) return;
    // An update that came meanwhile, on the other connection, is newer.
    if (this.rooms.get(roomId) !== watched) return;
    this.set(roomId, Number(version), endsAt === '' ? null : Number(endsAt));
  }

  private set(roomId: string, version: number, endsAt: number | null): void {
    const watched = this.rooms.get(roomId);
    if (watched === undefined) return;
    // A store that lost data may go back to an older one, but the same one needs no second watch.
    if (watched.version === version && (watched.hasEnded || watched.timer !== undefined)) return;
    clearTimeout(watched.timer);
    const next: Watched = { version, hasEnded: false, timer: undefined };
    this.rooms.set(roomId, next);
    if (endsAt !== null)
      this.touchIn(roomId, next, endsAt + this.settings.settleMs - this.settings.now());
  }

  private touchIn(roomId: string, watched: Watched, ms: number): void {
    const delay = Math.min(Math.max(0, ms), MAX_TIMEOUT_MS);
    watched.timer = setTimeout(() => void this.touch(roomId, watched), delay);
  }

  private async touch(roomId: string, watched: Watched): Promise<void> {
    const isCurrent = (): boolean => this.rooms.get(roomId) === watched && !watched.hasEnded;
    try {
      const { commands } = this.shards.of(roomId);
      const leftMs = await askRedis(commands.pttl(this.keys.timer(roomId, watched.version)));
      if (!isCurrent()) return;
      if (leftMs !== GONE) return this.touchIn(roomId, watched, leftMs + 1);
      watched.timer = setTimeout(() => this.end(roomId, watched, 'touch'), NOTIFICATION_GRACE_MS);
    } catch (error) {
      if (!isAway(error)) this.settings.report(error, 'deadline');
      if (isCurrent()) this.touchIn(roomId, watched, RETRY_MS);
    }
  }

  private end(roomId: string, watched: Watched, trigger: 'expiry' | 'touch'): void {
    clearTimeout(watched.timer);
    if (watched.hasEnded) return;
    watched.hasEnded = true;
    this.settings.ended(roomId, watched.version, trigger);
  }
}

export interface TimerSettings {
  /** For so long a process has the care of a room for itself; after that, another one takes it up. */
  housekeepingLeaseMs: number;
  now: () => number;
  /** Whether the ends of phases have to wait; to be followed by a sweep. */
  isHeld: (roomId: string) => boolean;
  report: ReportError;
}

/**
 * Rings at deadlines: punctually for the phases of rooms that are followed here, and, by the sweep of
 * the deadline sets, for all that was missed and for rooms that nobody follows.
 */
export class RedisTimer implements RoomTimer {
  private readonly handlers = new Set<DueHandler>();

  constructor(
    private readonly shards: Shards,
    private readonly keys: RedisKeys,
    private readonly scripts: Scripts,
    private readonly settings: TimerSettings,
  ) {}

  onDue(handler: DueHandler): () => void {
    this.handlers.add(handler);
    return () => this.handlers.delete(handler);
  }

  ring(due: Due, trigger: DueTrigger): void {
    if (due.kind === 'phase' && this.settings.isHeld(due.roomId)) return;
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
    // Housekeeping that nobody could do would be lost to the others for a while.
    if (this.handlers.size === 0) return;
    const now = this.settings.now();
    const members = await this.shards.askBuckets((pipeline, bucket) =>
      pipeline.zrangebyscore(this.keys.due(bucket), '-inf', now),
    );
    await Promise.all(
      (members as string[][]).flat().map((member) => this.take(parseDueMember(member))),
    );
  }

  private async take(due: DueMember): Promise<void> {
    const { kind, roomId } = due;
    const taken = await this.scripts.room('take-due', roomId, {
      member: dueMember(due),
      version: kind === 'phase' ? due.version : '',
      again: dueMember({ kind: 'again', roomId }),
      leaseMs: this.settings.housekeepingLeaseMs,
      id: roomId,
    });
    if (taken === 1) this.ring(kind === 'phase' ? due : { kind: 'housekeeping', roomId }, 'sweep');
  }
}
