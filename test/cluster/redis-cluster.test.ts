import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cluster } from '../support/cluster.js';
import { freePorts } from '../support/ports.js';

/** So many ports from REDIS_PORT on may be taken. */
const REDIS_PORTS = 26;
let cluster: Cluster;
let settings: Record<string, string>;

beforeAll(async () => {
  cluster = await Cluster.create();
  settings = { PROCESSES: '1', REDIS_PORT: String(await freePorts(REDIS_PORTS)) };
});
afterAll(() => cluster.close());

describe('npm run cluster -- --redis-cluster', () => {
  it('starts three primaries with a replica each, keeps rooms over a restart, and ends them all', async () => {
    const first = Number(settings['REDIS_PORT']) + 10;
    await cluster.mustRun(['start', '--redis-cluster'], settings);
    const places = Array.from({ length: 6 }, (_, n) => `127.0.0.1:${first + n}`).join(', ');
    expect(await cluster.mustRun('status', settings)).toMatch(
      new RegExp(`^redis +runs +pid (\\d+, ){5}\\d+ +${places}$`, 'm'),
    );
    const [host, guest] = await cluster.openRoom(2);
    await guest!.do('chatMessage', { message: 'dealt among three' });
    await host!.wait('chatMessage');
    await cluster.mustRun('stop', settings);
    expect(cluster.pids()).toEqual([]);
    // The nodes know each other by their files.
    await cluster.mustRun(['start', '--redis-cluster'], settings);
    await host!.until(() => host!.all('joinRoom').length > 1 || host!.all('getSelfId').length > 1);
    await cluster.mustRun('stop', settings);
    expect(cluster.pids()).toEqual([]);
  });

  it('is no choice beside a Redis of the operator', async () => {
    const REDIS_URL = 'redis://127.0.0.1:1';
    const { code, output } = await cluster.run(['start', '--redis-cluster'], { REDIS_URL });
    expect([code, output]).toEqual([
      2,
      'REDIS_CLUSTER is for a Redis of the project: leave out REDIS_URL\n',
    ]);
  });
});
