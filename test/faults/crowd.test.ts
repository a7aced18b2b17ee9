import { afterEach, describe, expect, it } from 'vitest';
import { SLOW } from '../support/hall.js';
import { closeFleets, Fleet, report, troubles } from './fleet.js';

const PEOPLE = 250;
const SEATS = 200;
const PROCESSES = 4;

afterEach(closeFleets);

describe('R1.3 a full hall', () => {
  it('lets exactly 200 of 250 in who come at once through four processes', async () => {
    const fleet = await Fleet.start(PROCESSES, SLOW);
    const { host, pin } = await fleet.openRoom(0, { maxPlayerCount: SEATS });
    const guests = Array.from({ length: PEOPLE - 1 }, (_, n) => fleet.connect(n));
    await Promise.all(guests.map((guest) => guest.wait('session')));
    const askedAt = performance.now();
    const answers = await Promise.all(
      guests.map((guest) => guest.ask('joinRoom', { gameId: pin, playerName: 'Same' })),
    );
    const tookMs = performance.now() - askedAt;
    const inside = [host, ...guests.filter((_, n) => answers[n]!.ok)];
    const refused = answers.flatMap((one) => (one.ok ? [] : [one.error.code]));
    expect(refused).toEqual(Array(PEOPLE - SEATS).fill('ROOM_FULL'));
    const slots = answers.flatMap((one) => (one.ok ? [one.slot] : []));
    expect(new Set([0, ...slots]).size).toBe(SEATS);

    const rosters = inside.map(
      (one) => () =>
        new Map(
          one
            .all('joinRoom')
            .flatMap(({ players }) => players.map((player) => [player.slot, player.playerName])),
        ),
    );
    await Promise.all(
      inside.map((one, n) => one.until(() => rosters[n]!().size === SEATS, 'the roster')),
    );
    const [first] = rosters.map((roster) => [...roster()].sort(([a], [b]) => a - b));
    for (const roster of rosters) expect([...roster()].sort(([a], [b]) => a - b)).toEqual(first);
    expect(new Set(first!.map(([, name]) => name)).size).toBe(SEATS);
    report(
      `${PEOPLE} joiners for ${SEATS} seats through ${PROCESSES} processes: ${inside.length} in, ` +
        `${refused.length} ROOM_FULL, all answered within ${Math.round(tookMs)} ms`,
    );
    for (const server of fleet.servers) expect(troubles(server)).toEqual([]);
  });
});
