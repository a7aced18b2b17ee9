import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testSet } from '../support/app.js';
import type { TestClient } from '../support/client.js';
import { chatOf, goTo, settle, SLOW } from '../support/hall.js';
import { closeFleets, Fleet, report } from './fleet.js';
import { lost, stand, zones } from './watching.js';

const PROCESSES = 4;

let fleet: Awaited<ReturnType<typeof Fleet.inProcess>>;
beforeAll(async () => {
  fleet = await Fleet.inProcess(PROCESSES, SLOW, [testSet(5, 2, 60)]);
});
afterAll(closeFleets);

const texts = (client: TestClient): string[] => chatOf(client).map(({ message }) => message);
const heard = (client: TestClient, message: string): Promise<void> =>
  client.until(() => texts(client).includes(message), message);

describe('R2.3 the newest connection wins when it is on another process', () => {
  it('tells the old one, and what that still sends or does not send changes nothing', async () => {
    const { host, players, pin } = await fleet.openRoom(0, {}, 1);
    const old = players[1]!;
    await old.do('updatePosition', { newPosition: [0.25, 0.75] });
    const between = old.heard.length;
    const next = fleet.comeBack(old, 2, pin);
    // Sent before it is told, so that it reaches the server from a connection that is void already.
    const flood = setInterval(() => old.tell('updatePosition', { newPosition: [0.9, 0.9] }), 5);
    await next.wait('phase');
    const tellAt = next.heard.length;
    await old.wait('notice');
    await lost(old);
    clearInterval(flood);
    expect(old.events(between)).toContain('notice');
    expect(old.last('notice')).toEqual({ code: 'SESSION_REPLACED' });
    // For good: the server ended it, so the client does not come back by itself.
    expect(old.heard.at(-1)).toEqual({ event: 'disconnect', payload: 'io server disconnect' });

    await next.do('updatePosition', { newPosition: [0.1, 0.2] });
    await host.until(
      () =>
        host
          .all('updatePosition')
          .some(({ updates }) =>
            updates.some(({ playerPosition: [x] }) => Math.abs(x - 0.1) < 0.001),
          ),
      'the move of the new connection',
    );
    await settle(host, [host, next]);
    const fresh = await fleet.join(3, pin, 'Fresh');
    const seat = fresh.all('joinRoom')[0]!.players.find((one) => one.slot === 1)!;
    expect(seat).toMatchObject({ playerId: old.playerId, connected: true });
    expect(seat.playerPosition[0]).toBeCloseTo(0.1, 3);
    expect(next.events(tellAt)).not.toContain('disconnect');
    const presence = host.all('updatePresence').flatMap((frame) => frame.players);
    expect(presence.filter(({ connected }) => !connected)).toEqual([]);
  });

  it('however often it changes: one holds the seat, all others are told', async () => {
    const { players, pin, host } = await fleet.openRoom(1, {}, 1);
    const first = players[1]!;
    const rest = Array.from({ length: 8 }, (_, n) => fleet.comeBack(first, n, pin));
    const all = [first, ...rest];
    const isOut = (one: TestClient): boolean => one.events().includes('disconnect');
    await Promise.all(
      rest.map((one) => one.until(() => one.all('phase').length > 0 || isOut(one))),
    );
    await expect.poll(() => all.filter((one) => !isOut(one)).length).toBe(1);
    await settle(host, [host]);
    const left = all.filter((one) => !isOut(one));
    expect(left).toHaveLength(1);
    for (const one of all.filter(isOut))
      expect(one.last('notice')).toEqual({ code: 'SESSION_REPLACED' });
    await left[0]!.do('chatMessage', { message: 'still here' });
    await heard(host, 'still here');
  });
});

describe('R9.1 a kick of a player who is on another process', () => {
  it('tells and ends that connection, everywhere and for good', async () => {
    const { host, players, pin } = await fleet.openRoom(0, {}, 3);
    const victim = players[2]!;
    const { playerId } = victim;
    await host.do('kickRoom', { kickPlayerId: playerId });
    await Promise.all(players.map((player) => player.wait('kickRoom')));
    await lost(victim);
    for (const player of players) expect(player.all('kickRoom')).toEqual([{ playerId }]);
    for (let n = 0; n < PROCESSES; n++) {
      const again = fleet.connect(n, { token: victim.token });
      expect(await again.fail('joinRoom', { gameId: pin })).toBe('KICKED');
    }
  });
});

