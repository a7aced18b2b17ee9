import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  OwnRedisCluster,
  type RedisClusterSettings,
} from '../../load-test/rig/own-redis-cluster.js';
import { OwnSentinels, type SentinelSettings } from '../../load-test/rig/own-sentinels.js';
import { freePorts } from '../support/ports.js';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import type { HandshakeAuth, RoomOptions } from '../../src/protocol/index.js';
import { RIGHT, startTestApp, TestBank, testSet } from '../support/app.js';
import { runServer, type Child } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { TestRedis } from '../support/redis.js';
import { TcpProxy } from '../../load-test/rig/tcp-proxy.js';

const SECRET = 'the one secret of a fleet';

/** Phases short enough for a test and long enough for a fault; `main.js` knows no shorter question. */
export const SHORT = { COUNTDOWN_MS: '300', GET_READY_MS: '200', REVEAL_MS: '300' };
export const SHORTEST_QUESTION_S = 3;

interface Server {
  url: string;
  stop: () => Promise<void>;
}

type ServerProcess = Server & Child;

interface RedisOptions {
  /** More options of redis-server. */
  redisArgs?: string[];
  /** The address that the processes use. */
  url?: (redis: TestRedis) => string;
}

export interface Room {
  pin: string;
  host: TestClient;
  /** The host and then the guests. */
  players: TestClient[];
}

/** Several processes that share rooms through a Redis of their own, and the clients that visit them. */
export class Fleet<S extends Server = ServerProcess> {
  readonly clients: TestClient[] = [];

  private between: TcpProxy | undefined;
  private nodes: { close: () => Promise<void> } | undefined;

  private constructor(
    readonly redis: TestRedis,
    readonly servers: S[],
  ) {}

  /** Real processes. */
  static async start(
    count: number,
    env: Record<string, string> = SHORT,
    { redisArgs = [], url = (redis) => redis.url }: RedisOptions = {},
  ): Promise<Fleet> {
    const redis = await TestRedis.start(...redisArgs);
    const servers = await Promise.all(
      Array.from({ length: count }, () =>
        runServer({
          HOST: '127.0.0.1',
          SECRET,
          LOG_LEVEL: 'warn',
          MAX_ROOMS_PER_ADDRESS: '1000',
          REDIS_URL: url(redis),
          ...env,
        }),
      ),
    );
    return note(new Fleet(redis, servers));
  }

  /** All in the test's own process, for what needs no kill; questions may be as short as the bank's. */
  static async inProcess(
    count: number,
    env: Record<string, string> = {},
    sets: QuizSet[] = [testSet()],
    { redisArgs = [], url = (redis) => redis.url }: RedisOptions = {},
  ): Promise<Fleet<Server>> {
    const redis = await TestRedis.start(...redisArgs);
    const servers = await Promise.all(
      Array.from({ length: count }, async () => {
        const app = await startTestApp(
          { SECRET, REDIS_URL: url(redis), ...env },
          new TestBank(sets),
        );
        return { url: app.url, stop: app.close };
      }),
    );
    return note(new Fleet(redis, servers));
  }

  /** One more real process, which reaches Redis through a proxy that can let its connections die. */
  static async withProxy(env: Record<string, string> = SHORT): Promise<{
    fleet: Fleet;
    proxy: TcpProxy;
  }> {
    const fleet = await Fleet.start(1, env);
    const proxy = await TcpProxy.start(fleet.redis.port);
    fleet.between = proxy;
    const REDIS_URL = `redis://127.0.0.1:${proxy.port}`;
    fleet.servers.push(
      await runServer({ HOST: '127.0.0.1', SECRET, LOG_LEVEL: 'warn', ...env, REDIS_URL }),
    );
    return { fleet, proxy };
  }

  /** Real processes that find their Redis by sentinels; the one of the fleet itself is idle. */
  static async behindSentinels(
    count: number,
    env: Record<string, string> = SHORT,
    settings: SentinelSettings = {},
  ): Promise<{ fleet: Fleet; nodes: OwnSentinels }> {
    const dir = mkdtempSync(join(tmpdir(), 'madang-sentinels-'));
    const nodes = await OwnSentinels.start(dir, freePorts, settings);
    const fleet = await Fleet.start(count, env, { url: () => nodes.url });
    fleet.nodes = nodes;
    return { fleet, nodes };
  }

