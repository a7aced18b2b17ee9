import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Flooder } from '../support/flooder.js';
import { SLOW, useHall, type Hall } from '../support/hall.js';
import { RawClient } from '../support/raw-client.js';
import { usePace } from '../support/pace.js';
import { PATIENT } from '../support/patience.js';

const pace = usePace();

const few = useHall({ ...SLOW, MAX_CONNECTIONS_PER_ADDRESS: '3' });
const proxied = useHall({ ...SLOW, MAX_CONNECTIONS_PER_ADDRESS: '3', TRUST_PROXY: 'true' });
const small = useHall({ ...SLOW, MAX_CONNECTIONS: '4' });
const hall = useHall();

/** A busy machine takes its time. */
const SLOWLY = PATIENT;

/** A bare connection; `localAddress` tells clients of this machine apart. */
async function dial(at: Hall, localAddress: string): Promise<Socket> {
  const { port } = new URL(at.app.url);
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Asks for something on a connection that stays; resolves with the first line of the answer. */
async function ask(socket: Socket, path = '/health/live', headers = ''): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
  const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [unknown];
  return String(answer).split('\r\n')[0] ?? '';
}

/** Resolves when the connection has ended, with or without an error. */
const isEnded = (socket: Socket): Promise<boolean> =>
  new Promise((resolve) => {
    if (socket.closed) resolve(true);
    else socket.once('close', () => resolve(true));
  });

