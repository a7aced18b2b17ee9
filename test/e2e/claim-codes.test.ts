import { afterEach, describe, expect, it } from 'vitest';
import { closeFleets, Fleet } from '../faults/fleet.js';
import type { TestClient } from '../support/client.js';
import { answer, goTo, SLOW, slowSet, useHall } from '../support/hall.js';

const hall = useHall(SLOW, [slowSet(2)]);

afterEach(closeFleets);

const bytesOf = (client: TestClient): string => client.raw.join('\n');

describe.concurrent('R6.14 claim codes', () => {
  it('are told to those on the podium, and all of them to the hosts, in both formats', async () => {
    const room = await hall.openRoom({ scoring: 'flat' }, 3);
    const { pin, host, players } = room;
    const [, right, wrong] = players as [TestClient, TestClient, TestClient];
    const compact = await hall.join(pin, 'Compact', { format: 'compact' });
    const screen = await hall.join(pin, '', { role: 'screen', token: host.token });
    const cockpit = await hall.join(pin, '', {
      role: 'cockpit',
      token: host.token,
      format: 'compact',
    });
    await host.do('updateRoomQuizset', { quizSetId: 'test-set', quizCount: 1 });
    // Two are first, and everybody else is third.
    await goTo({ pin, host, players: [...players, compact] }, 'question');
    for (const client of players) await answer(client, client === right);
    await answer(compact, true);
    await host.do('skipPhase', {});
    await wrong.wait('endQuizTime');
    await host.do('correctQuestion', {
      version: host.last('phase')!.version,
      question: 0,
      isVoid: false,
      rights: null,
    });
    await host.do('endGame', {});
    const { code } = await right.wait('claimCode');
    expect(code).toMatch(/^\w{4}$/);
    const other = await compact.wait('claimCode');
    expect(other.code).not.toBe(code);
    const { codes } = await host.wait('claimCodes');
    expect(codes.find(({ playerId }) => playerId === right.playerId)).toEqual({
      playerId: right.playerId,
      code,
    });
    expect(await cockpit.wait('claimCodes')).toEqual({ codes });
    expect(codes.map((one) => one.playerId)).toContain(compact.playerId);
    await screen.wait('endGame');
    expect(bytesOf(screen)).not.toMatch(/claimCode/);
    // A player hears one code, which is the own.
    for (const client of [right, compact]) {
      expect(client.all('claimCode')).toHaveLength(1);
      expect(client.all('claimCodes')).toEqual([]);
      for (const { playerId, code: theirs } of codes)
        expect(bytesOf(client).includes(`"${theirs}"`)).toBe(playerId === client.playerId);
    }

    // Who comes back, and who becomes co-host, hears it again.
    const back = hall.comeBack(right, pin);
    expect(await back.wait('claimCode')).toEqual({ code });
    await host.do('setCoHost', { playerId: wrong.playerId, isCoHost: true });
    expect(await wrong.wait('claimCodes')).toEqual({ codes });
    // The next game ends them.
    await host.do('startGame', {});
    await back.wait('startGame');
    const late = await hall.join(pin, '', { role: 'cockpit', token: host.token });
    await late.wait('phase');
    expect(bytesOf(late)).not.toMatch(/claimCode/);
  });

  it('are nobody’s where nobody has scored', async () => {
    const room = await hall.openRoom({}, 1);
    await goTo(room, 'question');
    await room.host.do('endGame', {});
    for (const client of room.players) {
      await client.wait('endGame');
      await client.do('syncTime', { t0: 0 });
      expect(bytesOf(client)).not.toMatch(/claimCode/);
    }
  });
});

describe('R6.14 over two processes', () => {
  it('are the same wherever one asks', async () => {
    const fleet = await Fleet.inProcess(2, SLOW, [slowSet(2)]);
    const host = fleet.connect(0);
    const { gameId } = await host.do('createRoom', { hostPlays: false });
    const guest = await fleet.join(1, gameId, 'Guest');
    await host.do('updateRoomQuizset', { quizSetId: 'test-set', quizCount: 1 });
    await host.do('startGame', {});
    await host.do('skipPhase', {});
    await guest.wait('startQuizTime');
    await answer(guest, true);
    await host.do('skipPhase', {});
    await host.wait('endQuizTime');
    await host.do('endGame', {});
    const { code } = await guest.wait('claimCode');
    const codes = [{ playerId: guest.playerId, code }];
    expect(await host.wait('claimCodes')).toEqual({ codes });
    const other = fleet.connect(1, { role: 'cockpit', token: host.token });
    await other.do('joinRoom', { gameId });
    expect(await other.wait('claimCodes')).toEqual({ codes });
  });
});
