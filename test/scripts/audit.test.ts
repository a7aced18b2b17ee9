import { once } from 'node:events';
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

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
function audit(url: string): Promise<[code: number, said: string]> {
  return new Promise((resolve) => {
    const env = { ...process.env, npm_config_registry: url, npm_config_proxy: '' };
    execFile(process.execPath, ['scripts/audit.mjs'], { cwd: ROOT, env }, (error, said) =>
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

  it('says that nobody answered, and passes, without a network', async () => {
    const [code, said] = await audit('http://127.0.0.1:9');
    expect(code).toBe(0);
    expect(said).toContain('no registry has answered');
  });
});
