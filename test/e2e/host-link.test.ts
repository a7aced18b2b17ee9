import { afterEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import { closeFleets, Fleet } from '../faults/fleet.js';
import { settle, SLOW, useHall } from '../support/hall.js';

const hall = useHall();
afterEach(closeFleets);

interface Sending {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

function send(url: string, pin: string, sending: Sending): Promise<Response> {
  const { token, body, headers = {} } = sending;
  return fetch(`${url}/api/rooms/${pin}/host-link`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const codeIn = async (response: Response): Promise<[number, string]> => {
  const { error } = (await response.json()) as { error: { code: string } };
  return [response.status, error.code];
};

/** A browser with an identity of its own. */
async function browser(connect: () => TestClient): Promise<TestClient> {
  const client = connect();
  await client.wait('session');
  return client;
}

async function openCockpit(owner: TestClient, pin: string): Promise<TestClient> {
  const { secret } = await owner.do('createHostLink', {});
  const { token } = await browser(() => hall.connect());
  expect((await send(hall.app.url, pin, { token, body: { secret } })).status).toBe(204);
  const cockpit = hall.connect({ role: 'cockpit', token });
  const answer = await cockpit.do('joinRoom', { gameId: pin });
  expect(answer.cockpit).toEqual({ role: 'linked', playerId: null });
  return cockpit;
}

const isGone = (client: TestClient): Promise<void> =>
  client.until(() => client.events().includes('disconnect'), 'the end');

describe.concurrent('R3.6 the host link', () => {
  it('lets another browser run the room, and leaves roles and links to the owner', async () => {
    const { pin, host, players } = await hall.openRoom({}, 1);
    const cockpit = await openCockpit(host, pin);
    await cockpit.do('muteChat', { muted: true });
    await cockpit.do('startGame', {});
    await cockpit.do('endGame', {});
    const { playerId } = players[1]!;
    for (const [command, payload] of [
      ['setCoHost', { playerId, isCoHost: true }],
      ['handOverHost', { playerId }],
      ['createHostLink', {}],
      ['revokeHostLinks', {}],
      ['allowActingHost', { allowed: false }],
    ] as const)
      expect([command, await cockpit.fail(command, payload)]).toEqual([command, 'NOT_HOST']);
    expect(await cockpit.fail('kickRoom', { kickPlayerId: host.playerId })).toBe('FORBIDDEN');
  });

  it('ends the room for everybody, which a co-host cannot', async () => {
    const { pin, host, players } = await hall.openRoom({}, 1);
    const guest = players[1]!;
    await host.do('setCoHost', { playerId: guest.playerId, isCoHost: true });
    expect(await guest.fail('closeRoom', {})).toBe('NOT_HOST');
    const cockpit = await openCockpit(host, pin);
    cockpit.tell('closeRoom', {});
    for (const client of [host, guest, cockpit]) {
      await isGone(client);
      expect(client.all('notice')).toEqual([{ code: 'ROOM_CLOSED' }]);
    }
    expect(await hall.connect().fail('joinRoom', { gameId: pin })).toBe('ROOM_NOT_FOUND');
  });

  it('is revoked with what came by it, at once and for good', async () => {
    const { pin, host } = await hall.openRoom();
    const cockpit = await openCockpit(host, pin);
    const { secret } = await host.do('createHostLink', {});
    expect(await host.do('revokeHostLinks', {})).toMatchObject({ count: 1 });
    await isGone(cockpit);
    expect(cockpit.all('notice')).toEqual([{ code: 'COCKPIT_ENDED' }]);
    const { token } = cockpit;
    const again = hall.connect({ role: 'cockpit', token });
    expect(await again.fail('joinRoom', { gameId: pin })).toBe('NOT_HOST');
    const refused = await send(hall.app.url, pin, { token, body: { secret } });
    expect(await codeIn(refused)).toEqual([403, 'FORBIDDEN']);
    await settle(host, [host]);
  });

  it('R10.1 refuses who shows no identity or no secret, a foreign page and a wrong PIN', async () => {
    const { pin, host } = await hall.openRoom();
    const { secret } = await host.do('createHostLink', {});
    const { token } = await browser(() => hall.connect());
    const { url } = hall.app;
    const ask = async (sending: Sending, at = pin) => codeIn(await send(url, at, sending));
    const body = { secret };
    expect(await ask({ body })).toEqual([403, 'FORBIDDEN']);
    expect(await ask({ token: 'x', body })).toEqual([403, 'FORBIDDEN']);
    const foreign = { origin: 'https://elsewhere.example' };
    expect(await ask({ token, body, headers: foreign })).toEqual([403, 'FORBIDDEN']);
    // As with a secret that is wrong: nothing tells which PINs there are (R10.4).
    expect(await ask({ token, body }, '000000')).toEqual([403, 'FORBIDDEN']);
    for (const bad of [
      {},
      { secret: 1 },
      { secret: '' },
      { secret: 'x'.repeat(65) },
      [],
      '"x"',
      '{',
    ])
      expect((await ask({ token, body: bad }))[1]).toBe('BAD_REQUEST');
    expect((await send(url, pin, { token, body: 'x'.repeat(2_000) })).status).toBe(413);
    // In the query, where logs would keep it, it is worth nothing.
    const query = `${url}/api/rooms/${pin}/host-link?secret=${secret}`;
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(query, { method: 'POST', headers })).status).toBe(400);
    const cockpit = hall.connect({ role: 'cockpit', token });
    expect(await cockpit.fail('joinRoom', { gameId: pin })).toBe('NOT_HOST');
  });

  it('is told to nobody else, and to nobody twice', async () => {
    const { pin, host, players } = await hall.openRoom({}, 1);
    const cockpit = await openCockpit(host, pin);
    const screen = await hall.join(pin, '', { role: 'screen' });
    const { secret } = await host.do('createHostLink', {});
    const late = await hall.join(pin, 'Late');
    await settle(players[1]!, [host, cockpit, screen, late]);
    const told = [...players.slice(1), cockpit, screen, late].flatMap(({ raw }) => raw);
    expect(told.join('')).not.toContain(secret);
    expect(host.raw.filter((frame) => frame.includes(secret))).toHaveLength(1);
    expect(told.join('')).not.toContain('linkDigest');
  });
});

describe('R3.6 over two processes', () => {
  it('works at any of them, and so does its end; wrong secrets count at all', async () => {
    const fleet = await Fleet.inProcess(2, { ...SLOW, TRUST_PROXY: 'true' });
    const { pin, host } = await fleet.openRoom(0);
    const { secret } = await host.do('createHostLink', {});
    const { token } = await browser(() => fleet.connect(1));
    const { url } = fleet.server(1);
    expect((await send(url, pin, { token, body: { secret } })).status).toBe(204);
    const cockpit = fleet.connect(1, { role: 'cockpit', token });
    await cockpit.do('joinRoom', { gameId: pin });
    await cockpit.do('lockRoom', { locked: true });
    const headers = { 'x-forwarded-for': '198.51.100.9' };
    const wrong = { token, headers, body: { secret: 'wrong' } };
    for (let n = 0; n < 10; n++)
      expect((await send(fleet.server(n % 2).url, pin, wrong)).status).toBe(403);
    for (const n of [0, 1]) {
      expect((await send(fleet.server(n).url, pin, wrong)).status).toBe(429);
      // R16.12: a right one cannot be guessed, so nobody's wrong ones keep it out.
      const right = { token, headers, body: { secret } };
      expect((await send(fleet.server(n).url, pin, right)).status).toBe(204);
    }
    expect(await host.do('revokeHostLinks', {})).toMatchObject({ count: 1 });
    await isGone(cockpit);
  });
});
