import { describe, expect, it } from 'vitest';
import { limits } from '../../src/protocol/index.js';
import type { TestClient } from '../support/client.js';
import { answer, goTo, SLOW, useHall } from '../support/hall.js';

const hall = useHall(SLOW);
const BIG = { maxPlayerCount: 1_000 };
const READS = { format: 'compact2' } as const;

async function openBig(options = {}) {
  const host = hall.connect(READS);
  const { gameId: pin } = await host.do('createRoom', { ...BIG, ...options, playerName: 'Host' });
  return { pin, host };
}

describe.concurrent('R23.3 who asks who is there', () => {
  const slots = (count: number): number[] => Array.from({ length: count }, (_, slot) => slot);

  it('may name 64 slots at a time, and gets an error for what is no list of slots', async () => {
    const { host } = await openBig();
    for (const bad of [slots(65), [-1], [65_536], [0.5], ['0'], [null], 'all', {}, null])
      expect(await host.fail('whoAre', { slots: bad })).toBe('BAD_REQUEST');
    expect(await host.fail('whoAre', {})).toBe('BAD_REQUEST');
    const { people } = await host.do('whoAre', { slots: slots(limits.WHO_MOST) });
    expect(people.map(({ slot }) => slot)).toEqual([0]);
    expect((await host.do('whoAre', { slots: [] })).people).toEqual([]);
  });

  it('is told of nobody in another room', async () => {
    const { pin, host } = await openBig();
    await hall.join(pin, 'Guest', READS);
    const other = await openBig();
    const { people } = await other.host.do('whoAre', { slots: [0, 1] });
    expect(people.map(({ playerName }) => playerName)).toEqual(['Host']);
    expect(people[0]?.playerId).toBe(other.host.playerId);
    expect(await other.host.fail('whoAre', { gameId: pin, slots: [1] })).toBe('WRONG_ROOM');
    expect((await host.do('whoAre', { slots: [1] })).people).toHaveLength(1);
  });

  it('a thousand times a second is ended, and others are answered meanwhile', async () => {
    const { pin, host } = await openBig();
    const flooder = await hall.join(pin, 'Flooder', READS);
    const answers = Array.from({ length: 1_000 }, () =>
      flooder.ask('whoAre', { slots: slots(limits.WHO_MOST) }).catch(() => null),
    );
    expect((await host.do('whoAre', { slots: [1] })).people).toHaveLength(1);
    await flooder.until(() => flooder.events().includes('disconnect'), 'the end');
    const codes = (await Promise.all(answers)).map((one) => {
      if (one === null) return 'none';
      return one.ok ? 'ok' : one.error.code;
    });
    expect(codes.filter((code) => code === 'ok').length).toBeLessThan(100);
    expect(new Set(codes)).toEqual(new Set(['ok', 'RATE_LIMITED', 'none']));
    await host.do('updatePosition', { newPosition: [0.5, 0.5] });
  });

  it('R7.1 is told nothing of where a ghost is', async () => {
    const room = await openBig({ gameMode: 'SURVIVAL' });
    const { pin, host } = room;
    const others = [await hall.join(pin, 'Ghost', READS), await hall.join(pin, 'Third', READS)];
    const players = [host, ...others];
    await goTo({ ...room, players }, 'question');
    for (const [n, player] of players.entries()) await answer(player, n !== 1);
    await goTo({ ...room, players }, 'question', 1);
    const [ghost] = others as [TestClient];
    await ghost.do('updatePosition', { newPosition: [0.123, 0.456] });
    await ghost.wait('updatePosition', ({ updates }) => updates.length > 0);
    const known = host.raw.length;
    const { people } = await host.do('whoAre', { slots: [0, 1, 2] });
    expect(people[1]).toMatchObject({ playerName: 'Ghost', isAlive: false });
    const text = host.raw.slice(known).join('');
    expect(text).toContain('"playerName":"Ghost"');
    expect(text).not.toMatch(/osition|fellAt|0\.123|0\.456/);
  });
});

describe.concurrent('R23.2 a client that reads JSON', () => {
  it.each(['player', 'screen', 'cockpit'] as const)(
    'gets the error and nothing else of a big room, as a %s',
    async (as) => {
      const { pin, host } = await openBig();
      const role = { role: as };
      const asking = hall.connect(role);
      expect(await asking.fail('joinRoom', { gameId: pin, playerName: 'Old' })).toBe(
        'ROOM_TOO_BIG_FOR_FORMAT',
      );
      // With the PIN in its address it joins by itself, and is sent away.
      const coming = hall.connectByQuery({ 'game-id': pin }, role);
      await coming.until(() => coming.events().includes('disconnect'), 'the end');
      expect(coming.last('exception')?.code).toBe('ROOM_TOO_BIG_FOR_FORMAT');
      expect(coming.events().toSorted()).toEqual(['connect', 'disconnect', 'exception', 'session']);
      await host.do('chatMessage', { message: 'hello' });
      await host.do('updatePosition', { newPosition: [0.5, 0.5] });
      await host.wait('chatMessage');
      expect(await asking.fail('chatMessage', { message: 'hi' })).toBe('NOT_IN_ROOM');
      expect(await asking.fail('updatePosition', { newPosition: [0, 0] })).toBe('NOT_IN_ROOM');
      expect(await asking.fail('whoAre', { slots: [0] })).toBe('NOT_IN_ROOM');
      expect(asking.events().toSorted()).toEqual(['connect', 'session']);
      expect((await host.do('whoAre', { slots: [0, 1, 2] })).people).toHaveLength(1);
      await host.wait('crowd', ({ players }) => players === 1);
      expect(host.all('crowd').every(({ players }) => players === 1)).toBe(true);
    },
  );
});
