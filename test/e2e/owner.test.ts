import { describe, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import { goTo, settle, SLOW, slowSet, useHall } from '../support/hall.js';

const hall = useHall();
const brief = useHall({ ...SLOW, HOST_GRACE_S: '0.2' }, [slowSet()]);

type Three = [TestClient, TestClient, TestClient];
const PHASES = ['lobby', 'countdown', 'question', 'reveal'] as const;

const isHost = async (client: TestClient): Promise<boolean> =>
  (await client.fail('muteChat', { muted: false })) === 'ok';

describe.concurrent('R3.2 a role that was handed over', () => {
  it.each(PHASES)('in the %s stays away until the owner takes it back', async (kind) => {
    const room = await hall.openRoom({}, 2);
    const [owner, next, last] = room.players as Three;
    if (kind !== 'lobby') await goTo(room, kind);
    await owner.do('handOverHost', { playerId: next.playerId });
    await last.wait('updateHost', ({ hostId }) => hostId === next.playerId);
    expect([await isHost(owner), await isHost(next)]).toEqual([false, true]);
    expect(await owner.fail('handOverHost', { playerId: last.playerId })).toBe('NOT_HOST');

    // Neither a lost connection nor leaving brings it back.
    owner.drop();
    await last.wait('updatePresence');
    const back = hall.comeBack(owner, room.pin);
    await back.wait('phase');
    expect([await isHost(back), back.self]).toMatchObject([false, { isOwner: true }]);
    await back.do('exitRoom', {});
    const answer = await back.do('joinRoom', { gameId: room.pin });
    expect([await isHost(back), answer.becameHost]).toEqual([false, false]);

    await back.do('takeBackHost', {});
    await last.wait('updateHost', ({ hostId }) => hostId === answer.playerId);
    expect([await isHost(back), await isHost(next)]).toEqual([true, false]);
    expect(await back.fail('takeBackHost', {})).toBe('ok');
  });

  it('is given on by who has it, and the owner cannot be kicked', async () => {
    const room = await hall.openRoom({}, 2);
    const [owner, next, last] = room.players as Three;
    await owner.do('handOverHost', { playerId: next.playerId });
    expect(await next.fail('kickRoom', { kickPlayerId: owner.playerId })).toBe('FORBIDDEN');
    expect(await next.fail('takeBackHost', {})).toBe('NOT_HOST');
    await next.do('handOverHost', { playerId: last.playerId });
    expect([await isHost(next), await isHost(last)]).toEqual([false, true]);
    await last.do('kickRoom', { kickPlayerId: next.playerId });
    await settle(last, [owner]);
    expect(owner.events()).not.toContain('disconnect');
    await owner.do('takeBackHost', {});
    expect(await isHost(owner)).toBe(true);
  });

  it('goes to nobody who is away, unknown, or host already', async () => {
    const room = await hall.openRoom({}, 2);
    const [owner, gone] = room.players as Three;
    gone.drop();
    await owner.wait('updatePresence');
    expect(await owner.fail('handOverHost', { playerId: gone.playerId })).toBe('WRONG_PHASE');
    expect(await owner.fail('handOverHost', { playerId: owner.playerId })).toBe('BAD_REQUEST');
    expect(await isHost(owner)).toBe(true);
  });

  it('comes to the owner, and not to who came first, when its holder goes', async () => {
    const room = await brief.openRoom({}, 2);
    const [owner, next, last] = room.players as Three;
    await owner.do('handOverHost', { playerId: last.playerId });
    await owner.do('exitRoom', {});
    await owner.do('joinRoom', { gameId: room.pin });
    last.drop();
    await next.wait('updateHost', ({ hostId }) => hostId === owner.playerId);
    expect(await isHost(owner)).toBe(true);
  });
});

describe.concurrent('R3.1 the owner', () => {
  it('is told to everybody with the roster, and its identity to nobody', async () => {
    const room = await hall.openRoom({}, 1);
    const [owner, guest] = room.players as Three;
    const late = await hall.join(room.pin, 'Late');
    for (const client of [owner, guest, late]) {
      const rows = client.all('joinRoom').flatMap(({ players }) => players);
      const owners = rows.filter(({ isOwner }) => isOwner).map(({ playerId }) => playerId);
      expect(new Set(owners)).toEqual(new Set([owner.playerId]));
    }
    const [, identity = 'none'] = owner.token.split('.');
    expect([...guest.raw, ...late.raw].join('')).not.toContain(identity);
  });

  it('comes back to the room by the query that opened it, whoever is host meanwhile', async () => {
    const query = { 'create-room': 'title=Mine' };
    const owner = hall.connectByQuery(query);
    const { gameId } = await owner.wait('createRoom');
    const guest = await hall.join(gameId, 'Guest');
    await owner.do('handOverHost', { playerId: guest.playerId });
    owner.drop();
    await guest.wait('updatePresence');
    const back = hall.connectByQuery(query, { token: owner.token });
    expect(await back.wait('createRoom')).toEqual({ gameId });
    await back.wait('phase');
    expect(back.playerId).toBe(owner.playerId);
    expect(await isHost(back)).toBe(false);
    await back.do('takeBackHost', {});
    expect(await isHost(back)).toBe(true);
  });
});
