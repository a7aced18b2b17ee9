/** How long a reveal and a correction hold the loop at the end of the longest evening in the largest room. */
import { partSolution } from '../../src/game/kinds/series.js';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { floorOf } from '../../src/game/kinds/floor.js';
import type { PhaseLengths } from '../../src/game/phase-lengths.js';
import type { Transition } from '../../src/game/room-change.js';
import { done, PHASE } from '../../src/game/room-command.js';
import type { RoomState, Seat } from '../../src/game/room-state.js';
import { marksOf } from '../../src/game/scoring.js';
import { sit } from '../../src/game/seat-commands.js';
import type { Answer, JudgedQuestion } from '../../src/game/shared/judged.js';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import { teamsIn } from '../../src/game/team-figures.js';
import type { Random } from '../../src/game/shared/random.js';
import { nameOf } from '../../src/protocol/judged-name.js';
import { EVENING_MAX_QUESTIONS } from '../../src/protocol/limits.js';
import { STEPS, type RoomOptions } from '../../src/protocol/index.js';
import { TickRate } from '../../src/server/live/batch/tick-rate.js';
import { GameDriver, type Adjustment } from '../../src/server/live/room/game-driver.js';
import { QuizSelection } from '../../src/server/live/room/quiz-selection.js';
import { newPlayerId } from '../../src/server/live/room/random-source.js';
import { RoomDirectory } from '../../src/server/live/room/room-directory.js';
import { createMemoryParts } from '../../src/server/live/store/memory/memory-parts.js';
import { decideAll } from '../../src/server/live/store/room-writer.js';
import { seeded } from '../swarm/seeded.js';
import { CountingBroadcaster, HALL_OPTIONS } from './hall.js';
import { round, type Figure, type Outcome, type Piece } from './piece.js';

const SEATS = 2_000;
const QUICK_SEATS = 40;
const QUICK_QUESTIONS = 6;
/** As many as R10.11 has in every game that it measures. */
const FEW_QUESTIONS = 20;
const SEATED_AT_ONCE = 250;
const CHOICES = 4;
const LIMIT_S = 120;
/** One in so many is wrong in survival, so that the hall does not fall at once. */
const WRONG_IN_SURVIVAL = 400;
const GIFT = 50;
const RUNS = 5;

/** No phase ends by itself while a benchmark runs. */
const NEVER_MS = 86_400_000;
const LENGTHS: PhaseLengths = {
  countdownMs: NEVER_MS,
  getReadyMs: 0,
  pictureReadyMs: 0,
  revealMs: NEVER_MS,
  show: 'free',
  hostGraceMs: NEVER_MS,
  skipMs: 0,
  minShownMs: -Infinity,
};

/** A figure of each step of an evening: the longest turn of the loop, and how long the step took, in ms. */
interface Turn {
  name: string;
  longestMs: number;
  tookMs: number;
}

/**
 * The longest turn while this goes on, by the clock, but no more than the process had of the processor. Garbage is
 * collected before it.
 */
async function turnOf(name: string, work: () => Promise<unknown>): Promise<Turn> {
  collectGarbage();
  await sleep(1);
  let longestMs = 0;
  let since = performance.now();
  let cpu = process.cpuUsage();
  let isGoingOn = true;
  const look = (): void => {
    const { user, system } = process.cpuUsage(cpu);
    const now = performance.now();
    longestMs = Math.max(longestMs, Math.min(now - since, (user + system) / 1_000));
    cpu = process.cpuUsage();
    since = now;
    if (isGoingOn) setImmediate(look);
  };
  setImmediate(look);
  const began = performance.now();
  await work();
  const tookMs = performance.now() - began;
  await nextTurn();
  isGoingOn = false;
  return { name, longestMs, tookMs };
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1e6;
}

