import { describe, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import { answer, chatOf, goTo, settle, SLOW, useHall, type OpenRoom } from '../support/hall.js';

const hall = useHall();
const brief = useHall({ ...SLOW, EMPTY_ROOM_S: '0.2' });
const hasty = useHall({
  ...SLOW,
  EMPTY_ROOM_S: '0.1',
  IDLE_ROOM_S: '0.5',
  PAUSED_ROOM_S: '0.3',
  SEAT_GRACE_S: '0.2',
});

/** Everything that can be told of a room. */
async function makeNoise(room: OpenRoom, word: string): Promise<void> {
  const { host, players, pin } = room;
  const guest = players[1]!;
  await host.do('updateRoomOption', { title: word });
  await host.do('updateScreen', { showChat: true });
  await host.do('muteChat', { muted: false });
  await host.do('lockRoom', { locked: false });
  await guest.do('setPlayerName', { playerName: word });
  await guest.do('chatMessage', { message: word });
  await guest.do('updatePosition', { newPosition: [0.5, 0.5] });
  const late = await hall.join(pin, `${word} late`);
  await late.do('exitRoom', {});
  const dropped = await hall.join(pin, `${word} dropped`);
  dropped.drop();
  await host.wait('updatePresence');
  await host.do('kickRoom', { kickPlayerId: dropped.playerId });
  await goTo(room, 'question');
  await answer(guest, true);
  await goTo(room, 'reveal');
  await host.do('pauseGame', {});
  await host.do('endGame', {});
  await settle(host, players);
}

describe.concurrent('two rooms at once', () => {
  it('R1.1 hear nothing of each other', async () => {
    const [loud, quiet] = [await hall.openRoom({}, 2), await hall.openRoom({}, 2)];
    const screen = await hall.join(quiet.pin, '', { role: 'screen' });
    const listeners = [...quiet.players, screen];
    await settle(quiet.host, listeners);
    const before = listeners.map(({ raw }) => raw.length);
    await makeNoise(loud, 'LOUD');
    await settle(quiet.host, listeners);
    for (const [n, listener] of listeners.entries()) {
      // An acknowledgement goes to the one who asked, a fact to all.
      const since = listener.raw.slice(before[n]).filter((frame) => frame.startsWith('2'));
      expect(since).toHaveLength(1);
      expect(since[0]).toContain('chatMessage');
      expect(listener.raw.join('\n')).not.toContain('LOUD');
    }
  });

  it('R1.1 play the same set in orders of their own, with scores of their own', async () => {
    const rooms = [await hall.openRoom({}, 1), await hall.openRoom({ gameMode: 'SURVIVAL' }, 1)];
    await Promise.all(rooms.map((room) => goTo(room, 'question')));
    for (const { players } of rooms) for (const player of players) await answer(player, true);
    await Promise.all(rooms.map((room) => goTo(room, 'reveal')));
    const scores = rooms.map(({ players }) =>
      players[1]!.last('endQuizTime')!.players.map(({ score }) => score),
    );
    expect(scores).toEqual([
      [500, 500],
      [1, 1],
    ]);
    const [a, b] = rooms.map(({ players }) => new Set(players.map(({ playerId }) => playerId)));
    expect([...a!].some((id) => b!.has(id))).toBe(false);
  });

  it('R2.1 let one person sit in both, under ids that nobody can connect', async () => {
    const [first, second] = [await hall.openRoom(), await hall.openRoom()];
    const here = await hall.join(first.pin, 'Somebody');
    const there = await hall.join(second.pin, 'Somebody', { token: here.token });
    expect(here.playerId).not.toBe(there.playerId);
    await settle(here, [first.host]);
    await settle(there, [second.host]);
    expect(here.all('notice')).toEqual([]);
  });
});

describe.concurrent('the end of a room', () => {
  const isOut = (client: TestClient) => client.until(() => client.events().includes('disconnect'));

  it('R1.6 comes when nobody has been there for a while; spectators are told', async () => {
    const { host, players, pin } = await brief.openRoom({}, 1);
    const screen = await brief.join(pin, '', { role: 'screen' });
    for (const player of players) player.drop();
    await isOut(screen);
    expect(screen.events().slice(-2)).toEqual(['notice', 'disconnect']);
    expect(screen.last('notice')).toEqual({ code: 'ROOM_CLOSED' });
    expect(screen.heard.at(-1)?.payload).toBe('io server disconnect');
    const back = brief.connect({ token: host.token });
    expect(await back.fail('joinRoom', { gameId: pin })).toBe('ROOM_NOT_FOUND');
    const headers = { authorization: `Bearer ${host.token}` };
    const results = await fetch(`${brief.app.url}/api/rooms/${pin}/results`, { headers });
    expect(results.status).toBe(403);
    // The PIN rests, and the identity is free to open another room.
    expect(await back.fail('createRoom', {})).toBe('ok');
    expect(back.last('createRoom')?.gameId).not.toBe(pin);
  });

  it('R1.6 does not come while somebody is there, or comes back in time', async () => {
    const { players, pin, host } = await brief.openRoom({}, 1);
    host.drop();
    await players[1]!.wait('updatePresence');
    const other = await brief.openRoom();
    const screen = await brief.join(other.pin, '', { role: 'screen' });
    other.host.drop();
    await isOut(screen);
    await settle(players[1]!, [players[1]!]);
    const back = brief.comeBack(host, pin);
    await back.wait('phase');
    expect(back.playerId).toBe(host.playerId);
  });

  it('R1.6 comes to an idle lobby, and its players are told for good', async () => {
    const { players, pin } = await hasty.openRoom({}, 2);
    players[2]!.drop();
    await Promise.all([isOut(players[0]!), isOut(players[1]!)]);
    for (const player of players.slice(0, 2)) {
      expect(player.last('notice')).toEqual({ code: 'ROOM_CLOSED' });
      expect(player.heard.at(-1)?.payload).toBe('io server disconnect');
    }
    expect(await hasty.connect().fail('joinRoom', { gameId: pin })).toBe('ROOM_NOT_FOUND');
  });

  it('R1.6 comes to a game that stays paused', async () => {
    const room = await hasty.openRoom({}, 2);
    await goTo(room, 'question');
    await room.host.do('pauseGame', {});
    room.players[2]!.drop();
    await Promise.all([isOut(room.host), isOut(room.players[1]!)]);
    expect(room.host.last('notice')).toEqual({ code: 'ROOM_CLOSED' });
  });

  it('R2.2, R2.4 frees a dropped seat of the lobby after its grace, and tells the others', async () => {
    const { host, players, pin } = await hasty.openRoom({ maxPlayerCount: 2 }, 1);
    const guest = players[1]!;
    guest.drop();
    await host.wait('exitRoom', ({ playerId }) => playerId === guest.playerId);
    const back = hasty.comeBack(guest, pin);
    await back.wait('phase');
    expect(back.playerId).not.toBe(guest.playerId);
    expect(chatOf(back)).toEqual([]);
  });
});
