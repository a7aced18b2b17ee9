import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cluster } from '../support/cluster.js';
import { holdPort } from '../support/ports.js';
import { Installation } from '../support/release.js';

let cluster: Cluster;

beforeAll(async () => {
  cluster = await Cluster.create();
});
afterAll(() => cluster.close());

describe('a cluster that does not start', () => {
  it.each([
    ['PORT', 1],
    ['REDIS_PORT', 2],
    ['CLUSTER_PORT', 3],
    ['INTERNAL_PORT', 6],
  ])('says which setting helps when %s is taken', async (setting, offset) => {
    const other = await holdPort(cluster.ports.apps[0]! + offset);
    onTestFinished(other.release);
    const { code, output } = await cluster.run('start', {
      INTERNAL_PORT: String(cluster.ports.internal),
    });
    expect({ code, output }).toEqual({
      code: 1,
      output: `Port ${other.port} is taken by another program, or not ours to open: set ${setting} to another one\n`,
    });
    expect(cluster.pids()).toEqual([]);
  });

  it.each([
    [{ MAX_ROOMS: 'many' }, 2, 'MAX_ROOMS'],
    [{ REDIS_URL: 'redis://127.0.0.1:1' }, 1, 'REDIS_URL: nobody answers at 127.0.0.1:1'],
  ])('leaves nothing behind with %j', async (settings, exitCode, words) => {
    const { code, output } = await cluster.run('start', settings);
    expect(code).toBe(exitCode);
    expect(output).toContain(words);
    expect(cluster.pids()).toEqual([]);
  });

  it('names a setting that makes no sense', async () => {
    const bad = {
      PROCESSES: 'many',
      // The second process has it.
      INTERNAL_PORT: String(cluster.ports.apps[1]),
      PORT: '6665',
      CLUSTER_PORT: '6000',
      BALANCE: 'fair',
      TRUSTED_PROXIES: '1.2.3.4; evil',
      TLS_KEY: 'x',
    };
    for (const [name, value] of Object.entries(bad)) {
      const { code, output } = await cluster.run('start', { [name]: value });
      expect(code).toBe(2);
      expect(output).toContain(name);
    }
  });

  it.each(['+1', '+70000', '+', '++9', '+-5', '0', 'one'])(
    'names INTERNAL_PORT where it is %s',
    async (INTERNAL_PORT) => {
      const { code, output } = await cluster.run('start', { INTERNAL_PORT });
      expect({ code, output }).toEqual({
        code: 2,
        output: expect.stringMatching(/^INTERNAL_PORT /),
      });
    },
  );

  it('names lines of .env that are no setting, and goes on', async () => {
    const installation = await Installation.create();
    onTestFinished(() => installation.close());
    writeFileSync(join(installation.root, '.env'), 'PROT=5003\nBALANCED=room\nSHOW=off\n');
    const own = await Cluster.create(installation.root);
    onTestFinished(() => own.close());
    // As far as to what comes after it.
    const { code, output } = await own.run('start', { CLUSTER_PORT: '6000' });
    expect({ code, lines: output.split('\n') }).toEqual({
      code: 2,
      lines: [
        '"BALANCED" in .env is no setting and changes nothing: is BALANCE meant?',
        '"PROT" in .env is no setting and changes nothing: is PORT meant?',
        expect.stringContaining('CLUSTER_PORT: browsers open no page at port 6000'),
        '',
      ],
    });
  });
});
