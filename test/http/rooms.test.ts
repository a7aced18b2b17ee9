import { describe, expect, it } from 'vitest';
import type { PublicRoom, ResultsPayload } from '../../src/protocol/index.js';
import { answer, goTo, useHall } from '../support/hall.js';

const hall = useHall();

async function list(): Promise<PublicRoom[]> {
  return (await (await fetch(`${hall.app.url}/api/rooms`)).json()) as PublicRoom[];
}

const isListed = async (pin: string): Promise<boolean> =>
  (await list()).some(({ gameId }) => gameId === pin);

function results(pin: string, token?: string, asCookie = false): Promise<Response> {
  const headers: Record<string, string> = {};
  if (token !== undefined && asCookie) headers['cookie'] = `madang=${token}`;
  else if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  return fetch(`${hall.app.url}/api/rooms/${pin}/results`, { headers });
}

describe.concurrent('GET /api/quiz-sets', () => {
  it('R4.2 lists the sets without a question or an answer', async () => {
    const response = await fetch(`${hall.app.url}/api/quiz-sets`);
    expect(response.headers.get('content-type')).toContain('application/json');
    const text = await response.text();
    expect(JSON.parse(text)).toEqual([
      { id: 'test-set', title: 'Test set', language: 'en', count: 5 },
    ]);
    expect(text).not.toMatch(/Question|right|wrong|answer/);
  });
});

describe.concurrent('GET /api/rooms', () => {
  it('R1.5 lists public rooms in the lobby with title, mode, count and capacity, nothing more', async () => {
    const options = {
      title: '공개',
      gameMode: 'SURVIVAL',
      maxPlayerCount: 7,
      isPublic: true,
    } as const;
    const { pin } = await hall.openRoom(options, 2);
    const room = (await list()).find(({ gameId }) => gameId === pin);
    expect(room).toEqual({
      gameId: pin,
      title: '공개',
      gameMode: 'SURVIVAL',
      playerCount: 3,
      maxPlayerCount: 7,
    });
  });

  it('R1.5 lists a full room with its count, so that pages show it as full', async () => {
    const { pin } = await hall.openRoom({ isPublic: true, maxPlayerCount: 2 }, 1);
    const room = (await list()).find(({ gameId }) => gameId === pin);
    expect(room).toMatchObject({ playerCount: 2, maxPlayerCount: 2 });
    const screen = hall.connect({ role: 'screen' });
    expect(await screen.fail('joinRoom', { gameId: pin })).toBe('ok');
  });

  it('R1.5 lists a room whose host has no seat before anybody has come, and not after the host has gone', async () => {
    const owner = hall.connect();
    const { gameId: pin } = await owner.do('createRoom', { isPublic: true, hostPlays: false });
    const screen = await hall.join(pin, '', { role: 'screen' });
    expect(await isListed(pin)).toBe(true);
    await owner.do('exitRoom', {});
    expect(screen.socket.connected).toBe(true);
    expect(await isListed(pin)).toBe(false);
  });

  it('R1.5 never lists private and locked rooms, nor running games, and lists them again after', async () => {
    const hidden = await hall.openRoom();
    expect(await isListed(hidden.pin)).toBe(false);
    const room = await hall.openRoom({ isPublic: true }, 1);
    const { host, pin } = room;
    expect(await isListed(pin)).toBe(true);
    await host.do('updateRoomOption', { isPublic: false });
    expect(await isListed(pin)).toBe(false);
    await host.do('updateRoomOption', { isPublic: true });
    await host.do('lockRoom', { locked: true });
    expect(await isListed(pin)).toBe(false);
    await host.do('lockRoom', { locked: false });
    expect(await isListed(pin)).toBe(true);
    for (const kind of ['countdown', 'question', 'reveal'] as const) {
      await goTo(room, kind);
      expect(await isListed(pin)).toBe(false);
    }
    await host.do('endGame', {});
    expect(await isListed(pin)).toBe(true);
  });
});

describe.concurrent('GET /api/rooms/:pin/results', () => {
  it('R6.3 shows the results to members after the game, and to nobody before', async () => {
    const room = await hall.openRoom({}, 1);
    const [host, guest] = room.players as [typeof room.host, typeof room.host];
    expect((await results(room.pin, host.token)).status).toBe(409);
    await goTo(room, 'question');
    await answer(guest, true);
    await answer(host, false);
    for (const kind of ['question', 'reveal'] as const) {
      await goTo(room, kind);
      const early = await results(room.pin, host.token);
      expect(early.status).toBe(409);
      expect(await early.json()).toMatchObject({ error: { code: 'WRONG_PHASE' } });
    }
    await host.do('endGame', {});
    for (const asCookie of [false, true]) {
      const body = await (await results(room.pin, guest.token, asCookie)).json();
      expect(body).toEqual(await guest.wait('endGame'));
      expect((body as ResultsPayload).results.map(({ score, rank }) => [score, rank])).toEqual([
        [1000, 1],
        [0, 2],
      ]);
    }
  });

  it('R6.3 refuses strangers, spectators, the kicked and forgers alike, and wrong PINs the same', async () => {
    const room = await hall.openRoom({}, 1);
    const { host, pin } = room;
    const kicked = room.players[1]!;
    const screen = await hall.join(pin, '', { role: 'screen' });
    const stranger = hall.connect();
    await stranger.wait('session');
    await host.do('startGame', {});
    await host.do('endGame', {});
    await host.do('kickRoom', { kickPlayerId: kicked.playerId });
    const tokens = [undefined, '', kicked.token, screen.token, stranger.token, host.playerId];
    tokens.push(`${host.token}x`, `v1.${host.playerId}.x`);
    const bodies = new Set<string>();
    for (const token of tokens)
      for (const at of [pin, '000000', 'abc']) {
        const response = await results(at, token);
        expect(response.status).toBe(403);
        bodies.add(await response.text());
      }
    expect([...bodies]).toEqual([expect.stringContaining('FORBIDDEN')]);
    expect((await results(pin, host.token)).status).toBe(200);
  });
});
