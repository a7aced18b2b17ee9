import { describe, expect, it } from 'vitest';
import type { CommandName } from '../../src/protocol/index.js';
import type { TestClient } from '../support/client.js';
import { answer, chatOf, goTo, settle, SLOW, slowSet, useHall } from '../support/hall.js';

const hall = useHall();
const brief = useHall({ ...SLOW, HOST_GRACE_S: '0.2', SEAT_GRACE_S: '60' }, [slowSet()]);

type Three = [TestClient, TestClient, TestClient];
const PHASES = ['lobby', 'countdown', 'question', 'reveal'] as const;

const LOCK = { locked: true };

describe.concurrent('R3.2 while the host is away', () => {
  it.each(PHASES)(
    'R3.2 who stands in for one who left in the %s, until the owner is back',
    async (kind) => {
      const room = await hall.openRoom({}, 2);
      const [host, next, last] = room.players as Three;
      if (kind !== 'lobby') await goTo(room, kind);
      await host.do('exitRoom', {});
      for (const player of [next, last]) {
        await player.wait('exitRoom', ({ playerId }) => playerId === host.playerId);
        await player.wait('updateHost', ({ hostId }) => hostId === '');
        await player.wait('actingHost', ({ playerId }) => playerId === next.playerId);
      }
      for (const player of [next, last])
        expect(await player.fail('lockRoom', LOCK)).toBe('NOT_HOST');
      const { becameHost } = await host.do('joinRoom', { gameId: room.pin });
      expect([becameHost, host.self?.isHost]).toEqual([true, true]);
      await next.wait('updateHost', ({ hostId }) => hostId === host.playerId);
      await next.wait('actingHost', ({ playerId }) => playerId === '');
      expect(await host.fail('lockRoom', LOCK)).toBe('ok');
    },
  );

  it.each(PHASES)(
    'R3.2 after its grace who stands in for one who dropped in the %s',
    async (kind) => {
      const room = await brief.openRoom({}, 2);
      const [host, next, last] = room.players as Three;
      if (kind !== 'lobby') await goTo(room, kind);
      host.drop();
      await last.wait('actingHost');
      expect(last.all('actingHost')).toEqual([{ playerId: next.playerId }]);
      const late = await brief.join(room.pin, 'Late');
      const acting = late.last('joinRoom')!.players.filter(({ isActing }) => isActing);
      expect(acting.map(({ playerId }) => playerId)).toEqual([next.playerId]);
      const back = brief.comeBack(host, room.pin);
      await back.wait('phase');
      expect(back.self).toMatchObject({ isHost: true, slot: 0, playerName: 'Host' });
      expect(await back.fail('muteChat', { muted: false })).toBe('ok');
      await settle(next, [next, last, back]);
      expect(last.all('actingHost').at(-1)).toEqual({ playerId: '' });
      // The role itself was nobody else's.
      expect([...last.all('updateHost'), ...last.all('exitRoom')]).toEqual([]);
    },
  );

  it('R3.2 who stands in pauses, resumes and ends countdown and reveal, and no more', async () => {
    const room = await brief.openRoom({}, 2);
    const [host, acting, other] = room.players as Three;
    await goTo(room, 'countdown');
    host.drop();
    await acting.wait('actingHost');
    const phase = () => acting.last('phase')!;
    const others: [CommandName, object][] = [
      ['extendTime', {}],
      ['pauseGame', { curtain: true }],
      ['pauseGame', { message: 'Tea', minutes: 5 }],
      ['endGame', {}],
      ['lockRoom', LOCK],
      ['muteChat', { muted: true }],
      ['updateScreen', { showChat: true }],
      ['dismissScreens', {}],
      ['kickRoom', { kickPlayerId: other.playerId }],
      ['renamePlayer', { playerId: other.playerId, playerName: 'New' }],
      ['handOverHost', { playerId: other.playerId }],
      ['setCoHost', { playerId: other.playerId, isCoHost: true }],
      ['allowActingHost', { allowed: true }],
    ];
    for (const [command, payload] of others)
      expect([command, await acting.fail(command, payload)]).toEqual([command, 'NOT_HOST']);
    for (const command of ['pauseGame', 'resumeGame'] as const) {
      expect(await other.fail(command, {})).toBe('NOT_HOST');
      await acting.do(command, {});
    }
    await acting.do('skipPhase', { version: phase().version });
    await acting.wait('phase', ({ kind }) => kind === 'question');
    expect(await acting.fail('skipPhase', {})).toBe('NOT_HOST');
    const { version } = phase();
    const back = brief.comeBack(host, room.pin);
    await back.wait('phase');
    await back.do('skipPhase', { version });
    back.drop();
    await acting.until(() => acting.all('actingHost').length === 3, 'to stand in again');
    expect(phase().kind).toBe('reveal');
    await acting.do('skipPhase', {});
    await acting.wait('phase', ({ index }) => index === 1);
    // The end of a game (R19.4), too, is the host's to cut.
    const ending = brief.comeBack(host, room.pin);
    await ending.wait('phase');
    await ending.do('endGame', {});
    ending.drop();
    await acting.until(() => acting.all('actingHost').length === 5, 'to stand in after the game');
    expect(phase().kind).toBe('lobby');
    for (const command of ['skipPhase', 'nextPhase'] as const)
      expect([command, await acting.fail(command, { version: phase().version })]).toEqual([
        command,
        'NOT_HOST',
      ]);
  });

  it('R3.2 nobody stands in where the owner wants nobody, or a co-host is there', async () => {
    const room = await brief.openRoom({}, 3);
    const [host, first, coHost] = room.players as Three;
    await host.do('setCoHost', { playerId: coHost.playerId, isCoHost: true });
    host.drop();
    // The grace of another room, which began later, is over meanwhile.
    const wait = async (): Promise<void> => {
      const { players } = await brief.openRoom({}, 1);
      players[0]!.drop();
      await players[1]!.wait('actingHost');
    };
    await wait();
    expect(await coHost.fail('lockRoom', LOCK)).toBe('ok');
    coHost.drop();
    await first.wait('actingHost');
    const back = brief.comeBack(host, room.pin);
    await back.wait('phase');
    await back.do('allowActingHost', { allowed: false });
    await first.wait('updateRoomOption', ({ actingHost }) => actingHost === false);
    back.drop();
    await wait();
    expect(first.all('actingHost').map(({ playerId }) => playerId)).toEqual([first.playerId, '']);
    expect(await first.fail('pauseGame', {})).toBe('NOT_HOST');
  });

  it('R3.2 passes over the dropped, and to who is there first when nobody was', async () => {
    const room = await brief.openRoom({}, 2);
    const [host, second, third] = room.players as Three;
    second.drop();
    await third.wait('updatePresence');
    host.drop();
    await third.wait('actingHost', ({ playerId }) => playerId === third.playerId);
    const screen = brief.connectByQuery({ 'game-id': room.pin }, { role: 'screen' });
    await screen.wait('phase');
    await third.do('exitRoom', {});
    await screen.wait('actingHost', ({ playerId }) => playerId === '');
    const back = brief.comeBack(second, room.pin);
    await back.wait('phase');
    await screen.wait('actingHost', ({ playerId }) => playerId === second.playerId);
    expect(await back.fail('lockRoom', LOCK)).toBe('NOT_HOST');
  });

  it('R3.1, R3.2 stays with a host who is back in time and when the game ends', async () => {
    const room = await hall.openRoom({}, 1);
    await goTo(room, 'question');
    room.host.drop();
    await room.players[1]!.wait('updatePresence');
    const back = hall.comeBack(room.host, room.pin);
    await back.wait('startQuizTime');
    await back.do('endGame', {});
    const { hostId } = await room.players[1]!.wait('endGame');
    expect(hostId).toBe(room.host.playerId);
    expect(await back.fail('startGame', {})).toBe('ok');
  });
});

