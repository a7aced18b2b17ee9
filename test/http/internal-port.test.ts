import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ProcessStatus } from '../../src/server/http/health/process-status.js';
import { readConfig } from '../../src/server/platform/config/config.js';
import { runBuilt } from '../support/child.js';
import { Hall, SLOW, useHall } from '../support/hall.js';
import { withoutPlaces } from '../../src/server/http/health/warnings.js';
import { freePorts, holdPort } from '../support/ports.js';

const hall = useHall({ INTERNAL_PORT: '0', TRUST_PROXY: 'true' });
const plain = useHall();

const internalUrl = ({ app }: Hall): string => `http://127.0.0.1:${app.internalPort}`;

async function statusAt(url: string): Promise<ProcessStatus> {
  const answer = await fetch(`${url}/status.json`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as ProcessStatus;
}

describe('INTERNAL_PORT', () => {
  it('tells figures and health to whoever reaches it', async () => {
    const url = internalUrl(hall);
    const headers = { 'x-forwarded-for': '192.0.2.1', host: 'madang.monitoring.svc' };
    const texts: string[] = [];
    for (const path of ['/metrics', '/status.json', '/health/live', '/health/ready']) {
      const answer = await fetch(url + path, { headers });
      expect([path, answer.status]).toEqual([path, 200]);
      texts.push(await answer.text());
    }
    expect(texts[0]).toContain('madang_rooms 0');
    expect(JSON.parse(texts[3]!)).toMatchObject({ status: 'ok' });
  });

  it('has nothing of the game', async () => {
    const url = internalUrl(hall);
    const paths = ['/', '/start', '/api/info', '/api/desk/session', '/join/123456', '/robots.txt'];
    for (const path of [
      ...paths,
      '/socket.io/?EIO=4&transport=polling',
      '//health/live',
      '/x/metrics',
    ])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 404]);
    expect((await fetch(`${url}/api/desk/session`, { method: 'POST', body: '{}' })).status).toBe(
      404,
    );
  });

  it('leaves health at PORT, and no figures', async () => {
    const { url } = hall.app;
    for (const path of ['/health/live', '/health/ready', '/api/info'])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
    for (const path of ['/metrics', '/METRICS/', '/%6detrics', '/status.json', '/STATUS.json?x']) {
      const answer = await fetch(url + path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.text()).not.toMatch(/madang_|moreHalls/);
    }
  });

  it('can be so far above PORT, as each of several processes has its own', async () => {
    const port = await freePorts(8);
    const own = await Hall.start({ PORT: String(port), INTERNAL_PORT: '+7' });
    onTestFinished(() => own.close());
    expect(own.app.internalPort).toBe(port + 7);
    expect((await statusAt(internalUrl(own))).rooms).toBe(0);
  });

  it('still answers while players are sent away', async () => {
    const own = await Hall.start({ INTERNAL_PORT: '0' });
    const url = internalUrl(own);
    // Each is sent away at a moment of its own, within 10 ms for each of them.
    const clients = Array.from({ length: 60 }, () => own.connect());
    await Promise.all(clients.map((client) => client.wait('session')));
    expect((await statusAt(url)).isDraining).toBe(false);
    const ended = own.app.close();
    expect(await statusAt(url)).toMatchObject({ isDraining: true, moreHalls: 0 });
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    await ended;
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    for (const client of own.clients) client.close();
  });

  it('is named where it cannot be', () => {
    const read = (INTERNAL_PORT: string, PORT = '3000') =>
      readConfig({ SECRET: 'x'.repeat(16), PORT, INTERNAL_PORT });
    for (const wrong of [
      '3000',
      '+0',
      '65536',
      '+65536',
      '+62536',
      '-1',
      '9100.5',
      'nine',
      '+',
      '++1',
    ])
      expect(() => read(wrong)).toThrow(/^bad settings\n {2}INTERNAL_PORT: /);
    expect(read('3001').INTERNAL_PORT).toEqual({ port: 3001 });
    expect(read('+62535').INTERNAL_PORT).toEqual({ above: 62_535 });
    expect(read('0', '0').INTERNAL_PORT).toEqual({ port: 0 });
  });

  it('ends the start with code 2 where it is PORT, and with 1 where it is taken', async () => {
    const held = await holdPort(await freePorts());
    onTestFinished(held.release);
    const taken = String(held.port);
    const env = { HOST: '127.0.0.1', ROOMS: 'memory', SECRET: 'x'.repeat(16) };
    const same = runBuilt('server/main.js', [], { ...env, PORT: taken, INTERNAL_PORT: taken });
    expect(await same.ended).toBe(2);
    expect(same.output()).toContain('INTERNAL_PORT: has to be another one than PORT');
    const second = runBuilt('server/main.js', [], { ...env, PORT: '0', INTERNAL_PORT: taken });
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/could not start: INTERNAL_PORT: .*EADDRINUSE/);
    expect(second.output()).not.toContain('set PORT');
  });
});

