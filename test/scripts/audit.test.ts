import { once } from 'node:events';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '../..');
const BULK = '/-/npm/v1/security/advisories/bulk';

/** A registry that knows of one fault in each of these packages; returns its address and what it was asked. */
async function registry(faults: Record<string, string>): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    request.resume().on('end', () => {
      const advisories = Object.entries(faults).map(([name, severity], id) => [
        name,
        [{ id, url: 'https://example.org', title: 'a fault', severity, vulnerable_versions: '*' }],
      ]);
      const isBulk = request.url === BULK;
      response
        .writeHead(isBulk ? 200 : 404, { 'content-type': 'application/json' })
        .end(JSON.stringify(isBulk ? Object.fromEntries(advisories) : {}));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** What `npm run audit` says, and how it ends, where packages come from this registry. */
function audit(url: string, ...flags: string[]): Promise<[code: number, said: string]> {
  return new Promise((resolve) => {
    const env = { ...process.env, npm_config_registry: url, npm_config_proxy: '' };
    const line = ['scripts/audit.mjs', ...flags];
    execFile(process.execPath, line, { cwd: ROOT, env }, (error, said) =>
      resolve([Number(error?.code ?? 0), said]),
    );
  });
}

describe('npm run audit', () => {
  it('fails where a package that the server runs with has a fault that is high or critical', async () => {
    const { url, asked } = await registry({ 'socket.io': 'high', ioredis: 'critical', zod: 'low' });
    const [code, said] = await audit(url);
    expect(asked).toContain(BULK);
    expect(code).toBe(1);
    expect(said).toMatch(/[1-9]\d* critical and [1-9]\d* high/);
  });

  it('passes where faults are less, or of packages for development only', async () => {
    const { url } = await registry({ zod: 'moderate', vitest: 'critical' });
    expect(await audit(url)).toEqual([0, '']);
  });

  it('says that nothing was looked up without a network, and passes unless it is strict', async () => {
    const nobody = 'http://127.0.0.1:9';
    for (const [flags, ends] of [
      [[], 0],
      [['--strict'], 1],
    ] as const) {
      const [code, said] = await audit(nobody, ...flags);
      expect(code).toBe(ends);
      expect(said).toMatch(/^NOTHING LOOKED AT: no registry has answered/);
    }
  });

  it('passes what is looked up and clean, also strictly', async () => {
    const { url } = await registry({});
    expect(await audit(url, '--strict')).toEqual([0, '']);
  });

  it('is strict before a release: each job that hands something out waits for it', () => {
    const text = readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8');
    const { jobs } = parse(text) as {
      jobs: Record<string, { needs?: string; steps: { run?: string }[] }>;
    };
    const { audit: first, ...others } = jobs;
    expect(first?.steps.map(({ run }) => run)).toContain('npm run audit -- --strict');
    expect(Object.keys(others).length).toBeGreaterThan(0);
    for (const [name, { needs }] of Object.entries(others))
      expect([name, needs]).toEqual([name, 'audit']);
  });
});

describe('the verdict of npm run check', () => {
  it('names the steps that have looked at nothing', async () => {
    const path = new URL('../../scripts/lib/check-verdict.mjs', import.meta.url).href;
    const { lookedAtNothing, verdictOf } = (await import(path)) as {
      lookedAtNothing: (output: string) => string[];
      verdictOf: (steps: { step: string; isOk: boolean; isBlind: boolean }[]) => string;
    };
    const step = (step: string, isOk = true, isBlind = false) => ({ step, isOk, isBlind });
    expect(verdictOf([step('types'), step('lint')])).toBe('2 passed, 0 failed');
    expect(verdictOf([step('types'), step('lint', false)])).toBe('1 passed, 1 failed');
    expect(verdictOf([step('types'), step('audit', true, true)])).toBe(
      'PASSED WITHOUT A LOOK: audit\n2 passed, 0 failed',
    );
    expect(
      verdictOf([step('workflows', true, true), step('types', false), step('audit', true, true)]),
    ).toBe('PASSED WITHOUT A LOOK: workflows, audit\n2 passed, 1 failed');
    expect(lookedAtNothing('a line\nNOTHING LOOKED AT: no network\n')).toEqual(['no network']);
    expect(lookedAtNothing('note: something else\n')).toEqual([]);
  });
});
