import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OwnSentinels } from '../../load-test/rig/own-sentinels.js';
import { PROJECT_ROOT } from '../../load-test/swarm/worker.js';
import { freePorts } from '../support/ports.js';

/** So many write as fast as they can, so much at once. */
const WRITERS = 8;
const PADDING = 'x'.repeat(200_000);

let nodes: OwnSentinels;
beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'madang-sentinels-'));
  nodes = await OwnSentinels.start(dir, freePorts, { replicas: 1 });
});
afterAll(() => nodes.close());

function run(name = nodes.firstSentinel.name) {
  const { host, port } = nodes.firstSentinel;
  const script = join(PROJECT_ROOT, 'scripts/redis-planned-switch.sh');
  const child = spawn('sh', [script, name, host, `${port}`]);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => (output += String(data)));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, output }));
  return { child, ended };
}

/** How many replicas a node wants before it takes a write, now and after it was started again. */
async function wantedReplicas(n: number): Promise<[now: string, written: string]> {
  const [, now = ''] = (await nodes.ask(n, 'CONFIG', 'GET', 'min-replicas-to-write')) as string[];
  const text = readFileSync(nodes.fileOf(n), 'utf8');
  return [now, /^min-(?:replicas|slaves)-to-write (\d+)/m.exec(text)?.[1] ?? '0'];
}

describe('the planned switch', () => {
  it('says what is wrong, and switches nothing, where it cannot keep writes from getting lost', async () => {
    const from = await nodes.primary();
    const unknown = await run('nobody').ended;
    expect(unknown).toMatchObject({ code: 1 });
    expect(unknown.output).toContain('watches no primary of the name nobody');
    for (const command of ['config|set', 'config|get']) {
      await nodes.ask(from, 'ACL', 'SETUSER', 'default', `-${command}`);
      const refused = await run().ended;
      await nodes.ask(from, 'ACL', 'SETUSER', 'default', '+@all');
      expect(refused).toMatchObject({ code: 1 });
      expect(refused.output).toMatch(/min-replicas-to-write.*NOPERM/);
    }
    expect(await nodes.primary()).toBe(from);
  });

  it('loses nothing though the replica is behind by megabytes, and leaves no setting behind', async () => {
    const from = await nodes.primary();
    const over = new AbortController();
    let taken = 0;
    // Each in a connection that asks with the next value when the last one was taken.
    const writing = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let value = 1; !over.signal.aborted; value++) {
        const answer = await nodes
          .ask(from, 'SET', `writer:${writer}`, `${value}:${PADDING}`)
          .catch(() => undefined);
        if (answer !== 'OK') return value - 1;
        taken++;
      }
      return 0;
    });
    await expect.poll(() => taken).toBeGreaterThan(10 * WRITERS);
    const { code, output } = await run().ended;
    over.abort();
    expect([code, output]).toEqual([0, expect.stringContaining('is its replica')]);
    const last = await Promise.all(writing);
    const to = await nodes.primary();
    const kept = await Promise.all(
      last.map(async (value, writer) => {
        const text = String(await nodes.ask(to, 'GET', `writer:${writer}`));
        return Number.parseInt(text, 10) >= value;
      }),
    );
    expect(kept).toEqual(last.map(() => true));
    expect(Math.min(...last)).toBeGreaterThan(0);
    expect(to).not.toBe(from);
    expect(readFileSync(nodes.fileOf(from), 'utf8')).toMatch(/^(?:replica|slave)of /m);
    expect(await wantedReplicas(from)).toEqual(['0', '0']);
  });

  it('leaves none where it is broken off', async () => {
    await nodes.together();
    const from = await nodes.primary();
    const { child, ended } = run();
    await expect.poll(async () => (await wantedReplicas(from))[0]).toBe('1');
    child.kill('SIGTERM');
    expect((await ended).code).not.toBe(0);
    expect((await wantedReplicas(from))[0]).toBe('0');
  });
});
