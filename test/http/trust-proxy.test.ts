import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/server/platform/config/config.js';
import {
  forwardedFor,
  isBelieved,
  parseTrustProxy,
} from '../../src/server/platform/identity/trusted-proxies.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { TestClient } from '../support/client.js';
import { SLOW } from '../support/hall.js';
import { freePorts } from '../support/ports.js';
import { PATIENT } from '../support/patience.js';

const PEER = '10.0.0.1';

function clientOf(trust: string, forwarded?: string, peer: string | null = PEER) {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const request = {
    headers,
    socket: { remoteAddress: peer ?? undefined },
  } as unknown as IncomingMessage;
  const parsed = parseTrustProxy(trust);
  if (parsed === undefined) throw new Error(`not a setting: ${trust}`);
  return forwardedFor(request, parsed);
}

describe('TRUST_PROXY', () => {
  it('tells the address that the outermost proxy of ours saw', () => {
    const told = '198.51.100.9, 203.0.113.5, 10.0.0.2';
    const list = '10.0.0.0/8,::1';
    for (const [trust, forwarded, expected] of [
      ['false', told, PEER],
      ['true', told, '10.0.0.2'],
      ['1', told, '10.0.0.2'],
      ['2', told, '203.0.113.5'],
      ['3', told, '198.51.100.9'],
      ['9', told, '198.51.100.9'],
      [list, told, '203.0.113.5'],
      [list, '10.0.0.3, 10.0.0.2', '10.0.0.3'],
      [list, '203.0.113.5, ::ffff:10.0.0.2', '203.0.113.5'],
      ['192.0.2.1', told, PEER],
      ['true', undefined, PEER],
      ['true', '', PEER],
      ['true', '203.0.113.5:4711', '203.0.113.5'],
      ['true', '[2001:db8::1]:4711', '2001:db8::1'],
      ['true', ' \t2001:db8::1 ', '2001:db8::1'],
      ['true', 'unknown', PEER],
      ['true', '_hidden, ', PEER],
      ['2', 'nonsense, 10.0.0.2', '10.0.0.2'],
      [list, 'nonsense, 10.0.0.2', '10.0.0.2'],
      ['3', '203.0.113.5, nonsense, 10.0.0.2', '10.0.0.2'],
      ['2', '203.0.113.5 10.0.0.2', PEER],
    ] as const)
      expect([trust, forwarded, clientOf(trust, forwarded)]).toEqual([trust, forwarded, expected]);
    // Over a socket file.
    expect(clientOf('10.0.0.0/8', '203.0.113.5', null)).toBe('203.0.113.5');
  });

  it('looks at the last entries of a long header only', () => {
    const many = Array.from({ length: 1_000 }, () => '10.0.0.2').join();
    expect(clientOf('10.0.0.0/8', `203.0.113.5,${many}`)).toBe('10.0.0.2');
  });

  it('believes only proxies of the list', () => {
    const from = (remoteAddress: string): IncomingMessage =>
      ({ headers: {}, socket: { remoteAddress } }) as unknown as IncomingMessage;
    const list = parseTrustProxy('10.0.0.0/8, 2001:db8::/32')!;
    expect(
      ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::7', '11.0.0.1', '2001:db9::7'].map((address) =>
        isBelieved(from(address), list),
      ),
    ).toEqual([true, true, true, false, false]);
    const over = (socket: object): boolean =>
      isBelieved({ headers: {}, socket } as unknown as IncomingMessage, list);
    // A socket file, and connections of strangers that are closed or about to be.
    expect([{}, { destroyed: true }, { localAddress: '10.0.0.9' }].map(over)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is named where it cannot be read', () => {
    for (const wrong of [
      '0',
      '-1',
      '33',
      '1.5',
      'yes',
      '10.0.0.0/33',
      '10.0.0.0/8/8',
      '10.0.0.0/',
      '::1/129',
      '10.0.0',
      '10.0.0.1,',
    ])
      expect(() => readConfig({ SECRET: 'x'.repeat(16), TRUST_PROXY: wrong })).toThrow(
        /TRUST_PROXY: true, false, a number/,
      );
  });
});

describe('behind a balancer and a proxy', () => {
  const dir = mkdtempSync(join(tmpdir(), 'madang-proxies-'));
  let app: TestApp;
  let nginx: ChildProcess;
  let url: string;

  beforeAll(async () => {
    app = await startTestApp({ ...SLOW, HOST_PASSWORD: 'yard 2026', TRUST_PROXY: '2' });
    const port = await freePorts(2);
    const server = (listen: number, to: string): string => `server {
      listen 127.0.0.1:${listen};
      location / {
        proxy_pass ${to};
        proxy_http_version 1.1;
        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
        proxy_set_header Upgrade $http_upgrade;
        proxy_set_header Connection upgrade;
      }
    }`;
    const file = join(dir, 'nginx.conf');
    writeFileSync(
      file,
      `daemon off; pid ${dir}/pid; error_log ${dir}/error.log; events {}
      http {
        access_log off;
        client_body_temp_path ${dir}/body; proxy_temp_path ${dir}/proxy; fastcgi_temp_path ${dir}/f;
        uwsgi_temp_path ${dir}/u; scgi_temp_path ${dir}/s;
        ${server(port, `http://127.0.0.1:${port + 1}`)}
        ${server(port + 1, app.url)}
      }`,
    );
    nginx = spawn('nginx', ['-p', dir, '-c', file], { stdio: 'ignore' });
    url = `http://127.0.0.1:${port}`;
    await vi.waitFor(() => fetch(`${url}/health/live`), PATIENT);
  });
  afterAll(async () => {
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
    await app.close();
    rmSync(dir, { recursive: true });
  });

  it('wrong passwords of a stranger keep nobody else out', async () => {
    const client = (localAddress: string): TestClient =>
      new TestClient(url, { auth: { wantToken: true }, localAddress } as object);
    const [stranger, host] = [client('127.0.0.7'), client('127.0.0.8')];
    const guesses: string[] = [];
    for (let n = 0; n < 8; n++)
      guesses.push(await stranger.fail('createRoom', { hostPassword: `guess ${n}` }));
    expect(guesses.at(-1)).toBe('RATE_LIMITED');
    expect(await host.fail('createRoom', { hostPassword: 'yard 2026' })).toBe('ok');
    stranger.close();
    host.close();
  });
});
