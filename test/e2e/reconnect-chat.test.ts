import { describe, expect, it } from 'vitest';
import type { TestClient } from '../support/client.js';
import { answer, chatOf, goTo, settle, SLOW, slowSet, useHall } from '../support/hall.js';

const hall = useHall();
const seldom = useHall({ ...SLOW, FLUSH_INTERVAL_MS: '400' }, [slowSet()]);

async function say(speaker: TestClient, ...messages: string[]): Promise<void> {
  for (const message of messages) await speaker.do('chatMessage', { message });
}

const texts = (client: TestClient): string[] => chatOf(client).map(({ message }) => message);
const heardAll = (client: TestClient, last: string): Promise<void> =>
  client.until(() => texts(client).includes(last), last);

/** A survival game with a host and a player alive, a player to be judged, and a ghost. */
async function survival() {
  const room = await hall.openRoom({ gameMode: 'SURVIVAL' }, 3);
  const [host, , judged, ghost] = room.players as [TestClient, TestClient, TestClient, TestClient];
  await goTo(room, 'question');
  for (const player of room.players) await answer(player, player !== ghost);
  await goTo(room, 'question', 1);
  return { room, host, judged, ghost };
}

describe.concurrent('R8.1 chat across a reconnect', () => {
  it('R8.1 brings what was missed, each message once and in order', async () => {
    const { host, players, pin } = await hall.openRoom({}, 1);
    const old = players[1]!;
    await say(host, 'one', 'two', 'three');
    await heardAll(old, 'three');
    old.drop();
    await say(host, 'four', 'five', 'six');
    const lastChatId = chatOf(old).at(-1)!.id;
    const back = hall.comeBack(old, pin, { lastChatId, lastChatAudience: 'living' });
    await heardAll(back, 'six');
    await say(host, 'seven');
    await heardAll(back, 'seven');
    expect(texts(back)).toEqual(['four', 'five', 'six', 'seven']);
    expect(chatOf(back).map(({ id }) => id)).toEqual([4, 5, 6, 7]);
    await heardAll(host, 'seven');
    expect(chatOf(host)).toEqual([...chatOf(old), ...chatOf(back)]);
  });

  it('R8.1 brings all that is kept where the id was given before the store lost messages', async () => {
    const { host, players, pin } = await hall.openRoom({}, 1);
    await say(host, 'one', 'two', 'three');
    await heardAll(host, 'three');
    const { incarnation } = players[1]!.all('joinRoom').find(({ everyone }) => everyone)!;
    const cursor = { lastChatId: 2, lastChatAudience: 'living' } as const;
    const same = hall.comeBack(players[1]!, pin, { ...cursor, lastChatIncarnation: incarnation! });
    await heardAll(same, 'three');
    expect(texts(same)).toEqual(['three']);
    const other = hall.comeBack(same, pin, { ...cursor, lastChatIncarnation: 'before' });
    await heardAll(other, 'three');
    expect(texts(other)).toEqual(['one', 'two', 'three']);
  });

  it('R8.1 sends no history when nothing was missed', async () => {
    const { host, players, pin } = await hall.openRoom({}, 1);
    await say(host, 'one');
    await heardAll(players[1]!, 'one');
    const back = hall.comeBack(players[1]!, pin, { lastChatId: 1, lastChatAudience: 'living' });
    await back.wait('phase');
    expect(back.all('chatMessage')).toEqual([]);
  });

  it('R7.2, R8.1 brings all that a player eliminated while away missed, the ghosts included', async () => {
    const { room, host, judged, ghost } = await survival();
    await say(ghost, 'ghost before');
    await say(host, 'living before');
    await Promise.all([heardAll(judged, 'living before'), heardAll(ghost, 'living before')]);
    judged.drop();
    await say(host, 'living while away');
    await say(ghost, 'ghost while away');
    await answer(room.players[1]!, true);
    await answer(host, true);
    // The judged one stands wherever the question before left it: make that the wrong zone.
    const wrong = hall.comeBack(judged, room.pin, { lastChatId: chatOf(judged).at(-1)!.id });
    await wrong.wait('startQuizTime');
    await answer(wrong, false);
    await heardAll(wrong, 'living while away');
    wrong.drop();
    await goTo(room, 'reveal', 1);
    await say(ghost, 'ghost after');
    await say(host, 'living after');
    const { id } = chatOf(wrong).at(-1)!;
    const back = hall.comeBack(judged, room.pin, { lastChatId: id, lastChatAudience: 'living' });
    await heardAll(back, 'living after');
    expect(back.self?.isAlive).toBe(false);
    expect(texts(wrong)).toEqual(['living while away']);
    expect(texts(back)).toEqual(['ghost while away', 'ghost after', 'living after']);
    await say(ghost, 'live');
    await Promise.all([back, ghost].map((one) => heardAll(one, 'live')));
    const tail = chatOf(ghost).slice(-4);
    expect(chatOf(back)).toEqual(tail);
  });

  it('R6.3, R8.1 brings a ghost who was away when the game ended what the living missed', async () => {
    const { room, host, ghost } = await survival();
    await say(ghost, 'from the other side');
    await heardAll(ghost, 'from the other side');
    const lastChatId = chatOf(ghost).at(-1)!.id;
    ghost.drop();
    await say(host, 'while away');
    await room.host.do('endGame', {});
    await say(host, 'after the end');
    const back = hall.comeBack(ghost, room.pin, { lastChatId, lastChatAudience: 'ghosts' });
    await Promise.all([back, host].map((one) => heardAll(one, 'after the end')));
    expect(texts(back)).toEqual(['while away', 'after the end']);
    expect(chatOf(back)).toEqual(chatOf(host).slice(-2));
  });

  it('R8.1 gives a newcomer the newest 50, and a cursor of nonsense disturbs nothing', async () => {
    const { host, players, pin } = await hall.openRoom({}, 5);
    for (const [n, player] of players.entries())
      await say(player, ...Array.from({ length: 10 }, (_, m) => `${n}-${m}`));
    await heardAll(host, '5-9');
    const fresh = hall.connectByQuery({ 'game-id': pin });
    await fresh.wait('phase');
    expect(chatOf(fresh)).toEqual(chatOf(host).slice(-50));
    const odd = { lastChatId: -1, lastChatAudience: 'nobody' } as unknown as { lastChatId: number };
    const strange = hall.connectByQuery({ 'game-id': pin }, odd);
    await strange.wait('phase');
    expect(chatOf(strange)).toEqual(chatOf(host).slice(-50));
  });

  it('R8.2 numbers the messages of an audience the same for everybody', async () => {
    const { host, players } = await hall.openRoom({}, 3);
    await Promise.all(
      players.flatMap((player, n) =>
        Array.from({ length: 8 }, (_, m) => player.do('chatMessage', { message: `${n}-${m}` })),
      ),
    );
    await settle(host, players);
    for (const player of players) expect(chatOf(player)).toEqual(chatOf(host));
    expect(chatOf(host).map(({ id }) => id)).toEqual(Array.from({ length: 33 }, (_, n) => n + 1));
    for (const [n] of players.entries()) {
      const own = texts(host).filter((text) => text.startsWith(`${n}-`));
      expect(own).toEqual(Array.from({ length: 8 }, (_, m) => `${n}-${m}`));
    }
  });
});

