/** A Redis of a program's own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { LabError } from '../swarm/command-line.js';

const START_MS = 30_000;

/**
 * Resolves when it answers, with a client that waits while it is away. Throws a LabError where there is none. With a
 * `file`, which may be empty, its settings can be written down while it runs.
 */
export async function startRedis(
  port: number,
  dir: string,
  settings: readonly string[],
  file?: string,
): Promise<{ child: ChildProcess; client: Redis; url: string }> {
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', ''];
  const args = [...(file === undefined ? [] : [file]), ...own, ...settings];
  const child = spawn('redis-server', args, { stdio: 'ignore' });
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
