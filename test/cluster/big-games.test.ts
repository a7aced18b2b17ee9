import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CellGrid } from '../../src/protocol/index.js';
import type { RoomSnapshot } from '../../src/server/live/store/contract.js';
import { redisParts } from '../store/redis-hall.js';
import { allBack, keepBusy, openGame, standAll, Tally, type BigGame } from '../support/big-game.js';
import type { BigRoomClient } from '../support/big-room-client.js';
import { Cluster, PROCESSES } from '../support/cluster.js';
import { closeQuestion } from '../support/socket-room.js';

const PLAYERS = 80;
/** A fault and what heals it fit into a question, which the host closes before its end. */
const SHAPE = { count: PLAYERS, questions: 3, limitS: 12 };
const MOST = 600;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.create();
  await cluster.mustRun('start', {
    BALANCE: 'least_conn',
    SHOW: 'off',
    COUNTDOWN_MS: '300',
    GET_READY_MS: '200',
    REVEAL_MS: '1500',
  });
});
afterAll(() => cluster.close());

const redisUrl = (): string => {
  const password = readFileSync(join(cluster.folder, 'redis/password'), 'utf8').trim();
  return `redis://:${password}@127.0.0.1:${cluster.ports.redis}`;
};

/** The processes of the program, without nginx, Redis, and what keeps them running. */
const appPids = (): number[] =>
  cluster.pids().filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.js');
    } catch {
      return false;
    }
  });

/** A room as the store has it, read past all processes. */
async function storedRoom(pin: string): Promise<RoomSnapshot> {
  const secret = readFileSync(join(cluster.dataDir, 'secret'), 'utf8').trim();
  const parts = await redisParts(redisUrl(), { prefix: 'madang', secret });
  try {
    const roomId = await parts.store.findRoom(pin);
    const snapshot = await parts.store.snapshot(roomId ?? '');
    if (snapshot === undefined) throw new Error('the store has no such room');
    return snapshot;
  } finally {
    await parts.close();
  }
}

/** Waits for the reveal; everybody is told what the places say that the screen saw. */
async function reveal(game: BigGame, tally: Tally, index: number): Promise<void> {
  const { players, screen, all } = game;
  await Promise.all(
    all.map(({ client }) =>
      client.until(() => {
        const phase = client.last('phase');
        return phase?.kind === 'reveal' && phase.index === index;
      }, `reveal ${index}`),
    ),
  );
  tally.judge(screen.client.last('endQuizTime')!.answer);
  await expectResults(players, tally);
}

async function expectResults(players: BigRoomClient[], tally: Tally): Promise<void> {
  const told = await Promise.all(
    players.map(async (player) => {
      await player.client.until(() => player.result !== undefined, 'the result');
      const { score, rank } = player.result!;
      return { score, rank };
    }),
  );
  expect(told).toEqual(tally.standings);
}

/** Who is near each player by what they were told, and by what the store says. */
async function expectNear({ pin, players }: BigGame): Promise<void> {
  const grid = CellGrid.for(MOST);
  await expect
    .poll(async () => {
      const { state } = await storedRoom(pin);
      const wrong = players.filter(({ reader }) => {
        const cell = reader.at?.cell ?? -1;
        const seats = [...state.seats.values()];
        const near = seats.filter(({ position }) => grid.isNear(cell, ...position));
        const isTold = near.every(({ slot, position }) => {
          const told = reader.near.get(slot);
          return told?.[0] === position[0] && told[1] === position[1];
        });
        return !isTold || near.length !== reader.near.size;
      });
      return wrong.map(({ slot }) => slot);
    })
    .toEqual([]);
}

/** Everything that was taken is kept and told to everybody once, and nothing that was refused. */
async function expectChat({ pin, all, players }: BigGame): Promise<void> {
  const host = players[0]!;
  await host.client.do('chatMessage', { message: 'the last word' });
  const has = ({ chat }: BigRoomClient): boolean => chat.at(-1)?.message === 'the last word';
  await Promise.all(all.map((one) => one.client.until(() => has(one), 'the last word')));
  const { chat } = await storedRoom(pin);
  const kept = chat.map(({ message }) => message);
  expect(new Set(kept).size).toBe(kept.length);
  const outcomes = new Map(players.flatMap(({ said }) => [...said]));
  const of = (wanted: string): string[] =>
    [...outcomes].flatMap(([message, outcome]) => (outcome === wanted ? [message] : []));
  expect(of('refused').length).toBeGreaterThan(0);
  expect(of('told').filter((message) => !kept.includes(message))).toEqual([]);
  expect(of('refused').filter((message) => kept.includes(message))).toEqual([]);
  const told = of('told').length + of('unknown').filter((one) => kept.includes(one)).length;
  expect(kept).toHaveLength(told + 1);
  for (const one of all) {
    const heard = one.chat.map(({ message }) => message);
    expect(new Set(heard).size).toBe(heard.length);
    // What ghosts say is told to ghosts alone.
    const isForAll = new Set(chat.flatMap((one) => (one.livingId === null ? [] : one.message)));
    expect(heard.filter((message) => isForAll.has(message))).toEqual([...isForAll]);
    expect(heard.filter((message) => !kept.includes(message))).toEqual([]);
  }
}

