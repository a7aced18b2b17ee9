import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RIGHT } from '../support/app.js';
import { faultsOf, startProxy, type Proxy } from '../support/proxies.js';
import { TestClient } from '../support/client.js';
import { Cluster } from '../support/cluster.js';
import { freePorts } from '../support/ports.js';
import { TestRedis } from '../support/redis.js';
import { report, spread } from '../faults/fleet.js';
import { inPhase, standAll } from '../faults/watching.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

/** In docs/hosts. */
const FILES = { nginx: 'nginx.conf', haproxy: 'haproxy.cfg', caddy: 'Caddyfile' };
const BALANCERS = Object.keys(FILES) as (keyof typeof FILES)[];
const PLAYERS = 4;
const ROOMS_PER_BALANCER = 2;
/** The first attempt of a page to come back is after 0.2–0.6 s. */
const BACK_MS = 1_500;
const COME_BACK = { reconnectionDelay: 400, reconnectionDelayMax: 3_000 };

interface Balancer extends Proxy {
  url: string;
}

let redis: TestRedis;
let hosts: [Cluster, Cluster];
const balancers: Balancer[] = [];
const clients: TestClient[] = [];
const env = (): Record<string, string> => ({
  REDIS_URL: redis.url,
  BALANCE: 'room',
  // The balancer, whose word counts for the address of a player.
  TRUSTED_PROXIES: '127.0.0.1',
  COUNTDOWN_MS: '300',
  GET_READY_MS: '200',
  REVEAL_MS: '300',
  SHOW: 'off',
  MAX_ROOMS_PER_ADDRESS: '1000',
});

beforeAll(async () => {
  redis = await TestRedis.start();
  hosts = [await Cluster.create(), await Cluster.create()];
  await hosts[0].mustRun('start', { ...env(), SECRET });
});
afterAll(async () => {
  for (const client of clients) client.close();
  for (const balancer of balancers) await balancer.stop();
  await Promise.all(hosts.map((host) => host.close()));
  await redis.stop();
});

const SECRET = randomUUID();

interface Room {
  pin: string;
  players: TestClient[];
}

const configOf = (name: keyof typeof FILES): string =>
  readFileSync(join(import.meta.dirname, '../../docs/hosts', FILES[name]), 'utf8');

/** With the configuration of docs/hosts, in which only port and addresses are ours. */
async function startBalancer(name: keyof typeof FILES): Promise<Balancer> {
  const port = await freePorts();
  const [first, second] = hosts.map(({ ports }) => `127.0.0.1:${ports.nginx}`);
  const config = configOf(name)
    .replaceAll('10.0.0.11:3333', first!)
    .replaceAll('10.0.0.12:3333', second!)
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    // Another program may have the port at which it is asked for its settings.
    .replace(/^:80 \{/m, `{\n\tadmin off\n}\nhttp://127.0.0.1:${port} {`);
  return { ...(await startProxy(name, config, port)), url: `http://127.0.0.1:${port}` };
}

/** As a page does it, which keeps its identity, and tells the PIN in the address of its socket. */
function connect(url: string, pin?: string): TestClient {
  const client: TestClient = new TestClient(url, {
    reconnection: true,
    ...COME_BACK,
    auth: (give: (data: object) => void) =>
      give({ wantToken: true, ...(client.token !== '' && { token: client.token }) }),
    query: pin === undefined ? {} : { hall: pin, 'game-id': pin },
  });
  clients.push(client);
  return client;
}

async function openRoom({ url }: Balancer): Promise<Room> {
  const host = connect(url);
  const { gameId: pin } = await host.do('createRoom', { playerName: 'Host' });
  host.socket.io.opts.query = { hall: pin, 'game-id': pin };
  const guests = Array.from({ length: PLAYERS - 1 }, () => connect(url, pin));
  await Promise.all(guests.map((guest) => guest.wait('getSelfId')));
  const question = { quiz: 'Which?', choices: [RIGHT, 'wrong'], answer: RIGHT, limitTime: 5 };
  const response = await fetch(`${url}/api/rooms/${pin}/quiz-set`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${host.token}` },
    body: JSON.stringify({ title: 'Own', language: 'en', questions: [question] }),
  });
  expect(response.status).toBeLessThan(300);
  return { pin, players: [host, ...guests] };
}

/** As if its machine had gone: whatever runs below its folder, what would start it anew first. */
function killWhole(host: Cluster): void {
  process.kill(host.pidIn('pm2/pm2.pid'), 'SIGKILL');
  for (let pids = host.pids(); pids.length > 0; pids = host.pids())
    for (const pid of pids)
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended with another one.
      }
}

const isRight = (player: number): boolean => player % 2 === 0;

describe('two hosts at one Redis', () => {
  it.each(BALANCERS)('docs/hosts has a configuration that %s takes', (name) => {
    expect(faultsOf(name, configOf(name))).toBe('');
  });

  it('a second one with a SECRET of its own does not start, and says why', async () => {
    const { code, output } = await hosts[1].run('start', env());
    expect(code).toBe(1);
    expect(output).toContain('belongs to processes with another SECRET');
    expect(hosts[1].pids()).toEqual([]);
    await hosts[1].mustRun('start', { ...env(), SECRET });
  });

  it('R2.2 one is killed whole in a question: its players are back within 1.5 s, and every mark is right', async () => {
    for (const name of BALANCERS) balancers.push(await startBalancer(name));
    const rooms = await Promise.all(
      balancers.flatMap((balancer) =>
        Array.from({ length: ROOMS_PER_BALANCER }, () => openRoom(balancer)),
      ),
    );
    await Promise.all(
      rooms.map(async ({ players }) => {
        await players[0]!.do('startGame', {});
        await Promise.all(players.map((player) => inPhase(player, 'question')));
        await standAll(players, isRight);
      }),
    );
    const on = await Promise.all(hosts.map((host) => host.spread()));
    const counts = on.map((ports) => ports.reduce((sum, count) => sum + count, 0));
    expect(counts[0]! + counts[1]!).toBeGreaterThanOrEqual(rooms.length * PLAYERS);
    // The one that has more of them.
    const victim = hosts[counts[1]! > counts[0]! ? 1 : 0];
    const killedAt = performance.now();
    const backAfter: number[] = [];
    const everybody = rooms.flatMap(({ players }) => players);
    for (const player of everybody)
      player.socket.once('disconnect', () => {
        player.socket.once('phase', () => backAfter.push(performance.now() - killedAt));
      });
    killWhole(victim);
    await Promise.all(everybody.map((player) => player.wait('endGame')));
    const gone = everybody.filter((player) => player.events().includes('disconnect'));
    report(`one of two hosts killed whole, players back: ${spread(backAfter)}`);
    expect(gone.length).toBeGreaterThan(0);
    expect(backAfter).toHaveLength(gone.length);
    expect(Math.max(...backAfter)).toBeLessThan(pace.allow(BACK_MS));
    for (const { players } of rooms) {
      const { results } = players[0]!.last('endGame')!;
      const scores = new Map(results.map(({ playerId, score }) => [playerId, score]));
      expect(players.map(({ playerId }) => scores.get(playerId)! > 0)).toEqual(
        players.map((_, player) => isRight(player)),
      );
      for (const player of players) {
        // After coming back one is told the phase that stands once more, and never one of before.
        const versions = player.all('phase').map(({ version }) => version);
        expect(versions).toEqual(versions.toSorted((a, b) => a - b));
        expect(player.last('endGame')).toEqual(players[0]!.last('endGame'));
        expect(player.all('endQuizTime')).toHaveLength(1);
      }
    }
  });
});
