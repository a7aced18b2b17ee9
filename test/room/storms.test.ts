import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

const PLAYERS = 40;
const S = 1_000;

let stage: Stage;
beforeEach(() => {
  stage = openStage();
});
afterEach(() => closeStage(stage));

async function aHall(gameMode: 'RANKING' | 'SURVIVAL'): Promise<[roomId: string, hall: Actor[]]> {
  const roomId = await stage.open({ gameMode }, 3, 'player 0');
  const names = Array.from({ length: PLAYERS }, (_, n) => `player ${n}`);
  return [roomId, await stage.seatAll(roomId, ...names)];
}

/** How often the whole room is read during the work. */
async function readsOf(work: () => Promise<unknown>): Promise<number> {
  const read = vi.spyOn(stage.store, 'readRoom');
  await work();
  await stage.flush();
  const times = read.mock.calls.length;
  read.mockRestore();
  return times;
}

// Whatever reads the room for each of its players costs the square of its size.
describe('a hall that does the same thing at once', () => {
  it.each([
    ['RANKING', 'a game'],
    ['SURVIVAL', 'the lobby'],
  ] as const)('leaves %s in %s without the room being read for each', async (mode, where) => {
    const [roomId, hall] = await aHall(mode);
    if (where === 'a game') await stage.driver.start(roomId);
    const reads = await readsOf(() => Promise.all(hall.map((one) => stage.exit(one))));
    // Once, as there is no host any more.
    expect(reads).toBe(1);
  });

  it('leaves a game of survival, and the room is read when one is left', async () => {
    const [roomId, [last, ...others]] = await aHall('SURVIVAL');
    await stage.driver.start(roomId);
    const reads = await readsOf(async () => {
      for (const one of others.slice(1)) await stage.exit(one);
    });
    expect(reads).toBe(0);
    expect(stage.room(roomId).view.phase.kind).toBe('countdown');
    expect(await readsOf(() => stage.exit(others[0]!))).toBe(1);
    expect(stage.room(roomId).view.phase.kind).toBe('lobby');
    expect(stage.broadcaster.eventsOf(last!.connectionId)).toContain('endGame');
  });

  it('leaves as ghosts the game of one who began it alone, without the room being read', async () => {
    const roomId = await stage.open({ gameMode: 'SURVIVAL' });
    await stage.seatAll(roomId, 'ann');
    await stage.driver.start(roomId);
    const names = Array.from({ length: PLAYERS }, (_, n) => `ghost ${n}`);
    const ghosts = await stage.seatAll(roomId, ...names);
    expect(await readsOf(() => Promise.all(ghosts.map((one) => stage.exit(one))))).toBe(0);
    expect(stage.room(roomId).view.phase.kind).toBe('countdown');
  });

  it('drops and comes back without the room being read for each who comes', async () => {
    const [roomId, [host, ...others]] = await aHall('RANKING');
    await stage.driver.start(roomId);
    for (const one of [host!, ...others]) await stage.drop(one);
    const names = others.map((_, n) => `player ${n + 1}`);
    const reads = await readsOf(() => Promise.all(names.map((name) => stage.sit(roomId, name))));
    expect(reads).toBe(0);
    await stage.pass(30 * S);
    const { seats, actingId } = stage.room(roomId).view.state;
    expect([...seats.values()].find(({ playerId }) => playerId === actingId)?.playerName).toBe(
      'player 1',
    );
  });
});
