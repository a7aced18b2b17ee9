/** A room in a Redis of its own, hosted by this process, in which a game is played without anybody at the other end. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PhaseLengths } from '../../src/game/phase-lengths.js';
import type { QuizSet } from '../../src/game/quiz-set.js';
import { sit } from '../../src/game/seat-commands.js';
import { TickRate } from '../../src/batch/tick-rate.js';
import { STEPS } from '../../src/protocol/index.js';
import { GameDriver, type Adjustment } from '../../src/room/game-driver.js';
import type { LocalRoom } from '../../src/room/local-room.js';
import { QuizSelection } from '../../src/room/quiz-selection.js';
import { newPlayerId } from '../../src/room/random-source.js';
import { RoomDirectory } from '../../src/room/room-directory.js';
import { createRedisParts } from '../../src/store/redis/redis-parts.js';
import { decideAll } from '../../src/store/room-writer.js';
import { seeded } from '../swarm/seeded.js';
import { CountingBroadcaster, HALL_OPTIONS } from './hall.js';

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
export async function openRedisHall(
  url: string,
  { players, questions }: { players: number; questions: number },
): Promise<RedisHall> {
  const random = seeded(1);
  const parts = createRedisParts({
    url,
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
  const bank = { list: async () => [], find: async () => set, defaultId: () => set.id };
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
    while (room.view.seq < (rooms.get(roomId) ?? 0)) await sleep(1);
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
