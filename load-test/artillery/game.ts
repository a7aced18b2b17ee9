/** Whole games: everybody walks to a zone of its choice, and at the end all notes are compared. */

import { performance } from 'node:perf_hooks';
import type { QuestionPayload } from '../../src/protocol/events.js';
import type { GameMode } from '../../src/protocol/room-options.js';
import type { Mark, ResultsPayload, RevealPayload } from '../../src/protocol/scores.js';
import { toWire } from '../swarm/move-ledger.js';
import { floorOf, valuesOf } from '../../src/game/kinds/floor.js';
import { drawOne } from '../../src/game/shared/random.js';
import { positionOn } from '../swarm/movement.js';
import { bringQuiz } from '../swarm/quiz-file.js';
import { until } from '../swarm/waiting.js';
import {
  Run,
  type Room,
  type Seat,
  Settings,
  type Metrics,
  Signal,
  within,
  roomSteps,
  type Steps,
  type VirtualUser,
} from './run.js';

export interface Notes {
  readonly playerId: string;
  readonly questions: QuestionPayload[];
  /** What the player answered at each deadline, as `valueAt` tells it. */
  readonly values: number[];
  readonly reveals: RevealPayload[];
  results: ResultsPayload | undefined;
}

/** Counts over the players of one room. */
export type Verdict = Record<
  | 'questions heard'
  | 'questions differing'
  | 'reveals differing'
  | 'results differing'
  | 'players without results'
  | 'marks judged'
  | 'marks wrong',
  number
>;

const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export function compareNotes(mode: GameMode, all: readonly Notes[]): Verdict {
  // The longest notes are the measure: who heard less misses something.
  const differing = (read: (notes: Notes) => readonly unknown[]): number => {
    const wanted = all
      .map(read)
      .reduce((longest, list) => (list.length > longest.length ? list : longest), []);
    return all.reduce(
      (sum, notes) => sum + wanted.filter((item, at) => !same(item, read(notes)[at])).length,
      0,
    );
  };
  const results = all.find((notes) => notes.results !== undefined)?.results;
  const verdict: Verdict = {
    'questions heard': all.reduce((sum, { questions }) => sum + questions.length, 0),
    'questions differing': differing(({ questions }) => questions),
    'reveals differing': differing(({ reveals }) => reveals),
    'results differing': all.filter((notes) => notes.results && !same(notes.results, results))
      .length,
    'players without results': all.filter((notes) => notes.results === undefined).length,
    'marks judged': 0,
    'marks wrong': 0,
  };
  for (const notes of all) judgeOwnMarks(mode, notes, verdict);
  return verdict;
}

/** Holds a player's marks against where it stood, and its result against the last mark. */
function judgeOwnMarks(mode: GameMode, notes: Notes, verdict: Verdict): void {
  const judge = (right: boolean): void => {
    verdict['marks judged']++;
    if (!right) verdict['marks wrong']++;
  };
  let alive = true;
  let last: Mark | undefined;
  for (const [at, reveal] of notes.reveals.entries()) {
    const { answer, rights = [answer], players, solution } = reveal;
    // Polls and scales tell no marks.
    if (players.length === 0) continue;
    const mark = players.find(({ playerId }) => playerId === notes.playerId);
    // Of what has no zones it depends on everybody who is right (R16.4).
    const isZoned = solution === undefined || solution.kind === 'choice';
    const isRight: boolean = isZoned
      ? alive && rights.includes(notes.values[at] ?? 0)
      : mark?.isAnswer === true;
    const someoneIsRight = players.some(({ isAnswer }) => isAnswer);
    // When all the living are wrong nobody falls.
    if (mode === 'SURVIVAL') alive &&= isRight || !someoneIsRight;
    judge(mark !== undefined && mark.isAnswer === isRight && mark.isAlive === alive);
    last = mark;
  }
  const result = notes.results?.results.find(({ playerId }) => playerId === notes.playerId);
  if (notes.results !== undefined && last !== undefined)
    judge(result?.score === last.score && result.rank === last.rank);
}

