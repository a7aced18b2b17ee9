import { describe, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import {
  answer,
  goTo,
  Hall,
  settle,
  SLOW,
  slowSet,
  useHall,
  type OpenRoom,
} from '../support/hall.js';
import { TestBank } from '../support/app.js';

// A process plays one rehearsal at a time, so these tests come one after the other.
const hall = useHall();

/** Bots that a client knows to be in the room. */
function botsOf(client: TestClient): Set<string> {
  const bots = new Set<string>();
  for (const { event, payload } of client.heard) {
    if (event === 'joinRoom')
      for (const one of (payload as { players: { playerId: string; isBot?: true }[] }).players)
        if (one.isBot) bots.add(one.playerId);
    if (event === 'exitRoom') bots.delete((payload as { playerId: string }).playerId);
  }
  return bots;
}

const inside = (client: TestClient, count: number) =>
  client.until(() => botsOf(client).size === count, `${count} bots`);

async function rehearse(room: OpenRoom, bots: number): Promise<void> {
  const { bots: count, endTime } = await room.host.do('startRehearsal', { bots });
  expect(count).toBe(bots);
  expect(await room.host.wait('updateRehearsal', (one) => one.endTime === endTime)).toEqual({
    bots,
    endTime,
  });
  await inside(room.host, bots);
}

async function end({ host }: OpenRoom): Promise<void> {
  await host.do('stopRehearsal', {});
  await host.wait('rehearsalEnded');
  await inside(host, 0);
}

describe('a rehearsal', () => {
  it('R12.1, R12.4 lets bots in, who walk, and takes them out again when the host ends it', async () => {
    const room = await hall.openRoom({}, 1);
    const { host, players } = room;
    await rehearse(room, 10);
    const bots = botsOf(host);
    await host.until(() => {
      const moved = host.all('updatePosition').flatMap(({ updates }) => updates);
      return [...bots].every((id) => moved.some(({ playerId }) => playerId === id));
    }, 'all bots to walk');
    expect(await host.do('roomHealth', {})).toMatchObject({ connected: 2, gone: 0 });
    const late = await hall.join(room.pin, 'Late');
    expect(botsOf(late)).toEqual(bots);
    expect(late.last('updateRehearsal')).toMatchObject({ bots: 10 });
    await end(room);
    expect(host.last('updateRehearsal')).toEqual({ bots: 0, endTime: 0 });
    expect(host.last('rehearsalEnded')).toMatchObject({ bots: 10, devices: 0, delayP95Ms: null });
    await settle(host, players);
    expect(players[1]!.events()).not.toContain('rehearsalEnded');
    expect(botsOf(late).size).toBe(0);
    const after = await hall.join(room.pin, 'After');
    expect(after.events()).not.toContain('updateRehearsal');
  });

  it('R12.2 makes way for joiners in a full room, and no bot is ever host', async () => {
    const room = await hall.openRoom({ maxPlayerCount: 5 }, 1);
    const { host, players } = room;
    await rehearse(room, 3);
    const guest = await hall.join(room.pin, 'Guest');
    await inside(host, 2);
    expect(guest.self).toMatchObject({ playerName: 'Guest' });
    expect(botsOf(guest).size).toBe(2);
    await hall.join(room.pin, 'Second');
    await hall.join(room.pin, 'Third');
    await inside(host, 0);
    expect(await hall.connect().fail('joinRoom', { gameId: room.pin })).toBe('ROOM_FULL');
    await end(room);

    const [, next] = players as [TestClient, TestClient];
    const other = await hall.openRoom({ maxPlayerCount: 9 });
    await rehearse(other, 3);
    const [bot] = botsOf(other.host);
    expect(await other.host.fail('handOverHost', { playerId: bot! })).toBe('FORBIDDEN');
    const witness = await hall.join(other.pin, '', { role: 'screen' });
    await other.host.do('exitRoom', {});
    await witness.wait('updateHost', ({ hostId }) => hostId === '');
    await other.host.do('joinRoom', { gameId: other.pin });
    expect(other.host.self?.isHost).toBe(true);
    await end(other);
    expect(next.socket.connected).toBe(true);
  });

  it('R12.1 is refused in a game, to guests, and while another room plays', async () => {
    const room = await hall.openRoom({}, 1);
    const other = await hall.openRoom();
    expect(await room.players[1]!.fail('startRehearsal', { bots: 3 })).toBe('NOT_HOST');
    await goTo(room, 'countdown');
    expect(await room.host.fail('startRehearsal', { bots: 3 })).toBe('WRONG_PHASE');
    expect(await other.host.fail('startRehearsal', { bots: 3 })).toBe('BUSY');
    await room.host.do('endGame', {});
    await rehearse(other, 3);
    expect(await room.host.fail('startRehearsal', { bots: 3 })).toBe('BUSY');
    expect(await other.host.fail('startRehearsal', { bots: 3 })).toBe('BUSY');
    await end(other);
  });

  it('R12.3, R12.4 plays a game with bots, of which nothing is kept', async () => {
    const room = await hall.openRoom({ gameMode: 'RANKING' }, 1);
    const { host, players } = room;
    await rehearse(room, 8);
    await goTo(room, 'question');
    await answer(host, true);
    await goTo(room, 'reveal');
    const { players: marks } = await host.wait('endQuizTime');
    expect(marks).toHaveLength(10);
    await end(room);
    await settle(host, players);
    for (const player of players) {
      expect(player.last('phase')).toMatchObject({ kind: 'lobby' });
      expect(player.events()).not.toContain('endGame');
    }
    const late = await hall.join(room.pin, 'Late');
    const roster = late.last('joinRoom')!.players;
    expect(roster.map(({ score, isBot }) => [score, isBot])).toEqual(
      Array.from({ length: 3 }, () => [0, undefined]),
    );
    // The next game is as any.
    await goTo(room, 'question');
    await host.do('endGame', {});
    expect((await host.wait('endGame')).results).toHaveLength(3);
  });

  it('R1.5 hides its room from the public list', async () => {
    const own = await Hall.start(SLOW, new TestBank([slowSet()]));
    try {
      const room = await own.openRoom({ isPublic: true });
      const listed = async () => {
        const response = await fetch(`${own.app.url}/api/rooms`);
        return ((await response.json()) as unknown[]).length;
      };
      expect(await listed()).toBe(1);
      await rehearse(room, 2);
      expect(await listed()).toBe(0);
      await end(room);
      expect(await listed()).toBe(1);
    } finally {
      await own.close();
    }
  });
});