describe.concurrent('R3.3 what a host decides', () => {
  it('R1.2, R20.3 changes options in the lobby, told to everybody and to who comes later', async () => {
    const { host, players, pin } = await hall.openRoom({ title: 'First' }, 2);
    const changed = {
      title: ' Next ',
      gameMode: 'SURVIVAL',
      maxPlayerCount: 3,
      scoring: 'flat',
      crowd: 'blind',
      pacing: 'host',
      questionOrder: 'written',
      choiceOrder: 'written',
      lives: 2,
      revival: true,
      extraTime: true,
      theme: 'night',
      map: 'maze',
      walking: 'checked',
    } as const;
    await host.do('updateRoomOption', changed);
    await host.do('updateRoomQuizset', { quizSetId: 'test-set', quizCount: 2 });
    await host.do('updateScreen', { showChat: true });
    const sound = { sound: 'effects', volume: 3, soundOffsetMs: -120 } as const;
    await host.do('updateScreen', sound);
    const walls = expect.stringMatching(/^[0-9a-f]{1024}$/);
    const options = { ...changed, walls, title: 'Next', isPublic: false, isLocked: false };
    const screen = hall.connectByQuery({ 'game-id': pin }, { role: 'screen' });
    await screen.wait('phase');
    await settle(host, [...players, screen]);
    for (const client of [...players, screen]) {
      expect(client.last('updateRoomOption')).toEqual(options);
      expect(client.last('updateRoomQuizset')).toMatchObject({ quizCount: 2 });
      expect(client.last('updateScreen')).toEqual({ showChat: true, showNames: true, ...sound });
    }
    expect(await host.fail('updateRoomOption', { maxPlayerCount: 2 })).toBe('BAD_REQUEST');
    expect(await hall.connect().fail('joinRoom', { gameId: pin })).toBe('ROOM_FULL');
  });

  it('R1.2 locks the room against newcomers in any phase, not against those who return', async () => {
    const room = await hall.openRoom({}, 1);
    const guest = room.players[1]!;
    for (const kind of ['lobby', 'question'] as const) {
      if (kind === 'question') await goTo(room, kind);
      await room.host.do('lockRoom', { locked: true });
      expect(await hall.connect().fail('joinRoom', { gameId: room.pin })).toBe('ROOM_LOCKED');
      await guest.wait('updateRoomOption', ({ isLocked }) => isLocked);
      guest.drop();
      const back = hall.comeBack(guest, room.pin);
      await back.wait('phase');
      expect(back.playerId).toBe(guest.playerId);
      await room.host.do('lockRoom', { locked: false });
    }
    expect(await hall.connect().fail('joinRoom', { gameId: room.pin })).toBe('ok');
  });

  it('R3.3 mutes the chat for everybody but the host, and for those who come later', async () => {
    const { host, players, pin } = await hall.openRoom({}, 1);
    await host.do('muteChat', { muted: true });
    await players[1]!.wait('muteChat', ({ muted }) => muted);
    expect(await players[1]!.fail('chatMessage', { message: 'no' })).toBe('MUTED');
    const late = await hall.join(pin, 'Late');
    expect(late.last('muteChat')).toEqual({ muted: true });
    expect(await late.fail('chatMessage', { message: 'no' })).toBe('MUTED');
    await host.do('chatMessage', { message: 'quiet please' });
    await host.do('muteChat', { muted: false });
    await players[1]!.do('chatMessage', { message: 'thanks' });
    await late.wait('chatMessage', ({ messages }) => messages.at(-1)?.message === 'thanks');
    expect(chatOf(late).map(({ message }) => message)).toEqual(['quiet please', 'thanks']);
  });

  it('R1.4 numbers a name that only looks like one, however it is set', async () => {
    const room = await hall.openRoom({}, 1);
    const { host, players, pin } = room;
    const guest = players[1]!;
    await host.do('setPlayerName', { playerName: 'Ｔｅａｃｈｅｒ' });
    await guest.wait('setPlayerName', ({ playerName }) => playerName === 'Teacher');
    const late = await hall.join(pin, 'Tea\u200Bcher');
    expect(late.last('joinRoom')?.players.at(-1)?.playerName).toBe('Teacher 2');
    const named = await guest.do('setPlayerName', { playerName: 'Teacher  \uFE0F' });
    expect(named.playerName).toBe('Teacher 3');
    const ask = { playerId: late.playerId, playerName: 'Teacher\u3000３' };
    expect(await host.do('renamePlayer', ask)).toMatchObject({ playerName: 'Teacher 3 2' });
  });

  it('R1.4, R3.3 renames a player, who hears it too, with a number where it is taken', async () => {
    const { host, players } = await hall.openRoom({}, 2);
    const [, first, second] = players as Three;
    const ask = { playerId: first.playerId, playerName: ' Host ' };
    expect(await host.do('renamePlayer', ask)).toMatchObject({ playerName: 'Host 2' });
    for (const one of players)
      await one.wait('setPlayerName', ({ playerName }) => playerName === 'Host 2');
    const generated = await host.do('renamePlayer', { playerId: second.playerId, playerName: '' });
    expect(generated.playerName).not.toBe('');
    await second.wait('setPlayerName', ({ playerName }) => playerName === generated.playerName);
  });
});

