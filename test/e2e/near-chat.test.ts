import { afterEach, describe, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import { closeFleets, Fleet } from '../faults/fleet.js';
import { chatOf, settle, slowSet, SLOW, useHall } from '../support/hall.js';

afterEach(closeFleets);

const ENV = { ...SLOW, MAX_ROOM_PLAYERS: '2000' };
const BIG = { maxPlayerCount: 1_000 };
const READS = { format: 'compact2' } as const;
const HERE: [number, number] = [0.2, 0.2];
const FAR: [number, number] = [0.9, 0.9];

const hall = useHall(ENV);

const heardBy = (client: TestClient): string[] =>
  client.all('nearChat').flatMap(({ messages }) => messages.map(({ message }) => message));

/** Stands there, and knows it. */
async function goTo(client: TestClient, newPosition: [number, number]): Promise<void> {
  const cell = Math.floor(newPosition[1] * 8) * 8 + Math.floor(newPosition[0] * 8);
  await client.do('updatePosition', { newPosition });
  await client.until(() => client.last('near')?.cell === cell, 'the cell');
}

describe('R23.7 near chat', () => {
  it('is told to those near at every process, to nobody far or without a seat, and is not kept', async () => {
    const fleet = await Fleet.inProcess(2, ENV, [slowSet()]);
    const host = fleet.connect(0, READS);
    const { gameId: pin } = await host.do('createRoom', { ...BIG, playerName: 'Host' });
    const [near, far] = [fleet.connect(1, READS), fleet.connect(1, READS)];
    const cockpit = fleet.connect(1, { ...READS, token: host.token, role: 'cockpit' });
    await near.do('joinRoom', { gameId: pin, playerName: 'Near' });
    await far.do('joinRoom', { gameId: pin, playerName: 'Far' });
    await cockpit.do('joinRoom', { gameId: pin });
    await Promise.all([goTo(host, HERE), goTo(near, HERE), goTo(far, FAR)]);
    const { slot } = near.self!;
    const answers = await Promise.all(
      [' 안녕 there ', 'too soon'].map((message) =>
        near.ask('chatMessage', { message, near: true }),
      ),
    );
    const tooSoon = { ok: false, error: { code: 'SLOW_MODE' } };
    expect(answers).toMatchObject([{ ok: true }, tooSoon]);
    for (const client of [host, near])
      expect(await client.wait('nearChat')).toEqual({
        messages: [{ slot, message: '안녕 there' }],
      });
    expect((await host.do('whoAre', { slots: [slot] })).people[0]?.playerName).toBe('Near');
    await host.do('chatMessage', { message: 'from the other process', near: true });
    await near.until(() => heardBy(near).includes('from the other process'));
    expect(await cockpit.fail('chatMessage', { message: 'from nowhere', near: true })).toBe(
      'NOT_A_PLAYER',
    );
    const late = fleet.connect(0, READS);
    await late.do('joinRoom', { gameId: pin, playerName: 'Late' });
    await settle(host, [near, far, cockpit, late]);
    for (const client of [far, cockpit, late]) expect(heardBy(client)).toEqual([]);
    expect(heardBy(near)).toEqual(['안녕 there', 'from the other process']);
    for (const client of [near, late]) expect(chatOf(client).map(({ id }) => id)).toEqual([1]);
    expect(JSON.stringify(cockpit.heard)).not.toContain('안녕');
  });

  it('is refused in a hall, and nobody hears of it', async () => {
    const { host, players } = await hall.openRoom({}, 1);
    expect(await host.fail('chatMessage', { message: 'near?', near: true })).toBe('BAD_REQUEST');
    for (const near of [2, null, 'near', [true]])
      expect(await host.fail('chatMessage', { message: 'x', near })).toBe('BAD_REQUEST');
    await settle(host, players);
    for (const { heard } of players) expect(JSON.stringify(heard)).not.toContain('near?');
  });
});