/** Longer than any phase of a server with its usual settings. */
const PHASE_TIMEOUT_MS = 60_000;
const RESULTS_TIMEOUT_MS = 15_000;
/** Players set out at once to at the latest this share of the time for the answer. */
const LATEST_START = 0.5;

/** Hands events over in their order, whether they or the wish for them came first. */
class Inbox<T> {
  readonly #items: T[] = [];
  #wanted: Signal<T> | undefined;

  push(item: T): void {
    if (this.#wanted === undefined) this.#items.push(item);
    else this.#wanted.give(item);
    this.#wanted = undefined;
  }

  next(): Promise<T> {
    const item = this.#items.shift();
    if (item !== undefined) return Promise.resolve(item);
    this.#wanted = new Signal();
    return this.#wanted.promise;
  }
}

export class GamePlayer implements Notes {
  readonly questions: QuestionPayload[] = [];
  readonly values: number[] = [];
  readonly reveals: RevealPayload[] = [];
  results: Notes['results'];
  /** When the latest question was heard (performance.now()). */
  askedAt = 0;
  /** Takes the question that somebody gets who comes back while it runs. */
  asksAgain: Signal<QuestionPayload> | undefined;
  readonly #asked = new Inbox<QuestionPayload | 'over'>();
  readonly #revealed = new Inbox<RevealPayload | 'over'>();

  constructor(
    readonly game: Game,
    readonly seat: Seat,
  ) {
    const { socket } = seat;
    socket.on('startQuizTime', (question) => {
      if (this.asksAgain !== undefined) {
        this.asksAgain.give(question);
        return;
      }
      this.askedAt = performance.now();
      this.questions.push(question);
      this.#asked.push(question);
    });
    socket.on('endQuizTime', (reveal) => {
      this.reveals.push(reveal);
      game.noteReveal(seat.room, this);
      this.#revealed.push(reveal);
    });
    socket.on('endGame', (results) => {
      this.results = results;
      this.giveUp();
    });
  }

  get playerId(): string {
    return this.seat.playerId;
  }

