import { describe, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import { settle, useHall } from '../support/hall.js';

const hall = useHall();

async function byList(names: string[]) {
  const room = await hall.openRoom();
  await room.host.do('updateNameList', { names });
  await room.host.do('updateModeration', { names: 'list' });
  return room;
}

const joining = (pin: string, playerName: string, client = hall.connect()): Promise<string> =>
  client.fail('joinRoom', { gameId: pin, playerName });

describe.concurrent('R1.7 names by a list', () => {
  it('R1.7 lets in by the names of the list, which nobody is ever sent', async () => {
    const { host, pin } = await byList(['김민지', 'Anna Lee', 'Secret Name']);
    const anna = await hall.join(pin, 'anna lee');
    expect(anna.self?.playerName).toBe('Anna Lee');
    expect(await joining(pin, 'Bob')).toBe('NAME_NOT_ON_LIST');
    expect(await hall.connect().fail('joinRoom', { gameId: pin })).toBe('NAME_NOT_ON_LIST');
    expect(await joining(pin, 'ANNA LEE')).toBe('NAME_TAKEN');
    expect(await anna.fail('setPlayerName', { playerName: '김민지' })).toBe('NAMES_FIXED');
    const screen = await hall.join(pin, '', { role: 'screen' });
    const compact = await hall.join(pin, '김민지', { format: 'compact' });
    expect(compact.self?.playerName).toBe('김민지');
    await settle(host, [host, anna, screen, compact]);
    for (const one of [host, anna, screen, compact]) {
      expect(one.last('updateModeration')).toMatchObject({ names: 'list' });
      expect(one.raw.join()).not.toContain('Secret');
    }
    // Who has a seat comes back to it without a name, and the host calls people what they are called.
    anna.drop();
    const back = hall.comeBack(anna, pin);
    await back.wait('phase');
    expect(back.self?.playerName).toBe('Anna Lee');
    expect(
      await host.do('renamePlayer', { playerId: back.playerId, playerName: 'Ann' }),
    ).toMatchObject({ playerName: 'Ann' });
  });

  it('R10.6 counts a list whole or not at all', async () => {
    const { host, pin } = await byList(['Anna', 'Bea']);
    for (const bad of ['', ' ', 'a\u202Eb', 'x'.repeat(33), '\uFDFA'.repeat(11)]) {
      const names = ['Carl', 'Dora', bad, 'Emil'];
      expect(await host.ask('updateNameList', { names })).toMatchObject({
        ok: false,
        error: { code: 'BAD_REQUEST', message: expect.stringMatching(/^names\.2: a name must be/) },
      });
      const entries = names.map((playerName) => ({ playerName, team: 0 }));
      expect(await host.ask('updateTeamList', { entries })).toMatchObject({
        error: { code: 'BAD_REQUEST', message: expect.stringMatching(/^entries\.2: /) },
      });
    }
    expect(await joining(pin, 'Carl')).toBe('NAME_NOT_ON_LIST');
    expect(await joining(pin, 'Anna')).toBe('ok');
    const listed = { names: [' Ｃａｒｌ ', 'Dora'], more: true };
    expect(await host.do('updateNameList', listed)).toMatchObject({ count: 4, merged: 0 });
    expect((await hall.join(pin, 'carl')).self?.playerName).toBe('Carl');
  });

  it('R10.6 a room takes 40 lists at once and then one a second, of whoever runs it', async () => {
    const { host, players } = await hall.openRoom({}, 1);
    const coHost = players[1]!;
    await host.do('setCoHost', { playerId: coHost.playerId, isCoHost: true });
    const codes: string[] = [];
    const began = performance.now();
    // Fewer than a connection may send at once.
    for (let n = 0; n < 50; n++)
      codes.push(await [host, coHost][n % 2]!.fail('updateTeams', { names: ['A', `B${n}`] }));
    const most = 40 + Math.ceil((performance.now() - began) / 1_000);
    const passed = codes.filter((code) => code === 'ok').length;
    expect(new Set(codes)).toEqual(new Set(['ok', 'RATE_LIMITED']));
    expect(passed).toBeGreaterThanOrEqual(40);
    expect(passed).toBeLessThanOrEqual(most);
    // Another room has its own.
    const { host: other } = await hall.openRoom();
    expect(await other.fail('updateNameList', { names: ['Ann'] })).toBe('ok');
  });

  it('R1.7 limits wrong tries, behind which a right name does not get in either', async () => {
    const { pin } = await byList(['Right']);
    const client = hall.connect();
    const codes: string[] = [];
    for (let n = 0; n < 11; n++) codes.push(await joining(pin, `Wrong ${n}`, client));
    expect(codes.slice(0, 10)).toEqual(Array(10).fill('NAME_NOT_ON_LIST'));
    expect(codes[10]).toBe('RATE_LIMITED');
    expect(await joining(pin, 'Right', client)).toBe('RATE_LIMITED');
    // Nobody else of the hall is kept out by that.
    expect(await joining(pin, 'Right')).toBe('ok');
  });

  it('R1.7 lets the host free a name whose player is away, without a ban', async () => {
    const { host, pin } = await byList(['Anna', 'Bea']);
    const first = await hall.join(pin, 'Anna');
    const { playerId } = first;
    expect(await host.fail('freeSeat', { playerId })).toBe('WRONG_PHASE');
    first.drop();
    await host.wait('updatePresence', ({ players }) => players.some(({ connected }) => !connected));
    await host.do('freeSeat', { playerId });
    expect(await host.wait('exitRoom')).toEqual({ playerId });
    expect(await joining(pin, 'Anna')).toBe('ok');
    const again: TestClient = hall.connect({ token: first.token });
    expect(await joining(pin, 'Bea', again)).toBe('ok');
  });
});

describe.concurrent('R1.7 generated names', () => {
  it('R1.7 are what everybody but the host has', async () => {
    const { host, pin, players } = await hall.openRoom({}, 1);
    await host.do('updateModeration', { names: 'generated' });
    const guest = await hall.join(pin, 'Mine');
    expect(guest.self?.playerName).toMatch(/^\p{L}+ \p{L}+$/u);
    expect(guest.self?.playerName).not.toContain('Mine');
    for (const one of [guest, players[1]!])
      expect(await one.fail('setPlayerName', { playerName: 'Mine' })).toBe('NAMES_FIXED');
    await host.do('setPlayerName', { playerName: 'Teacher' });
    await host.do('updateModeration', { names: 'free' });
    expect(await guest.do('setPlayerName', { playerName: 'Mine' })).toMatchObject({
      playerName: 'Mine',
    });
  });
});

describe.concurrent('R1.10 names of who runs the game', () => {
  it('R1.10 are refused to players at the door and later, however they are written, and to nobody who runs the room', async () => {
    const { host, pin, players } = await hall.openRoom({}, 1);
    const [, guest] = players;
    for (const name of [
      'Host',
      'ｈｏｓｔ 2',
      'HOST',
      '★ 진행자 ★',
      '진행자',
      'Нost',
      'quiz master',
    ]) {
      expect(await joining(pin, name)).toBe('NAME_RESERVED');
      expect(await guest!.fail('setPlayerName', { playerName: name })).toBe('NAME_RESERVED');
    }
    expect(guest!.self?.playerName).toBe('Player 1');
    // Whoever was refused may come by another name, on the same connection.
    const again = hall.connect();
    expect(await joining(pin, 'Host', again)).toBe('NAME_RESERVED');
    expect(await joining(pin, 'Hostess', again)).toBe('ok');
    await host.do('setPlayerName', { playerName: '진행자' });
    await host.do('setCoHost', { playerId: guest!.playerId, isCoHost: true });
    await guest!.do('setPlayerName', { playerName: 'Co-host' });
    await host.wait('setPlayerName', ({ playerName }) => playerName === 'Co-host');
    expect(
      await host.do('renamePlayer', { playerId: again.playerId, playerName: 'Moderator' }),
    ).toMatchObject({ playerName: 'Moderator' });
  });

  it('R1.10 are in a list of names what the host says', async () => {
    const { pin } = await byList(['Operator', 'Anna']);
    expect((await hall.join(pin, 'operator')).self?.playerName).toBe('Operator');
  });

  it('R1.10 no name has a crown', async () => {
    const { pin } = await hall.openRoom();
    expect((await hall.join(pin, '👑 Ann')).self?.playerName).toBe('Ann');
  });
});