async function finish(game: BigGame, tally: Tally): Promise<void> {
  const { players, pin, all } = game;
  await Promise.all(all.map(({ client }) => client.wait('endGame')));
  await expectResults(players, tally);
  const { state } = await storedRoom(pin);
  const marks = new Map(state.tally.marks.map((mark) => [mark.playerId, mark]));
  const kept = players.map(({ client }) => {
    const { score, rank } = marks.get(client.playerId)!;
    return { score, rank };
  });
  expect(kept).toEqual(tally.standings);
  const { results, ranked } = players[0]!.client.last('endGame')!;
  expect(ranked).toBe(PLAYERS);
  expect(results).toHaveLength(50);
  for (const { playerId, score, rank } of results)
    expect(marks.get(playerId)).toMatchObject({ score, rank });
  for (const { client } of all) {
    expect(client.all('endGame')).toHaveLength(1);
    expect(client.last('endGame')).toEqual(players[0]!.client.last('endGame'));
  }
  await expectNear(game);
  for (const one of all) {
    await one.client.until(() => one.crowds.at(-1)?.players === PLAYERS, 'the head count');
    expect(one.hasRightSums).toBe(true);
  }
}

/** One question in which everybody walks and talks while something happens. */
async function playQuestion(
  game: BigGame,
  index: number,
  tally: Tally,
  { isRight, during }: { isRight: (player: number) => boolean; during: () => Promise<void> },
): Promise<void> {
  await allBack(game, index);
  const stop = keepBusy(game, index);
  await during();
  await allBack(game, index);
  await stop();
  const right = await standAll(game, isRight, 100 + index);
  const standing = tally.alive;
  const counts = [1, 2].map(
    (zone) => standing.filter((player) => isRight(player) === (zone === right)).length,
  );
  const host = game.players[0]!;
  await host.client.until(
    () => JSON.stringify(host.crowds.at(-1)?.counts) === JSON.stringify(counts),
    `the counts ${counts.join(' and ')}`,
  );
  await Promise.all([closeQuestion(host.client), reveal(game, tally, index)]);
}

const calm = (): Promise<void> => sleep(1_000);

describe('R23 whole games in a big room', () => {
  it('R2.2 of ranking, in which a process is killed and comes back', async () => {
    const game = await openGame(cluster, SHAPE, { maxPlayerCount: MOST, gameMode: 'RANKING' });
    const tally = new Tally(game, 'RANKING');
    await game.players[0]!.client.do('startGame', {});
    // Someone else is right each time, and not equally many.
    const isRight = (index: number) => (player: number) =>
      (player * 7 + index * 11) % 13 < 4 + 3 * index;
    await playQuestion(game, 0, tally, { isRight: isRight(0), during: calm });
    const [victim] = appPids() as [number];
    await playQuestion(game, 1, tally, {
      isRight: isRight(1),
      during: async () => {
        await calm();
        const before = game.all.map(({ visits }) => visits);
        process.kill(victim, 'SIGKILL');
        await expect
          .poll(() => game.all.filter(({ visits }, n) => visits > before[n]!).length)
          .toBeGreaterThan(PLAYERS / 3);
      },
    });
    // It is back, and knows nothing of the room until somebody comes.
    await expect.poll(() => appPids().length).toBe(PROCESSES);
    await playQuestion(game, 2, tally, {
      isRight: isRight(2),
      during: async () => {
        const moving = game.players.filter((_, n) => n % 4 === 0);
        const before = moving.map(({ visits }) => visits);
        for (const { client } of moving) client.drop();
        await Promise.all(
          moving.map((one, n) => one.client.until(() => one.visits > before[n]!, 'the way back')),
        );
        await calm();
      },
    });
    await finish(game, tally);
    await expectChat(game);
    cluster.hangUp();
  });

  it('R4.5 of survival, in which Redis loses its connections and is killed', async () => {
    const game = await openGame(cluster, SHAPE, { maxPlayerCount: MOST, gameMode: 'SURVIVAL' });
    const tally = new Tally(game, 'SURVIVAL');
    await game.players[0]!.client.do('startGame', {});
    const isRight = (index: number) => (player: number) => player % 4 !== index;
    await playQuestion(game, 0, tally, {
      isRight: isRight(0),
      during: async () => {
        await calm();
        const redis = new Redis(redisUrl());
        for (const type of ['pubsub', 'normal']) await redis.call('CLIENT', 'KILL', 'TYPE', type);
        redis.disconnect();
        await calm();
      },
    });
    await playQuestion(game, 1, tally, {
      isRight: isRight(1),
      during: async () => {
        await calm();
        process.kill(cluster.pidIn('redis/redis.pid'), 'SIGKILL');
        await cluster.mustRun('start');
        const { players } = game;
        await Promise.all(
          players.map(({ client }) => client.wait('notice', ({ code }) => code === 'STORE_BACK')),
        );
        await calm();
      },
    });
    await playQuestion(game, 2, tally, { isRight: isRight(2), during: calm });
    await finish(game, tally);
    await expectChat(game);
    for (const { client } of game.all) expect(client.events()).not.toContain('disconnect');
  });
});
