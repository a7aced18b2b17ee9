import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { freePorts } from './ports.js';
import { PATIENT } from './patience.js';

/** The files that operators take. */
export const MONITORING = join(import.meta.dirname, '../../docs/monitoring');

export interface Sample {
  metric: Record<string, string>;
  value: [at: number, value: string];
}

/** A Prometheus with our configuration, but for where the processes are, and for how often it looks. */
export class TestPrometheus {
  private constructor(
    private readonly url: string,
    private readonly dir: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(ports: readonly number[], everyS: number): Promise<TestPrometheus> {
    const dir = mkdtempSync(join(tmpdir(), 'madang-prometheus-'));
    const text = readFileSync(join(MONITORING, 'prometheus.yml'), 'utf8');
    const targets = ports.map((port) => `'127.0.0.1:${port}'`).join(', ');
    writeFileSync(
      join(dir, 'prometheus.yml'),
      text
        .replace(/targets: \[.*\]/, `targets: [${targets}]`)
        .replaceAll(/_interval: 5s/g, `_interval: ${everyS}s`),
    );
    copyFileSync(join(MONITORING, 'alerts.yml'), join(dir, 'alerts.yml'));
    const port = await freePorts();
    const options = [
      `--config.file=${join(dir, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(dir, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ];
    const child = spawn('/usr/bin/prometheus', options, { stdio: 'ignore' });
    const url = `http://127.0.0.1:${port}`;
    await vi.waitFor(async () => {
      const { ok } = await fetch(`${url}/-/ready`);
      if (!ok) throw new Error('not yet');
    }, PATIENT);
    return new TestPrometheus(url, dir, child);
  }

  /** Throws what Prometheus says of an expression that it cannot read. */
  async query(expression: string): Promise<Sample[]> {
    const query = new URLSearchParams({ query: expression });
    return ((await this.ask(`query?${query.toString()}`)) as { result: Sample[] }).result;
  }

  /** Every metric that it has seen. */
  async names(): Promise<Set<string>> {
    return new Set((await this.ask('label/__name__/values')) as string[]);
  }

  /** Rules with the state that they are in; each was evaluated without an error. */
  async rules(): Promise<{ name: string; state: string; health: string; query: string }[]> {
    const { groups } = (await this.ask('rules')) as { groups: { rules: never[] }[] };
    return groups.flatMap(({ rules }) => rules);
  }

  async stop(): Promise<void> {
    this.child.kill('SIGTERM');
    await once(this.child, 'close');
    rmSync(this.dir, { recursive: true });
  }

  private async ask(path: string): Promise<unknown> {
    const answer = await fetch(`${this.url}/api/v1/${path}`);
    const { status, data, error } = (await answer.json()) as Record<string, unknown>;
    if (status !== 'success') throw new Error(`${path}: ${String(error)}`);
    return data;
  }
}
