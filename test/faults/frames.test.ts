import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testSet } from '../support/app.js';
import type { TestClient } from '../support/client.js';
import { chatOf, settle, SLOW } from '../support/hall.js';
import { closeFleets, Fleet, report } from './fleet.js';

const PROCESSES = 4;
/** Long, so that much happens between two flushes and each flush can be told from the next. */
const FLUSH_MS = 400;
const ROUNDS = 3;

let fleet: Awaited<ReturnType<typeof Fleet.inProcess>>;
beforeAll(async () => {
  const env = { ...SLOW, FLUSH_INTERVAL_MS: `${FLUSH_MS}`, SHARE_LEAD_MS: '100' };
  fleet = await Fleet.inProcess(PROCESSES, env, [testSet(5, 2, 60)]);
});
afterAll(closeFleets);

const KINDS = ['updatePosition', 'chatMessage', 'joinRoom', 'updatePresence'] as const;

/** When frames of each kind came, in ms. */
function watchFrames(client: TestClient): Map<string, number[]> {
  const at = new Map<string, number[]>();
  for (const kind of KINDS)
    client.socket.on(kind, () => at.set(kind, [...(at.get(kind) ?? []), performance.now()]));
  return at;
}

const rosterOf = (client: TestClient): Map<number, string> => {
  const roster = new Map<number, string>();
  for (const { event, payload } of client.heard) {
    if (event === 'joinRoom')
      for (const { slot, playerId } of (
        payload as { players: { slot: number; playerId: string }[] }
      ).players)
        roster.set(slot, playerId);
    if (event === 'exitRoom')
      for (const [slot, id] of roster)
        if (id === (payload as { playerId: string }).playerId) roster.delete(slot);
  }
  return roster;
};

describe('the batch over four processes', () => {
  it('sends a client at most one frame of a kind per flush, whatever the number of processes', async () => {
    const { host, players, pin } = await fleet.openRoom(0, {}, 7);
    await settle(host, players);
    const watched = players.map(watchFrames);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [n, player] of players.entries()) {
        player.tell('updatePosition', { newPosition: [n / 10, round / 10] });
        player.tell('chatMessage', { message: `${round} of ${n}` });
      }
      await fleet.join(round, pin, `Late ${round}`);
    }
    await settle(host, players);
    let most = 0;
    for (const [n, kinds] of watched.entries()) {
      const texts = chatOf(players[n]!).filter(({ message }) => message.includes(' of '));
      expect(texts).toHaveLength(ROUNDS * players.length);
      for (const times of kinds.values()) {
        const gaps = times.slice(1).map((time, i) => time - times[i]!);
        expect(gaps.filter((gap) => gap < FLUSH_MS / 2)).toEqual([]);
        most = Math.max(most, times.length);
      }
    }
    report(
      `${players.length} players on ${PROCESSES} processes, ${ROUNDS * players.length} moves and as ` +
        `many messages: at most ${most} frames of a kind for a client, never two in one flush`,
    );
  });

  it('a join during a flush, a process that hosts late, the last one leaving and a reused slot', async () => {
    const { host, players, pin } = await fleet.openRoom(0, {}, 0);
    await host.do('chatMessage', { message: 'before anybody' });
    // Process 3 has never heard of the room, and many come to it while things happen.
    const joins = Array.from({ length: 6 }, (_, n) => fleet.join(3, pin, `Guest ${n}`));
    for (let n = 0; n < 5; n++) host.tell('chatMessage', { message: `meanwhile ${n}` });
    host.tell('updatePosition', { newPosition: [0.3, 0.4] });
    const guests = await Promise.all(joins);
    players.push(...guests);
    await settle(host, players);
    const all = chatOf(host);
    expect(all.length).toBe(7);
    for (const guest of guests) {
      expect(chatOf(guest)).toEqual(all);
      expect(rosterOf(guest)).toEqual(rosterOf(host));
      const place = guest
        .all('joinRoom')
        .flatMap((frame) => frame.players)
        .filter(({ playerId }) => playerId === host.playerId)
        .map(({ playerPosition }) => playerPosition);
      const moves = guest
        .all('updatePosition')
        .flatMap(({ updates }) => updates)
        .filter(({ playerId }) => playerId === host.playerId)
        .map(({ playerPosition }) => playerPosition);
      const [x, y] = [...place, ...moves].at(-1)!;
      expect([x, y]).toEqual([expect.closeTo(0.3, 3), expect.closeTo(0.4, 3)]);
    }

    // All leave at once, one of them with words that nobody has shared yet.
    guests[0]!.tell('chatMessage', { message: 'good bye' });
    await Promise.all(guests.map((guest) => guest.do('exitRoom', {})));
    await host.until(() => host.all('exitRoom').length === guests.length, 'all exits');
    await host.until(() => chatOf(host).at(-1)!.message === 'good bye', 'the last words');
    expect(rosterOf(host)).toEqual(new Map([[0, host.playerId]]));

    // The process goes on hosting for a while; who comes through it now is up to date at once.
    const next = await fleet.join(3, pin, 'Next');
    expect(rosterOf(next)).toEqual(new Map([...rosterOf(host), [next.self!.slot, next.playerId]]));
    await settle(next, [host, next]);
    expect(chatOf(next)).toEqual(chatOf(host));
    // Slots rest, so that a late move of the one before steers nobody.
    expect(next.self!.slot).toBe(7);
  });
});
