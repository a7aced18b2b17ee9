import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FRAMES, type FrameKind } from '../../load-test/hostile/floods.js';
import { upgradeTo, WEBSOCKET_PATH } from '../../load-test/hostile/hostile-socket.js';
import type { HandshakeAuth } from '../../src/protocol/index.js';
import { Cluster, PROCESSES } from '../support/cluster.js';
import type { TestClient } from '../support/client.js';
import { Flooder } from '../support/flooder.js';
import { chatOf, wrongPins } from '../support/hall.js';

/** Enough clients to reach each process some times, as every connection goes to the one that has the fewest. */
const EVERYWHERE = 2 * PROCESSES;
const PER_ADDRESS = 50;
const ROOMS_PER_ADDRESS = 8;
const SECRET = { hostPassword: 'yard 2026' };

let cluster: Cluster;

beforeAll(async () => {
  cluster = await Cluster.create();
  await cluster.mustRun('start', {
    BALANCE: 'least_conn',
    MAX_CONNECTIONS_PER_ADDRESS: String(PER_ADDRESS),
    MAX_ROOMS_PER_ADDRESS: String(ROOMS_PER_ADDRESS),
    HOST_PASSWORD: SECRET.hostPassword,
  });
});
afterAll(() => cluster.close());

/** A client with an address of its own, which nginx tells the processes. */
function from(localAddress: string, auth: HandshakeAuth = {}): TestClient {
  const options = { reconnection: false, auth: { wantToken: true, ...auth }, localAddress };
  return cluster.connect(options);
}

async function openRoom(address: string): Promise<{ host: TestClient; pin: string }> {
  const host = from(address);
  const { gameId } = await host.do('createRoom', { playerName: 'Host', ...SECRET });
  return { host, pin: gameId };
}

interface Asked {
  address: string;
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer;
}

async function ask(path: string, { address, body, ...options }: Asked): Promise<number> {
  const asking = request(cluster.url + path, { localAddress: address, ...options });
  asking.end(body);
  const [answer] = await once(asking, 'response');
  await text(answer);
  return answer.statusCode;
}

describe.concurrent('floods and slow clients in front of nginx', () => {
  it.each(Object.keys(FRAMES) as FrameKind[])(
    'R10.2 who flood are ended, and others are answered meanwhile: %s',
    async (kind) => {
      const { host } = await openRoom('127.1.0.1');
      const flooder = await Flooder.open(cluster.url, { localAddress: '127.1.0.2' });
      flooder.enter();
      const flooding = flooder.flood(kind);
      for (let n = 0; n < 20; n++) expect((await host.do('syncTime', { t0: n })).t0).toBe(n);
      await flooder.closed;
      await flooding;
      expect(await host.fail('syncTime', { t0: 1 })).toBe('ok');
      host.close();
    },
  );

  it.each([
    ['headers', 'GET / HTTP/1.1\r\nHost: a\r\n'],
    ['a body', 'POST /api/rooms/000000/quiz-set HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n'],
  ])('R10.4 have seconds for %s', async (_, beginning) => {
    const socket = connect(cluster.ports.nginx, '127.0.0.1').on('error', () => {});
    socket.write(beginning);
    const beganAt = performance.now();
    socket.resume();
    await once(socket, 'close');
    expect(performance.now() - beganAt).toBeGreaterThan(5_000);
  });
});

