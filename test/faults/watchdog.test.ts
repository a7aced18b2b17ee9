import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { runServer } from '../support/child.js';
import { TestRedis } from '../support/redis.js';
import { closeFleets, Fleet, report } from './fleet.js';
import { lost, standAll } from './watching.js';

const LIMIT_S = 2;
/** Longer than the limit, and than its thread needs to see it. */
const STANDS_MS = 6_000;
const BLOCK = `--import ${join(import.meta.dirname, '../support/block-loop.mjs')}`;
const ENV = {
  COUNTDOWN_MS: '200',
  GET_READY_MS: '200',
  REVEAL_MS: '600',
  SUPERVISED: 'true',
  WATCHDOG_S: String(LIMIT_S),
  NODE_OPTIONS: BLOCK,
};

afterAll(closeFleets);

const isUp = async (url: string): Promise<boolean> =>
  (await fetch(`${url}/health/live`).catch(() => undefined))?.ok === true;

describe('the watchdog of one of several processes', () => {
  it('R2.2 ends one whose event loop stands, names it in the log, and its room goes on with every mark right', async () => {
    const fleet = await Fleet.start(2, ENV);
    const room = await fleet.openRoom(1, {}, 3);
    await fleet.bringSet(room, 1, 2, 10);
    const { host, players, pin } = room;
    await host.do('startGame', {});
    await standAll(players, (n) => n < 3);
    const hung = fleet.server(0);
    const { pid } = hung.process;
    hung.process.kill('SIGUSR2');
    const blockedAt = performance.now();
    const away = players.filter((_, n) => n % 2 === 1);
    await Promise.all(away.map(lost));
    const afterS = (performance.now() - blockedAt) / 1_000;
    report(
      `event loop blocked, limit ${LIMIT_S} s: its players lost it after ${afterS.toFixed(1)} s`,
    );
    await expect.poll(() => hung.process.signalCode).toBe('SIGKILL');
    expect(hung.output()).toContain(`"pid":${pid}`);
    expect(hung.output()).toContain(`has stood for ${LIMIT_S} s`);
    const back = away.map((player) => fleet.comeBack(player, 1, pin));
    await Promise.all([host, ...back].map((player) => player.wait('endGame')));
    const { results } = host.last('endGame')!;
    const scores = new Map(results.map(({ playerId, score }) => [playerId, score]));
    expect(players.map(({ playerId }) => scores.get(playerId))).toEqual([333, 333, 333, 0]);
    // One that is gone cannot be stopped any more.
    fleet.servers.shift();
  });

  it('leaves one alone under a debugger, that nobody would start anew, or that is alone; and what was stopped as a whole', async () => {
    const redis = await TestRedis.start();
    onTestFinished(() => redis.stop());
    const SECRET = 'the one secret of the processes';
    const shared = {
      ...ENV,
      SECRET,
      HOST: '127.0.0.1',
      REDIS_URL: redis.url,
      BLOCK_MS: String(STANDS_MS),
    };
    const { REDIS_URL: _, ...alone } = shared;
    const servers = await Promise.all([
      runServer(shared),
      runServer({ ...shared, NODE_OPTIONS: `${BLOCK} --inspect=127.0.0.1:0` }),
      runServer({ ...shared, SUPERVISED: 'false' }),
      runServer({ ...shared, WATCHDOG_S: '0' }),
      runServer(alone),
    ]);
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.stop()));
    });
    const [stopped, ...blocked] = servers.map((server) => server.process);
    stopped!.kill('SIGSTOP');
    for (const child of blocked) child.kill('SIGUSR2');
    await sleep(STANDS_MS);
    stopped!.kill('SIGCONT');
    for (const { url } of servers) await expect.poll(() => isUp(url)).toBe(true);
    // Ticks of the one that was stopped, which would be its last if the time counted.
    await sleep(1_500);
    expect(servers.map((server) => server.process.signalCode)).toEqual(servers.map(() => null));
  });
});
