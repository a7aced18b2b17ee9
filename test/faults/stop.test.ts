import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { closeFleets, Fleet, report, troubles } from './fleet.js';
import { expectNothingTwice, lost, stand, standAll, watchPhases } from './watching.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const ENV = { COUNTDOWN_MS: '200', GET_READY_MS: '200', REVEAL_MS: '600' };
const LATEST_MS = 1_000;

afterAll(closeFleets);

describe.concurrent('R4.5, R2.2 SIGSTOP of a process across a deadline', () => {
  it('the game goes on without it; afterwards its players are right again, and stale moves void', async () => {
    const fleet = await Fleet.start(2, ENV);
    const room = await fleet.openRoom(0, {}, 5);
    await fleet.bringSet(room, 2);
    const { host, players, pin } = room;
    const away = players.filter((_, n) => n % 2 === 1);
    const seen = watchPhases(host);
    await host.do('startGame', {});
    await standAll(players, (n) => n < 3);
    const { endTime } = host.last('startQuizTime')!;
    await sleep(endTime - Date.now() - 300);
    const { process: hung } = fleet.server(1);
    hung.kill('SIGSTOP');
    // They change sides while nobody takes note of it; the process gets it after the deadline.
    for (const player of away) void stand(player, player !== players[1]).catch(() => {});
    await host.wait('endQuizTime');
    const late = Date.now() - endTime;
    const right = host.last('endQuizTime')!.players.filter(({ isAnswer }) => isAnswer);
    expect(new Set(right.map(({ playerId }) => playerId))).toEqual(
      new Set(players.slice(0, 3).map(({ playerId }) => playerId)),
    );
    // Others find out that the process is no more, and mark what it held.
    await host.until(() => {
      const gone = host.all('updatePresence').flatMap((one) => one.players);
      return away.every(({ playerId }) =>
        gone.some((one) => one.playerId === playerId && !one.connected),
      );
    }, 'the seats to be dropped');
    const { index } = host.last('phase')!;
    hung.kill('SIGCONT');
    const contAt = performance.now();
    const back = await Promise.all(
      away.map(async (player) => {
        await lost(player);
        const client = fleet.comeBack(player, 1, pin);
        await client.wait('phase');
        return client;
      }),
    );
    report(
      `SIGSTOP across a deadline: reveal ${late} ms after it; after SIGCONT all players ` +
        `in their seats again after ${Math.round(performance.now() - contAt)} ms`,
    );
    expect(late).toBeLessThan(pace.allow(LATEST_MS));
    for (const [n, client] of back.entries()) {
      expect(client.self).toMatchObject({ slot: away[n]!.self!.slot, connected: true });
      expect(client.last('phase')!.version).toBe(host.last('phase')!.version);
    }
    expect(index).toBe(1);
    const all = players.map((player) => back[away.indexOf(player)] ?? player);
    await standAll(all, () => true);
    await Promise.all(all.map((player) => player.wait('endGame')));
    expect([...seen.keys()]).toEqual([1, 2, 3, 4, 5, 6]);
    for (const player of new Set([...players, ...all])) expectNothingTwice(player);
    const { results } = host.last('endGame')!;
    const scores = new Map(results.map(({ playerId, score }) => [playerId, score]));
    const share = Math.floor(1000 / 6);
    expect(players.map(({ playerId }) => scores.get(playerId))).toEqual(
      players.map((_, n) => (n < 3 ? 333 : 0) + share),
    );
    for (const player of all) expect(player.last('endGame')).toEqual(host.last('endGame'));
    for (const server of fleet.servers) expect(troubles(server)).toEqual([]);
  });

  it('too short for anybody to notice: its players hear the reveal late, and right', async () => {
    const fleet = await Fleet.start(2, ENV);
    const room = await fleet.openRoom(0, {}, 3);
    await fleet.bringSet(room, 1);
    const { host, players } = room;
    await host.do('startGame', {});
    await standAll(players, (n) => n < 2);
    await sleep(host.last('startQuizTime')!.endTime - Date.now() - 300);
    const { process: hung } = fleet.server(1);
    hung.kill('SIGSTOP');
    const late = players[3]!;
    void stand(late, true).catch(() => {});
    await host.wait('endQuizTime');
    hung.kill('SIGCONT');
    await Promise.all(players.map((player) => player.wait('endGame')));
    for (const player of players) {
      expectNothingTwice(player);
      expect(player.events()).not.toContain('disconnect');
      expect(player.last('endGame')).toEqual(host.last('endGame'));
      expect(player.all('endQuizTime')).toEqual(host.all('endQuizTime'));
    }
    const marks = host.last('endQuizTime')!.players;
    const right = marks.filter(({ isAnswer }) => isAnswer).map(({ playerId }) => playerId);
    expect(right).not.toContain(late.playerId);
    expect(right).toHaveLength(2);
    for (const server of fleet.servers) expect(troubles(server)).toEqual([]);
  });
});
