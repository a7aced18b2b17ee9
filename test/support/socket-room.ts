import { expect } from 'vitest';
import { zoneOf } from '../../src/game/shared/zones.js';
import { STEPS, type RoomOptions } from '../../src/protocol/index.js';
import { MOST_IN_HALL } from '../../src/protocol/limits.js';
import { RIGHT } from './app.js';
import { standIn } from './arena.js';
import { TestClient } from './client.js';

export interface SocketRoom {
  pin: string;
  /** The host first. */
  players: TestClient[];
  join: (playerName: string) => Promise<TestClient>;
  close: () => void;
}

/** A room on a real server whose players are sockets, for pages to look at. */
export async function openSocketRoom(
  url: string,
  names: readonly string[],
  options: Partial<RoomOptions> = {},
): Promise<SocketRoom> {
  const players: TestClient[] = [];
  const isBig = (options.maxPlayerCount ?? 0) > MOST_IN_HALL;
  const connect = (): TestClient => {
    const client = TestClient.withToken(url, isBig ? { format: 'compact2' } : {}).echoFlushes();
    players.push(client);
    return client;
  };
  const [hostName = 'Host', ...others] = names;
  const { gameId: pin } = await connect().do('createRoom', { ...options, playerName: hostName });
  const join = async (playerName: string): Promise<TestClient> => {
    const client = connect();
    await client.do('joinRoom', { gameId: pin, playerName });
    return client;
  };
  for (const name of others) await join(name);
  return { pin, players, join, close: () => players.forEach((player) => player.close()) };
}

/** A question as a quiz file of JSON writes it. */
export interface WrittenQuestion {
  quiz: string;
  choices: readonly string[];
  answer: string;
  limitTime: number;
  [field: string]: unknown;
}

/** Brings these questions, in the order that the room's options say. */
export async function bringWritten(
  url: string,
  { pin, players: [host] }: Pick<SocketRoom, 'pin' | 'players'>,
  questions: readonly WrittenQuestion[],
): Promise<void> {
  const { token } = await host!.wait('session');
  const response = await fetch(`${url}/api/rooms/${pin}/quiz-set`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ title: 'Own', language: 'en', questions }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Brings questions with two choices, one of which says that it is right. */
export function bringQuestions(
  url: string,
  room: Pick<SocketRoom, 'pin' | 'players'>,
  count: number,
  limitTime = 3,
): Promise<void> {
  const questions = Array.from({ length: count }, (_, n) => {
    return { quiz: `Question ${n}?`, choices: [RIGHT, 'left'], answer: RIGHT, limitTime };
  });
  return bringWritten(url, room, questions);
}

/** Waits for the question of this index; those named stand right, the others wrong. All were here from the first. */
export async function answerQuestion(
  players: readonly TestClient[],
  index: number,
  rightOnes: readonly TestClient[],
): Promise<void> {
  await Promise.all(
    players.map(async (player) => {
      await player.until(() => player.all('startQuizTime').length > index, 'the question');
      const { choiceList } = player.all('startQuizTime')[index]!;
      const right = choiceList.find(({ content }) => content === RIGHT)!.order;
      const zone = rightOnes.includes(player) ? right : 3 - right;
      await player.do('updatePosition', { newPosition: standIn(zone, 2) });
    }),
  );
}

/** Waits until a player is told that somebody of this name stands in the zone, one of two. */
export async function seenIn(viewer: TestClient, playerName: string, zone: number): Promise<void> {
  const { players } = await viewer.wait('joinRoom', (told) =>
    told.players.some((one) => one.playerName === playerName),
  );
  const { playerId } = players.find((one) => one.playerName === playerName)!;
  await viewer.until(() => {
    const moves = viewer.all('updatePosition').flatMap(({ updates }) => updates);
    const last = moves.findLast((move) => move.playerId === playerId)?.playerPosition;
    return last !== undefined && zoneOf([last[0] * STEPS, last[1] * STEPS], 2) === zone;
  }, `${playerName} in zone ${zone}`);
}

/** Ends the question that stands, once its choices were on screen for long enough (R4.8). */
export async function closeQuestion(host: TestClient): Promise<void> {
  const { version } = host.last('phase')!;
  await expect.poll(() => host.fail('closeQuestion', { version }), { interval: 200 }).toBe('ok');
}
