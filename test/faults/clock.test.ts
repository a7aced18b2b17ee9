import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { runServer } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { RIGHT } from '../support/app.js';
import { closeFleets, Fleet, report } from './fleet.js';
import { stand, standAll } from './watching.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const HOUR_MS = 3_600_000;
const LATEST_MS = 2_000;
const ENV = {
  COUNTDOWN_MS: '200',
  GET_READY_MS: '200',
  REVEAL_MS: '600',
  NODE_OPTIONS: `--import ${join(import.meta.dirname, '../support/shift-clock.mjs')}`,
};

afterAll(closeFleets);

/** How long a question of 4 s took for a client whose own clock is right. */
async function tookMs(client: TestClient, index: number, meanwhile: () => Promise<void>) {
  await client.until(() => client.all('startQuizTime').length > index, 'the question');
  const askedAt = performance.now();
  await meanwhile();
  await client.until(() => client.all('endQuizTime').length > index, 'the reveal');
  return performance.now() - askedAt;
}

describe('R4.5, R5.3 a clock that jumps', () => {
  it('of the machine of one process, an hour forth and two back: answers count, and questions take their time', async () => {
    const server = await runServer({
      ...ENV,
      HOST: '127.0.0.1',
      SHIFTS_MS: `${HOUR_MS},${-2 * HOUR_MS}`,
    });
    const players: TestClient[] = [];
    onTestFinished(async () => {
      for (const player of players) player.close();
      await server.stop();
    });
    const connect = (): TestClient => {
      const client = TestClient.withToken(server.url);
      players.push(client);
      return client;
    };
    const host = connect();
    const { gameId } = await host.do('createRoom', { playerName: 'Host' });
    const guest = connect();
    await guest.do('joinRoom', { gameId, playerName: 'Guest' });
    const questions = [0, 1].map((n) => ({
      quiz: `Question ${n}?`,
      choices: [RIGHT, 'wrong'],
      answer: RIGHT,
      limitTime: 4,
    }));
    await fetch(`${server.url}/api/rooms/${gameId}/quiz-set`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${host.token}` },
      body: JSON.stringify({ title: 'Own', language: 'en', questions }),
    });
    await host.do('startGame', {});
    for (const index of [0, 1]) {
      const ms = await tookMs(host, index, async () => {
        await stand(host, false);
        server.process.kill('SIGUSR2');
        // What is answered after the jump counts as any.
        await expect.poll(async () => (await fetch(server.url)).ok).toBe(true);
        await stand(host, true);
        await stand(guest, true);
      });
      report(`the clock of one process jumps: a question of 4.2 s took ${Math.round(ms)} ms`);
      expect(ms).toBeGreaterThan(4_000);
      expect(ms).toBeLessThan(pace.allow(4_200 + LATEST_MS));
      expect(host.all('endQuizTime')[index]!.players.map(({ isAnswer }) => isAnswer)).toEqual([
        true,
        true,
      ]);
    }
    await host.wait('endGame');
    expect(host.last('endGame')!.results.map(({ score }) => score)).toEqual([1_000, 1_000]);
    for (const player of players) expect(player.events()).not.toContain('disconnect');
    // Nobody's grace has passed, either: the room is there, with both in it.
    expect(await guest.ask('chatMessage', { message: 'still here' })).toMatchObject({ ok: true });
  });

  it('of one of two processes: theirs is the clock of Redis, and both judge alike', async () => {
    const fleet = await Fleet.start(2, { ...ENV, SHIFTS_MS: String(-HOUR_MS) });
    const room = await fleet.openRoom(0, {}, 3);
    await fleet.bringSet(room, 2);
    const { host, players } = room;
    fleet.server(1).process.kill('SIGUSR2');
    await host.do('startGame', {});
    for (const index of [0, 1]) {
      // Each in the zones of this question: a process may hear of it later than another one.
      await Promise.all(
        players.map((player) =>
          player.until(() => player.all('startQuizTime').length > index, 'the question'),
        ),
      );
      await standAll(players, (n) => n < 3);
      await Promise.all(
        players.map((one) => one.until(() => one.all('endQuizTime').length > index)),
      );
    }
    await Promise.all(players.map((player) => player.wait('endGame')));
    const scores = new Map(
      host.last('endGame')!.results.map(({ playerId, score }) => [playerId, score]),
    );
    expect(players.map(({ playerId }) => scores.get(playerId))).toEqual([666, 666, 666, 0]);
    for (const player of players) expect(player.last('endGame')).toEqual(host.last('endGame'));
  });
});
