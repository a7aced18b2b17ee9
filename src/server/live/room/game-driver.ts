import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../game/shared/random.js';
import { applyChange, withJudged } from '../../../game/apply-change.js';
import { draftOf } from '../../../game/draft.js';
import { standInAfterFall } from '../../../game/host.js';
import { withClaimCodes } from '../../../game/claim-codes.js';
import { replaced, ruledIn, type Ruling } from '../../../game/correct.js';
import { givePoints, takeBackPoints, type Gift } from '../../../game/given-points.js';
import { pick, type PickOf } from '../../../game/pick.js';
import { strike, type StrikeOf } from '../../../game/writing.js';
import { lowerCurtain, type BreakRequest } from '../../../game/curtain.js';
import type { RoomState } from '../../../game/room-state.js';
import { deadlineOf, type Phase } from '../../../game/phase.js';
import { withoutResults } from '../../../game/rehearsal.js';
import { BOTH, done, PHASE, type RoomCommand } from '../../../game/room-command.js';
import type { RoomChange, Transition } from '../../../game/room-change.js';
import {
  advance,
  back,
  close,
  drop,
  endGame,
  extend,
  goTo,
  mayBeginRound,
  next,
  pause,
  resume,
  skip,
  roundToStart,
  startGame,
  type RoundSource,
} from '../../../game/transitions.js';
import { comingItem, indexOf, isDecided } from '../../../game/programme.js';
import type { PhaseLengths } from '../../../game/phase-lengths.js';
import { cut, finalEndsAt, stagedSteps } from '../../../game/show/staged.js';
import { holdDraw, renewSeed, waitingDraw } from '../../../game/draw.js';
import { hashOfSeed } from '../../../game/shared/draw-lots.js';
import { madeSteps } from '../../../game/scoring.js';
import { evenDeal } from '../../../game/teams.js';
import type { JudgedName } from '../../../protocol/judged-name.js';
import { isAway, RoomError } from '../../../protocol/index.js';
import type { Append, DueTrigger, RoomLog } from '../store/contract.js';
import { decideAll, TURN_POLL_MS, type RoomWriter } from '../store/room-writer.js';
import { inTurns } from './in-turns.js';
import { retryWhileAway } from './retry.js';
import type { QuizSelection } from './quiz-selection.js';
import type { RoomDirectory } from './room-directory.js';

/**
 * At a deadline, the process that the host is connected to goes ahead by this, so that as a rule one
 * reads the room and judges instead of all. Without a host, all of them come that much later.
 */
const PRECEDENCE_MS = 50;
/** How often a change of the phase that always comes too late is decided anew before it is given up. */
const MAX_TRIES = 20;

export type Adjustment =
  | 'skip'
  | 'next'
  | 'nextWithoutDraw'
  | 'back'
  | 'drop'
  | 'close'
  | 'pause'
  | 'resume'
  | 'extend'
  | 'end'
  | CorrectionOf
  | GiftOf
  | TakeBackOf
  | PickOf
  | StrikeOf
  | CurtainOf
  | GoTo;

/** A pause that hides the game (R4.12). */
export interface CurtainOf {
  kind: 'curtain';
  break: BreakRequest | null;
}

/** To an item of the programme, by its id (R27.6). */
export interface GoTo {
  kind: 'goTo';
  id: string;
}

/** A host's ruling on a judged question (R4.9). */
export interface CorrectionOf extends Ruling {
  kind: 'correct';
  name: JudgedName;
}

/** Points by hand (R27.10). */
export interface GiftOf extends Gift {
  kind: 'givePoints';
}

/** The same taken back, by their id. */
export interface TakeBackOf {
  kind: 'takeBackPoints';
  id: number;
}

/** Changes that concern the evening, in whatever phase it is, and not the phase that was looked at. */
const OF_EVENING: readonly string[] = ['correct', 'givePoints', 'takeBackPoints'];

/** Moves games from phase to phase: reads the room, asks the rules, claims the transition (R4). */
export class GameDriver {
  constructor(
    private readonly store: RoomLog,
    private readonly writer: RoomWriter,
    private readonly directory: RoomDirectory,
    private readonly quizzes: QuizSelection,
    private readonly lengths: PhaseLengths,
    private readonly random: Random,
    /** Told of a room in which this process has judged or corrected a question, given points, held a draw, or ended a game. */
    private readonly judged: (room: RoomState) => void = () => {},
  ) {}

  /** With `isNextRound` the evening that has ended goes on (R6.8). */
  async start(roomId: string, isNextRound = false): Promise<void> {
    const outcome = await this.change(roomId, 'any', async (room) => {
      const source = await this.sourceOf(room, roundToStart(room));
      return startGame(room, source, this.store.now(), this.lengths, isNextRound);
    });
    if (outcome === undefined) throw new RoomError('ROOM_NOT_FOUND');
  }

