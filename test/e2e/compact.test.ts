import { isPrivate } from '../support/private-events.js';
import { describe, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import { answer, chatOf, goTo, settle, SLOW, useHall } from '../support/hall.js';

const hall = useHall(SLOW);

/** What somebody was told from the newest fact of a kind on. */
function sinceLast({ heard }: TestClient, event: string): object[] {
  const facts = heard.filter(({ event: told }) => told !== 'flush' && !isPrivate(told));
  return facts.slice(facts.findLastIndex((one) => one.event === event));
}

const messagesOf = (client: TestClient): string[] => chatOf(client).map(({ message }) => message);

describe('a compact client', () => {
  it('is told what a JSON client is told, over real sockets and a whole survival game', async () => {
    const room = await hall.openRoom({ gameMode: 'SURVIVAL' }, 1);
    const { host, players, pin } = room;
    const [, json] = players as [TestClient, TestClient];
    const compact = await hall.join(pin, 'Compact', { format: 'compact' });
    players.push(compact);
    for (const index of [0, 1]) {
      await goTo(room, 'question', index);
      // R4.2: until the first reveal nothing tells an answer.
      expect(/endQuizTime|answer|correct/i.test(compact.raw.join('\n'))).toBe(index > 0);
      for (const client of players) await answer(client, client === host || index === 0);
      await settle(host, players);
      await goTo(room, 'reveal', index);
    }
    await host.do('renamePlayer', { playerId: host.playerId, playerName: 'Hosting' });
    await host.do('muteChat', { muted: true });
    await host.do('endGame', {});
    await settle(host, players);

    const facts = sinceLast(compact, 'startGame');
    expect(facts).toEqual(sinceLast(json, 'startGame'));
    const kindsTold = new Set(facts.map((fact) => (fact as { event: string }).event));
    expect([...kindsTold].toSorted().join(' ')).toBe(
      'chatMessage endGame endQuizTime muteChat phase setPlayerName startGame startQuizTime updatePosition',
    );
    // All of it came in flushes, but for what is told to one alone.
    const frames = compact.raw.filter((frame) => frame.startsWith('2/game,['));
    const kinds = new Set(frames.map((frame) => /"(\w+)"/.exec(frame)?.[1]));
    expect(kinds).toEqual(new Set(['session', 'flush', 'claimCode']));
    expect(json.all('flush')).toEqual([]);
  });

  it('R7.1 that lives gets no byte of what ghosts do and say', async () => {
    const room = await hall.openRoom({ gameMode: 'SURVIVAL' });
    const { host, players, pin } = room;
    const living = await hall.join(pin, 'Living', { format: 'compact' });
    const ghost = await hall.join(pin, 'Ghost', { format: 'compact' });
    const screen = await hall.join(pin, '', { role: 'screen', format: 'compact' });
    players.push(living, ghost);
    await goTo(room, 'question');
    for (const client of players) await answer(client, client !== ghost);
    await goTo(room, 'reveal');
    const alive = [living, screen];
    await settle(host, [...players, screen]);

    const seen = alive.map(({ raw, heard }) => ({ frames: raw.length, facts: heard.length }));
    for (let n = 1; n <= 5; n++) {
      await ghost.do('updatePosition', { newPosition: [n / 10, 0] });
      await settle(ghost, [ghost]);
    }
    for (const [n, { raw }] of alive.entries())
      for (const frame of raw.slice(seen[n]!.frames))
        // Its number, so that it can tell that it keeps up.
        expect(frame).toMatch(/^2\/game,\["flush",\[\d+,""\]\]$/);

    await ghost.do('updatePosition', { newPosition: [0.5, 0] });
    await ghost.do('chatMessage', { message: 'boo' });
    await host.do('updatePosition', { newPosition: [0.5, 1] });
    await settle(host, [...players, screen]);
    expect(messagesOf(ghost)).toContain('boo');
    for (const [n, client] of alive.entries()) {
      expect(client.raw.join('\n')).not.toContain('boo');
      const since = client.heard.slice(seen[n]!.facts);
      expect(JSON.stringify(since)).not.toContain(ghost.playerId);
      expect(JSON.stringify(since)).toContain(host.playerId);
      const ids = chatOf(client).map(({ id }) => id);
      expect(ids).toEqual(ids.map((_, at) => ids[0]! + at));
    }
  });

  it('that comes back gets the chat that it missed, once', async () => {
    const { host, pin } = await hall.openRoom();
    const guest = await hall.join(pin, 'Guest', { format: 'compact' });
    await settle(host, [guest]);
    guest.drop();
    await host.wait('updatePresence');
    await settle(host, [host]);
    const cursor = { lastChatId: 1, lastChatAudience: 'living' } as const;
    const back = hall.comeBack(guest, pin, { format: 'compact', ...cursor });
    await back.wait('chatMessage');
    await settle(host, [back]);
    expect(chatOf(back)).toEqual(chatOf(host).slice(1));
  });

  it('cannot echo what is no number of a flush; what it cannot have seen means nothing', async () => {
    const { pin } = await hall.openRoom();
    const guest = await hall.join(pin, 'Guest', { format: 'compact' });
    for (const flush of [-1, 0.5, '7', null, 2 ** 53])
      expect(await guest.fail('syncTime', { t0: 1, flush })).toBe('BAD_REQUEST');
    for (const flush of [0, 1, 2 ** 40])
      expect(await guest.do('syncTime', { t0: 1, flush })).toMatchObject({ ok: true, t0: 1 });
    await settle(guest, [guest]);
  });
});
