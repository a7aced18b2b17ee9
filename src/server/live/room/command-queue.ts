import type { RoomCommand } from '../../../game/room-command.js';
import type { RoomState } from '../../../game/room-state.js';
import { RoomError } from '../../../protocol/index.js';
import { decideAll, type RoomWriter } from '../store/room-writer.js';

const MAX_TRIES = 100;
/** Commands that one append carries, so that none holds Redis up for long. */
const MAX_BATCH = 200;

export interface QueueSettings {
  writer: RoomWriter;
  now: () => number;
  /** Resolves when the copy has come to this number; throws STORE_AWAY, and ROOM_NOT_FOUND where it has ended. */
  reached: (seq: number) => Promise<void>;
  /** Compares the copy with the store, as it may have missed something or the store lost something. */
  catchUp: () => Promise<void>;
  /** A process that hears of no turn asks again after so many ms, so that it does not wait for one that has its turn. */
  turnPollMs?: number;
}

interface Waiting {
  command: RoomCommand<unknown>;
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * The commands of one room on one process. While an append is under way the others wait, and the next one
 * carries all of them: a hall that joins at once is a handful of appends.
 */
export class CommandQueue {
  private readonly waiting: Waiting[] = [];
  private isRunning = false;
  /** The copy has to have come here before it may be decided on. */
  private floor = 0;
  /** The last update that gave this process the turn. */
  private turnAt = 0;
  private startTurn: (() => void) | undefined;

  constructor(
    private readonly copy: { readonly state: RoomState },
    private readonly settings: QueueSettings,
  ) {}

  /** Resolves when the store has appended what the command decided, or rejects with what it refused. */
  run<Answer>(command: RoomCommand<Answer>): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      this.waiting.push({ command, resolve: resolve as (answer: unknown) => void, reject });
      if (!this.isRunning) void this.work();
    });
  }

  /** The copy is a new one, of a store that may have lost what the old one was to come to. */
  startAnew(): void {
    this.floor = 0;
    this.turnAt = 0;
  }

  private async work(): Promise<void> {
    this.isRunning = true;
    // Commands of the same turn of the event loop go along.
    await new Promise((go) => setImmediate(go));
    while (this.waiting.length > 0) {
      const batch: Waiting[] = [];
      try {
        await this.settle(batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.isRunning = false;
  }

  /** Decides and appends until it holds. */
  private async settle(batch: Waiting[]): Promise<void> {
    const { writer, now, reached, catchUp } = this.settings;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      // Whoever waits is told where the copy does not come there, and goes along where it does.
      this.fill(batch);
      await reached(this.floor);
      this.fill(batch);
      const { state } = this.copy;
      const decided = decideAll(
        state,
        batch.map(({ command }) => command),
        now(),
      );
      const seqBefore = state.seq;
      const outcome = await writer.append(state.roomId, decided.append);
      switch (outcome.kind) {
        case 'done':
          this.floor = outcome.seq;
          for (const [i, result] of decided.results.entries())
            if ('error' in result) batch[i]?.reject(result.error);
            else batch[i]?.resolve(result.answer);
          return;
        case 'stale':
          // A copy that was there already is no copy of this store: one of them has lost something.
          if (seqBefore >= outcome.seq) await catchUp();
          this.floor = outcome.seq;
          await this.turn(outcome);
          break;
        case 'turn':
          await this.turn(outcome);
          break;
        case 'early':
        case 'late':
          throw new RoomError('TOO_LATE');
      }
    }
    throw new RoomError('TOO_LATE', 'others change the room all the time');
  }

  /** An update says that this process may change the roster next. */
  takeTurn(seq: number): void {
    this.turnAt = seq;
    this.startTurn?.();
  }

  private turn({ seq, waitMs }: { seq: number; waitMs: number }): Promise<void> | undefined {
    // The update may come before the answer that it follows.
    if (waitMs === 0 || this.turnAt > seq) return undefined;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.min(waitMs, this.settings.turnPollMs ?? waitMs));
      this.startTurn = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private fill(batch: Waiting[]): void {
    batch.push(...this.waiting.splice(0, MAX_BATCH - batch.length));
  }
}