describe.concurrent('what waits for the next flush when the connection changes', () => {
  it('R2.2, R8.1 loses neither move nor message of a player who reconnects within a flush', async () => {
    const { host, players, pin } = await seldom.openRoom({}, 1);
    const old = players[1]!;
    old.tell('chatMessage', { message: 'just before' });
    await old.do('updatePosition', { newPosition: [0.25, 0.75] });
    old.drop();
    const back = seldom.comeBack(old, pin);
    await heardAll(host, 'just before');
    await back.wait('phase');
    expect(back.self?.playerPosition).toEqual([0.25, 0.75]);
    await heardAll(back, 'just before');
    expect(texts(back)).toEqual(['just before']);
  });

  it('R2.3, R8.1 loses neither where the old connection still stands', async () => {
    const { host, players, pin } = await seldom.openRoom({}, 1);
    const old = players[1]!;
    old.tell('chatMessage', { message: 'in the old tab' });
    await old.do('updatePosition', { newPosition: [0.25, 0.75] });
    const back = seldom.comeBack(old, pin);
    await heardAll(host, 'in the old tab');
    await back.wait('phase');
    expect(back.self?.playerPosition).toEqual([0.25, 0.75]);
  });

  it('R2.4, R8.1 tells what somebody said who leaves at once', async () => {
    const { host, players } = await seldom.openRoom({}, 1);
    const leaver = players[1]!;
    leaver.tell('chatMessage', { message: 'good bye' });
    await leaver.do('exitRoom', {});
    await host.wait('exitRoom');
    expect(texts(host)).toEqual(['good bye']);
  });
});