  /**
   * A host's change of a running phase, of that `version` where one is given, or of scores in the game that `version`
   * is of (TOO_LATE otherwise); returns when the phase ends now (0 in the lobby).
   */
  async adjust(
    roomId: string,
    adjustment: Adjustment,
    version?: number,
  ): Promise<{ endTime: number }> {
    // Moves of the players here until now count for a question that is cut short.
    await this.directory.get(roomId)?.share();
    let meant = version;
    const isOfEvening = typeof adjustment === 'object' && OF_EVENING.includes(adjustment.kind);
    const decide = async (room: RoomState): Promise<Transition> => {
      meant ??= room.phase.version;
      const { gameSince, phase: current } = room;
      if (meant < (isOfEvening ? gameSince : current.version) || meant > current.version)
        throw new RoomError('TOO_LATE');
      if (typeof adjustment === 'object' && adjustment.kind === 'correct')
        return this.corrected(room, adjustment);
      const goal =
        typeof adjustment === 'object' && adjustment.kind === 'goTo' ? adjustment.id : null;
      return this.adjusted(room, adjustment, await this.nextRound(room, goal));
    };
    // Whatever phase comes next, such a change is taken in it.
    const phase = await this.change(roomId, 'open', decide, isOfEvening);
    if (phase === undefined) throw new RoomError('ROOM_NOT_FOUND');
    if (phase === 'refused') throw new RoomError('TOO_LATE');
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
    await local?.share();
    if (trigger === 'expiry' && local?.hasHost === false) {
      await sleep(PRECEDENCE_MS);
      // A copy that is behind knows nothing; then the store is asked.
      if (local.view.phase.version > version) return undefined;
    }
    let deadline: number | null = null;
    const phase = await this.change(roomId, 'due', async (room) => {
      if (room.phase.version !== version) return undefined;
      deadline = deadlineOf(room.phase);
      return advance(room, this.store.now(), this.lengths, await this.nextRound(room));
    });
    if (phase === undefined || phase === 'refused' || deadline === null) return undefined;
    return this.store.now() - deadline;
  }

  /** Draws another seed for the next draw: the store has been restored, and may have lost one that was held (R27.8). */
  async renewSeed({ roomId, programme }: RoomState): Promise<void> {
    if (programme === null) return;
    await retryWhileAway(
      () => this.writer.run(roomId, renewSeed(programme.seed, this.random)),
      () => this.directory.isClosed,
    );
  }

  /** Ends a survival game when those who left made it decided (R6.2), when the store is back at the latest. */
  judgeExit(roomId: string): Promise<void> {
    return retryWhileAway(
      () => this.judge(roomId),
      () => this.directory.isClosed,
    );
  }

  private async judge(roomId: string): Promise<void> {
    await this.change(roomId, 'any', async (room) => (isDecided(room) ? endGame(room) : undefined));
  }

  /** The questions of the round that the next transition may begin. */
  private async nextRound(room: RoomState, goal?: string | null): Promise<RoundSource | undefined> {
    const index = goal == null ? comingItem(room) : indexOf(room, goal);
    if (goal == null && !mayBeginRound(room)) return undefined;
    return room.programme?.items[index ?? -1]?.kind === 'round'
      ? this.sourceOf(room, index)
      : undefined;
  }

  /** The questions of a round of the programme, or of the set that is one. */
  private async sourceOf(room: RoomState, index: number | undefined): Promise<RoundSource> {
    const { quizSetId } = room.settings.quizSet;
    const id = room.programme?.items[index ?? -1]?.id;
    const questions =
      id === undefined
        ? (await this.quizzes.find(room.roomId, quizSetId)).questions
        : await this.quizzes.roundOf(room.roomId, id);
    return { questions, random: this.random };
  }

  /** All questions may count anew, which of a long evening takes several turns of the loop. */
  private async corrected(room: RoomState, { name, ...ruling }: CorrectionOf): Promise<Transition> {
    const question = ruledIn(room, name, ruling);
    await inTurns(madeSteps(withJudged(room.judged, [question]), room.rules));
    return replaced(room, question);
  }

