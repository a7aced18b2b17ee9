import { describe, expect, it } from 'vitest';
import { IdentityService } from '../../src/server/platform/identity/identity.js';
import { RawClient } from '../support/raw-client.js';
import { answer, goTo, settle, useHall, type OpenRoom } from '../support/hall.js';
import type { TestClient } from '../support/client.js';

const hall = useHall();

/** The last digit of 43 holds four bits only, so that others mean the same bytes. */
function respelled(token: string): string {
  const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  return token.slice(0, -1) + DIGITS[DIGITS.indexOf(token.at(-1)!) ^ 1];
}

/** Every disguise in which what others can see, or a forged token, might pass for an identity. */
function disguises(victim: TestClient): [name: string, token: string][] {
  const [version = '', id = '', signature = ''] = victim.token.split('.');
  const [, otherId = '', otherSignature = ''] = hall.clients
    .find(({ token }) => token !== '' && token !== victim.token)!
    .token.split('.');
  const foreign = new IdentityService('another secret, of another server');
  const flipped = (text: string): string => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
  return [
    ['the playerId', victim.playerId],
    ['the playerId as an identity', `v1.${victim.playerId}.${signature}`],
    ['the playerId signed by another server', foreign.tokenOf(victim.playerId)],
    ['the identity signed by another server', foreign.tokenOf(id)],
    ['the identity without a signature', `v1.${id}`],
    ['the identity with an empty signature', `v1.${id}.`],
    ['the identity with half a signature', `v1.${id}.${signature.slice(0, 20)}`],
    ["the identity with another one's signature", `v1.${id}.${otherSignature}`],
    ["another one's identity with the signature", `v1.${otherId}.${signature}`],
    ['a tampered identity', `${version}.${flipped(id)}.${signature}`],
    ['a tampered signature', `${version}.${id}.${flipped(signature)}`],
    ['the token with more behind it', `${victim.token}.x`],
    ['the token with padding', `${victim.token}=`],
    ['the token in other letters of the same bytes', respelled(victim.token)],
    ['another version', `v2.${id}.${signature}`],
    ['the socket id', victim.socket.id ?? ''],
    ['nothing', ''],
  ];
}

describe.concurrent('who somebody is', () => {
  it('R2.1 takes neither ids that others see nor forged tokens for an identity', async () => {
    const { host, pin } = await hall.openRoom();
    const other = await hall.join(pin, 'Other');
    for (const [name, token] of disguises(host)) {
      for (const shown of [{ auth: { token } }, { extraHeaders: { cookie: `madang=${token}` } }]) {
        const thief = hall.connect(shown.auth ?? {}, {
          extraHeaders: shown.extraHeaders ?? {},
        });
        const { playerId, resumed } = await thief.do('joinRoom', { gameId: pin });
        expect([name, resumed, playerId === host.playerId]).toEqual([name, false, false]);
        expect([name, thief.token === host.token]).toEqual([name, false]);
        expect(await thief.fail('muteChat', { muted: true })).toBe('NOT_HOST');
        thief.close();
      }
    }
    expect([host.all('notice'), other.all('notice')]).toEqual([[], []]);
  });

  it('R2.1 shows nobody an identity, neither their own nor that of others', async () => {
    const { host, pin, players } = await hall.openRoom({}, 2);
    const screen = await hall.join(pin, '', { role: 'screen' });
    await goTo({ host, pin, players }, 'reveal');
    await settle(host, [...players, screen]);
    const everyone = [...players, screen];
    for (const client of everyone)
      for (const other of everyone) {
        const [, id = '', signature = ''] = other.token.split('.');
        const frames = client.raw.filter((frame) => !frame.includes('"session"')).join('');
        expect([frames.includes(id), frames.includes(signature)]).toEqual([false, false]);
      }
  });

  it('R2.1 proves the same identity by token and by cookie', async () => {
    const { host, pin } = await hall.openRoom();
    host.drop();
    const byCookie = hall.connect({}, { extraHeaders: { cookie: `a=b; madang=${host.token}` } });
    expect(await byCookie.do('joinRoom', { gameId: pin })).toMatchObject({
      playerId: host.playerId,
      resumed: true,
    });
    // A page that could read it out of the cookie could take it away.
    expect(byCookie.all('session')).toEqual([]);
  });
});

