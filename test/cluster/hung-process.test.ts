import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Cluster } from '../support/cluster.js';

const LIMIT_S = 3;

let cluster: Cluster;

beforeAll(async () => {
  cluster = await Cluster.create();
  await cluster.mustRun('start', {
    WATCHDOG_S: String(LIMIT_S),
    NODE_OPTIONS: `--import ${join(import.meta.dirname, '../support/block-loop.mjs')}`,
  });
});
afterAll(() => cluster.close());

const isReady = async (port: number): Promise<boolean> =>
  (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined))?.ok === true;

it('R2.2 has pm2 replace a process whose event loop stands, and leave the others alone', async () => {
  const before = new Map(
    cluster.pids().flatMap((pid): [number, number][] => {
      const port = portOf(pid);
      return port === undefined ? [] : [[port, pid]];
    }),
  );
  const [port, other] = cluster.ports.apps as [number, number];
  const hung = before.get(port)!;
  process.kill(hung, 'SIGUSR2');
  await expect.poll(() => cluster.pids()).not.toContain(hung);
  // pm2 writes what a process has said after it has ended.
  const log = (): string => readFileSync(join(cluster.folder, 'pm2/logs/madang.log'), 'utf8');
  await expect.poll(log).toContain(`has stood for ${LIMIT_S} s`);
  expect(log()).toContain(`"pid":${hung}`);
  // As long as it takes to start, which is what a busy machine is slowest at.
  await expect.poll(() => isReady(port), { timeout: 90_000 }).toBe(true);
  const pids = cluster.pids();
  expect(pids).toContain(before.get(other));
  expect(pids.filter((pid) => portOf(pid) === port)).toHaveLength(1);
  const client = cluster.connect();
  expect((await client.do('createRoom', { playerName: 'Host' })).gameId).toMatch(/^\d{6}$/);
});

/** Which port a process of the server was told to listen on. */
function portOf(pid: number): number | undefined {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.js')) return undefined;
    return Number(/(?:^|\0)PORT=(\d+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1]);
  } catch {
    // It has ended since.
    return undefined;
  }
}
