import { once } from 'node:events';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rigEvents, startRig, type Rig } from '../../load-test/rig/rig.js';
import { play } from '../../load-test/rig/play.js';

let rig: Rig;
/** Where Redis works, two levels below the data folder of the rig. */
let redisDir: string;

beforeAll(async () => {
  rig = await startRig(
    { shape: 'cluster', processes: 2, flushIntervalMs: 50, core: undefined, settings: {} },
    () => {},
  );
  redisDir = readlinkSync(`/proc/${pidsOf('Redis')[0]}/cwd`);
});
afterAll(() => rig.stop());

function pidsOf(name: string): readonly number[] {
  return rig.parts.find((part) => part.name === name)?.pids ?? [];
}

it('tells its parts, spreads its players over the processes and measures each part', async () => {
  expect(rig.parts.map(({ name }) => name)).toEqual([
    'madang 1',
    'madang 2',
    'nginx',
    'Redis',
    'pm2',
  ]);
  expect(pidsOf('nginx').length).toBeGreaterThan(1);
  const { result, loops } = await play(
    rig,
    { players: 20, rate: 5, seconds: 2, joinSeconds: 0.5, warmupSeconds: 0 },
    { signal: new AbortController().signal, progress: () => {} },
  );
  expect(result).toMatchObject({ ok: true, joins: { joined: 20 }, server: { alive: true } });
  const sent = await Promise.all(rig.processes.map(framesOut));
  for (const frames of sent) expect(frames).toBeGreaterThan(0);
  expect(result.server!.parts.map(({ name }) => name)).toEqual(rig.parts.map(({ name }) => name));
  expect(loops).toHaveLength(2);
  for (const loop of loops) expect(loop!.max).toBeGreaterThanOrEqual(loop!.p50);
});

async function framesOut(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^madang_frames_out_total(?:{[^}]*})? (\S+)/m.exec(text)?.[1] ?? 0);
}

it('tells which part died, and leaves nothing behind', async () => {
  const death = once(rigEvents, 'death');
  process.kill(pidsOf('madang 2')[0]!, 'SIGKILL');
  expect((await death)[0]).toMatch(/^madang 2 ended by itself/);
  await rig.stop();
  expect(existsSync(dirname(dirname(redisDir)))).toBe(false);
  expect(readdirSync('/proc').filter((pid) => worksIn(pid, redisDir))).toEqual([]);
});

function worksIn(pid: string, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(dirname(folder));
  } catch {
    return false;
  }
}