describe('R8 chat across processes', () => {
  it('R8.1, R8.2 keeps order and ids for everybody while somebody changes process again and again', async () => {
    const { host, players, pin } = await fleet.openRoom(0, {}, 5);
    const speakers = players.slice(0, 4);
    let said = 0;
    let current = players[5]!;
    const got: { id: number; message: string }[] = [];
    for (let round = 0; round < 8; round++) {
      const burst = Promise.all(
        speakers.map((one) => one.ask('chatMessage', { message: `${said++}` })),
      );
      // In the middle of it, sometimes without a word.
      if (round % 2 === 0) current.drop();
      else current.close();
      await burst;
      await lost(current);
      got.push(...chatOf(current));
      const lastChatId = got.at(-1)?.id ?? 0;
      current = fleet.comeBack(players[5]!, round + 2, pin, {
        lastChatId,
        lastChatAudience: 'living',
      });
      await current.wait('phase');
    }
    await settle(host, [...speakers, players[4]!, current]);
    got.push(...chatOf(current));
    const all = chatOf(host);
    expect(all.map(({ id }) => id)).toEqual(Array.from(all, (_, n) => n + 1));
    expect(new Set(texts(host)).size).toBe(said + 1);
    for (const player of players.slice(1, 5)) expect(chatOf(player)).toEqual(all);
    expect(got).toEqual(all);
    report(
      `chat while one player changed process 8 times: ${all.length} messages, 0 lost, 0 repeated, one order`,
    );
  });
});

describe('R7 ghosts and living of one room on different processes', () => {
  it('R7.1, R7.2, R7.4 each audience hears its own, and all at the end', async () => {
    const room = await fleet.openRoom(0, { gameMode: 'SURVIVAL' }, 5);
    const { host, players } = room;
    const isGhost = (n: number): boolean => n === 2 || n === 5;
    await goTo(room, 'question');
    await Promise.all(players.map((player, n) => stand(player, !isGhost(n))));
    const { right } = zones(host);
    await settleMoves(players, host);
    await goTo(room, 'reveal');
    expect(host.last('endQuizTime')!.answer).toBe(right);
    const living = players.filter((_, n) => !isGhost(n));
    const ghosts = players.filter((_, n) => isGhost(n));
    const from = players.map((player) => player.all('updatePosition').length);
    for (const ghost of ghosts) {
      await ghost.do('updatePosition', { newPosition: [0.01, 0.01] });
      await ghost.do('chatMessage', { message: `boo ${ghost.playerId}` });
    }
    for (const ghost of ghosts)
      await Promise.all(ghosts.map((one) => heard(one, `boo ${ghost.playerId}`)));
    await settle(host, players);
    const ids = new Set(ghosts.map(({ playerId }) => playerId));
    for (const one of living) {
      expect(texts(one).filter((text) => text.startsWith('boo'))).toEqual([]);
      const updates = one.all('updatePosition').slice(from[players.indexOf(one)]);
      const moved = updates.flatMap((frame) => frame.updates.map(({ playerId }) => playerId));
      expect(moved.filter((id) => ids.has(id))).toEqual([]);
    }
    for (const one of ghosts)
      expect(texts(one).filter((text) => text.startsWith('boo'))).toHaveLength(2);
    await host.do('endGame', {});
    await Promise.all(players.map((player) => player.wait('endGame')));
    // Everybody sees them again, where they are by now.
    await Promise.all(
      living.map((one) =>
        one.until(() =>
          [...ids].every((id) =>
            one
              .all('updatePosition')
              .some(({ updates }) =>
                updates.some(({ playerId, playerPosition: [x] }) => playerId === id && x < 0.02),
              ),
          ),
        ),
      ),
    );
  });
});

/** Everybody has seen where everybody stands, so each process has shared it. */
async function settleMoves(players: TestClient[], host: TestClient): Promise<void> {
  for (const player of players) await settle(player, [host]);
}