  /** Real processes whose rooms are dealt among the primaries of a cluster; the Redis of the fleet itself is idle. */
  static async onRedisCluster(
    count: number,
    env: Record<string, string> = SHORT,
    settings: RedisClusterSettings = {},
  ): Promise<{ fleet: Fleet; nodes: OwnRedisCluster }> {
    const dir = mkdtempSync(join(tmpdir(), 'madang-redis-cluster-'));
    const nodes = await OwnRedisCluster.start(dir, freePorts, settings);
    const fleet = await Fleet.start(count, env, { url: () => nodes.url });
    fleet.nodes = nodes;
    return { fleet, nodes };
  }

  server(n: number): S {
    return this.servers[n % this.servers.length]!;
  }

  connect(n: number, auth: HandshakeAuth = {}, query: Record<string, string> = {}): TestClient {
    const client = new TestClient(this.server(n).url, {
      auth: { wantToken: true, ...auth },
      query,
    });
    this.clients.push(client);
    return client;
  }

  /** The same person on a new connection to a process, straight back to the room. */
  comeBack(client: TestClient, n: number, pin: string, auth: HandshakeAuth = {}): TestClient {
    return this.connect(n, { token: client.token, ...auth }, { 'game-id': pin });
  }

  async join(n: number, pin: string, playerName: string): Promise<TestClient> {
    const client = this.connect(n);
    await client.do('joinRoom', { gameId: pin, playerName });
    return client;
  }

  /** The host sits on process `first`, the guests on the ones after it, in turn. */
  async openRoom(first: number, options: Partial<RoomOptions> = {}, guests = 0): Promise<Room> {
    const host = this.connect(first);
    const { gameId: pin } = await host.do('createRoom', { ...options, playerName: 'Host' });
    const players = Array.from({ length: guests }, (_, n) =>
      this.join(first + n + 1, pin, `Player ${n + 1}`),
    );
    return { pin, host, players: [host, ...(await Promise.all(players))] };
  }

  /** Gives a room a set of its own, whose right choices are `RIGHT`. */
  async bringSet(room: Room, count: number, choices = 2, seconds = SHORTEST_QUESTION_S) {
    const questions = Array.from({ length: count }, (_, n) => ({
      quiz: `Question ${n}?`,
      choices: [RIGHT, ...Array.from({ length: choices - 1 }, (_none, i) => `wrong ${i}`)],
      answer: RIGHT,
      limitTime: seconds,
    }));
    await this.bring(room, questions);
  }

  /** The same with questions as they stand in a file. */
  async bring({ pin, host }: Room, questions: readonly object[]): Promise<void> {
    const response = await fetch(`${this.server(0).url}/api/rooms/${pin}/quiz-set`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${host.token}` },
      body: JSON.stringify({ title: 'Own', language: 'en', questions }),
    });
    if (!response.ok) throw new Error(`quiz set: ${response.status} ${await response.text()}`);
  }

  async health(n: number): Promise<{ status: string; warnings: string[] }> {
    const response = await fetch(`${this.server(n).url}/health/ready`);
    return (await response.json()) as { status: string; warnings: string[] };
  }

  async close(): Promise<void> {
    for (const client of this.clients) client.close();
    const stopped = await Promise.allSettled(
      this.servers.map(async (server) => {
        // One that a test stopped in its tracks could not end.
        if ('process' in server) (server as unknown as ServerProcess).process.kill('SIGCONT');
        await server.stop();
      }),
    );
    await this.between?.close();
    await this.nodes?.close();
    await this.redis.stop();
    for (const one of stopped) if (one.status === 'rejected') throw one.reason;
  }
}

const open: Fleet<Server>[] = [];

function note<F extends Fleet<Server>>(fleet: F): F {
  open.push(fleet);
  return fleet;
}

/** For `afterEach`: whatever a test started, also one that failed. */
export async function closeFleets(): Promise<void> {
  for (const fleet of open.splice(0)) await fleet.close();
}

/** Resident memory of a process, in MB. */
export function memoryOf({ process }: Child): number {
  const pages = Number(readFileSync(`/proc/${process.pid}/statm`, 'utf8').split(' ')[1]);
  return (pages * 4096) / 2 ** 20;
}

/** What a process logged other than that Redis was away. */
export function troubles({ output }: Child): string[] {
  return output()
    .split('\n')
    .filter(
      (line) =>
        line.startsWith('{') &&
        !/"redis is away"|"redis has moved"|"no sentinel answers"/.test(line),
    );
}

/** One line for the documents. */
export function report(line: string): void {
  console.log(`[faults] ${line}`);
}

export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * p) / 100))] ?? NaN;
}

export function spread(values: readonly number[]): string {
  const [p50, p99] = [50, 99].map((p) => Math.round(percentile(values, p)));
  return `p50 ${p50} ms, p99 ${p99} ms, max ${Math.round(Math.max(...values))} ms (n ${values.length})`;
}