describe.concurrent('one person on two connections', () => {
  it('R2.3 lets the newest have the seat and tells the older one, which hears no more', async () => {
    const room = await hall.openRoom({}, 2);
    const [host, old, other] = room.players as [TestClient, TestClient, TestClient];
    const fresh = hall.comeBack(old, room.pin);
    await fresh.wait('phase');
    await old.until(() => old.events().includes('disconnect'));
    expect(old.all('notice')).toEqual([{ code: 'SESSION_REPLACED' }]);
    expect(old.heard.at(-1)?.payload).toBe('io server disconnect');
    const before = { events: old.heard.length, frames: old.raw.length };
    await settle(host, [host, fresh, other]);
    expect([old.heard.length, old.raw.length]).toEqual([before.events, before.frames]);
    expect(fresh.playerId).toBe(old.playerId);
    expect(fresh.self).toMatchObject({ playerName: 'Player 1', slot: 1, connected: true });
    expect(other.all('exitRoom')).toEqual([]);
    const gone = other.all('updatePresence').flatMap(({ players }) => players);
    expect(gone.filter(({ connected }) => !connected)).toEqual([]);
  });

  it('R2.3 tells a replaced host too, and the role stays with the person', async () => {
    const room = await hall.openRoom({}, 1);
    await goTo(room, 'question');
    const fresh = hall.comeBack(room.host, room.pin);
    await fresh.wait('startQuizTime');
    await room.host.wait('notice', ({ code }) => code === 'SESSION_REPLACED');
    expect(await fresh.fail('skipPhase', {})).toBe('ok');
    expect(room.players[1]!.all('updateHost')).toEqual([]);
  });

  it('R2.3 voids what a replaced connection still sends, and its end', async () => {
    const room = await hall.openRoom({}, 1);
    const [host, guest] = room.players as [TestClient, TestClient];
    const old = await RawClient.open(hall.app.url, `&game-id=${room.pin}`);
    await old.enter({ wantToken: true });
    await old.wait((frame) => frame.includes('"phase"'));
    const [, { token }] = JSON.parse(
      (await old.wait((frame) => frame.includes('"session"'))).replace(/^42\/game,/, ''),
    ) as [string, { token: string }];
    const fresh = hall.connectByQuery({ 'game-id': room.pin }, { token });
    await fresh.wait('phase');
    await old.wait((frame) => frame === '41/game,');
    old.send('42/game,1["chatMessage",{"message":"from the grave"}]');
    old.send('42/game,2["updatePosition",{"newPosition":[0.125,0.125]}]');
    old.send('42/game,3["setPlayerName",{"playerName":"Grave"}]');
    old.send('42/game,4["exitRoom",{}]');
    await old.closed;
    await settle(fresh, [host, guest, fresh]);
    for (const client of [host, guest, fresh])
      for (const sign of ['from the grave', '0.125', 'Grave', '"exitRoom"', '"connected":false'])
        expect([sign, client.raw.some((frame) => frame.includes(sign))]).toEqual([sign, false]);
  });

  it('R2.4 drops every seat of a transport that entered the game twice at once', async () => {
    const { host, pin } = await hall.openRoom();
    const twice = await RawClient.open(hall.app.url, `&game-id=${pin}`);
    twice.send('40/game,{}');
    twice.send('40/game,{}');
    await twice.wait((frame) => frame.includes('"phase"'));
    await settle(host, [host]);
    const seats = host.all('joinRoom').flatMap(({ players }) => players.map((one) => one.playerId));
    twice.socket.terminate();
    const gone = () => host.all('updatePresence').flatMap(({ players }) => players);
    await host.until(() => gone().length === seats.length - 1);
    expect(gone().map(({ connected }) => connected)).toEqual(gone().map(() => false));
  });

  it('R2.3 keeps one of many connections that come at once', async () => {
    const room = await hall.openRoom({}, 1);
    const [host, guest] = room.players as [TestClient, TestClient];
    guest.drop();
    const tabs = Array.from({ length: 8 }, () => hall.comeBack(guest, room.pin));
    const isOut = (tab: TestClient) => tab.events().includes('disconnect');
    await new Promise<void>((resolve) => {
      let out = 0;
      const count = (): void => void (++out === tabs.length - 1 && resolve());
      for (const tab of tabs) void tab.until(() => isOut(tab)).then(count, () => {});
    });
    const left = tabs.filter((tab) => !isOut(tab));
    expect(left).toHaveLength(1);
    await settle(left[0]!, [host, ...left]);
    for (const tab of tabs.filter(isOut))
      expect(tab.all('notice')).toEqual([{ code: 'SESSION_REPLACED' }]);
    expect(new Set(tabs.flatMap((tab) => tab.playerId || [])).size).toBe(1);
  });
});

describe.concurrent('spectators', () => {
  it('R2.3 seats no spectator and replaces nobody, though it is the host that looks on', async () => {
    const room = await hall.openRoom({}, 1);
    const screen = hall.comeBack(room.host, room.pin, { role: 'screen' });
    await screen.wait('phase');
    expect(screen.all('getSelfId')).toEqual([]);
    expect(screen.last('joinRoom')?.players).toHaveLength(2);
    await settle(room.host, [...room.players, screen]);
    screen.close();
    await settle(room.host, room.players);
    for (const player of room.players) {
      expect(player.all('notice')).toEqual([]);
      expect(player.all('updatePresence')).toEqual([]);
      expect(player.all('exitRoom')).toEqual([]);
    }
    expect(room.host.all('joinRoom').flatMap(({ players }) => players)).toHaveLength(2);
  });

  it('R10.5 takes nine spectators and no more until one has gone, beside the host’s', async () => {
    const { pin, host } = await hall.openRoom();
    const watch = () => hall.connect({ role: 'screen' });
    const screens = Array.from({ length: 12 }, watch);
    const codes = await Promise.all(screens.map((one) => one.fail('joinRoom', { gameId: pin })));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(9);
    expect(codes.filter((code) => code === 'TOO_MANY_SCREENS')).toHaveLength(3);
    const hosts = hall.connect({ role: 'screen', token: host.token });
    expect(await hosts.fail('joinRoom', { gameId: pin })).toBe('ok');
    await settle(
      host,
      screens.filter((_, n) => codes[n] === 'ok'),
    );
    await screens[codes.indexOf('ok')]!.do('exitRoom', {});
    expect(await watch().fail('joinRoom', { gameId: pin })).toBe('ok');
    expect(await watch().fail('joinRoom', { gameId: pin })).toBe('TOO_MANY_SCREENS');
  });

  it('R2.3 gives a spectator the whole running game', async () => {
    const room: OpenRoom = await hall.openRoom({}, 1);
    await goTo(room, 'question');
    await answer(room.host, true);
    const screen = hall.connectByQuery({ 'game-id': room.pin }, { role: 'screen' });
    await screen.wait('startQuizTime');
    expect(screen.last('startQuizTime')).toEqual(room.host.last('startQuizTime'));
    await room.host.do('skipPhase', {});
    expect(await screen.wait('endQuizTime')).toEqual(room.host.last('endQuizTime'));
  });
});
