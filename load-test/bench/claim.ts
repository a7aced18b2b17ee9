/** For how long Redis is busy with a change of the phase, around the tenth question of a game. */

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { startRedis } from '../rig/own-redis.js';
import { findFreePorts } from '../rig/rig.js';
import type { PhaseLengths } from '../../src/game/phase-lengths.js';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import { sit } from '../../src/game/seat-commands.js';
import { TickRate } from '../../src/server/live/batch/tick-rate.js';
import { STEPS } from '../../src/protocol/index.js';
import { GameDriver, type Adjustment } from '../../src/server/live/room/game-driver.js';
import type { LocalRoom } from '../../src/server/live/room/local-room.js';
import { QuizSelection } from '../../src/server/live/room/quiz-selection.js';
import { newPlayerId } from '../../src/server/live/room/random-source.js';
import { RoomDirectory } from '../../src/server/live/room/room-directory.js';
import { createRedisParts } from '../../src/server/live/store/redis/redis-parts.js';
import { decideAll } from '../../src/server/live/store/room-writer.js';
import { seeded } from '../swarm/seeded.js';
import { CountingBroadcaster, HALL_OPTIONS } from './hall.js';
import { round, type Figure, type Outcome, type Piece } from './piece.js';

/** More than one claim has. */
const LOG_LENGTH = 10_000;

/** What Redis has done. */
export interface Work {
  /** In which it did nothing but to carry out commands, in µs. */
  readMicros: number;
  scriptMicros: number;
  /** CPU time of all that, in µs, with reading from and writing to sockets. */
  cpuMicros: number;
  /** That it has read and written for all its clients. */
  bytes: number;
}

interface Totals {
  bytes: number;
  cpuMicros: number;
}

class OwnRedis {
  private before: Totals = { bytes: 0, cpuMicros: 0 };

  private constructor(
    readonly url: string,
    private readonly client: Redis,
    private readonly end: () => Promise<void>,
  ) {}

  /** Throws a LabError where there is no redis-server. */
  static async start(): Promise<OwnRedis> {
    const dir = mkdtempSync(join(tmpdir(), 'madang-bench-'));
    const port = await findFreePorts(1);
    const logAll = ['--slowlog-log-slower-than', '0', '--slowlog-max-len', String(LOG_LENGTH)];
    const { child, client, url } = await startRedis(port, dir, logAll);
    return new OwnRedis(url, client, async () => {
      client.disconnect();
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(dir, { recursive: true, force: true });
    });
  }

  /** Forgets what it was asked until now. */
  async startAnew(): Promise<void> {
    await this.client.slowlog('RESET');
    const { own, ...totals } = await this.totals();
    this.before = { ...totals, bytes: totals.bytes + own };
  }

  /** What it was asked about this room since; what a script or a transaction did is counted once. */
  async workFor(roomId: string): Promise<Work> {
    const { bytes, cpuMicros } = await this.totals();
    const entries = (await this.client.slowlog('GET', LOG_LENGTH)) as [
      id: number,
      at: number,
      micros: number,
      args: string[],
    ][];
    const work: Work = {
      readMicros: 0,
      scriptMicros: 0,
      cpuMicros: cpuMicros - this.before.cpuMicros,
      bytes: bytes - this.before.bytes,
    };
    for (const [, , micros, args] of entries) {
      const isOfStore = args[0] === 'info' && args[1] === 'server';
      if (args[0] === 'evalsha') work.scriptMicros += micros;
      else if (isOfStore || args.some((arg) => arg.includes(roomId))) work.readMicros += micros;
    }
    return work;
  }

  /** Since its start, before the answer to this question, which is `own` bytes long. */
  private async totals(): Promise<Totals & { own: number }> {
    const info = await this.client.info('everything');
    const total = (name: string): number =>
      Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1]);
    const cpu = total('used_cpu_user_main_thread') + total('used_cpu_sys_main_thread');
    const bytes = total('total_net_input_bytes') + total('total_net_output_bytes');
    return { bytes, cpuMicros: Math.round(cpu * 1e6), own: info.length };
  }

  stop(): Promise<void> {
    return this.end();
  }
}

/** Nothing flushes and no phase ends by itself while a benchmark runs. */
const NEVER_MS = 86_400_000;
/** Who sits down in one append. */
const SEATED_AT_ONCE = 250;
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

export interface RedisHall {
  roomId: string;
  /** Resolves when the copy here has heard of it, too. */
  claim(adjustment: Adjustment): Promise<void>;
  /** Everybody walks somewhere. */
  walk(): Promise<void>;
  close(): Promise<void>;
}

