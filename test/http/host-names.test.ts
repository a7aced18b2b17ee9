import { request as ask } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HostNames } from '../../src/server/platform/identity/host-names.js';
import { startTestApp, TestBank } from '../support/app.js';
import { SLOW, slowSet } from '../support/hall.js';

describe('names of this server', () => {
  const names = new HostNames(
    {
      publicUrl: 'https://quiz.example.org:8443/',
      allowedOrigins: ['https://school.example'],
      trustProxy: false,
    },
    () => {},
    'Laptop-7.lan.example',
  );
  const isOurs = (host: string | undefined): boolean =>
    names.isOurs({ headers: { host } } as Parameters<typeof names.isOurs>[0]);

  it('R10.8 are addresses, localhost, the own ones, and those of the settings', () => {
    for (const host of [
      '192.168.0.12:3000',
      '[::1]:3000',
      '[fe80::1]',
      'localhost:3000',
      'LOCALHOST',
      'madang.local:3000',
      'laptop-7:3000',
      'laptop-7.lan.example',
      'quiz.example.org',
      'QUIZ.example.org.:3000',
      'school.example',
      undefined,
    ])
      expect([host, isOurs(host)]).toEqual([host, true]);
    for (const host of [
      'evil.test',
      'localhost.evil.test',
      'quiz.example.org.evil.test',
      '192.168.0.12.evil.test',
      'local',
      'a@evil.test',
      '',
      'not a name',
    ])
      expect([host, isOurs(host)]).toEqual([host, false]);
  });
});

describe('a server under a foreign name', () => {
  /** As a page does whose name leads here: everything comes from the same origin. */
  function as(host: string, url: string, path: string, method = 'GET'): Promise<[number, string]> {
    const { port } = new URL(url);
    const upgrade = path.includes('websocket')
      ? {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': Buffer.alloc(16).toString('base64'),
        }
      : {};
    const headers = { host, origin: `http://${host}`, ...upgrade };
    return new Promise((resolve, reject) => {
      const sent = ask({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += String(chunk)));
        response.on('end', () => resolve([response.statusCode ?? 0, text]));
      });
      sent.on('upgrade', (response, socket) => {
        socket.destroy();
        resolve([response.statusCode ?? 0, '']);
      });
      sent.on('error', reject).end();
    });
  }

  it('R10.8 opens no socket, changes nothing and tells no metrics, and says which setting is missing', async () => {
    const app = await startTestApp(SLOW, new TestBank([slowSet()]));
    onTestFinished(() => app.close());
    const foreign = (path: string, method?: string) => as('evil.test', app.url, path, method);
    const own = (path: string, method?: string) => as(new URL(app.url).host, app.url, path, method);
    const sockets = ['websocket', 'polling'].map((one) => `/socket.io/?EIO=4&transport=${one}`);
    for (const path of sockets) {
      const [status, text] = await foreign(path);
      expect(status).toBeGreaterThanOrEqual(400);
      // Of a refused WebSocket no page can read why.
      expect(path.includes('websocket') || text.includes('PUBLIC_URL')).toBe(true);
      expect((await own(path))[0]).toBeLessThan(300);
    }
    for (const [path, method] of [
      ['/api/desk/session', 'DELETE'],
      ['/api/rooms', 'GET'],
      ['/api/info', 'GET'],
    ] as const) {
      const [status, text] = await foreign(path, method);
      expect([status, JSON.parse(text)]).toMatchObject([403, { error: { code: 'UNKNOWN_HOST' } }]);
      expect(text).toContain('PUBLIC_URL');
    }
    expect((await own('/api/info'))[0]).toBe(200);
    expect((await foreign('/metrics'))[0]).toBe(404);
    expect((await own('/metrics'))[0]).toBe(200);
    expect((await foreign('/'))[0]).toBe(200);
    // Told once, and to whoever runs the server.
    expect(app.logs.splice(0)).toEqual([expect.stringContaining('evil.test')]);
  });
});