describe('R10.8 names at the internal port', () => {
  const own = useHall({ INTERNAL_PORT: '0', ALLOWED_ORIGINS: 'https://figures.example.org' });

  function as(host: string, path: string): Promise<number> {
    const options = { host: '127.0.0.1', port: own.app.internalPort, path, headers: { host } };
    return new Promise((resolve, reject) => {
      request(options, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });
  }

  it('R10.8 tells figures under a name of ours, or of the network of its containers', async () => {
    const port = own.app.internalPort;
    const names = ['127.0.0.1', 'localhost', `192.0.2.7:${port}`, 'figures.example.org'];
    for (const host of [...names, 'madang', `madang_1:${port}`])
      for (const path of ['/metrics', '/status.json', '/health/ready'])
        expect([host, path, await as(host, path)]).toEqual([host, path, 200]);
    for (const host of ['evil.test', `evil.test:${port}`, 'x@evil.test', 'madang.evil.test']) {
      for (const path of ['/metrics', '/status.json'])
        expect([host, path, await as(host, path)]).toEqual([host, path, 404]);
      // A probe learns nothing that it should not.
      for (const path of ['/health/live', '/health/ready'])
        expect([host, path, await as(host, path)]).toEqual([host, path, 200]);
    }
    expect(own.app.logs.splice(0).join('')).toContain('evil.test');
  });
});

describe('warnings', () => {
  it('tell the fault, and not its place', () => {
    const file =
      "rooms cannot be written down: EACCES: permission denied, open '/home/an na/rooms/alive'";
    expect(withoutPlaces(file)).toBe(
      'rooms cannot be written down: EACCES: permission denied, open …',
    );
    for (const [warning, told] of [
      ['cannot read /var/lib/madang/db, so nothing is kept', 'cannot read …, so nothing is kept'],
      ["ENOENT: no such file, open 'C:\\Users\\Anna Kim\\rooms'", 'ENOENT: no such file, open …'],
      ['(\\\\server\\share\\rooms)', '(…)'],
      ['2 of 10 rooms, and/or more: read-only', '2 of 10 rooms, and/or more: read-only'],
    ] as const)
      expect(withoutPlaces(warning)).toBe(told);
  });

  it('name files at the internal port only', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'madang-'));
    // No folder can be made below a file.
    writeFileSync(join(dataDir, 'rooms'), '');
    const own = await Hall.start({ ...SLOW, INTERNAL_PORT: '0', ROOMS: 'kept', DATA_DIR: dataDir });
    onTestFinished(async () => {
      own.app.logs.splice(0);
      await own.close();
      rmSync(dataDir, { recursive: true });
    });
    await own.openRoom();
    const warningsAt = async (url: string): Promise<string> => {
      const { warnings } = (await (await fetch(`${url}/health/ready`)).json()) as ProcessStatus;
      return warnings.join();
    };
    await expect.poll(() => warningsAt(own.app.url)).toContain('rooms cannot be written down');
    expect(await warningsAt(own.app.url)).not.toContain(dataDir);
    expect(await warningsAt(internalUrl(own))).toContain(dataDir);
    expect((await statusAt(internalUrl(own))).warnings.join()).toContain(dataDir);
  });
});

describe('GET /status.json', () => {
  it('tells how the process is', async () => {
    await plain.openRoom({}, 2);
    await expect.poll(async () => (await statusAt(plain.app.url)).connections).toBe(3);
    const status = await statusAt(plain.app.url);
    expect(status).toMatchObject({ version: '1.2.3', isDraining: false, rooms: 1, players: 3 });
    expect(status).toMatchObject({ store: 'memory', isAway: false, warnings: [], openRooms: 1 });
    expect(status.core).toBeGreaterThan(0);
    expect(status.memoryMB).toBeGreaterThan(20);
    expect(status.loopP99Ms).toBeGreaterThanOrEqual(0);
    for (const whole of [status.schema, status.wire, status.upS, status.moreHalls])
      expect(Number.isInteger(whole)).toBe(true);
  });

  it('is for those who may read /metrics', async () => {
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      const headers = { [name]: '127.0.0.1' };
      expect((await fetch(`${plain.app.url}/status.json`, { headers })).status).toBe(404);
    }
  });
});