describe('hostile clients in front of nginx', () => {
  it.each<[string, string, Record<string, string>, number]>([
    ['a script', '&j=0', {}, 400],
    ['a foreign page', '', { origin: 'https://evil.example' }, 403],
    ['the mark of another site', '', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a page of ours', '', { 'sec-fetch-site': 'same-origin' }, 200],
  ])('R10.1 who poll as %s get what they may', async (_, query, headers, status) => {
    const path = `/socket.io/?EIO=4&transport=polling${query}`;
    expect(await ask(path, { address: '127.2.0.1', headers })).toBe(status);
  });

  it('R10.4 who bring hopeless quiz files are stopped after a few', async () => {
    const { host, pin } = await openRoom('127.3.0.1');
    const body = Buffer.alloc(256 * 1024, Buffer.from([0xb0, 0xa1, 0xff]));
    const headers = { authorization: `Bearer ${host.token}`, 'content-type': 'text/csv' };
    const statuses: number[] = [];
    // Each process admits 20 to a room.
    for (let n = 0; n <= 20 * PROCESSES + 20; n++) {
      const sent = { address: '127.3.0.1', method: 'POST', headers, body };
      statuses.push(await ask(`/api/rooms/${pin}/quiz-set`, sent));
    }
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
    expect(await host.fail('syncTime', { t0: 1 })).toBe('ok');
  });

  it('R10.4 who guess PINs over HTTP lock out their address everywhere, but nobody who is known', async () => {
    const hall = '127.4.0.1';
    const { host, pin } = await openRoom(hall);
    const { pin: foreign } = await openRoom('127.4.1.1');
    const guest = from('127.4.2.1');
    await guest.do('joinRoom', { gameId: pin });
    const guesser = from(hall);
    const { token } = await guesser.wait('session');
    const guess = { address: hall, headers: { authorization: `Bearer ${token}` } };
    for (const wrong of wrongPins(70)) await ask(`/api/rooms/${wrong}/results`, guess);
    for (let n = 0; n < EVERYWHERE; n++) {
      expect(await from(hall).fail('joinRoom', { gameId: foreign })).toBe('TOO_MANY_PINS');
      expect(await from(hall).fail('joinRoom', { gameId: pin })).toBe('ok');
      for (const one of [host, guest])
        expect(
          await from(hall, { token: one.token }).do('joinRoom', { gameId: pin }),
        ).toMatchObject({ resumed: true });
    }
  });

  it('R10.5 who watch leave a place to the host, whom the lock lets in', async () => {
    const { host, pin } = await openRoom('127.5.0.1');
    const screen = (auth: HandshakeAuth = {}) => from('127.5.1.1', { role: 'screen', ...auth });
    for (let n = 0; n < 9; n++) await screen().do('joinRoom', { gameId: pin });
    for (let n = 0; n < EVERYWHERE; n++)
      expect(await screen().fail('joinRoom', { gameId: pin })).toBe('TOO_MANY_SCREENS');
    await host.do('lockRoom', { locked: true });
    const own = screen({ token: host.token });
    expect(await own.fail('joinRoom', { gameId: pin })).toBe('ok');
    expect(await host.do('dismissScreens', {})).toEqual({ ok: true, count: 9 });
    expect(await screen().fail('joinRoom', { gameId: pin })).toBe('ROOM_LOCKED');
  });

  it('R10.2 who talk too much do not talk more on new connections', async () => {
    const { host, pin } = await openRoom('127.6.0.1');
    const first = from('127.6.0.2');
    await first.do('joinRoom', { gameId: pin });
    for (let visit = 0; visit < 2 * EVERYWHERE; visit++) {
      const again = from('127.6.0.2', { token: first.token });
      await again.do('joinRoom', { gameId: pin });
      for (let n = 0; n < 10; n++) again.tell('chatMessage', { message: `${visit} ${n}` });
      await again.do('syncTime', { t0: visit });
    }
    await host.do('chatMessage', { message: 'enough' });
    await host.until(() => chatOf(host).at(-1)?.message === 'enough', 'the last message');
    // Each process counts for itself: ten at once, and two a second.
    expect(chatOf(host).length - 1).toBeLessThan(10 * PROCESSES + 20);
  });

  it('R1.4 who take a name that looks like another get one that does not', async () => {
    const { host, pin } = await openRoom('127.7.0.1');
    const names = () =>
      host
        .all('joinRoom')
        .flatMap(({ players }) => players.map(({ playerName }) => playerName))
        .filter((name) => name !== 'Host');
    for (const playerName of ['Teacher', 'Tea\u200bcher', 'Ｔｅａｃｈｅｒ'])
      await from('127.7.0.2').do('joinRoom', { gameId: pin, playerName });
    await host.until(() => names().length === 3, 'three names');
    expect(names()).toEqual(['Teacher', 'Teacher 2', 'Teacher 3']);
  });

  it('R10.5 who open many rooms keep only their own address from opening more', async () => {
    const crowd = '127.10.0.1';
    for (let n = 0; n < ROOMS_PER_ADDRESS; n++) (await openRoom(crowd)).host.close();
    for (let n = 0; n < EVERYWHERE; n++)
      expect(await from(crowd).fail('createRoom', SECRET)).toBe('TOO_MANY_ROOMS');
    (await openRoom('127.10.0.2')).host.close();
  });

  it('R10.5 who guess the host password are refused after a few', async () => {
    const codes: string[] = [];
    for (let n = 0; n < 7; n++)
      codes.push(await from('127.11.0.1').fail('createRoom', { hostPassword: `guess ${n}` }));
    expect(codes).toEqual([
      ...Array<string>(5).fill('HOST_PASSWORD'),
      'RATE_LIMITED',
      'RATE_LIMITED',
    ]);
    expect(await from('127.11.0.2').fail('createRoom', SECRET)).toBe('ok');
  });

  it('R10.1 who change a token are nobody', async () => {
    const { host, pin } = await openRoom('127.12.0.1');
    for (const token of [`${host.token}=`, `${host.token} `, host.token.slice(0, -1)]) {
      const client = from('127.12.0.1', { token });
      const answer = await client.do('joinRoom', { gameId: pin });
      expect(answer).toMatchObject({ resumed: false });
    }
  });

  it('R10.4 who hold many connections are refused more of them', async () => {
    const at = { localAddress: '127.8.0.1' };
    // Each process counts the connections that it holds.
    const open: Flooder[] = [];
    await expect(
      (async () => {
        for (;;) open.push(await Flooder.open(cluster.url, at));
      })(),
    ).rejects.toThrow('429');
    expect(open.length).toBeGreaterThanOrEqual(PER_ADDRESS);
    expect(open.length).toBeLessThanOrEqual(PROCESSES * PER_ADDRESS);
    await (await Flooder.open(cluster.url, { localAddress: '127.8.0.2' })).end();
    const pids = cluster.pids();
    for (let n = 0; n < 50; n++) {
      const socket = connect({ port: cluster.ports.nginx, host: '127.0.0.1', ...at });
      socket.on('error', () => {});
      socket.write(upgradeTo(new URL(cluster.url), WEBSOCKET_PATH));
      await new Promise(setImmediate);
      socket.resetAndDestroy();
    }
    for (const one of open) await one.end();
    await (await Flooder.open(cluster.url, { localAddress: '127.8.0.3' })).end();
    expect(cluster.pids()).toEqual(pids);
  });

  it('R9.1 who are kicked lose every connection, wherever it is', async () => {
    const { host, pin } = await openRoom('127.9.0.1');
    const rude = from('127.9.0.2');
    await rude.do('joinRoom', { gameId: pin });
    const screens = Array.from({ length: EVERYWHERE }, () =>
      from('127.9.0.2', { role: 'screen', token: rude.token }),
    );
    for (const screen of screens) await screen.do('joinRoom', { gameId: pin });
    await host.do('kickRoom', { kickPlayerId: rude.playerId });
    await Promise.all(
      [rude, ...screens].map((one) => one.until(() => one.events().includes('disconnect'))),
    );
    expect(await from('127.9.0.3', { token: rude.token }).fail('joinRoom', { gameId: pin })).toBe(
      'KICKED',
    );
  });
});
