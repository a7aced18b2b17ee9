import { afterAll, describe, expect, it } from 'vitest';
import { runOracle } from '../../load-test/oracle/run.js';
import type { OwnRedisCluster } from '../../load-test/rig/own-redis-cluster.js';
import { RedisKeys, bucketOf } from '../../src/server/live/store/redis/keys.js';
import type { TestClient } from '../support/client.js';
import { closeFleets, Fleet, percentile, report, spread, troubles, type Room } from './fleet.js';
import { expectNothingTwice, standAll, watchPhases } from './watching.js';

const ENV = { COUNTDOWN_MS: '300', GET_READY_MS: '200', REVEAL_MS: '1000' };
/** Nobody is out of date for longer. */
const STALE_MS = 5_000;
/** The same where operators do it in good order. */
const HANDOVER_MS = 1_500;
const ROOMS = 9;
const SECONDS = 6;
/** The whole of 100 questions: `npm run simulate -- oracle store=cluster`. */
const SHORT = { seed: 3, rooms: 4, questions: 6, players: 5, processes: 2 };
const keys = new RedisKeys();

afterAll(closeFleets);

const codesOf = (client: TestClient): string[] => client.all('notice').map(({ code }) => code);
const isRight = (player: number): boolean => player % 2 === 0;

interface Placed extends Room {
  /** Index of the primary that had the room at first. */
  node: number;
}

/** Rooms on every primary, each with its host on one process and its guest on the other. */
async function openRooms(fleet: Fleet, nodes: OwnRedisCluster, count: number): Promise<Placed[]> {
  const rooms: Placed[] = [];
  for (let n = 0; n < count; n++) {
    const room = await fleet.openRoom(n, {}, 1);
    rooms.push({ ...room, node: await nodes.primaryOf(keys.due(bucketOf(room.pin))) });
  }
  return rooms;
}

async function startAll(fleet: Fleet, rooms: readonly Room[], questions: number): Promise<void> {
  await Promise.all(
    rooms.map(async (room) => {
      await fleet.bringSet(room, questions, 2, SECONDS);
      await room.host.do('startGame', {});
    }),
  );
}

function expectRight({ players, host }: Room): void {
  const { players: marks } = host.last('endQuizTime')!;
  const rightOf = new Map(marks.map(({ playerId, isAnswer }) => [playerId, isAnswer]));
  expect(players.map(({ playerId }) => rightOf.get(playerId))).toEqual(
    players.map((_, n) => isRight(n)),
  );
}

/** How late each player of these rooms had the reveal of the question that was asked last, in ms. */
function lateOf(rooms: readonly Room[], seen: ReadonlyMap<TestClient, Map<number, number>>) {
  return rooms.flatMap(({ players }) =>
    players.map((player) => {
      const { endTime } = player.last('startQuizTime')!;
      const { version } = player.last('phase')!;
      return (seen.get(player)?.get(version) ?? Infinity) - endTime;
    }),
  );
}

describe.concurrent('R4.5, R5.3 whole games on a cluster of Redis', () => {
  it('whose primaries are killed, switched and emptied: every mark is right', async ({
    expect,
  }) => {
    const result = await runOracle({
      ...SHORT,
      store: 'cluster',
      faults: ['redis', 'switch', 'slots'],
    });
    const { mismatches, troubles: lines, lateMs, ...figures } = result;
    report(
      `primaries of a cluster killed, switched and emptied: ${figures.marks} marks, ${figures.faults} faults, ` +
        `reveals p50 ${percentile(lateMs, 50)} ms, at most ${Math.max(...lateMs)} ms late`,
    );
    expect([mismatches, lines]).toEqual([[], []]);
    expect(figures.marks).toBeGreaterThan(0);
    expect(figures.faults).toBeGreaterThan(2);
    expect(Math.max(...lateMs)).toBeLessThan(STALE_MS);
  });

  it('one of whose primaries is killed: its rooms wait, and all others go on', async ({
    expect,
  }) => {
    const { fleet, nodes } = await Fleet.onRedisCluster(2, ENV);
    const rooms = await openRooms(fleet, nodes, ROOMS);
    const seen = new Map(
      rooms.flatMap(({ players }) => players.map((one) => [one, watchPhases(one)] as const)),
    );
    const home = await nodes.primaryOf(keys.processes());
    const counting = await nodes.primaryOf(keys.openRooms());
    const victim = (await nodes.primaries()).find((n) => n !== home && n !== counting)!;
    const [struck, others] = [true, false].map((isStruck) =>
      rooms.filter(({ node }) => (node === victim) === isStruck),
    ) as [Placed[], Placed[]];
    expect(struck.length).toBeGreaterThan(0);
    await startAll(fleet, rooms, 1);
    await Promise.all(rooms.map(({ players }) => standAll(players, isRight)));

    await nodes.kill(victim);
    const guests = struck.flatMap(({ players }) => players);
    await Promise.all(guests.map((one) => one.wait('notice', ({ code }) => code === 'STORE_AWAY')));
    const health = await fleet.health(0);
    expect([health.status, health.warnings.join()]).toEqual([
      'ok',
      expect.stringMatching(/^redis at 127.0.0.1:\d+ is away: its rooms wait$/),
    ]);
    expect(await fleet.connect(1).fail('joinRoom', { gameId: struck[0]!.pin })).toBe('STORE_AWAY');
    // None of these PINs is of the primary that is away.
    const opened = await Promise.all(Array.from({ length: 8 }, (_, n) => fleet.openRoom(n)));
    for (const { pin } of opened)
      expect(await nodes.primaryOf(keys.due(bucketOf(pin)))).not.toBe(victim);

    await Promise.all(
      rooms.flatMap(({ players }) => players.map((one) => one.wait('endQuizTime'))),
    );
    report(
      `a primary of three killed: reveals of its ${struck.length} rooms ${spread(lateOf(struck, seen))} late, ` +
        `of the ${others.length} others ${spread(lateOf(others, seen))}`,
    );
    for (const room of rooms) {
      expectRight(room);
      for (const player of room.players) expectNothingTwice(player);
    }
    expect(Math.max(...lateOf(others, seen))).toBeLessThan(500);
    for (const { players } of struck)
      for (const player of players) expect(codesOf(player)).toEqual(['STORE_AWAY', 'STORE_BACK']);
    for (const { players } of others)
      for (const player of players) expect(codesOf(player)).toEqual([]);
    await Promise.all(rooms.flatMap(({ players }) => players.map((one) => one.wait('endGame'))));
    for (const server of fleet.servers) expect(troubles(server)).toEqual([]);
  });
});
