import { describe, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import { answer, chatOf, goTo, settle, useHall } from '../support/hall.js';

const hall = useHall();

const texts = (client: TestClient): string[] => chatOf(client).map(({ message }) => message);
const heard = (client: TestClient, text: string): Promise<void> =>
  client.until(() => texts(client).includes(text), text);
const idOf = (client: TestClient, text: string): number =>
  chatOf(client).find(({ message }) => message === text)!.id;

describe.concurrent('R8.3 a message that the host deletes', () => {
  it('R8.3 goes for everybody, JSON and compact, player and projector', async () => {
    const { host, pin, players } = await hall.openRoom({}, 1);
    const compact = await hall.join(pin, 'Compact', { format: 'compact' });
    const screen = await hall.join(pin, '', { role: 'screen' });
    await players[1]!.do('chatMessage', { message: 'bad' });
    const everybody = [host, players[1]!, compact, screen];
    await Promise.all(everybody.map((one) => heard(one, 'bad')));
    const id = idOf(host, 'bad');
    await host.do('deleteMessage', { id });
    // Nobody is a ghost, so the ids of ghosts tell nothing.
    for (const one of everybody)
      expect(await one.wait('deleteMessages')).toEqual({ living: [id], ghosts: [id] });
    expect(await host.fail('deleteMessage', { id })).toBe('MESSAGE_NOT_FOUND');
    const fresh = await hall.join(pin, 'Fresh');
    await settle(host, [fresh]);
    expect(texts(fresh)).not.toContain('bad');
    expect(chatOf(fresh).at(-1)!.id).toBe(id + 1);
    expect(fresh.all('deleteMessages')).toEqual([]);
  });

  it('R8.3 is told to who comes back, and empty where it was missed altogether', async () => {
    const { host, pin, players } = await hall.openRoom({}, 1);
    const old = players[1]!;
    await host.do('chatMessage', { message: 'seen' });
    await heard(old, 'seen');
    old.drop();
    await host.do('chatMessage', { message: 'missed' });
    await host.do('chatMessage', { message: 'kept' });
    await heard(host, 'kept');
    for (const text of ['seen', 'missed']) await host.do('deleteMessage', { id: idOf(host, text) });
    const cursor = { lastChatId: 1, lastChatAudience: 'living' } as const;
    const back = hall.comeBack(old, pin, cursor);
    await heard(back, 'kept');
    expect(chatOf(back)).toEqual([
      { id: 2, message: '' },
      { id: 3, message: 'kept' },
    ]);
    expect(back.all('deleteMessages')).toEqual([{ living: [1, 2], ghosts: [1, 2] }]);
    // The id was given by a store that has lost messages since, so it may mean another one.
    const foreign = hall.comeBack(back, pin, { ...cursor, lastChatIncarnation: 'before' });
    await heard(foreign, 'kept');
    expect(texts(foreign)).toEqual(['', '', 'kept']);
    expect(foreign.all('deleteMessages')).toEqual([]);
  });

  it('R7.1, R8.3 goes by the ids of each audience, and what ghosts said is kept from the living', async () => {
    const room = await hall.openRoom({ gameMode: 'SURVIVAL' }, 2);
    const [host, alive, ghost] = room.players as [TestClient, TestClient, TestClient];
    await goTo(room, 'question');
    for (const player of room.players) await answer(player, player !== ghost);
    await goTo(room, 'reveal');
    await ghost.do('chatMessage', { message: 'whisper' });
    await host.do('chatMessage', { message: 'loud' });
    await Promise.all([heard(ghost, 'loud'), heard(alive, 'loud')]);
    expect([idOf(alive, 'loud'), idOf(ghost, 'loud')]).toEqual([1, 2]);
    await host.do('deleteMessage', { id: 1 });
    expect(await alive.wait('deleteMessages')).toEqual({ living: [1], ghosts: [] });
    expect(await ghost.wait('deleteMessages')).toEqual({ living: [1], ghosts: [2] });
    // The host, who lives, has not heard it, but may have been told of it in the hall.
    await host.do('deleteMessage', { id: 1, audience: 'ghosts' });
    await ghost.wait('deleteMessages', ({ ghosts }) => ghosts.includes(1));
    await settle(host, room.players);
    for (const one of [host, alive]) expect(one.all('deleteMessages')).toHaveLength(1);
    expect(texts(alive)).not.toContain('whisper');
  });
});
