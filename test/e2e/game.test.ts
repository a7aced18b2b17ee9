import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RIGHT, startTestApp, TestBank, testSet, type TestApp } from '../support/app.js';
import { TestClient } from '../support/client.js';
import { standIn } from '../support/arena.js';

let app: TestApp;
let clients: TestClient[];

beforeEach(async () => {
  app = await startTestApp({}, new TestBank([testSet(3)]));
  clients = [];
});

afterEach(async () => {
  for (const client of clients) client.close();
  await app.close();
});

function connect(auth = {}): TestClient {
  const client = TestClient.withToken(app.url, auth);
  clients.push(client);
  return client;
}

async function openRoom(
  gameMode: 'RANKING' | 'SURVIVAL',
  guests: number,
): Promise<{ pin: string; host: TestClient; players: TestClient[] }> {
  const host = connect();
  const { gameId: pin } = await host.do('createRoom', { gameMode, playerName: 'Host' });
  await host.do('updateRoomQuizset', { quizSetId: 'test-set', quizCount: 3 });
  const players = Array.from({ length: guests }, () => connect());
  await Promise.all(
    players.map((player, n) =>
      player.do('joinRoom', { gameId: pin, playerName: `Player ${n + 1}` }),
    ),
  );
  return { pin, host, players: [host, ...players] };
}

/** Each player, from the host on, answers right or wrong in every question until the game ends. */
async function play(players: TestClient[], isRight: (player: number, question: number) => boolean) {
  await players[0]?.do('startGame', {});
  for (let question = 0; ; question++) {
    const all = players.map(async (player, n) => {
      await player.until(
        () => player.all('startQuizTime').length > question || player.all('endGame').length > 0,
      );
      const asked = player.all('startQuizTime')[question];
      if (asked === undefined) return false;
      const right = asked.choiceList.find(({ content }) => content === RIGHT)?.order ?? 0;
      const zone = isRight(n, question) ? right : (right % asked.choiceList.length) + 1;
      await player.do('updatePosition', { newPosition: standIn(zone, asked.choiceList.length) });
      return true;
    });
    if (!(await Promise.all(all)).every(Boolean)) return;
  }
}

describe('a whole game over real sockets', () => {
  it('R4, R6.1 plays a ranking game from lobby to results, the same for everybody', async () => {
    const { players } = await openRoom('RANKING', 3);
    await play(players, (player) => player < 2);
    for (const player of players) {
      expect(player.all('startGame')).toHaveLength(1);
      expect(player.all('startQuizTime')).toEqual(players[0]?.all('startQuizTime'));
      expect(player.all('endQuizTime')).toEqual(players[0]?.all('endQuizTime'));
      expect(player.all('endQuizTime')).toHaveLength(3);
      expect(player.all('endGame')).toEqual(players[0]?.all('endGame'));
    }
    const { results } = await players[0]!.wait('endGame');
    expect(results.map(({ playerName, score, rank }) => [playerName, score, rank])).toEqual([
      ['Host', 1500, 1],
      ['Player 1', 1500, 1],
      ['Player 2', 0, 3],
      ['Player 3', 0, 3],
    ]);
  });

  it('R6.2 ends a survival game when one player is left', async () => {
    const { players } = await openRoom('SURVIVAL', 3);
    await play(players, (player, question) => question === 0 || player === 0);
    expect(players[1]?.all('endQuizTime')).toHaveLength(2);
    const { results } = await players[1]!.wait('endGame');
    expect(results.map(({ score, rank }) => [score, rank])).toEqual([
      [2, 1],
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
  });
});
