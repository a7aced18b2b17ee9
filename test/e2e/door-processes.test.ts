import { afterEach, describe, expect, it } from 'vitest';
import { closeFleets, Fleet } from '../faults/fleet.js';
import type { TestClient } from '../support/client.js';
import { SLOW } from '../support/hall.js';

afterEach(closeFleets);

type Processes = Awaited<ReturnType<typeof Fleet.inProcess>>;

/** Somebody who comes to a process's door, and what has become of that. */
interface Comer {
  client: TestClient;
  outcome: string;
}

function come(fleet: Processes, n: number, pin: string, playerName: string): Comer {
  const comer: Comer = { client: fleet.connect(n), outcome: 'waits' };
  void comer.client.fail('joinRoom', { gameId: pin, playerName }).then(
    (code) => (comer.outcome = code === 'ok' ? 'seated' : code),
    (error: unknown) => (comer.outcome = String(error)),
  );
  return comer;
}

const count = (comers: readonly Comer[], outcome: string): number =>
  comers.filter((one) => one.outcome === outcome).length;

describe('the door of a room that two processes share', () => {
  it('R1.8, R1.9 seats newcomers of one address at the rate of one process, tells each a place, and the host of all', async () => {
    const fleet = await Fleet.inProcess(2, { ...SLOW, NEWCOMERS_PER_S: '2' });
    const { pin, host } = await fleet.openRoom(0, { maxPlayerCount: 40 });
    const began = performance.now();
    const comers = Array.from({ length: 16 }, (_, n) => come(fleet, n % 2, pin, `Comer ${n}`));
    const lines = [0, 1].map((process) => comers.filter((_, n) => n % 2 === process));
    // More wait than come to one of them.
    const told = () => host.do('readDoor', {});
    await expect.poll(async () => (await told()).waiting).toBeGreaterThan(lines[0]!.length);
    expect(await told()).toMatchObject({ isComplete: true });
    for (const line of lines)
      await line.at(-1)!.client.wait('queued', ({ place, seconds }) => place > 1 && seconds > 0);
    await expect.poll(() => count(comers, 'seated')).toBe(16);
    const tookS = (performance.now() - began) / 1000;
    // Two a second, the first two at once.
    expect(tookS).toBeGreaterThan(6);
    await expect.poll(async () => (await told()).waiting).toBe(0);
  });

  it('R1.9, R3.7 counts who was turned away at both, and keeps the seats of those whom the host removes for them', async () => {
    const fleet = await Fleet.inProcess(2, { ...SLOW, NEWCOMERS_PER_S: '1000' });
    const room = await fleet.openRoom(0, { maxPlayerCount: 30 }, 29);
    const { pin, host, players } = room;
    const [, mover] = players;
    await mover!.do('updatePosition', { newPosition: [0.25, 0.75] });
    await host.wait('updatePosition');
    const honest = [0, 1, 1].map((process, n) => come(fleet, process, pin, `Honest ${n}`));
    await expect.poll(() => count(honest, 'ROOM_FULL')).toBe(3);
    // At the other process it is the same person.
    const again = fleet.connect(0, { token: honest[1]!.client.token });
    expect(await again.fail('joinRoom', { gameId: pin })).toBe('ROOM_FULL');
    const told = () => host.do('readDoor', {});
    await expect.poll(async () => (await told()).turnedAway).toEqual({ ROOM_FULL: 3 });

    expect(await host.do('removePlayers', { who: 'unmoved', justCount: true })).toMatchObject({
      count: 28,
    });
    expect(await host.do('removePlayers', { who: 'unmoved' })).toMatchObject({ count: 28 });
    for (const removed of players.slice(2))
      await removed.wait('notice', ({ code }) => code === 'REMOVED');
    expect(mover!.all('notice')).toEqual([]);
    // 28 seats are free, and three of them are kept: of those who come anew 25 get in, and the others wait.
    const fresh = Array.from({ length: 40 }, (_, n) => come(fleet, 1, pin, `Fresh ${n}`));
    await expect.poll(() => count(fresh, 'seated')).toBe(25);
    await fresh.at(-1)!.client.wait('queued');
    expect(count(fresh, 'waits')).toBe(15);
    const back = honest.map(({ client }, n) =>
      fleet.connect(n, { token: client.token }).fail('joinRoom', { gameId: pin }),
    );
    expect(await Promise.all(back)).toEqual(['ok', 'ok', 'ok']);
    // Then nothing is free any more.
    await expect.poll(() => count(fresh, 'ROOM_FULL')).toBe(15);
    await mover!.do('chatMessage', { message: 'still here' });
    await expect.poll(async () => (await told()).turnedAway).toEqual({ ROOM_FULL: 15 });
  });

  it('R3.7 keeps them also at a process that hosts the room only since then', async () => {
    const fleet = await Fleet.inProcess(2, { ...SLOW, NEWCOMERS_PER_S: '1000' });
    const { pin, host } = await fleet.openRoom(0, { maxPlayerCount: 30 });
    for (let n = 1; n < 30; n++) await fleet.join(0, pin, `Player ${n}`);
    const honest = [1, 2, 3].map((n) => come(fleet, 0, pin, `Honest ${n}`));
    await expect.poll(() => count(honest, 'ROOM_FULL')).toBe(3);
    expect(await host.do('removePlayers', { who: 'unmoved' })).toMatchObject({ count: 29 });
    const fresh = Array.from({ length: 40 }, (_, n) => come(fleet, 1, pin, `Fresh ${n}`));
    await expect.poll(() => count(fresh, 'seated')).toBe(26);
    await fresh.at(-1)!.client.wait('queued');
    expect(count(fresh, 'waits')).toBe(14);
    const back = honest.map(({ client }) =>
      fleet.connect(1, { token: client.token }).fail('joinRoom', { gameId: pin }),
    );
    expect(await Promise.all(back)).toEqual(['ok', 'ok', 'ok']);
  });
});