  /** Undefined when the game is over. */
  async question(): Promise<QuestionPayload | undefined> {
    const next = await within(PHASE_TIMEOUT_MS, this.#asked.next(), 'no question');
    return next === 'over' ? undefined : next;
  }

  async reveal(): Promise<void> {
    await within(PHASE_TIMEOUT_MS, this.#revealed.next(), 'no reveal');
  }

  /** Nothing more is to be waited for. */
  giveUp(): void {
    this.#asked.push('over');
    this.#revealed.push('over');
  }

  /** The place of a random answer, and after how long to go there. */
  choose(question: QuestionPayload): {
    position: [number, number];
    walkMs: number;
  } {
    const { startTime, endTime } = question;
    const floor = floorOf(question);
    const value = drawOne(Math.random, valuesOf(floor));
    this.values[this.questions.length - 1] = value;
    const walkMs = Math.random() * (endTime - startTime) * LATEST_START;
    return { position: toWire(positionOn(value, floor, Math.random)), walkMs };
  }
}

export class Game extends Run {
  readonly #players = new Map<Seat, GamePlayer>();
  /** When the first player of a room heard of its latest reveal. */
  readonly #firstHeard = new Map<string, number>();
  #over: Promise<void> | undefined;

  constructor(vars: Record<string, unknown>, metrics: Metrics, modes: readonly GameMode[]) {
    const settings = new Settings(vars);
    super(settings, metrics, modes, settings.number('players'));
    this.recorder.set('games not started', 0);
    for (const room of this.rooms) void this.#begin(room);
  }

  join(seat: Seat): void {
    this.#players.set(seat, new GamePlayer(this, seat));
  }

  playerOf(seat: Seat): GamePlayer {
    const player = this.#players.get(seat);
    if (player === undefined) throw new Error('not in the game');
    return player;
  }

  noteReveal(room: Room, { questions, reveals }: GamePlayer): void {
    const now = performance.now();
    const key = `${this.rooms.indexOf(room)} ${reveals.length}`;
    const first = this.#firstHeard.get(key);
    if (first === undefined) this.#firstHeard.set(key, now);
    else this.recorder.latency('spread', now - first);
    const deadline = questions[reveals.length - 1]?.endTime;
    // The clock of a server elsewhere is another one.
    if (deadline !== undefined && this.settings.parts.length > 0)
      this.recorder.latency('reveal', Date.now() - deadline);
  }

  /** Resolves when all have their results, or had the time to get them, and the notes are compared. */
  over(): Promise<void> {
    this.#over ??= this.#compare();
    return this.#over;
  }

  /** As the host does it: wait for the players, bring the questions, start. */
  async #begin(room: Room): Promise<void> {
    const limitMs = (this.settings.number('joinSeconds') + 10) * 1000;
    await until(() => room.isFull(this.expected), { limitMs });
    const [host] = room.seats;
    try {
      if (host === undefined) throw new Error('nobody came');
      const { settings } = this;
      await bringQuiz(settings.target, host, {
        questions: settings.number('questions'),
        answerSeconds: settings.number('answerSeconds'),
      });
      await host.command('startGame', {});
      console.log('progress: a game has started');
    } catch (error) {
      this.recorder.count('games not started');
      console.log(error instanceof Error ? error.message : error);
      for (const [seat, player] of this.#players) if (seat.room === room) player.giveUp();
    }
  }

  async #compare(): Promise<void> {
    const everybody = [...this.#players.values()];
    const haveResults = (): boolean => everybody.every(({ results }) => results !== undefined);
    await until(haveResults, { limitMs: RESULTS_TIMEOUT_MS });
    for (const room of this.rooms) {
      const players = everybody.filter(({ seat }) => seat.room === room);
      const verdict = compareNotes(room.mode, players);
      for (const [name, count] of Object.entries(verdict)) this.recorder.count(name, count);
    }
    this.finish();
  }
}

export interface GameFunctions<G extends Game> extends Steps<G> {
  playerOf: (user: VirtualUser) => GamePlayer;
  /** Sets where to go and when; at the end of the game there is nowhere to go. */
  awaitQuestion: (user: VirtualUser) => Promise<void>;
  awaitReveal: (user: VirtualUser) => Promise<void>;
  whileGoingOn: (user: VirtualUser, done: (goesOn: boolean) => void) => void;
  /** Nobody leaves before everybody has the results. */
  compare: (user: VirtualUser) => Promise<void>;
}

export function gameFunctions<G extends Game>(
  begin: (vars: Record<string, unknown>, metrics: Metrics) => G,
): GameFunctions<G> {
  const steps = roomSteps(begin, (game, seat) => game.join(seat));
  const playerOf = (user: VirtualUser): GamePlayer => {
    const { run, seat } = steps.of(user);
    return run.playerOf(seat);
  };
  const over = new WeakSet<VirtualUser>();
  return {
    ...steps,
    playerOf,
    awaitQuestion: async (user) => {
      const player = playerOf(user);
      const question = await player.question();
      if (question === undefined) {
        over.add(user);
        user.vars['walk'] = '0ms';
        user.vars['position'] ??= [0.5, 0.5];
        return;
      }
      const { position, walkMs } = player.choose(question);
      user.vars['position'] = position;
      user.vars['walk'] = `${Math.round(walkMs)}ms`;
    },
    awaitReveal: async (user) => {
      if (!over.has(user)) await playerOf(user).reveal();
    },
    whileGoingOn: (user, done) => done(!over.has(user)),
    compare: async (user) => {
      const { run, seat } = steps.of(user);
      await run.over();
      seat.leaving = true;
    },
  };
}