/** Opens a session by long polling and returns its id. */
async function sidOf(socket: Socket): Promise<string> {
  socket.write('GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return /"sid":"([\w-]+)"/.exec(answer.toString())?.[1] ?? '';
}

/** Resolves when the server has read what was sent before. */
async function settled(at: Hall): Promise<void> {
  await fetch(`${at.app.url}/health/live`);
}

describe.concurrent('R10.4 connections of one address', () => {
  it('R10.4 are bounded for WebSockets, but for those who have a seat here', async ({ expect }) => {
    const { pin, host } = await few.openRoom();
    const at = { localAddress: '127.0.0.41' };
    const open = await Promise.all([1, 2, 3].map(() => Flooder.open(few.app.url, at)));
    await expect(Flooder.open(few.app.url, at)).rejects.toThrow('429');
    await expect(RawClient.open(few.app.url, '', at)).rejects.toThrow('429');
    const headers = { cookie: `madang=${host.token}` };
    const seated = await RawClient.open(few.app.url, `&game-id=${pin}`, { ...at, headers });
    await seated.enter();
    // A page is loaded all the same.
    expect(await ask(await dial(few, '127.0.0.41'))).toBe('HTTP/1.1 200 OK');
    await (await Flooder.open(few.app.url, { localAddress: '127.0.0.42' })).end();
    seated.close();
    await seated.closed;
    await open.pop()!.end();
    const oneMore = (): Promise<unknown> => Flooder.open(few.app.url, at).then((one) => one.end());
    await expect.poll(() => oneMore().catch(() => 'refused'), SLOWLY).toBe(undefined);
    for (const one of open) await one.end();
  });

  it('R10.4 are bounded for HTTP, where the oldest that waits gives way', async ({ expect }) => {
    const at = '127.0.0.43';
    const poll = await dial(few, at);
    const sid = await sidOf(poll);
    poll.write(
      `GET /socket.io/?EIO=4&transport=polling&sid=${sid} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    );
    const mute = await dial(few, at);
    const waiting = await dial(few, at);
    expect(await ask(waiting)).toBe('HTTP/1.1 200 OK');
    const first = await dial(few, at);
    expect(await isEnded(mute)).toBe(true);
    expect(await ask(first)).toBe('HTTP/1.1 200 OK');
    const second = await dial(few, at);
    expect(await isEnded(waiting)).toBe(true);
    expect(await ask(second)).toBe('HTTP/1.1 200 OK');
    expect(poll.destroyed).toBe(false);
    for (const socket of [poll, first, second]) socket.destroy();
  });

  it('R10.4 keep nobody out, even where none of them waits', async ({ expect }) => {
    const at = '127.0.0.44';
    const polls = [];
    for (let n = 0; n < 3; n++) {
      const poll = await dial(few, at);
      const sid = await sidOf(poll);
      poll.write(
        `GET /socket.io/?EIO=4&transport=polling&sid=${sid} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      );
      polls.push(poll);
    }
    await settled(few);
    const next = await dial(few, at);
    expect(await isEnded(polls[0]!)).toBe(true);
    expect(await ask(next)).toBe('HTTP/1.1 200 OK');
    for (const socket of [...polls, next]) socket.destroy();
  });

  it('R10.4 are told apart as a trusted proxy tells them', async ({ expect }) => {
    const from = (address: string): string => `X-Forwarded-For: ${address}\r\n`;
    const poll = async (address: string): Promise<Socket> => {
      const socket = await dial(proxied, '127.0.0.1');
      const get = (path: string): boolean =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${from(address)}\r\n`);
      get('/socket.io/?EIO=4&transport=polling');
      const [answer] = (await once(socket, 'data')) as [Buffer];
      const sid = /"sid":"([\w-]+)"/.exec(answer.toString())?.[1];
      // Answered only when there is something to tell.
      get(`/socket.io/?EIO=4&transport=polling&sid=${sid}`);
      return socket;
    };
    const polls = [await poll('203.0.113.1'), await poll('203.0.113.1'), await poll('203.0.113.1')];
    const ask1 = async (): Promise<string> =>
      ask(await dial(proxied, '127.0.0.1'), '/health/live', from('203.0.113.1'));
    await expect.poll(ask1, SLOWLY).toBe('HTTP/1.1 429 Too Many Requests');
    const other = await dial(proxied, '127.0.0.1');
    expect(await ask(other, '/health/live', from('203.0.113.2'))).toBe('HTTP/1.1 200 OK');
    for (const socket of polls) socket.destroy();
    await expect.poll(ask1, SLOWLY).toBe('HTTP/1.1 200 OK');
  });

  it('R10.4 are bounded in all', async ({ expect }) => {
    const sockets = [1, 2, 3, 4].map((n) => dial(small, `127.0.0.5${n}`));
    await Promise.all(sockets);
    expect(await isEnded(await dial(small, '127.0.0.55'))).toBe(true);
    for (const socket of sockets) (await socket).destroy();
    await expect
      .poll(async () => ask(await dial(small, '127.0.0.55')), SLOWLY)
      .toBe('HTTP/1.1 200 OK');
  });
});

describe.concurrent('R10.4 slow and greedy clients', () => {
  it(
    'R10.4 have 10 s for their headers, and 15 s at most for a body',
    { timeout: 30_000 },
    async () => {
      const { pin, host } = await hall.openRoom();
      const [headers, body] = await Promise.all([1, 2].map(() => dial(hall, '127.0.0.1')));
      headers!.write('GET / HTTP/1.1\r\nHost: localhost\r\n');
      body!.write(
        `POST /api/rooms/${pin}/quiz-set HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n` +
          `Authorization: Bearer ${host.token}\r\n\r\n`,
      );
      const drip = setInterval(() => {
        if (headers!.writable) headers!.write('X');
        if (body!.writable) body!.write('x');
      }, 500);
      const from = performance.now();
      const [headersMs, bodyMs] = await Promise.all(
        [headers!, body!].map(async (socket) => {
          await isEnded(socket);
          return performance.now() - from;
        }),
      );
      expect(headersMs).toBeGreaterThan(9_000);
      expect(bodyMs).toBeGreaterThan(4_500);
      expect(bodyMs).toBeLessThan(pace.allow(16_000));
      clearInterval(drip);
    },
  );

  it('R10.4 are refused when the rest of a small body is there, as proxies need it', async () => {
    const socket = await dial(hall, '127.0.0.1');
    const half = Buffer.alloc(50_000);
    const path = '/api/rooms/000000/quiz-set';
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`;
    const answer = once(socket, 'data');
    socket.write(`${head}Content-Length: ${2 * half.length}\r\n\r\n`);
    socket.write(half);
    for (let n = 0; n < 5; n++) await settled(hall);
    expect(socket.bytesRead).toBe(0);
    socket.write(half);
    expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 403 /);
    await isEnded(socket);
  });

  it.each(['/', '/nowhere', '/api/rooms', '/api/rooms/000000/quiz-set'])(
    'R10.4 do not get rid of a body that nobody asked for: %s',
    async (path) => {
      const socket = await dial(hall, '127.0.0.1');
      const size = 64 * 1024 * 1024;
      socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${size}\r\n\r\n`);
      const piece = Buffer.alloc(1024 * 1024);
      const sending = setInterval(() => socket.writable && socket.write(piece), 1);
      await isEnded(socket);
      clearInterval(sending);
      // What is on its way lies in the kernel's buffers.
      expect(socket.bytesWritten - socket.writableLength).toBeLessThan(size / 4);
    },
  );
});
