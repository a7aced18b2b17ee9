import { describe, expect, it } from 'vitest';
import { STEPS, type CompactFact } from '../../src/protocol/index.js';
import type { TestClient } from '../support/client.js';
import { factsIn } from '../support/compact-reader.js';
import { answer, goTo, settle, SLOW, useHall } from '../support/hall.js';

const hall = useHall(SLOW);

const NOT_OF_THE_ROOM = new Set(['connect', 'disconnect', 'session', 'createRoom']);

/** What somebody was told of the room since the roster came, and from then on; without the own id. */
function factsOf({ heard }: TestClient): CompactFact[] {
  const facts = factsIn(heard.filter(({ event }) => !NOT_OF_THE_ROOM.has(event)));
  return facts.filter(([event]) => event !== 'getSelfId');
}

/** The same for each of them, except that who joined later has heard of fewer. */
function sinceLast(client: TestClient, event: string): CompactFact[] {
  const facts = factsOf(client);
  return facts.slice(facts.findLastIndex(([name]) => name === event));
}

const messagesOf = (client: TestClient): string[] =>
  factsOf(client).flatMap(([event, payload]) =>
    event === 'chatMessage' ? payload.messages.map(({ message }) => message) : [],
  );

/** Resolves when a compact client was told a message. */
const heardOf = (client: TestClient, message: string): Promise<void> =>
  client.until(() => messagesOf(client).includes(message), message);

describe('a compact client', () => {
  it('is told what a JSON client is told, over real sockets and a whole survival game', async () => {
    const room = await hall.openRoom({ gameMode: 'SURVIVAL' }, 1);
    const { host, players, pin } = room;
    const [, json] = players as [TestClient, TestClient];
    const compact = await hall.join(pin, 'Compact', { format: 'compact' });
    players.push(compact);
    await host.do('chatMessage', { message: 'welcome' });
    await Promise.all([heardOf(compact, 'welcome'), heardOf(json, 'welcome')]);
    for (const index of [0, 1]) {
      await goTo(room, 'question', index);
      for (const client of players) await answer(client, client === host || index === 0);
      await host.do('chatMessage', { message: `in ${index}` });
      await Promise.all([heardOf(compact, `in ${index}`), heardOf(json, `in ${index}`)]);
      await goTo(room, 'reveal', index);
    }
    await host.do('renamePlayer', { playerId: json.playerId, playerName: 'Jason' });
    await host.do('muteChat', { muted: true });
    await host.do('endGame', {});
    await settle(host, [json]);
    await compact.until(() => messagesOf(compact).at(-1)?.startsWith('mark') ?? false);

    const events = sinceLast(compact, 'startGame').map(([event]) => event);
    for (const event of ['updatePosition', 'chatMessage', 'phase', 'setPlayerName', 'endGame'])
      expect(events).toContain(event);
    expect(sinceLast(compact, 'startGame')).toEqual(sinceLast(json, 'startGame'));
    // Transitions are told at once; all else is in flushes.
    expect([...new Set(compact.heard.map(({ event }) => event))].toSorted()).toEqual(
      [
        'connect',
        'session',
        'flush',
        'startGame',
        'phase',
        'startQuizTime',
        'endQuizTime',
        'endGame',
      ].toSorted(),
    );
    expect(json.all('flush')).toEqual([]);
  });

  it('R7.1 that lives gets no byte of what ghosts do and say', async () => {
    const room = await hall.openRoom({ gameMode: 'SURVIVAL' });
    const { host, players, pin } = room;
    const [living, other, ghost] = [
      await hall.join(pin, 'Living', { format: 'compact' }),
      await hall.join(pin, 'Other', { format: 'compact' }),
      await hall.join(pin, 'Ghost', { format: 'compact' }),
    ];
    const screen = await hall.join(pin, '', { role: 'screen', format: 'compact' });
    players.push(living, other, ghost);
    await goTo(room, 'question');
    for (const client of players) await answer(client, client !== ghost);
    await goTo(room, 'reveal');
    const alive = [living, other, screen];
    await settle(host, [host]);
    await Promise.all(alive.map((client) => client.until(() => messagesOf(client).length === 1)));

    const from = alive.map(({ raw }) => raw.length);
    for (let n = 1; n <= 5; n++) {
      await ghost.do('updatePosition', { newPosition: [n / 10, 0.001] });
      await ghost.do('chatMessage', { message: `boo ${n}` });
      await heardOf(ghost, `boo ${n}`);
    }
    const frames = alive.map(({ raw }, n) =>
      raw.slice(from[n]).filter((frame) => frame.startsWith('4')),
    );
    for (const each of frames)
      for (const frame of each) expect(frame).toMatch(/^42\/game,\["flush",\[\d+,""\]\]$/);
    await host.do('chatMessage', { message: 'still here' });
    await Promise.all(alive.map((client) => heardOf(client, 'still here')));
    for (const client of alive) {
      expect(client.raw.slice(from[alive.indexOf(client)]).join('\n')).not.toContain(
        ghost.playerId || 'none',
      );
      const seen = factsOf(client).flatMap(([event, payload]) =>
        event === 'updatePosition'
          ? payload.updates.map(({ playerPosition }) => playerPosition)
          : [],
      );
      expect(seen.filter(([, y]) => y < 10 / STEPS + 0.001)).toEqual([]);
      expect(messagesOf(client)).toHaveLength(2);
    }
    expect(messagesOf(ghost).filter((message) => message.startsWith('boo'))).toHaveLength(5);
  });

  it('that comes back gets the chat that it missed, once', async () => {
    const { host, pin } = await hall.openRoom();
    const guest = await hall.join(pin, 'Guest', { format: 'compact' });
    await host.do('chatMessage', { message: 'one' });
    await heardOf(guest, 'one');
    guest.drop();
    await host.wait('updatePresence');
    await host.do('chatMessage', { message: 'two' });
    await settle(host, [host]);
    const back = hall.comeBack(guest, pin, {
      format: 'compact',
      lastChatId: 1,
      lastChatAudience: 'living',
    });
    await heardOf(back, 'two');
    await host.do('chatMessage', { message: 'three' });
    await heardOf(back, 'three');
    expect(messagesOf(back).filter((message) => !message.startsWith('mark'))).toEqual([
      'two',
      'three',
    ]);
  });

  it('is told when a wrong number is echoed, and not believed', async () => {
    const { pin } = await hall.openRoom();
    const guest = await hall.join(pin, 'Guest', { format: 'compact' });
    for (const flush of [-1, 0.5, '7', null])
      expect(await guest.fail('syncTime', { t0: 1, flush })).toBe('BAD_REQUEST');
    for (const flush of [0, 1, 2 ** 40])
      expect(await guest.do('syncTime', { t0: 1, flush })).toMatchObject({ ok: true, t0: 1 });
  });
});
