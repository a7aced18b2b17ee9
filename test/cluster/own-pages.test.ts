import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as plainRequest, type IncomingHttpHeaders } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { certificate } from '../support/certificate.js';
import { ownNginx } from '../support/own-nginx.js';
import { freePorts } from '../support/ports.js';

let dir: string;
let settings: { CLUSTER_PORT: number; TLS_PORT: number };

/** nginx alone, as the cluster runs it, before processes that are not there. */
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'madang-'));
  const [TLS_CERT, TLS_KEY] = [join(dir, 'cert.pem'), join(dir, 'key.pem')];
  writeFileSync(TLS_CERT, certificate.cert);
  writeFileSync(TLS_KEY, certificate.key, { mode: 0o600 });
  const [CLUSTER_PORT, TLS_PORT] = [await freePorts(), await freePorts()];
  const tls = { TLS_PORT, TLS_CERT, TLS_KEY };
  const rest = { dir, PORT: 3000, PROCESSES: 2, BALANCE: 'ip_hash', CLUSTER_PLAYERS: 100 };
  settings = { CLUSTER_PORT, TRUSTED_PROXIES: [], ...tls, ...rest } as never;
  await ownNginx.startNginx(settings);
});

afterAll(async () => {
  await ownNginx.stopNginx({ dir });
  rmSync(dir, { recursive: true });
});

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

function ask(scheme: 'http' | 'https', path: string, bytes = 0): Promise<Answer> {
  const isTls = scheme === 'https';
  const { CLUSTER_PORT, TLS_PORT } = settings;
  const options = {
    host: '127.0.0.1',
    port: isTls ? TLS_PORT : CLUSTER_PORT,
    path,
    method: bytes > 0 ? 'POST' : 'GET',
    agent: false,
    ca: certificate.cert,
  } as const;
  return new Promise((resolve, reject) => {
    const call = (isTls ? tlsRequest : plainRequest)(options, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      const { statusCode: status = 0, headers } = response;
      response.on('end', () => resolve({ status, headers, body }));
    });
    call.on('error', reject).end(Buffer.alloc(bytes));
  });
}

/** What comes back for bytes that are no request. */
function askRaw(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(settings.CLUSTER_PORT, '127.0.0.1', () => socket.write(bytes));
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    socket.on('error', reject).on('close', () => resolve(answer));
  });
}

const SECURITY = [
  ['content-security-policy', /^default-src 'none'; .*frame-ancestors 'self'$/],
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /^same-origin$/],
  ['permissions-policy', /camera=\(\)/],
  ['cache-control', /^no-store$/],
] as const;

describe('R10.1 what nginx answers itself', () => {
  it.each([
    ['http', '/join/123456', 502, '잠시만', 'One moment'],
    ['https', '/', 502, '잠시만', 'One moment'],
    ['http', '/own-pages/away.html', 404, '들어올 수 없어요', 'does not lead'],
  ] as const)('is a page in both languages: %s %s', async (scheme, path, status, ko, en) => {
    const answer = await ask(scheme, path);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain(ko);
    expect(answer.body).toContain(en);
  });

  it.each([
    ['/api/rooms', 0, 502, 'STORE_AWAY'],
    ['/assets/index.js', 0, 502, undefined],
    ['/metrics', 0, 404, 'NOT_FOUND'],
    ['/api/rooms/123456/quiz-set', 2_000_000, 413, 'BAD_QUIZ_FILE'],
  ])('is JSON where the program would answer JSON: %s', async (path, bytes, status, code) => {
    const answer = await ask('http', path, bytes);
    expect(answer.status).toBe(status);
    if (code === undefined) return;
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(answer.body)).toEqual({ error: { code, message: expect.any(String) } });
  });

  it('has the headers of the program, and over TLS the one that keeps browsers there', async () => {
    for (const [scheme, path] of [
      ['http', '/'],
      ['https', '/api/rooms'],
      ['https', '/metrics'],
    ] as const) {
      const { headers } = await ask(scheme, path);
      for (const [name, value] of SECURITY) expect(headers[name]).toMatch(value);
      const hsts = scheme === 'https' ? 'max-age=15552000' : undefined;
      expect(headers['strict-transport-security']).toBe(hsts);
      expect(headers['server']).toBe('nginx');
    }
  });

  it.each([
    'GET / HTTP/1.1\r\nHost: a b\r\n\r\n',
    'NONSENSE\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(40_000)}\r\n\r\n`,
    `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  ])('has them for what is no request, too: %.30j', async (bytes) => {
    const answer = await askRaw(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 (400|414) /);
    expect(answer).toContain('X-Content-Type-Options: nosniff');
    expect(answer).toContain('does not lead anywhere');
  });

  it('has them for plain HTTP at the port for TLS', async () => {
    const { TLS_PORT, CLUSTER_PORT } = settings;
    settings = { ...settings, CLUSTER_PORT: TLS_PORT };
    const { status, headers } = await ask('http', '/');
    settings = { ...settings, CLUSTER_PORT };
    expect(status).toBe(400);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});
