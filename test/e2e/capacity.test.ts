import { describe, expect, it } from 'vitest';
import { useHall } from '../support/hall.js';
import type { TestClient } from '../support/client.js';

const PEOPLE = 250;
const SEATS = 200;

const hall = useHall();

/** Everybody that a client was ever told of, and not told to forget. */
function known(client: TestClient): Set<string> {
  const ids = client.all('joinRoom').flatMap(({ players }) => players.map((one) => one.playerId));
  for (const { playerId } of client.all('exitRoom')) expect(ids).not.toContain(playerId);
  return new Set(ids);
}

describe('a full hall', () => {
  it('R1.3 lets exactly 200 of 250 in who come in the same second, and each sees all 200', async () => {
    const { host, pin } = await hall.openRoom({ maxPlayerCount: SEATS });
    const guests = Array.from({ length: PEOPLE - 1 }, () => hall.connect());
    await Promise.all(guests.map((guest) => guest.until(() => guest.events().includes('session'))));
    const answers = await Promise.all(
      guests.map((guest) => guest.ask('joinRoom', { gameId: pin, playerName: '' })),
    );
    const inside = [host, ...guests.filter((_, n) => answers[n]!.ok)];
    const refused = answers.flatMap((one) => (one.ok ? [] : [one.error.code]));
    expect([inside.length, refused.length]).toEqual([SEATS, PEOPLE - SEATS]);
    expect(new Set(refused)).toEqual(new Set(['ROOM_FULL']));

    const ids = new Set(inside.map(({ playerId }) => playerId));
    expect(ids.size).toBe(SEATS);
    await Promise.all(
      inside.map((one) => one.until(() => known(one).size === SEATS, 'the roster')),
    );
    for (const one of inside) expect(known(one)).toEqual(ids);

    const seated = answers.flatMap((one) => (one.ok ? [one.slot] : []));
    expect(new Set([0, ...seated]).size).toBe(SEATS);
    const roster = inside[SEATS - 1]!.all('joinRoom').flatMap(({ players }) => players);
    expect(new Set(roster.map(({ playerName }) => playerName)).size).toBe(SEATS);
    for (const out of guests.filter((_, n) => !answers[n]!.ok))
      expect(out.events()).toEqual(['connect', 'session']);

    // A seat that is given up is free for one, and for one only.
    await inside[7]!.do('exitRoom', {});
    const waiting = guests.filter((_, n) => !answers[n]!.ok).slice(0, 3);
    const codes = await Promise.all(waiting.map((one) => one.fail('joinRoom', { gameId: pin })));
    expect(codes.toSorted()).toEqual(['ROOM_FULL', 'ROOM_FULL', 'ok']);
  });

  it('R1.3, R2.2 keeps the seats of the dropped, and gives them to nobody else', async () => {
    const { players, pin } = await hall.openRoom({ maxPlayerCount: 3 }, 2);
    players[2]!.drop();
    await players[0]!.wait('updatePresence');
    expect(await hall.connect().fail('joinRoom', { gameId: pin })).toBe('ROOM_FULL');
    const back = hall.comeBack(players[2]!, pin);
    await back.wait('phase');
    expect(back.self?.slot).toBe(2);
  });
});
