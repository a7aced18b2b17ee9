import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PhaseKind, WirePosition } from '../../src/protocol/index.js';
import type { TestClient } from '../support/client.js';
import { closeFleets, Fleet } from '../faults/fleet.js';
import { inPhase } from '../faults/watching.js';
import { answer, slowSet, SLOW } from '../support/hall.js';

let fleet: Awaited<ReturnType<typeof Fleet.inProcess>>;
beforeAll(async () => {
  fleet = await Fleet.inProcess(2, SLOW, [slowSet()]);
});
afterAll(closeFleets);

/** A place that nobody is at by chance, and its numbers in the bytes of JSON. */
const SECRET: WirePosition = [0.123_456, 0.765_432];
const SECRET_TEXT = /0\.1234|0\.7654/;

/** Where a client was told that a player is, in order. */
function placesOf(client: TestClient, playerId: string, since = 0): WirePosition[] {
  return client.heard.slice(since).flatMap(({ event, payload }) => {
    const told = payload as { updates?: { playerId: string; playerPosition: WirePosition }[] };
    const some = event === 'updatePosition' ? told.updates : [];
    return (some ?? []).flatMap((one) => (one.playerId === playerId ? [one.playerPosition] : []));
  });
}

const rosterPlace = (client: TestClient, playerId: string): WirePosition | undefined =>
  client
    .all('joinRoom')
    .flatMap(({ players }) => players)
    .findLast((player) => player.playerId === playerId)?.playerPosition;

async function enter(n: number, pin: string, name: string, auth = {}): Promise<TestClient> {
  const client = fleet.connect(n, auth);
  await client.do('joinRoom', { gameId: pin, playerName: name });
  return client;
}

/** The host ends the phase that stands, and everybody is in the next one. */
async function skipTo(everyone: TestClient[], kind: PhaseKind, index: number): Promise<void> {
  await everyone[0]!.do('skipPhase', {});
  await Promise.all(everyone.map((one) => inPhase(one, kind, index)));
}

describe('R7.5 the bytes of a blind room, over two processes', () => {
  it('tell nobody where another one is, in either format, before the bell', async () => {
    const { pin, host } = await fleet.openRoom(0, { crowd: 'blind', gameMode: 'SURVIVAL' });
    const living = await enter(1, pin, 'Living', { format: 'compact' });
    const ghost = await enter(1, pin, 'Ghost');
    const other = await enter(0, pin, 'Other', { format: 'compact' });
    const screens = [
      await enter(1, pin, '', { role: 'screen' }),
      await enter(0, pin, '', { role: 'screen', format: 'compact' }),
    ];
    const players = [host, living, ghost, other];
    const everyone = [...players, ...screens];
    await host.do('startGame', {});
    await skipTo(everyone, 'question', 0);
    await Promise.all(players.map((one) => one.wait('startQuizTime')));
    await Promise.all(players.map((one) => answer(one, one !== ghost)));
    // Nobody can see that it was stored, but whoever comes back is told their own place.
    await Promise.all(
      players.map(async (one, n) => {
        const back = fleet.comeBack(one, n < 2 ? n : 1, pin);
        await back.until(() => back.self !== undefined);
        players[n] = back;
        everyone[n] = back;
      }),
    );
    const [chief, alive, dead, third] = players as [TestClient, TestClient, TestClient, TestClient];
    await skipTo(everyone, 'reveal', 0);
    const { players: marks } = await chief.wait('endQuizTime');
    expect(marks.filter(({ isAlive }) => !isAlive)).toHaveLength(1);
    await skipTo(everyone, 'question', 1);
    const frozen = placesOf(chief, alive.playerId).at(-1);
    expect(frozen).toBeDefined();

    const since = everyone.map(({ heard, raw }) => ({ heard: heard.length, raw: raw.length }));
    await Promise.all(players.map((one) => one.do('updatePosition', { newPosition: SECRET })));
    expect(await alive.fail('chatMessage', { message: 'zone two' })).toBe('BLIND');
    expect(await dead.fail('chatMessage', { message: 'zone two' })).toBe('BLIND');
    expect(await dead.fail('setPlayerName', { playerName: 'two' })).toBe('BLIND');
    const late = await enter(0, pin, 'Late');
    const lateScreen = await enter(1, pin, '', { role: 'screen', format: 'compact' });
    // A process shares what its players did before one of them goes.
    third.close();
    await chief.wait('updatePresence', ({ players: gone }) =>
      gone.some((one) => one.playerId === third.playerId && !one.connected),
    );
    const back = fleet.comeBack(third, 1, pin, { format: 'compact' });
    await back.until(() => back.self !== undefined);

    const watched = [chief, alive, dead, ...screens, late, lateScreen, back];
    for (const client of watched) {
      const n = everyone.indexOf(client);
      const from = since[n] ?? { heard: 0, raw: 0 };
      for (const { playerId } of players)
        expect(placesOf(client, playerId, from.heard)).toEqual([]);
      const own = client.raw.slice(from.raw).join('\n').replaceAll(ownRow(client), '');
      expect(own).not.toMatch(SECRET_TEXT);
      expect(own).not.toMatch(/"updatePosition"|zone two/);
    }
    for (const client of [late, lateScreen, back])
      expect(rosterPlace(client, alive.playerId)).toEqual(frozen);
    expect(back.self!.playerPosition[0]).toBeCloseTo(SECRET[0], 3);

    await chief.do('skipPhase', {});
    for (const client of [dead, ...screens, late, back])
      await client.until(
        () => placesOf(client, alive.playerId).some(([x]) => Math.abs(x - SECRET[0]) < 0.001),
        'the places at the bell',
      );
  });
});

/** What a roster says of the client's own place, which it may know. */
function ownRow(client: TestClient): RegExp {
  const id = client.playerId.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`\\{"playerId":"${id || 'nobody'}"[^}]*\\}`, 'g');
}
