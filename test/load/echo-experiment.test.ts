import { describe, expect, it } from 'vitest';
import { echoExperiment } from '../../load-test/echo/experiment.js';
import { LabError } from '../../load-test/swarm/command-line.js';
import type { Findings } from '../../load-test/report/findings.js';
import { startTestApp } from '../support/app.js';

function run(
  given: Record<string, string>,
  signal = new AbortController().signal,
): Promise<Findings> {
  const defaults = Object.entries(echoExperiment.options).map(([name, spec]) => [
    name,
    spec.default,
  ]);
  return echoExperiment.run({
    options: { ...Object.fromEntries(defaults), ...given },
    serverCore: undefined,
    swarmCore: undefined,
    signal,
    progress: () => {},
  });
}

describe('the experiment echo', () => {
  it('measures every layer against servers of its own', async () => {
    const findings = await run({ profiles: 'pipelined', 'round-trips': '3000' });
    expect(findings.faults).toEqual([]);
    const [costs, counts] = findings.tables;
    expect(costs?.rows.map(([, layer]) => layer)).toEqual(['Socket.IO', 'WebSocket', 'TCP']);
    expect(counts?.rows.map((row) => row.slice(2))).toEqual(
      Array.from({ length: 3 }, () => [1, 0, 0, 0, 0, 0, 0, 3000, 0]),
    );
    expect(findings.charts[0]?.series.map(({ values }) => values)).toEqual(
      costs?.rows.map((row) => [row[2]]),
    );
    expect(findings.metrics).toContainEqual({
      name: 'pipelined tcp: faults',
      unit: 'count',
      value: 0,
      better: 'lower',
    });
    for (const { columns, rows } of findings.tables)
      for (const row of rows) expect(row).toHaveLength(columns.length);
  });

  it('measures a server elsewhere', async () => {
    const app = await startTestApp({ ECHO: 'true' });
    const findings = await run({ target: app.url, profiles: 'pipelined', 'round-trips': '500' });
    await app.close();
    expect(findings.faults).toEqual([]);
    expect(findings.tables[0]?.rows).toHaveLength(1);
    expect(findings.metrics.map(({ name }) => name)).toEqual([
      'pipelined socketio: round trips',
      'pipelined socketio: p99',
      'pipelined socketio: faults',
    ]);
  });

  it('tells what there is when it is cut short', async () => {
    const app = await startTestApp({ ECHO: 'true' });
    const given = { target: app.url, profiles: 'pipelined', 'round-trips': '100000000' };
    const findings = await run(given, AbortSignal.timeout(500));
    const nothing = await run({ ...given, profiles: 'reconnect' }, AbortSignal.timeout(500));
    await app.close();
    expect(findings.faults).toEqual([]);
    expect(findings.tables[0]?.rows.map(([profile]) => profile)).toEqual(['pipelined']);
    expect(findings.notes).toContainEqual(expect.stringMatching(/of 100,000,000 round trips/));
    expect(findings.notes[0]).toMatch(/cut short/);
    expect(nothing.tables).toEqual([]);
    expect(nothing.notes).toEqual([expect.stringMatching(/cut short/)]);
  });

  it('tells how a server gets its echo', async () => {
    const app = await startTestApp();
    await expect(run({ target: app.url })).rejects.toThrow(
      /has no \/echo.*start it with ECHO=true/,
    );
    await app.close();
  });

  it.each([
    [{ profiles: 'paced,fast' }, /--profiles .*"fast"/],
    [{ layers: 'quic' }, /--layers .*"quic"/],
    [{ layers: 'tcp', target: 'http://127.0.0.1:1' }, /--target/],
    [{ 'round-trips': '1.5' }, /--round-trips/],
    [{ seconds: 'long' }, /--seconds/],
  ])('refuses %j', async (given, message) => {
    const failure = await run(given).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(LabError);
    expect((failure as Error).message).toMatch(message);
  });
});