  private adjusted(
    room: RoomState,
    adjustment: Exclude<Adjustment, CorrectionOf>,
    source?: RoundSource,
  ): Transition {
    const now = this.store.now();
    if (typeof adjustment === 'object')
      switch (adjustment.kind) {
        case 'pick':
          return pick(room, adjustment);
        case 'strike':
          return strike(room, adjustment);
        case 'givePoints':
          return givePoints(room, adjustment);
        case 'takeBackPoints':
          return takeBackPoints(room, adjustment.id);
        case 'curtain':
          return lowerCurtain(room, now, adjustment.break);
        case 'goTo':
          return goTo(room, indexOf(room, adjustment.id), { now, lengths: this.lengths, source });
      }
    switch (adjustment) {
      case 'next': {
        const drawn = holdDraw(room, { now, lengths: this.lengths, random: this.random });
        return drawn ?? cut(room, now, this.lengths) ?? next(room, now, this.lengths, source);
      }
      case 'nextWithoutDraw':
        // A draw is not for who only stands in; that person can skip it.
        if (waitingDraw(room.phase) !== undefined) throw new RoomError('NOT_HOST');
        return cut(room, now, this.lengths) ?? next(room, now, this.lengths, source);
      case 'drop':
        return drop(room, now, this.lengths, source);
      case 'back':
        return back(room, now);
      case 'close':
        return close(room, now, this.lengths);
      case 'skip':
        return cut(room, now, this.lengths) ?? skip(room, now, this.lengths, source);
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

  /**
   * Reads the room, decides and appends, anew where others came first. Positions are the store's, as a copy's
   * may be older; the rest may be the copy's, where it is up to date. Returns the new phase; `refused` where the deadline was in the way, unless the change waits
   * for the next phase; undefined where there is no room, or `decide` wants nothing.
   */
  private async change(
    roomId: string,
    deadline: Append['deadline'],
    decide: (room: RoomState) => Promise<Transition | undefined>,
    waitsForNext = false,
  ): Promise<Phase | 'refused' | undefined> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const copy = this.directory.get(roomId)?.view;
      // This takes no time where the process remembers what was made of the questions so far.
      if (copy !== undefined) await inTurns(madeSteps(copy.state.judged, copy.state.rules));
      const room = await this.store.readRoom(roomId, copy);
      if (room === undefined) return undefined;
      const decided = await decide(room);
      if (decided === undefined) return undefined;
      const kept = withoutResults(room, decided);
      const shown = await inTurns(stagedSteps(room, kept, this.store.now(), this.lengths));
      const transition = withClaimCodes(room, shown, this.random);
      // A player who sits down meanwhile counts among the starters.
      const command = claimOf(transition, deadline === 'any' && transition.game != null);
      const { append } = decideAll(room, [command], this.store.now());
      const outcome = await this.writer.append(roomId, { ...append, deadline }, true);
      if (outcome.kind === 'done') {
        const { judged, given, phase, programme } = transition;
        const hasDrawn =
          programme?.draws !== undefined && programme.draws !== room.programme?.draws;
        const isKept = judged !== undefined || given !== undefined || hasDrawn;
        if (isKept || phase.kind === 'lobby') this.judged(append.after);
        await this.noteFinal(append.after);
        return transition.phase;
      }
      const isLate = outcome.kind === 'late';
      if (outcome.kind === 'early' || (isLate && !waitsForNext)) return 'refused';
      if (outcome.kind === 'turn' || isLate) await sleep(TURN_POLL_MS);
    }
    throw new RoomError('TOO_LATE', 'others change the room all the time');
  }

  /** The room is a lobby like others once the end of its game has been shown; where the store is away, a bit later. */
  private async noteFinal(room: RoomState): Promise<void> {
    const endsAt = finalEndsAt(room);
    if (endsAt === 0) return;
    try {
      await this.store.armHousekeeping(room.roomId, Math.max(endsAt, this.store.now()));
    } catch (error) {
      if (!isAway(error)) throw error;
    }
  }
}

function claimOf(transition: Transition, isStart: boolean): RoomCommand<void> {
  return {
    reads: isStart ? BOTH : PHASE,
    decide(room) {
      const change = { kind: 'phase', ...transition } as const;
      const dealt = evenDeal(room, transition);
      return done(...dealt, change, ...nextDraw(room, transition), ...actingAfter(room, change));
    },
  };
}

/** Everybody's scores are written into a draft of the room only where somebody stands in, who may fall by it. */
function actingAfter(room: RoomState, change: RoomChange): RoomChange[] {
  if (room.actingId === '') return [];
  const after = draftOf(room);
  applyChange(after, change);
  return standInAfterFall(after);
}

/** Behind a draw everybody is told the hash of the next seed, who comes later as well (R27.8). */
function nextDraw({ programme, settings }: RoomState, transition: Transition): RoomChange[] {
  const { seed } = transition.programme ?? {};
  if (seed === undefined || seed === programme?.seed) return [];
  const quizSet = { ...settings.quizSet, drawHash: hashOfSeed(seed) };
  return [{ kind: 'settings', settings: { quizSet } }];
}
