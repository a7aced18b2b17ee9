import { onTestFinished } from 'vitest';
import { seeded } from '../../load-test/swarm/seeded.js';
import type { GameMode, RoomOptions } from '../../src/protocol/index.js';
import { RIGHT } from './app.js';
import { BigRoomClient } from './big-room-client.js';
import type { Cluster } from './cluster.js';
import { bringQuestions } from './socket-room.js';

const WALK_MS = 100;
/** More than the room takes in the time, so that some is refused. */
const CHAT_EVERY_MS = 8;

/** A game in a big room of a cluster: players and a screen who come back by themselves. */
export interface BigGame {
  pin: string;
  players: BigRoomClient[];
  screen: BigRoomClient;
  all: BigRoomClient[];
}

export async function openGame(
  cluster: Cluster,
  { count, questions, limitS }: { count: number; questions: number; limitS: number },
  options: Partial<RoomOptions>,
): Promise<BigGame> {
  const dial = cluster.connect.bind(cluster);
  const host = new BigRoomClient(dial);
  const { gameId: pin } = await host.client.do('createRoom', {
    scoring: 'shared',
    questionOrder: 'written',
    ...options,
    playerName: 'Player 0',
  });
  host.comeBackTo(pin);
  const guests = await Promise.all(
    Array.from({ length: count - 1 }, (_, n) =>
      new BigRoomClient(dial).join(pin, `Player ${n + 1}`),
    ),
  );
  const players = [host, ...guests];
  const screen = await new BigRoomClient(dial, 'screen').join(pin, '');
  const clients = players.map(({ client }) => client);
  await bringQuestions(cluster.url, { pin, players: clients }, questions, limitS);
  return { pin, players, screen, all: [...players, screen] };
}

/** What each player has, worked out by the rules from where a screen saw them at each bell. */
export class Tally {
  readonly scores: number[];
  private readonly fallen = new Set<number>();

  constructor(
    private readonly game: BigGame,
    private readonly mode: GameMode,
  ) {
    this.scores = game.players.map(() => 0);
  }

  /** Of the two zones, the left one is the first. */
  private isRight(player: number, answer: number): boolean {
    const { screen, players } = this.game;
    const place = screen.reader.near.get(players[player]!.slot);
    if (place === undefined) throw new Error(`the screen does not see player ${player}`);
    return (place[0] < 32_768 ? 1 : 2) === answer;
  }

  judge(answer: number): void {
    const alive = [...this.scores.keys()].filter((player) => !this.fallen.has(player));
    const right = alive.filter((player) => this.isRight(player, answer));
    if (this.mode === 'RANKING') {
      for (const player of right) this.scores[player]! += Math.floor(1_000 / right.length);
      return;
    }
    const spared = right.length === 0 ? alive : right;
    for (const player of alive)
      if (spared.includes(player)) this.scores[player]!++;
      else this.fallen.add(player);
  }

  get alive(): number[] {
    return [...this.scores.keys()].filter((player) => !this.fallen.has(player));
  }

  get standings(): { score: number; rank: number }[] {
    return this.scores.map((score) => {
      return { score, rank: 1 + this.scores.filter((other) => other > score).length };
    });
  }
}

/** Everybody walks about and many talk, until it is stopped. */
export function keepBusy({ players }: BigGame, seed: number): () => Promise<void> {
  const random = seeded(seed);
  const speaking: Promise<void>[] = [];
  const walking = setInterval(() => {
    for (const { client } of players)
      if (client.socket.connected && random() < 0.5)
        client.tell('updatePosition', { newPosition: [random(), random()] });
  }, WALK_MS);
  let count = 0;
  const talking = setInterval(() => {
    const speaker = players[1 + Math.floor(random() * (players.length - 1))]!;
    speaking.push(speaker.say(`${seed}.${count++}`));
  }, CHAT_EVERY_MS);
  const stop = (): void => {
    clearInterval(walking);
    clearInterval(talking);
  };
  onTestFinished(stop);
  return async () => {
    stop();
    await Promise.all(speaking);
  };
}

/** Everybody is back, and knows the question that is asked. */
export async function allBack({ all }: BigGame, index: number): Promise<void> {
  await Promise.all(
    all.map(({ client }) =>
      client.until(() => {
        const phase = client.last('phase');
        const isIn = client.last('startQuizTime')?.quiz === `Question ${index}?`;
        return client.socket.connected && phase?.kind === 'question' && isIn;
      }, `question ${index}`),
    ),
  );
}

/** All stand somewhere in the right zone or in the other one; returns which is right. */
export async function standAll(
  game: BigGame,
  isRight: (player: number) => boolean,
  seed: number,
): Promise<number> {
  const random = seeded(seed);
  const { choiceList } = game.players[0]!.client.last('startQuizTime')!;
  const right = choiceList.find(({ content }) => content === RIGHT)!.order;
  await Promise.all(
    game.players.map(async ({ client }, n) => {
      const zone = isRight(n) ? right : 3 - right;
      const x = (zone - 1) / 2 + 0.01 + random() * 0.48;
      await client.do('updatePosition', { newPosition: [x, random()] });
    }),
  );
  return right;
}