/** A room in which all but the last question of an evening were judged, as if it had been played. */
async function openEvening(options: Partial<RoomOptions>, seats: number, questions: number) {
  const random = seeded(1);
  const parts = createMemoryParts();
  await parts.ready;
  const { store, writer, bus } = parts;
  const set = quizSetOf(questions);
  const roomId = await store.openRoom({
    pin: '123456',
    options: {
      ...HALL_OPTIONS,
      maxPlayerCount: seats,
      questionOrder: 'written',
      pacing: 'host',
      ...options,
    },
    quizSet: { quizSetId: set.id, quizCount: questions, title: set.title },
    identityId: 'identity-of-player-0',
    address: '192.0.2.1',
    limits: { rooms: 1, perIdentity: 1, perAddress: 1 },
  });
  if (roomId === undefined) throw new Error('the room did not open');
  const directory = new RoomDirectory(store, writer, bus, new CountingBroadcaster(), {
    tickRate: new TickRate(NEVER_MS),
    shareLeadMs: 0,
    hooks: {
      failed: (error) => {
        throw error;
      },
    },
    mayBeDecided: () => {},
    checkSeats: () => {},
  });
  const bank = {
    list: async () => [],
    find: async () => set,
    picture: () => undefined,
    defaultId: () => set.id,
  };
  const quizzes = new QuizSelection(store, directory, bank);
  const driver = new GameDriver(store, writer, directory, quizzes, LENGTHS, random);
  for (let from = 0; from < seats; from += SEATED_AT_ONCE) {
    const state = await store.readRoom(roomId);
    if (state === undefined) throw new Error('the room has gone');
    const many = Math.min(SEATED_AT_ONCE, seats - from);
    const commands = Array.from({ length: many }, (_, i) =>
      sit({
        identityId: `identity-of-player-${from + i}`,
        address: '192.0.2.1',
        connectionId: `connection-${from + i}`,
        process: store.processId,
        playerId: newPlayerId(roomId, `identity-of-player-${from + i}`),
        playerName: `Guest ${from + i}`,
        position: [0, 0],
        isStoreFull: false,
      }),
    );
    await writer.append(roomId, decideAll(state, commands, store.now()).append);
  }
  const room = await directory.host(roomId);
  // Messages to phones grow with their number alone; here it is the judgement that counts.
  const [grant] = room.view.seats.values();
  if (grant?.connectionId == null) throw new Error('nobody sits in the room');
  const { connectionId, slot } = grant;
  const joined = room.join({
    connectionId,
    slot,
    grant,
    format: 'compact',
    isCreator: true,
    cursor: null,
  });
  room.batch.flush();
  await joined;
  await driver.start(roomId);
  const heapBefore = heapMb();
  const isSurvival = options.gameMode === 'SURVIVAL';
  await writer.run(roomId, {
    reads: PHASE,
    decide: (state) => done({ kind: 'phase', ...playedUpTo(state, questions - 1, isSurvival) }),
  });
  const flush = async (): Promise<void> => {
    await room.batch.share();
    room.batch.flush();
  };
  await flush();
  return {
    room,
    heapOfAnswers: heapMb() - heapBefore,
    flush,
    // A room is flushed by a timer, and so in a turn of its own.
    adjust: async (adjustment: Adjustment) => {
      await driver.adjust(roomId, adjustment);
      await nextTurn();
      await flush();
    },
    walk: async () => {
      for (const { slot, generation } of room.view.seats.values())
        room.walking.move(slot, generation, [place(random), place(random)]);
      await flush();
    },
    close: async () => {
      directory.close();
      await parts.close();
    },
  };
}

const place = (random: Random): number => Math.floor(random() * STEPS);

/** The reveal of the question before the last one, with answers of everybody to all so far. */
function playedUpTo(state: RoomState, count: number, isSurvival: boolean): Transition {
  const random = seeded(2);
  const { game, rules, phase, tally } = state;
  const seats = [...state.seats.values()];
  const drawn = game?.questions.slice(0, count) ?? [];
  const judged = drawn.map(({ shown, solution, limitTime }, index): JudgedQuestion => {
    const rights = solution?.kind === 'choice' ? solution.rights : [];
    const answerOf = (seat: Seat): Answer => {
      const isWrong = isSurvival ? random() * WRONG_IN_SURVIVAL < 1 : random() < 0.5;
      const right = rights[0] ?? 1;
      const value = isWrong ? (right % CHOICES) + 1 : right;
      const answer = [
        seat.playerId,
        value,
        250 + Math.floor(random() * (LIMIT_S * 1000 - 250)),
        1,
        place(random),
        place(random),
      ] as const;
      return seat.team === null ? answer : [...answer, seat.team];
    };
    return {
      ...nameOf({ index }),
      floor: floorOf(shown),
      setSolution: partSolution(solution, 0),
      solution: partSolution(solution, 0),
      limitMs: limitTime * 1000,
      isVoid: false,
      answers: seats.map(answerOf),
    };
  });
  const last = drawn.at(-1);
  if (last === undefined || game === null) throw new Error('no game is running');
  return {
    phase: {
      kind: 'reveal',
      version: phase.version + 1,
      index: count - 1,
      count: game.questions.length,
      first: 0,
      drops: 0,
      question: last.shown,
      solution: partSolution(last.solution, 0),
      summary: { kind: 'choice', counts: [] },
      correction: null,
      waits: true,
      asked: { startTime: 0, endTime: 0 },
      clock: { startTime: 0, endTime: NEVER_MS, pausedAt: null },
    },
    tally: {
      game: tally.game,
      marks: marksOf(seats, judged, rules, 'judged'),
      ...teamsIn(judged, rules),
    },
    judged,
  };
}

