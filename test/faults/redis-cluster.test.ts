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
/** As without a fault, on a machine that has much else to do. */
const ON_TIME_MS = 500;
const ROOMS = 9;
const SECONDS = 4;
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
      const reveal = player.all('phase').findLast(({ kind }) => kind === 'reveal')!;
      return (seen.get(player)?.get(reveal.version) ?? Infinity) - endTime;
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

  it.for(['one of the others', 'the one with the clock'] as const)(
    'of whose primaries %s is killed: its rooms wait, and all others go on',
    async (which, { expect }) => {
      const { fleet, nodes } = await Fleet.onRedisCluster(2, ENV);
      const rooms = await openRooms(fleet, nodes, ROOMS);
      const seen = new Map(
        rooms.flatMap(({ players }) => players.map((one) => [one, watchPhases(one)] as const)),
      );
      const home = await nodes.primaryOf(keys.processes());
      const counting = await nodes.primaryOf(keys.openRooms());
      const isHome = which === 'the one with the clock';
      const victim = isHome
        ? home
        : (await nodes.primaries()).find((n) => n !== home && n !== counting)!;
      const [struck, others] = [true, false].map((isStruck) =>
        rooms.filter(({ node }) => (node === victim) === isStruck),
      ) as [Placed[], Placed[]];
      expect(struck.length).toBeGreaterThan(0);
      await startAll(fleet, rooms, 1);
      await Promise.all(rooms.map(({ players }) => standAll(players, isRight)));

      await nodes.kill(victim);
      await Promise.all(
        struck
          .flatMap(({ players }) => players)
          .map((one) => one.wait('notice', ({ code }) => code === 'STORE_AWAY')),
      );
      const { status, warnings } = await fleet.health(0);
      expect(status).toBe(isHome ? 'away' : 'ok');
      if (!isHome) {
        expect(warnings.join()).toMatch(/^redis at 127.0.0.1:\d+ is away: its rooms wait$/);
        const { pin } = struck[0]!;
        expect(await fleet.connect(1).fail('joinRoom', { gameId: pin })).toBe('STORE_AWAY');
        // None of these PINs is of the primary that is away.
        const opened = await Promise.all(Array.from({ length: 8 }, (_, n) => fleet.openRoom(n)));
        for (const room of opened)
          expect(await nodes.primaryOf(keys.due(bucketOf(room.pin)))).not.toBe(victim);
      }

      await Promise.all(
        rooms.flatMap(({ players }) => players.map((one) => one.wait('endQuizTime'))),
      );
      report(
        `of three primaries ${which} killed: reveals of its ${struck.length} rooms ${spread(lateOf(struck, seen))} late, ` +
          `of the ${others.length} others ${spread(lateOf(others, seen))}`,
      );
      expect(Math.max(...lateOf(others, seen))).toBeLessThan(ON_TIME_MS);
      expect(Math.max(...lateOf(struck, seen))).toBeLessThan(STALE_MS);
      for (const room of rooms) {
        expectRight(room);
        for (const player of room.players) expectNothingTwice(player);
      }
      const codes = (some: Placed[]) => some.flatMap(({ players }) => players.map(codesOf));
      for (const told of codes(struck)) expect(told).toEqual(['STORE_AWAY', 'STORE_BACK']);
      for (const told of codes(others)) expect(told).toEqual([]);
      await Promise.all(rooms.flatMap(({ players }) => players.map((one) => one.wait('endGame'))));
      for (const server of fleet.servers) expect(troubles(server)).toEqual([]);
    },
  );

  it('one of whose primaries is lost for good: its rooms end, and all others go on', async ({
    expect,
  }) => {
    const { fleet, nodes } = await Fleet.onRedisCluster(2, ENV, { replicas: 0 });
    const rooms = await openRooms(fleet, nodes, ROOMS);
    const home = await nodes.primaryOf(keys.processes());
    const counting = await nodes.primaryOf(keys.openRooms());
    const victim = (await nodes.primaries()).find((n) => n !== home && n !== counting)!;
    await nodes.kill(victim);
    await nodes.giveUp(victim);
    for (const { node, players } of rooms)
      if (node === victim)
        await Promise.all(
          players.map((one) => one.wait('notice', ({ code }) => code === 'ROOM_LOST')),
        );
    const others = rooms.filter(({ node }) => node !== victim);
    await startAll(fleet, others, 1);
    await Promise.all(others.map(({ players }) => standAll(players, isRight)));
    await Promise.all(others.flatMap(({ players }) => players.map((one) => one.wait('endGame'))));
    for (const room of others) expectRight(room);
    for (const { players } of others) expect(players.flatMap(codesOf)).toEqual([]);
    for (const n of [0, 1])
      expect(await fleet.health(n)).toMatchObject({ status: 'ok', warnings: [] });
  });
});
