import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runServer } from '../support/child.js';
import { TestClient } from '../support/client.js';
import { settle } from '../support/hall.js';
import { MONITORING, TestPrometheus } from '../support/prometheus.js';
import { TestRedis } from '../support/redis.js';

interface Panel {
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}
const { panels } = JSON.parse(readFileSync(join(MONITORING, 'dashboard.json'), 'utf8')) as {
  panels: Panel[];
};
const graphs = panels.filter(({ type }) => type === 'timeseries');

const promtool = (...args: string[]) =>
  promisify(execFile)('/usr/bin/promtool', args, { cwd: MONITORING });

/** The metrics in an expression; all of ours, of Node.js and of the process begin so. */
const metricsIn = (expression: string): string[] =>
  expression.match(/\b(?:madang_\w+|nodejs_\w+|process_\w+|up)\b(?!")/g) ?? [];

describe('rules for Prometheus', () => {
  it('are as promtool wants them, each fires and holds its peace where it should', async () => {
    const { stdout } = await promtool('check', 'rules', 'alerts.yml');
    expect(stdout).toContain('12 rules found');
    await promtool('check', 'config', 'prometheus.yml');
    expect((await promtool('test', 'rules', 'alerts.test.yml')).stdout).toContain('SUCCESS');
  });

  it('say what to do, and each is tried', () => {
    const rules = readFileSync(join(MONITORING, 'alerts.yml'), 'utf8');
    const tests = readFileSync(join(MONITORING, 'alerts.test.yml'), 'utf8');
    const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name!);
    expect(new Set(names).size).toBe(12);
    expect(rules.match(/^ +summary: /gm)).toHaveLength(12);
    expect(rules.match(/^ +action: /gm)).toHaveLength(12);
    for (const name of names) {
      expect(tests).toMatch(RegExp(`alertname: ${name}\\n +exp_alerts:\\n`));
      expect(tests).toMatch(RegExp(`alertname: ${name}, exp_alerts: \\[\\]`));
    }
  });
});

describe('the dashboard', () => {
  it('has four rows, and no panel lies on another', () => {
    const rows = panels.filter(({ type }) => type === 'row').map(({ title }) => title);
    expect(rows).toEqual(['Players', 'In time', 'Process', 'Store']);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
    const taken = new Set<string>();
    for (const { gridPos } of panels)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(taken).not.toContain(`${x},${y}`);
          expect(x).toBeLessThan(24);
          taken.add(`${x},${y}`);
        }
  });
});

describe('two processes that a Prometheus reads', () => {
  let redis: TestRedis;
  let servers: Awaited<ReturnType<typeof runServer>>[];
  let prometheus: TestPrometheus;
  const clients: TestClient[] = [];

  beforeAll(async () => {
    redis = await TestRedis.start();
    const env = {
      HOST: '127.0.0.1',
      REDIS_URL: redis.url,
      SECRET: 'x'.repeat(32),
      LOG_LEVEL: 'warn',
    };
    const quick = { COUNTDOWN_MS: '200', GET_READY_MS: '200' };
    servers = await Promise.all([1, 2].map(() => runServer({ ...env, ...quick })));
    prometheus = await TestPrometheus.start(
      servers.map(({ port }) => port),
      1,
    );
    await play();
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    await Promise.all([prometheus?.stop(), ...(servers ?? []).map((server) => server.stop())]);
    await redis?.stop();
  });

  /** A game with a player at each process, who walks, talks, and sees phases end. */
  async function play(): Promise<void> {
    clients.push(...servers.map(({ url }) => TestClient.withToken(url)));
    const [host, guest] = clients as [TestClient, TestClient];
    const { gameId } = await host.do('createRoom', { playerName: 'Host' });
    await guest.do('joinRoom', { gameId, playerName: 'Guest' });
    for (const client of clients) await client.do('updatePosition', { newPosition: [0.5, 0.5] });
    await settle(host, clients);
    await host.do('startGame', {});
    await Promise.all(
      clients.map((client) => client.wait('phase', (one) => one.kind === 'question')),
    );
  }

  it('have all that dashboard and alerts ask for', async () => {
    const asked = [
      ...graphs.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
      ...(await prometheus.rules()).map(({ query }) => query),
    ];
    expect(asked.length).toBeGreaterThan(35);
    const metrics = new Set(asked.flatMap(metricsIn));
    expect(metrics.size).toBeGreaterThan(25);
    await expect
      .poll(async () => {
        const there = await prometheus.names();
        return [...metrics].filter((name) => !there.has(name));
      })
      .toEqual([]);
    // That it would be noticed.
    expect(await prometheus.names()).not.toContain('madang_playrs');
    for (const expression of asked) await prometheus.query(expression);
    await expect(prometheus.query('madang_players{')).rejects.toThrow('parse error');
  });

  it('fill every panel', async () => {
    for (const { title, targets = [] } of graphs) {
      expect([title, targets.length]).not.toEqual([title, 0]);
      for (const { expr } of targets)
        await expect
          .poll(async () => [expr, (await prometheus.query(expr)).length > 0])
          .toEqual([expr, true]);
    }
    const players = await prometheus.query('sum(madang_players)');
    expect(players[0]?.value[1]).toBe('2');
  });

  it('raise nothing while all is well, and an alert when Redis is gone', async () => {
    const stateOf = async (name: string) =>
      (await prometheus.rules()).find((rule) => rule.name === name)?.state;
    const firing = (await prometheus.rules()).filter(({ state }) => state === 'firing');
    expect(firing.map(({ name }) => name)).toEqual([]);
    for (const { health } of await prometheus.rules()) expect(health).toBe('ok');
    await redis.kill();
    await expect.poll(() => stateOf('MadangStoreAway')).toBe('pending');
    await redis.run();
  });
});
