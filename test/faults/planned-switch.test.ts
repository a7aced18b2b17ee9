import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OwnSentinels } from '../../load-test/rig/own-sentinels.js';
import { PROJECT_ROOT } from '../../load-test/swarm/worker.js';
import { freePorts } from '../support/ports.js';

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

  it('leaves no setting behind, and none in the file that the sentinels have written', async () => {
    const from = await nodes.primary();
    const { code, output } = await run().ended;
    expect([code, output]).toEqual([0, expect.stringContaining('is its replica')]);
    expect(await nodes.primary()).not.toBe(from);
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
