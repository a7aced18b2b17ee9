import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../game/random.js';
import type { RoomState } from '../game/room-state.js';
import { deadlineOf } from '../game/phase.js';
import {
  advance,
  endGame,
  extend,
  isDecided,
  pause,
  resume,
  skip,
  startGame,
  type PhaseLengths,
  type Transition,
} from '../game/transitions.js';
import { RoomError } from '../protocol/index.js';
import type { DueTrigger, PhaseClaim, RoomStore } from '../store/contract.js';
import { retryWhileAway } from './retry.js';
import type { QuizSelection } from './quiz-selection.js';
import type { RoomDirectory } from './room-directory.js';

/**
 * At a deadline, the process that the host is connected to goes ahead by this, so that as a rule one
 * reads the room and judges instead of all. Without a host, all of them come that much later.
 */
const PRECEDENCE_MS = 50;

export type Adjustment = 'skip' | 'pause' | 'resume' | 'extend' | 'end';

/** Moves games from phase to phase: reads the room, asks the rules, claims the transition (R4). */
export class GameDriver {
  constructor(
    private readonly store: RoomStore,
    private readonly directory: RoomDirectory,
    private readonly quizzes: QuizSelection,
    private readonly lengths: PhaseLengths,
    private readonly random: Random,
  ) {}

  async start(roomId: string): Promise<void> {
    const room = await this.read(roomId);
    const { questions } = await this.quizzes.find(roomId, room.quizSet.quizSetId);
    const transition = startGame(room, questions, this.store.now(), this.random, this.lengths);
    const outcome = await this.claim(room, 'any', transition);
    if (outcome !== 'claimed') throw new RoomError('WRONG_PHASE', 'a game is running');
  }

  /**
   * A host's change of a running phase, of that `version` where one is given (TOO_LATE otherwise);
   * returns when the phase ends now (0 in the lobby).
   */
  async adjust(
    roomId: string,
    adjustment: Adjustment,
    version?: number,
  ): Promise<{ endTime: number }> {
    // What the players here did until now counts for a question that is cut short.
    await this.directory.get(roomId)?.batch.share();
    const room = await this.read(roomId);
    if (version !== undefined && version !== room.phase.version) throw new RoomError('TOO_LATE');
    const transition = this.adjusted(room, adjustment);
    const outcome = await this.claim(room, 'open', transition);
    if (outcome !== 'claimed') throw new RoomError('TOO_LATE');
    const { phase } = transition;
    return { endTime: phase.kind === 'lobby' ? 0 : phase.clock.endTime };
  }

  /**
   * A deadline has come: whoever is first takes the room to its next phase, the others find it done.
   * Returns how long after the deadline it was taken there by this call, in ms. `trigger` is what told
   * of it: an expiry tells all processes in the same instant.
   */
  async advance(
    roomId: string,
    version: number,
    trigger?: DueTrigger,
  ): Promise<number | undefined> {
    const local = this.directory.get(roomId);
    await local?.batch.share();
    if (trigger === 'expiry' && local?.hasHost === false) {
      await sleep(PRECEDENCE_MS);
      // A copy that is behind knows nothing; then the store is asked.
      if (local.view.phase.version > version) return undefined;
    }
    const room = await this.store.readRoom(roomId);
    if (room === undefined || room.phase.version !== version) return undefined;
    const deadline = deadlineOf(room.phase);
    const transition = advance(room, this.store.now(), this.lengths);
    const outcome = await this.claim(room, 'due', transition);
    if (outcome !== 'claimed' || deadline === null) return undefined;
    return this.store.now() - deadline;
  }

  /** Ends a survival game when those who left made it decided (R6.2), when the store is back at the latest. */
  judgeExit(roomId: string): Promise<void> {
    return retryWhileAway(
      () => this.judge(roomId),
      () => this.directory.isClosed,
    );
  }

  private async judge(roomId: string): Promise<void> {
    // The phase may change under our hands; then the game is looked at again as it is now.
    let outcome: Awaited<ReturnType<RoomStore['claimPhase']>> = 'stale';
    while (outcome === 'stale') {
      const room = await this.store.readRoom(roomId);
      if (room === undefined || !isDecided(room)) return;
      outcome = await this.claim(room, 'any', endGame(room));
    }
  }

  private adjusted(room: RoomState, adjustment: Adjustment): Transition {
    const now = this.store.now();
    switch (adjustment) {
      case 'skip':
        return skip(room, now, this.lengths);
      case 'pause':
        return pause(room, now);
      case 'resume':
        return resume(room, now);
      case 'extend':
        return extend(room);
      case 'end':
        return endGame(room);
    }
  }

  private claim(
    room: RoomState,
    deadline: PhaseClaim['deadline'],
    transition: Transition,
  ): ReturnType<RoomStore['claimPhase']> {
    const { roomId, phase } = room;
    return this.store.claimPhase(roomId, { fromVersion: phase.version, deadline, transition });
  }

  private async read(roomId: string): Promise<RoomState> {
    const room = await this.store.readRoom(roomId);
    if (room === undefined) throw new RoomError('ROOM_NOT_FOUND');
    return room;
  }
}
