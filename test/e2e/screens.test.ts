import { describe, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import { chatOf, settle, SLOW, useHall } from '../support/hall.js';

const hall = useHall();
const guarded = useHall({ ...SLOW, HOST_PASSWORD: 'yard 2026' });

const isGone = (client: TestClient): Promise<void> =>
  client.until(() => client.events().includes('disconnect'), 'the end');

describe.concurrent('projectors', () => {
  it('R1.2 are kept out by the lock, but for the host’s own', async () => {
    const { pin, host } = await hall.openRoom();
    await host.do('lockRoom', { locked: true });
    const screen = (token?: string): TestClient =>
      hall.connect({ role: 'screen', ...(token && { token }) });
    expect(await screen().fail('joinRoom', { gameId: pin })).toBe('ROOM_LOCKED');
    expect(await screen(host.token).fail('joinRoom', { gameId: pin })).toBe('ok');
  });

  it('R3.3 are dismissed by the host, but for the host’s own', async () => {
    const { pin, host, players } = await hall.openRoom({}, 1);
    const own = await hall.join(pin, '', { role: 'screen', token: host.token });
    const others = [
      await hall.join(pin, '', { role: 'screen' }),
      await hall.join(pin, '', { role: 'screen', format: 'compact' }),
    ];
    expect(await players[1]!.fail('dismissScreens', {})).toBe('NOT_HOST');
    expect(await host.do('dismissScreens', {})).toEqual({ ok: true, count: 2 });
    await Promise.all(others.map(isGone));
    for (const screen of others)
      expect(screen.all('notice')).toEqual([{ code: 'SCREEN_DISMISSED' }]);
    await settle(host, [own, ...players]);
    expect(await host.do('dismissScreens', {})).toEqual({ ok: true, count: 0 });
  });
});

describe.concurrent('who is kicked', () => {
  it('R9.1 goes with every connection, projectors too', async () => {
    const { pin, host, players } = await hall.openRoom({}, 2);
    const [, rude, calm] = players as [TestClient, TestClient, TestClient];
    const screens = [
      await hall.join(pin, '', { role: 'screen', token: rude.token }),
      await hall.join(pin, '', { role: 'screen', token: rude.token, format: 'compact' }),
    ];
    const other = await hall.join(pin, '', { role: 'screen', token: calm.token });
    await host.do('kickRoom', { kickPlayerId: rude.playerId });
    await Promise.all([rude, ...screens].map(isGone));
    for (const one of [rude, ...screens])
      expect(one.last('kickRoom')).toEqual({ playerId: rude.playerId });
    await settle(host, [host, calm, other]);
    const again = hall.connect({ role: 'screen', token: rude.token });
    expect(await again.fail('joinRoom', { gameId: pin })).toBe('KICKED');
  });

  it('R9.1 takes what they said along, for those who come and for those who come back', async () => {
    const { pin, host, players } = await hall.openRoom({}, 2);
    const [, rude, away] = players as [TestClient, TestClient, TestClient];
    await away.do('chatMessage', { message: 'first' });
    await settle(host, [away]);
    const seen = chatOf(away).at(-1)!.id;
    await rude.do('chatMessage', { message: 'rude' });
    await settle(host, [away]);
    away.drop();
    await host.do('kickRoom', { kickPlayerId: rude.playerId });
    await host.do('chatMessage', { message: 'last' });
    const fresh = await hall.join(pin, 'Fresh');
    await settle(host, [fresh]);
    expect(chatOf(fresh).map(({ message }) => message)).not.toContain('rude');
    const cursor = { lastChatId: seen, lastChatAudience: 'living' } as const;
    const back = hall.comeBack(away, pin, { format: 'compact', ...cursor });
    await back.wait('phase');
    expect(back.all('kickRoom')).toEqual([{ playerId: rude.playerId }]);
    const missed = chatOf(back);
    expect(missed.map(({ message }) => message).slice(0, 3)).toEqual([
      '',
      expect.any(String),
      'last',
    ]);
    expect(missed.map(({ id }) => id)).toEqual(missed.map((_, n) => seen + 1 + n));
  });
});

describe('the host password', () => {
  const secret = { hostPassword: 'yard 2026' };

  it('R10.5 is asked for when a room is opened, and for nothing else', async () => {
    const info = await (await fetch(`${guarded.app.url}/api/info`)).json();
    expect(info).toMatchObject({ hostPassword: true });
    const client = guarded.connect({}, { localAddress: '127.0.0.61' } as object);
    expect(await client.fail('createRoom', {})).toBe('HOST_PASSWORD');
    expect(await client.fail('createRoom', { hostPassword: 'yard' })).toBe('HOST_PASSWORD');
    const { gameId } = await client.do('createRoom', secret);
    expect(await guarded.connect().fail('joinRoom', { gameId })).toBe('ok');
  });

  it('R10.5 comes in the handshake of those who open by the query, never in the query', async () => {
    const query = { 'create-room': 'title=T;hostPassword=yard 2026' };
    const byQuery = guarded.connectByQuery(query);
    expect(await byQuery.wait('exception')).toMatchObject({ code: 'HOST_PASSWORD' });
    const byAuth = guarded.connectByQuery({ 'create-room': 'title=T' }, secret);
    await byAuth.wait('createRoom');
    // Who comes back to a room that is open already needs none.
    const { token = '' } = await byAuth.wait('session');
    byAuth.drop();
    await guarded.connectByQuery({ 'create-room': 'title=T' }, { token }).wait('createRoom');
  });

  it('R16.12 who has opened a room by it before is not kept out by those who guess', async () => {
    const at = { localAddress: '127.0.0.64' } as object;
    const known = guarded.connect({ wantToken: true }, at);
    await known.do('createRoom', secret);
    const { token = '' } = await known.wait('session');
    known.drop();
    for (let n = 0; n < 6; n++)
      await guarded.connect({}, at).fail('createRoom', { hostPassword: `guess ${n}` });
    expect(await guarded.connect({}, at).fail('createRoom', secret)).toBe('RATE_LIMITED');
    expect(await guarded.connect({ token }, at).fail('createRoom', secret)).toBe('ok');
  });

  it('R10.5 may be wrong five times a minute from one address', async () => {
    const at = { localAddress: '127.0.0.62' } as object;
    const codes: string[] = [];
    for (let n = 0; n < 7; n++)
      codes.push(await guarded.connect({}, at).fail('createRoom', { hostPassword: `guess ${n}` }));
    expect(codes).toEqual([...Array(5).fill('HOST_PASSWORD'), 'RATE_LIMITED', 'RATE_LIMITED']);
    expect(await guarded.connect({}, at).fail('createRoom', secret)).toBe('RATE_LIMITED');
    const elsewhere = { localAddress: '127.0.0.63' } as object;
    expect(await guarded.connect({}, elsewhere).fail('createRoom', secret)).toBe('ok');
  });
});