/** A hall of `players` in which a game of `questions` has begun. */
async function openRedisHall(
  url: string,
  { players, questions }: { players: number; questions: number },
): Promise<RedisHall> {
  const random = seeded(1);
  const parts = createRedisParts({
    url,
    secret: 'the secret of a measurement',
    patterns: [],
    processId: 'bench',
    settleMs: 0,
    logger: { info: () => {}, warn: () => {}, error: () => {} },
  });
  await parts.ready;
  const { store, writer, bus } = parts;
  const set = quizSetOf(questions);
  const roomId = await store.openRoom({
    pin: '123456',
    options: { ...HALL_OPTIONS, maxPlayerCount: players, scoring: 'early' },
    quizSet: { quizSetId: set.id, quizCount: questions, title: set.title },
    identityId: 'opener',
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
  await seatAll(parts, roomId, players);
  const room: LocalRoom = await directory.host(roomId);
  const [grant] = room.view.seats.values();
  if (grant?.connectionId == null) throw new Error('nobody sits in the room');
  const { connectionId, slot } = grant;
  // A room in which nobody is connected here would be let go.
  const joined = room.join({
    connectionId,
    slot,
    grant,
    format: 'compact',
    isCreator: false,
    cursor: null,
  });
  room.batch.flush();
  await joined;
  const inStep = async (): Promise<void> => {
    const { rooms } = await store.heads([roomId]);
    while (room.view.seq < (rooms.get(roomId)?.seq ?? 0)) await sleep(1);
  };
  await driver.start(roomId);
  await inStep();
  return {
    roomId,
    claim: async (adjustment) => {
      const { version } = room.view.phase;
      await driver.adjust(roomId, adjustment);
      while (room.view.phase.version === version) await sleep(1);
    },
    walk: async () => {
      for (const { slot, generation } of room.view.seats.values())
        room.walking.move(slot, generation, [place(random()), place(random())]);
      await room.batch.share();
      await inStep();
    },
    close: async () => {
      directory.close();
      await parts.close();
    },
  };
}

const place = (share: number): number => Math.floor(share * STEPS);

async function seatAll(
  { store, writer }: Pick<ReturnType<typeof createRedisParts>, 'store' | 'writer'>,
  roomId: string,
  players: number,
): Promise<void> {
  for (let from = 0; from < players; from += SEATED_AT_ONCE) {
    const room = await store.readRoom(roomId);
    if (room === undefined) throw new Error('the room has gone');
    const many = Math.min(SEATED_AT_ONCE, players - from);
    const commands = Array.from({ length: many }, (_, i) => {
      const identityId = `identity-of-player-${from + i}`;
      return sit({
        identityId,
        address: '192.0.2.1',
        connectionId: `connection-${from + i}`,
        process: store.processId,
        playerId: newPlayerId(roomId, identityId),
        playerName: `Guest ${from + i}`,
        position: [0, 0],
        isStoreFull: false,
      });
    });
    await writer.append(roomId, decideAll(room, commands, store.now()).append);
  }
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
      limitTime: 20,
    })),
  };
}

const SIZES = [200, 2_000, 10_000];
const QUICK_SIZES = [20];
const QUESTIONS = 15;
const QUICK_QUESTIONS = 2;
/** The tenth question is the middle of those that are measured. */
const MEASURED_FROM = 5;

/** The median of several claims; the error is half the distance between the fastest and the slowest. */
function figureOf(name: string, works: readonly Work[], parts: readonly (keyof Work)[]): Figure {
  const micros = works.map((work) => parts.reduce((sum, part) => sum + work[part], 0));
  const middle = median(micros);
  return {
    name,
    nsPerOp: middle * 1_000,
    errorPercent: round(((Math.max(...micros) - Math.min(...micros)) / 2 / middle) * 100, 1),
    bytes: median(works.map(({ bytes }) => bytes)),
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

async function measureHall(redis: OwnRedis, players: number, questions: number): Promise<Outcome> {
  const hall = await openRedisHall(redis.url, { players, questions });
  const work = async (claim: 'close' | 'next' | 'end'): Promise<Work> => {
    await redis.startAnew();
    await hall.claim(claim);
    return redis.workFor(hall.roomId);
  };
  try {
    const asks: Work[] = [];
    const judgements: Work[] = [];
    for (let n = 0; n < questions; n++) {
      // The first press cuts what a reveal shows.
      if (n > 0) await hall.claim('next');
      asks.push(await work('next'));
      await hall.walk();
      judgements.push(await work('close'));
    }
    const end = await work('end');
    const measured = judgements.slice(Math.min(MEASURED_FROM, questions - 1));
    return {
      title: `claim: ${players} players`,
      operation: 'a change of the phase, in time that Redis spends on its commands',
      figures: [
        figureOf('judge', measured, ['readMicros', 'scriptMicros']),
        figureOf('judge: read', measured, ['readMicros']),
        figureOf('judge: script', measured, ['scriptMicros']),
        figureOf('judge: CPU, with sockets', measured, ['cpuMicros']),
        figureOf('ask', asks.slice(1), ['readMicros', 'scriptMicros']),
        figureOf('end', [end], ['readMicros', 'scriptMicros']),
      ],
      note: 'Bytes are those of the whole claim, with what one process hears of it.',
    };
  } finally {
    await hall.close();
  }
}

export const claim: Piece = {
  name: 'claim',
  about: 'a change of the phase in Redis, at the tenth question of halls of several sizes',
  run: async ({ quick, progress }) => {
    const outcomes: Outcome[] = [];
    for (const players of quick ? QUICK_SIZES : SIZES) {
      progress(`${players} players`);
      const redis = await OwnRedis.start();
      try {
        outcomes.push(await measureHall(redis, players, quick ? QUICK_QUESTIONS : QUESTIONS));
      } finally {
        await redis.stop();
      }
    }
    return outcomes;
  },
};
