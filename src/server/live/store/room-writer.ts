import { applyChange } from '../../../game/apply-change.js';
import { draftOf } from '../../../game/draft.js';
import { revisionOf, type RoomChange } from '../../../game/room-change.js';
import type { Decision, RoomCommand } from '../../../game/room-command.js';
import type { Revision, RoomState } from '../../../game/room-state.js';
import { isAway, RoomError } from '../../../protocol/index.js';
import {
  MovingError,
  UnsentError,
  type Append,
  type AppendOutcome,
  type RoomLog,
} from './contract.js';

/**
 * For how long a lost answer is looked for where the store is away, in ms: a connection that was cut is there
 * again at once, one that died unnoticed is replaced about a second after its first answer was missed.
 */
const FIND_MS = 1_500;
const FIND_AGAIN_MS = 50;
/** A room that is on its way to another server arrives within some ms, at most in FIND_MS. */
const MOVING_AGAIN_MS = 20;
/** How often a command that always comes too late is decided anew before it is given up. */
const MAX_TRIES = 50;
/** Who has no copy hears of no turn, and asks again after this, in ms. */
export const TURN_POLL_MS = 10;

type WithoutId = Omit<Append, 'id'>;

/**
 * Appends to the rooms, one append of a room at a time, and finds out about those whose answers got lost.
 * Every change of a room goes through here.
 */
export class RoomWriter {
  /** By room, who waits for the append that is under way. */
  private readonly waiting = new Map<string, (() => void)[]>();
  private count = 0;

  constructor(private readonly store: RoomLog) {}

  /**
   * Reads the room, decides on what was read and appends, anew where others came first. For whatever has no
   * copy of the room at hand, or must not trust one. Throws what `decide` throws, ROOM_NOT_FOUND, and
   * TOO_LATE where others always came first.
   */
  async run<Answer>(roomId: string, command: RoomCommand<Answer>): Promise<Answer> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const room = await this.store.readRoom(roomId);
      if (room === undefined) throw new RoomError('ROOM_NOT_FOUND');
      const { append, results } = decideAll(room, [command], this.store.now());
      const [result] = results as [DecisionResult<Answer>];
      if ('error' in result) throw result.error;
      if (append.changes.length === 0) return result.answer;
      const outcome = await this.append(roomId, append);
      if (outcome.kind === 'done') return result.answer;
      if (outcome.kind === 'turn') await wait(Math.min(outcome.waitMs, TURN_POLL_MS));
    }
    throw new RoomError('TOO_LATE', 'others change the room all the time');
  }

  /**
   * Appends once: an answer that got lost is looked for in the store. Throws STORE_AWAY where the store stays
   * away; the append may have happened then. `isUrgent` goes before others that wait.
   */
  async append(roomId: string, append: WithoutId, isUrgent = false): Promise<AppendOutcome> {
    await this.enter(roomId, isUrgent);
    try {
      return await this.appendSurely(roomId, { ...append, id: this.nextId() });
    } finally {
      this.leave(roomId);
    }
  }

  private async appendSurely(roomId: string, append: Append): Promise<AppendOutcome> {
    try {
      return await this.send(roomId, append);
    } catch (error) {
      const isLost = isAway(error) && !(error instanceof UnsentError);
      if (!isLost || append.changes.length === 0) throw error;
    }
    const found = await this.find(roomId, append.id);
    if (found !== undefined) return found;
    // It is not there, so it may be sent again: of the two, at most one finds the revisions that it expects.
    const outcome = await this.send(roomId, append);
    if (outcome.kind !== 'stale' && outcome.kind !== 'turn') return outcome;
    return (await this.find(roomId, append.id)) ?? outcome;
  }

  /** Waits for a room that is on its way from one server to another. */
  private async send(roomId: string, append: Append): Promise<AppendOutcome> {
    const givenUpAt = performance.now() + FIND_MS;
    for (;;) {
      try {
        return await this.store.append(roomId, append);
      } catch (error) {
        if (!(error instanceof MovingError) || performance.now() > givenUpAt) throw error;
      }
      await wait(MOVING_AGAIN_MS);
    }
  }

  /** What became of an append that has happened; tries for a while where the store is away. */
  private async find(roomId: string, id: string): Promise<AppendOutcome | undefined> {
    const givenUpAt = performance.now() + FIND_MS;
    for (;;) {
      try {
        const last = await this.store.lastAppendOf(roomId);
        return last?.id === id ? { kind: 'done', seq: last.seq } : undefined;
      } catch (error) {
        if (!isAway(error) || performance.now() > givenUpAt) throw error;
      }
      await wait(FIND_AGAIN_MS);
    }
  }

  private nextId(): string {
    this.count += 1;
    return `${this.store.processId}.${this.count}`;
  }

  private enter(roomId: string, isUrgent: boolean): Promise<void> | undefined {
    const waiting = this.waiting.get(roomId);
    if (waiting === undefined) {
      this.waiting.set(roomId, []);
      return undefined;
    }
    return new Promise((go) => {
      if (isUrgent) waiting.unshift(go);
      else waiting.push(go);
    });
  }

  private leave(roomId: string): void {
    const next = this.waiting.get(roomId)?.shift();
    if (next === undefined) this.waiting.delete(roomId);
    else next();
  }
}

type DecisionResult<Answer> = Decision<Answer> | { error: unknown };

/** Decides several commands one after the other, each on what the ones before it have left. */
export function decideAll(
  before: RoomState,
  commands: readonly RoomCommand<unknown>[],
  now: number,
): { append: WithoutId; results: DecisionResult<unknown>[] } {
  const after = draftOf(before);
  const changes: RoomChange[] = [];
  const expects = new Set<Revision>();
  let quizSet: Append['quizSet'];
  const results = commands.map((command) => {
    for (const revision of command.reads) expects.add(revision);
    try {
      const decision = command.decide(after, now);
      for (const change of decision.changes) {
        applyChange(after, change);
        changes.push(change);
        expects.add(revisionOf(change));
      }
      quizSet = decision.quizSet ?? quizSet;
      return decision;
    } catch (error) {
      return { error };
    }
  });
  // The copy goes on meanwhile, but what was read of it stays.
  const append: WithoutId = { before: { ...before }, expects, changes, after, deadline: 'any' };
  return { append: quizSet === undefined ? append : { ...append, quizSet }, results };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
