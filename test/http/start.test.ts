import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { operatorKey } from '../../src/server/desk/accounts/operator-key.js';
import { hasStartPage } from '../../src/server/http/start/start-door.js';
import { StartTickets, startTicket } from '../../src/server/http/start/start-ticket.js';
import type { HttpError, StartState, StopAnswer } from '../../src/protocol/index.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { TestClient } from '../support/client.js';
import { TestRedis } from '../support/redis.js';

const SECRET = 'a secret of 23 characters';
const KEY = operatorKey(SECRET);
/** It is this machine's, but no network card has it: who comes by it is another device. */
const ELSEWHERE = '127.0.0.5';

interface Sent {
  path?: string;
  body?: object;
  headers?: Record<string, string>;
  from?: string;
}

interface Got {
  status: number;
  body: unknown;
  cookie: string;
}

function send(
  { port }: Pick<TestApp, 'port'>,
  method: 'GET' | 'POST',
  { path = '', body, headers = {}, from = '127.0.0.1' }: Sent = {},
): Promise<Got> {
  const own = { origin: `http://127.0.0.1:${port}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        port,
        host: '127.0.0.1',
        localAddress: from,
        method,
        path: path.startsWith('//') ? path.slice(1) : `/api/start${path}`,
        agent: false,
        headers: { accept: 'application/json', ...own, ...headers },
      },
      (response) => {
        const cookie = (response.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]);
        void json(response)
          .catch(() => undefined)
          .then((answer) =>
            resolve({ status: response.statusCode ?? 0, body: answer, cookie: cookie.join('; ') }),
          );
      },
    );
    asking.once('error', reject);
    asking.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const codeOf = ({ body }: Got): string => (body as HttpError).error.code;

async function signedIn(app: TestApp): Promise<{ cookie: string }> {
  const { status, cookie } = await send(app, 'POST', { path: '/session', body: { key: KEY } });
  expect(status).toBe(204);
  return { cookie };
}

const stateFor = async (app: TestApp, headers: { cookie: string }): Promise<StartState> =>
  (await send(app, 'GET', { headers })).body as StartState;

describe('R26.1 the start page', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await startTestApp({ SECRET })));
  afterAll(() => app.close());

  const page = (sent: Sent = {}) => send(app, 'GET', { path: '//start', ...sent });

  it('is for the machine itself, and is not there for anybody else', async () => {
    expect((await page()).status).toBe(200);
    const strangers: Sent[] = [
      { from: ELSEWHERE },
      { headers: { 'x-forwarded-for': '127.0.0.1' } },
      { headers: { forwarded: 'for=127.0.0.1' } },
      { headers: { host: 'evil.example' } },
    ];
    const headers = await signedIn(app);
    for (const stranger of strangers) {
      expect((await page(stranger)).status).toBe(404);
      const all = { ...stranger, headers: { ...headers, ...stranger.headers } };
      // The name is refused before anything else by all of the API.
      const status = stranger.headers?.['host'] === undefined ? 404 : 403;
      expect((await send(app, 'GET', all)).status).toBe(status);
      const session = { ...stranger, path: '/session', body: { key: KEY } };
      expect((await send(app, 'POST', session)).status).toBe(status);
    }
    expect(app.logs.splice(0).join()).toContain('evil.example');
  });

  it('tells and does nothing for who has not shown the key', async () => {
    for (const sent of [
      {},
      { headers: { cookie: 'madang-start=wrong' } },
      { headers: { cookie: `madang-start=${KEY}` } },
    ])
      expect(codeOf(await send(app, 'GET', sent))).toBe('NOT_SIGNED_IN');
    for (const path of ['/stop', '/address', '/desk'])
      expect(codeOf(await send(app, 'POST', { path, body: {} }))).toBe('NOT_SIGNED_IN');
    const wrong = { path: '/session', body: { key: 'wrong' } };
    expect(codeOf(await send(app, 'POST', wrong))).toBe('FORBIDDEN');
    expect((await send(app, 'POST', wrong)).cookie).toBe('');
  });

  it('takes nothing from a page of others', async () => {
    const headers = { ...(await signedIn(app)), origin: 'http://127.0.0.1:1' };
    for (const path of ['/stop', '/address', '/session']) {
      const body = { isConfirmed: true, key: KEY, base: 'x' };
      expect(codeOf(await send(app, 'POST', { path, body, headers }))).toBe('FORBIDDEN');
    }
  });

  it('says what there is, where the database is away, too', async () => {
    const state = await stateFor(app, await signedIn(app));
    expect(state).toEqual({
      version: '1.2.3',
      port: app.port,
      takenPort: null,
      // HOST lets nobody else in.
      base: null,
      isReached: expect.any(Boolean),
      choices: [],
      baseBefore: null,
      inUse: { rooms: 0, people: 0, hasGame: false },
      roomsGoOn: true,
    });
  });

  it('tells that the sets are away, and stays', async () => {
    const headers = await signedIn(app);
    expect(codeOf(await send(app, 'POST', { path: '/desk', body: {}, headers }))).toBe(
      'DATABASE_AWAY',
    );
  });

  it('stops at once where nobody is, and asks where a game is played', async () => {
    const own = await startTestApp({ SECRET });
    const headers = await signedIn(own);
    const host = TestClient.withToken(own.url);
    await host.do('createRoom', {});
    await host.do('startGame', {});
    const stop = async (isConfirmed: boolean): Promise<StopAnswer> =>
      (await send(own, 'POST', { path: '/stop', body: { isConfirmed }, headers }))
        .body as StopAnswer;
    const inUse = { rooms: 1, people: 1, hasGame: true };
    let isAsked = false;
    void own.stopAsked.then(() => (isAsked = true));
    expect(await stop(false)).toEqual({ isStopping: false, inUse });
    expect(isAsked).toBe(false);
    expect(await stop(true)).toEqual({ isStopping: true, inUse });
    await own.stopAsked;
    host.close();
    await own.close();

    const empty = await startTestApp({ SECRET });
    const answer = await send(empty, 'POST', {
      path: '/stop',
      body: { isConfirmed: false },
      headers: await signedIn(empty),
    });
    expect(answer.body).toMatchObject({ isStopping: true });
    await empty.stopAsked;
    await empty.close();
  });
});

describe('R26.1 behind a proxy, at a socket and with Redis', () => {
  it('is not there', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'madang-'));
    const redis = await TestRedis.start();
    onTestFinished(async () => {
      await redis.stop();
      rmSync(dir, { recursive: true });
    });
    const without: Record<string, string>[] = [
      { TRUST_PROXY: 'true' },
      { SOCKET_DIR: dir, TRUST_PROXY: 'true' },
      { REDIS_URL: redis.url },
    ];
    for (const env of without) {
      const app = await startTestApp({ SECRET, ...env });
      expect(app.startPath).toBeUndefined();
      expect((await send(app, 'GET', { path: '//start' })).status).toBe(404);
      const session = { path: '/session', body: { key: KEY } };
      expect((await send(app, 'POST', session)).status).toBe(404);
      await app.close();
    }
    const alone = { REDIS_URL: undefined, SOCKET_DIR: undefined, TRUST_PROXY: false } as const;
    expect(hasStartPage(alone)).toBe(true);
    expect(hasStartPage({ ...alone, REDIS_URL: 'redis://127.0.0.1' })).toBe(false);
    expect(hasStartPage({ ...alone, SOCKET_DIR: dir })).toBe(false);
  });
});

describe('R26.2 a ticket', () => {
  const ticketOf = (path: string): string => path.split('=')[1] ?? '';

  it('lets in one browser, once', async () => {
    const app = await startTestApp({ SECRET });
    const ticket = ticketOf(app.startPath!());
    expect(ticket).not.toContain(KEY);
    const session = { path: '/session', body: { ticket } };
    const { status, cookie } = await send(app, 'POST', session);
    expect(status).toBe(204);
    expect(await stateFor(app, { cookie })).toMatchObject({ port: app.port });
    expect(codeOf(await send(app, 'POST', session))).toBe('FORBIDDEN');
    await app.close();
  });

  it('is of one process, for two minutes', () => {
    let now = 1_000_000;
    const tickets = new StartTickets(SECRET, 'one', () => now);
    const late = startTicket(SECRET, 'one', now);
    expect(tickets.use(startTicket(SECRET, 'another', now))).toBe(false);
    expect(tickets.use(startTicket('another secret', 'one', now))).toBe(false);
    expect(tickets.use(startTicket(SECRET, 'one', now + 1))).toBe(false);
    for (const bad of ['', '.', 'x.y', `${now + 5}.`, `${now + 5}.x`, 'Infinity.x', 'NaN.x'])
      expect(tickets.use(bad)).toBe(false);
    now += 120_000;
    expect(tickets.use(late)).toBe(false);
    now -= 1;
    expect(tickets.use(late)).toBe(true);
    expect(tickets.use(late)).toBe(false);
  });
});

describe('R26.3 whether a phone gets in', () => {
  it('is told by the first request of another device', async () => {
    const app = await startTestApp({ SECRET, PUBLIC_URL: 'http://quiz.local' });
    const headers = await signedIn(app);
    await fetch(app.url);
    const before = await stateFor(app, headers);
    expect(before).toMatchObject({ base: 'http://quiz.local', isReached: false, choices: [] });
    expect((await send(app, 'GET', { path: '//', from: ELSEWHERE })).status).toBe(200);
    expect(await stateFor(app, headers)).toMatchObject({ isReached: true });
    await app.close();
  });

  it('is told of each address by itself, and the address is chosen for all links', async () => {
    const app = await startTestApp({ SECRET, HOST: '0.0.0.0' });
    onTestFinished(() => app.close());
    const headers = await signedIn(app);
    const { base, choices } = await stateFor(app, headers);
    // A machine without a network has none to choose from.
    for (const choice of choices) {
      const body = { base: choice.base };
      const chosen = await send(app, 'POST', { path: '/address', body, headers });
      expect(chosen.body).toMatchObject({ base: choice.base, isReached: false });
      const info = (await (await fetch(`${app.url}/api/info`)).json()) as { joinBase: string };
      expect(info.joinBase).toBe(choice.base);
    }
    expect(base === null).toBe(choices.length === 0);
    const foreign = { path: '/address', body: { base: 'http://evil.example' }, headers };
    expect(codeOf(await send(app, 'POST', foreign))).toBe('BAD_REQUEST');
    // By the loopback address, which is none of them.
    await send(app, 'GET', { path: '//', from: ELSEWHERE });
    const after = await stateFor(app, headers);
    expect(after.choices.every(({ isReached }) => !isReached)).toBe(true);
  });
});