describe.concurrent('R9.1 kicking', () => {
  it('R9.1 tells the kicked, disconnects, forgets and bans them, through every door', async () => {
    const room = await hall.openRoom({}, 2);
    const [host, kicked, other] = room.players as Three;
    await goTo(room, 'question');
    await answer(kicked, true);
    await goTo(room, 'reveal');
    await host.do('kickRoom', { kickPlayerId: kicked.playerId });
    await kicked.until(() => kicked.events().includes('disconnect'));
    expect(kicked.events().slice(-2)).toEqual(['kickRoom', 'disconnect']);
    expect(kicked.last('kickRoom')).toEqual({ playerId: kicked.playerId });
    expect(kicked.heard.at(-1)?.payload).toBe('io server disconnect');
    await other.wait('kickRoom', ({ playerId }) => playerId === kicked.playerId);
    expect(other.all('exitRoom')).toEqual([]);

    const again = hall.connect({ token: kicked.token });
    expect(await again.fail('joinRoom', { gameId: room.pin })).toBe('KICKED');
    const byQuery = hall.comeBack(kicked, room.pin);
    await byQuery.until(() => byQuery.events().includes('disconnect'));
    expect(byQuery.last('exception')).toMatchObject({ event: 'connection', code: 'KICKED' });
    expect(await again.fail('createRoom', {})).toBe('ok');

    await host.do('endGame', {});
    const { results } = await other.wait('endGame');
    expect(results.map(({ playerName }) => playerName).toSorted()).toEqual(['Host', 'Player 2']);
    const late = await hall.join(room.pin, 'Late');
    const roster = late.last('joinRoom')!.players.map(({ playerId }) => playerId);
    expect(roster).not.toContain(kicked.playerId);
  });

  it('R9.1 the kicked cannot come back as a spectator either, and nobody kicks themselves', async () => {
    const { pin, host, players } = await hall.openRoom({}, 1);
    const kicked = players[1]!;
    const { token = '' } = await kicked.wait('session');
    await host.do('kickRoom', { kickPlayerId: kicked.playerId });
    const screen = hall.connect({ token, role: 'screen' });
    expect(await screen.fail('joinRoom', { gameId: pin })).toBe('KICKED');
    expect(await host.fail('kickRoom', { kickPlayerId: host.playerId })).toBe('BAD_REQUEST');
  });

  it('R9.1 kicks somebody who is away, too', async () => {
    const { host, players, pin } = await hall.openRoom({}, 1);
    players[1]!.drop();
    await host.wait('updatePresence');
    await host.do('kickRoom', { kickPlayerId: players[1]!.playerId });
    await host.wait('kickRoom');
    const back = hall.connect({ token: players[1]!.token });
    expect(await back.fail('joinRoom', { gameId: pin })).toBe('KICKED');
  });
});