function quizSetOf(count: number): QuizSet {
  return {
    id: 'bench',
    title: 'Bench',
    language: 'en',
    questions: Array.from({ length: count }, (_, n) => ({
      kind: 'choice',
      quiz: `Which of these is number ${n}?`,
      choices: ['this one', 'that one', 'the other one', 'none of them'],
      answers: [0],
      limitTime: LIMIT_S,
    })),
  };
}

const correction = (question: number): Adjustment => {
  return {
    kind: 'correct',
    name: nameOf({ index: question }),
    isVoid: false,
    rights: [1, 2],
  };
};

/** The last question of an evening, and what a host does at its end. */
async function playEnd(
  options: Partial<RoomOptions>,
  seats: number,
  questions: number,
): Promise<{ turns: Turn[]; note: string }> {
  const evening = await openEvening(options, seats, questions);
  const { room, adjust } = evening;
  const turns: Turn[] = [];
  const measured = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    turns.push(await turnOf(name, work));
  };
  try {
    await measured('next', () => adjust('next'));
    await evening.walk();
    await measured('reveal', () => adjust('close'));
    await measured('correct the first', () => adjust(correction(0)));
    await measured('correct the last', () => adjust(correction(questions - 1)));
    if (options.gameMode !== 'SURVIVAL') {
      const playerId = room.view.seats.get(1)?.playerId;
      const gift = { kind: 'givePoints', playerId, points: GIFT, reason: 'Best song' } as const;
      await measured('points by hand', () => adjust(gift));
    }
    const heap = heapMb();
    await measured('end', () => adjust('end'));
    await measured('correct the first, over', () => adjust(correction(0)));
    const answers = evening.heapOfAnswers.toFixed(0);
    const judged = room.view.state.judged.length;
    return {
      turns,
      note: `${judged} questions were judged. Their answers take ${answers} MB of ${heap.toFixed(0)} MB.`,
    };
  } finally {
    await evening.close();
  }
}

/** The least of several evenings: what other work and the first calls take is no part of it. */
function leastOf([first = [], ...others]: Turn[][]): Turn[] {
  return first.map((turn, step) => {
    const all = [turn, ...others.flatMap((turns) => turns[step] ?? [])];
    return {
      name: turn.name,
      longestMs: Math.min(...all.map(({ longestMs }) => longestMs)),
      tookMs: Math.min(...all.map(({ tookMs }) => tookMs)),
    };
  });
}

function figureOf(questions: number): (turn: Turn) => Figure {
  return ({ name, longestMs, tookMs }) => ({
    name: `${questions}: ${name} (in ${tookMs.toFixed(0)} ms)`,
    nsPerOp: round(longestMs * 1e6, 0),
    errorPercent: 0,
  });
}

const GAMES: Record<string, Partial<RoomOptions>> = {
  ranking: { gameMode: 'RANKING', scoring: 'early', teams: 'dealt' },
  survival: { gameMode: 'SURVIVAL', scoring: 'early', lives: 3, revival: true },
};

export const evening: Piece = {
  name: 'evening',
  about: 'a reveal and a correction behind 20 and 200 questions with 2,000 seats',
  async run({ quick, progress }) {
    const outcomes: Outcome[] = [];
    const seats = quick ? QUICK_SEATS : SEATS;
    for (const [name, options] of Object.entries(GAMES)) {
      const figures: Figure[] = [];
      const notes: string[] = [];
      for (const questions of quick ? [QUICK_QUESTIONS] : [FEW_QUESTIONS, EVENING_MAX_QUESTIONS]) {
        progress(`${name}, ${questions} questions`);
        const runs: Awaited<ReturnType<typeof playEnd>>[] = [];
        // The first one also makes the code warm, as the evening before would have.
        for (let run = 0; run < (quick ? 1 : RUNS); run++)
          runs.push(await playEnd(options, seats, questions));
        figures.push(...leastOf(runs.map(({ turns }) => turns)).map(figureOf(questions)));
        notes.push(...runs.slice(-1).map(({ note }) => note));
      }
      outcomes.push({
        title: `evening: ${name}, ${seats} seats`,
        operation: 'the longest turn of the loop in a press of the host',
        figures,
        note: notes.join('\n'),
      });
    }
    return outcomes;
  },
};
