import { describe, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import { answer, goTo, SLOW, useHall } from '../support/hall.js';

const hall = useHall({ ...SLOW, MAX_ROOM_PLAYERS: '2000' });
const BIG = { maxPlayerCount: 2_000 };
const READS = { format: 'compact2' } as const;

async function openBig() {
  const host = hall.connect(READS);
  const { gameId: pin } = await host.do('createRoom', { ...BIG, playerName: 'Host' });
  const guest = await hall.join(pin, 'Guest', READS);
  return { pin, host, guest, players: [host, guest] };
}

describe('R23.2 clients of a big room', () => {
  it('read compact2; others are told so before they get a seat, and the room goes on', async () => {
    const { pin, host, guest } = await openBig();
    for (const format of ['json', 'compact'] as const) {
      const old = hall.connect({ format });
      expect(await old.fail('joinRoom', { gameId: pin, playerName: 'Old' })).toBe(
        'ROOM_TOO_BIG_FOR_FORMAT',
      );
      expect(await old.fail('createRoom', BIG)).toBe('ROOM_TOO_BIG_FOR_FORMAT');
      for (const role of ['screen', 'cockpit'] as const)
        expect(await hall.connect({ format, role }).fail('joinRoom', { gameId: pin })).toBe(
          'ROOM_TOO_BIG_FOR_FORMAT',
        );
      // It is as if it had never been there.
      await old.do('createRoom', { playerName: 'Old' });
    }
    await guest.do('updatePosition', { newPosition: [0.25, 0.75] });
    await host.wait('crowd', ({ players }) => players === 2);
  });

  it.each([[['polling']], [['polling', 'websocket']]])(
    'are told everything once whichever way they are carried: %s',
    async (transports) => {
      const { pin, host } = await openBig();
      const one = hall.connect(READS, { transports });
      await one.do('joinRoom', { gameId: pin, playerName: 'Poller' });
      const players = [host, one];
      for (const round of [0, 1]) {
        await goTo({ pin, host, players }, 'question', round);
        await Promise.all(players.map((player) => answer(player, true)));
        await goTo({ pin, host, players }, 'reveal', round);
        await one.until(() => one.all('myResult').length > round, 'the own mark');
      }
      expect(one.all('endQuizTime')).toHaveLength(2);
      expect(one.all('myResult')).toHaveLength(2);
      expect(one.all('near').length).toBeGreaterThan(0);
    },
  );

  it('read compact2 in a hall as compact', async () => {
    const { pin } = await hall.openRoom();
    const both = [
      await hall.join(pin, 'One', { format: 'compact' }),
      await hall.join(pin, 'Two', READS),
    ] as [TestClient, TestClient];
    await both[0].do('chatMessage', { message: 'hello' });
    for (const client of both)
      await client.wait('chatMessage', ({ messages }) => messages[0]?.message === 'hello');
    expect(both[1].all('near')).toEqual([]);
    expect(both[1].all('crowd')).toEqual([]);
  });

  it('R23.3 ask who sits where; a free slot, and one of no room, is nobody', async () => {
    const { host, guest } = await openBig();
    const { people } = await host.do('whoAre', { slots: [1, 0, 1, 7, 65_535] });
    expect(people.map(({ slot, playerName }) => [slot, playerName])).toEqual([
      [1, 'Guest'],
      [0, 'Host'],
    ]);
    expect(JSON.stringify(people)).not.toContain('playerPosition');
    expect(await hall.connect(READS).fail('whoAre', { slots: [0] })).toBe('NOT_IN_ROOM');
    await guest.do('exitRoom', {});
    expect((await host.do('whoAre', { slots: [1] })).people).toEqual([]);
  });

  it('cannot make a hall of it, or a big room of a hall', async () => {
    const { host } = await openBig();
    expect(await host.fail('updateRoomOption', { maxPlayerCount: 500 })).toBe('BAD_REQUEST');
    await host.do('updateRoomOption', { maxPlayerCount: 501 });
    const { host: other } = await hall.openRoom();
    expect(await other.fail('updateRoomOption', { maxPlayerCount: 501 })).toBe('BAD_REQUEST');
    await other.do('updateRoomOption', { maxPlayerCount: 500 });
  });

  it('are told the reveal and their own result, and the end with their own place', async () => {
    const room = await openBig();
    const { host, guest } = room;
    await goTo(room, 'question');
    await answer(host, true);
    await answer(guest, false);
    await goTo(room, 'reveal');
    const right = await host.wait('myResult');
    const wrong = await guest.wait('myResult');
    expect(right).toMatchObject({ isAnswer: true, played: true, rank: 1 });
    expect(wrong).toMatchObject({ isAnswer: false, played: true, score: 0, rank: 2 });
    expect(guest.last('endQuizTime')?.crowd).toMatchObject({ players: 2, played: 2, right: 1 });
    await host.do('endGame', {});
    const end = await guest.wait('endGame');
    expect(end).toMatchObject({ ranked: 2, results: [{ rank: 1 }, { rank: 2 }] });
    await guest.until(() => guest.all('myResult').length === 2);
    expect(guest.last('myResult')).toMatchObject({ score: 0, rank: 2 });
  });

  it('R23.4 are told SLOW_MODE where the room takes no more chat, and nothing is lost or doubled', async () => {
    const { pin, host } = await openBig();
    const speakers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => hall.join(pin, `Speaker ${n}`, READS)),
    );
    const outcomes = await Promise.all(
      speakers.flatMap((speaker, n) =>
        Array.from({ length: 6 }, async (_, m) => {
          const message = `${n}.${m}`;
          const answer = await speaker.ask('chatMessage', { message });
          return { message, code: answer.ok ? 'ok' : answer.error.code };
        }),
      ),
    );
    const taken = outcomes.filter(({ code }) => code === 'ok').map(({ message }) => message);
    const refused = outcomes.filter(({ code }) => code === 'SLOW_MODE');
    expect(taken.length + refused.length).toBe(outcomes.length);
    expect(taken.length).toBeGreaterThanOrEqual(40);
    expect(refused.length).toBeGreaterThan(0);
    const heard = (): string[] =>
      host.all('chatMessage').flatMap(({ messages }) => messages.map(({ message }) => message));
    await host.until(() => heard().length >= taken.length, 'all that was taken');
    await host.do('chatMessage', { message: 'the host may' });
    await host.until(() => heard().includes('the host may'));
    expect(heard().toSorted()).toEqual([...taken, 'the host may'].toSorted());
  });
});
