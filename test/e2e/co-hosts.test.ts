import { describe, expect, it } from 'vitest';
import type { CommandName } from '../../src/protocol/index.js';
import type { TestClient } from '../support/client.js';
import { settle, useHall } from '../support/hall.js';

const hall = useHall();

type Four = [TestClient, TestClient, TestClient, TestClient];

const idsOf = (...clients: TestClient[]): string[] => clients.map(({ playerId }) => playerId);
const isCoHost = async (client: TestClient): Promise<boolean> =>
  (await client.fail('muteChat', { muted: false })) === 'ok';

describe.concurrent('R3.4 co-hosts', () => {
  it('are made by the owner, told to everybody, and run the room', async () => {
    const { pin, players } = await hall.openRoom({}, 3);
    const [owner, co, guest, other] = players as Four;
    for (const player of [co, other])
      await owner.do('setCoHost', { playerId: player.playerId, isCoHost: true });
    for (const client of players)
      await client.wait('updateCoHosts', ({ coHostIds }) => coHostIds.length === 2);
    expect(guest.last('updateCoHosts')).toEqual({ coHostIds: idsOf(co, other) });
    const late = await hall.join(pin, 'Late');
    const { players: rows } = late.last('joinRoom')!;
    const coHosts = rows.filter((one) => one.isCoHost).map(({ playerId }) => playerId);
    expect(coHosts).toEqual(idsOf(co, other));
    expect(late.all('updateHost')).toEqual([]);

    await co.do('updateRoomOption', { title: 'Ours' });
    await co.do('muteChat', { muted: true });
    await co.do('chatMessage', { message: 'quiet please' });
    await co.do('startGame', {});
    for (const command of [
      'pauseGame',
      'resumeGame',
      'extendTime',
      'skipPhase',
      'endGame',
    ] as const)
      await co.do(command, {});
    await co.do('renamePlayer', { playerId: guest.playerId, playerName: 'Guest' });
    await co.do('kickRoom', { kickPlayerId: guest.playerId });
    await guest.until(() => guest.events().includes('disconnect'));
  });

  it('touch no host and no other co-host, and no role', async () => {
    const { players } = await hall.openRoom({}, 3);
    const [owner, co, other, guest] = players as Four;
    for (const player of [co, other])
      await owner.do('setCoHost', { playerId: player.playerId, isCoHost: true });
    for (const one of [owner, other]) {
      expect(await co.fail('kickRoom', { kickPlayerId: one.playerId })).toBe('FORBIDDEN');
      const rename = { playerId: one.playerId, playerName: 'New' };
      expect(await co.fail('renamePlayer', rename)).toBe('FORBIDDEN');
    }
    expect(await co.fail('handOverHost', { playerId: guest.playerId })).toBe('NOT_HOST');
    expect(await co.fail('takeBackHost', {})).toBe('NOT_HOST');
    const make = { playerId: guest.playerId, isCoHost: true };
    expect(await co.fail('setCoHost', make)).toBe('NOT_HOST');
    await owner.do('handOverHost', { playerId: guest.playerId });
    // Roles stay with the owner, and not with whoever is host now.
    expect(await guest.fail('setCoHost', make)).toBe('NOT_HOST');
    expect(await owner.fail('setCoHost', { ...make, playerId: co.playerId })).toBe('ok');
  });

  it('stay that when they come back, and are none at once when the owner says so', async () => {
    const { pin, players } = await hall.openRoom({}, 2);
    const [owner, co, guest] = players as Four;
    const set = (isCoHost: boolean) => owner.do('setCoHost', { playerId: co.playerId, isCoHost });
    await set(true);
    co.drop();
    await guest.wait('updatePresence');
    const back = hall.comeBack(co, pin);
    await back.wait('phase');
    expect([back.self?.isCoHost, await isCoHost(back)]).toEqual([true, true]);
    await set(false);
    await back.wait('updateCoHosts', ({ coHostIds }) => coHostIds.length === 0);
    const before = guest.heard.length;
    const late: [CommandName, object][] = [
      ['lockRoom', { locked: true }],
      ['muteChat', { muted: true }],
      ['startGame', {}],
      ['kickRoom', { kickPlayerId: guest.playerId }],
      ['renamePlayer', { playerId: guest.playerId, playerName: 'New' }],
      ['dismissScreens', {}],
    ];
    for (const [command, payload] of late)
      expect(await back.fail(command, payload)).toBe('NOT_HOST');
    await settle(owner, [guest]);
    expect(new Set(guest.events(before))).toEqual(new Set(['chatMessage']));
  });
});
