/** A Redis of a program's own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { LabError } from '../swarm/command-line.js';

const START_MS = 30_000;

/** Resolves when it answers, with a client that waits while it is away. Throws a LabError where there is none. */
export async function startRedis(
  port: number,
  dir: string,
  settings: readonly string[],
): Promise<{ child: ChildProcess; client: Redis; url: string }> {
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', ''];
  const child = spawn('redis-server', [...own, ...settings], { stdio: 'ignore' });
  const ended = once(child, 'exit').catch(() => {});
  const url = `redis://127.0.0.1:${port}`;
  const client = new Redis(url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
  client.on('error', () => {});
  const timeout = setTimeout(() => child.kill('SIGKILL'), START_MS);
  const isThere = await Promise.race([client.ping(), ended]);
  clearTimeout(timeout);
  if (isThere === 'PONG') return { child, client, url };
  client.disconnect();
  throw new LabError('redis-server did not start: it has to be installed');
}
