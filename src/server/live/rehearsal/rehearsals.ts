import { helpingConnections } from '../../../game/host-connections.js';
import type { Random } from '../../../game/shared/random.js';
import { endRehearsal, startRehearsal } from '../../../game/rehearsal.js';
import {
  REHEARSAL_MS,
  RoomError,
  type Language,
  type PlayerHealth,
  type RehearsalVerdict,
} from '../../../protocol/index.js';
import type { LocalRoom } from '../room/local-room.js';
import { retryWhileAway } from '../room/retry.js';
import type { RoomDirectory } from '../room/room-directory.js';
import type { RoomService } from '../room/room-service.js';
import { BotCrowd, CROWD_TICK_MS } from './bot-crowd.js';
import { watchLoop } from './loop-lateness.js';
import { verdictOf } from './verdict.js';

/** A process that is later is busy enough (R12.1). */
const MOST_LATE_MS = 20;
/** How often the connections are looked at. */
const LOOK_MS = 2_000;

export interface RehearsalSettings {
  processId: string;
  /** Store epoch ms. */
  now: () => number;
  random: Random;
  /** Takes what is sent to a bot's connection; returns the disposer. */
  connect: (connectionId: string) => Promise<() => void>;
  /** How late the event loop is now, in ms. */
  latenessNow: () => Promise<number>;
  /** How the players of a room are connected. */
  players: (room: LocalRoom) => Promise<readonly PlayerHealth[]>;
  /** Tells a connection, on whatever process it is. */
  tell: (connectionId: string, verdict: RehearsalVerdict) => void;
  failed: (error: unknown) => void;
}

/** The rehearsal of this process, one at a time (R12). */
export class Rehearsals {
  private running: Running | undefined;
  private isStarting = false;

  constructor(
    private readonly directory: RoomDirectory,
    private readonly rooms: RoomService,
    private readonly settings: RehearsalSettings,
  ) {}

  /**
   * Resolves when it has begun, with how many bots will come and until when they stay (store epoch ms). Refuses as
   * `startRehearsal` does, and with BUSY where this process has something else to do.
   */
  async start(
    room: LocalRoom,
    bots: number,
    origin: { address: string; language: Language },
  ): Promise<{ bots: number; endTime: number }> {
    const { processId, now, latenessNow } = this.settings;
    const { roomId } = room.view;
    if (this.running !== undefined || this.isStarting)
      throw new RoomError('BUSY', 'a rehearsal is going on');
    if (this.hasOtherGame(room)) throw new RoomError('BUSY', 'another room plays');
    this.isStarting = true;
    try {
      if ((await latenessNow()) > MOST_LATE_MS) throw new RoomError('BUSY', 'the server is busy');
      const wanted = { process: processId, bots, endsAt: now() + REHEARSAL_MS };
      const begun = await this.directory.run(roomId, startRehearsal(wanted));
      this.run(room, begun.bots, begun.endsAt, origin);
      return { bots: begun.bots, endTime: begun.endsAt };
    } finally {
      this.isStarting = false;
    }
  }

  /** Ends a room's rehearsal, on whatever process it is played; does nothing where there is none. */
  async stop(room: LocalRoom): Promise<void> {
    await this.directory.run(room.view.roomId, endRehearsal);
  }

  close(): void {
    this.running?.close();
    this.running = undefined;
  }

  private run(
    room: LocalRoom,
    count: number,
    endsAt: number,
    origin: { address: string; language: Language },
  ): void {
    const { players, failed, ...settings } = this.settings;
    const { now } = settings;
    const crowd = new BotCrowd({ ...settings, room, rooms: this.rooms, count, origin, failed });
    this.running = new Running(crowd, {
      isOver: () => !this.isGoingOn(room, endsAt),
      isDue: () => now() >= endsAt,
      isInTheWay: () => this.hasOtherGame(room),
      end: () =>
        retryWhileAway(
          () => this.stop(room),
          () => this.directory.isClosed,
        ).catch((error: unknown) => {
          if (!(error instanceof RoomError)) failed(error);
        }),
      look: () => players(room),
      ended: (verdict) => {
        this.running = undefined;
        this.directory.releaseIfEmpty(room.view.roomId);
        for (const connectionId of helpingConnections(room.view.state))
          this.settings.tell(connectionId, verdict);
      },
      failed,
    });
  }

  /** Whether the room is hosted here as before, and nobody has ended the rehearsal. */
  private isGoingOn(room: LocalRoom, endsAt: number): boolean {
    const { roomId, settings } = room.view;
    return this.directory.get(roomId) === room && settings.rehearsal?.endsAt === endsAt;
  }

  private hasOtherGame(room: LocalRoom): boolean {
    return this.directory.all().some((one) => one !== room && one.view.phase.kind !== 'lobby');
  }
}

interface RunningSettings {
  isOver: () => boolean;
  isDue: () => boolean;
  /** Whether somebody else needs the process. */
  isInTheWay: () => boolean;
  end: () => Promise<void>;
  look: () => Promise<readonly PlayerHealth[]>;
  ended: (verdict: RehearsalVerdict) => void;
  failed: (error: unknown) => void;
}

/** A rehearsal while it goes on: lets the bots act, and measures. */
class Running {
  private readonly timer: NodeJS.Timeout;
  private readonly endWatch = watchLoop();
  private readonly trips = new Map<string, number[]>();
  private lookedAt = performance.now();
  private isEnding = false;
  private isCutShort = false;

  constructor(
    private readonly crowd: BotCrowd,
    private readonly settings: RunningSettings,
  ) {
    this.timer = setInterval(() => this.tick(), CROWD_TICK_MS).unref();
  }

  close(): void {
    clearInterval(this.timer);
    this.endWatch(99);
    this.crowd.leave();
  }

  private tick(): void {
    const { isOver, isDue, isInTheWay, failed } = this.settings;
    if (isOver()) return this.finish();
    if (this.isEnding) return;
    this.isCutShort = isInTheWay();
    if (this.isCutShort || isDue()) return this.end();
    try {
      this.crowd.tick();
    } catch (error) {
      failed(error);
      this.end();
    }
    if (performance.now() - this.lookedAt >= LOOK_MS) this.look().catch(failed);
  }

  /** It is over when the copy of the room says so. */
  private end(): void {
    this.isEnding = true;
    void this.settings.end();
  }

  private async look(): Promise<void> {
    this.lookedAt = performance.now();
    for (const { playerId, roundTripMs } of await this.settings.look()) {
      if (roundTripMs === null) continue;
      const known = this.trips.get(playerId) ?? [];
      known.push(roundTripMs);
      this.trips.set(playerId, known);
    }
  }

  private finish(): void {
    clearInterval(this.timer);
    this.crowd.leave();
    const { trips, isCutShort } = this;
    const lateP99Ms = this.endWatch(99);
    this.settings.ended(verdictOf({ joins: this.crowd.joins, trips, lateP99Ms, isCutShort }));
  }
}
