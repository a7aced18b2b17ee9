import { afterAll, describe, expect, it, vi } from 'vitest';
import { runOracle } from '../../load-test/oracle/run.js';
import type { OwnRedisCluster } from '../../load-test/rig/own-redis-cluster.js';
import { RedisKeys, bucketOf } from '../../src/server/live/store/redis/keys.js';
import type { TestClient } from '../support/client.js';
import { closeFleets, Fleet, percentile, report, spread, troubles, type Room } from './fleet.js';
import { expectNothingTwice, inPhase, lost as gone, standAll, watchPhases } from './watching.js';
import { PATIENT } from '../support/patience.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const ENV = { COUNTDOWN_MS: '300', GET_READY_MS: '200', REVEAL_MS: '1000' };
/** Redis takes up to 4 s until a replica is the primary, and then phases wait 0.8 s. */
const STALE_MS = 6_000;
/** Nobody waits for the primary of others; a machine that has much else to do is late by itself. */
const ON_TIME_MS = 1_500;
const SECONDS = 4;
/** The whole of 100 questions: `npm run simulate -- oracle store=cluster`. */
const SHORT = { seed: 3, rooms: 3, questions: 8, players: 5, processes: 2 };
const keys = new RedisKeys();

afterAll(closeFleets);

const codesOf = (client: TestClient): string[] => client.all('notice').map(({ code }) => code);
const isRight = (player: number): boolean => player % 2 === 0;

interface Placed extends Room {
  /** Index of the primary that had the room at first. */
  node: number;
}

/** Two rooms at least on every primary, each with its host on one process and its guest on the other. */
async function openRooms(fleet: Fleet, nodes: OwnRedisCluster): Promise<Placed[]> {
  const rooms: Placed[] = [];
  const primaries = await nodes.primaries();
  const isEnough = (): boolean =>
    primaries.every((one) => rooms.filter(({ node }) => node === one).length >= 2);
  for (let n = 0; !isEnough(); n++) {
    const room = await fleet.openRoom(n, {}, 1);
    rooms.push({ ...room, node: await nodes.primaryOf(keys.due(bucketOf(room.pin))) });
  }
  return rooms;
}

async function startAll(fleet: Fleet, rooms: readonly Room[]): Promise<void> {
  await Promise.all(
    rooms.map(async (room) => {
      await fleet.bringSet(room, 1, 2, SECONDS);
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

/** How late each player had the reveal of the question that was asked last, in ms. */
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
      faults: ['switch', 'redis', 'slots'],
    });
    const { mismatches, troubles: lines, lateMs, ...figures } = result;
    report(
      `primaries of a cluster killed, switched and emptied: ${figures.marks} marks, ${figures.faults} faults, ` +
        `reveals p50 ${percentile(lateMs, 50)} ms, at most ${Math.max(...lateMs)} ms late`,
    );
    expect([mismatches, lines]).toEqual([[], []]);
    expect(figures.marks).toBeGreaterThan(0);
    expect(figures.faults).toBeGreaterThan(2);
    expect(Math.max(...lateMs)).toBeLessThan(pace.allow(STALE_MS));
  });

  it('of which one primary after the other is lost: its rooms wait or end, and all others go on', async ({
    expect,
  }) => {
    const { fleet, nodes } = await Fleet.onRedisCluster(2, ENV);
    const rooms = await openRooms(fleet, nodes);
    const seen = new Map(
      rooms.flatMap(({ players }) => players.map((one) => [one, watchPhases(one)] as const)),
    );
    const home = await nodes.primaryOf(keys.processes());
    const counting = await nodes.primaryOf(keys.openRooms());
    const victim = (await nodes.primaries()).find((n) => n !== home && n !== counting)!;
    const ofNode = (struck: number) =>
      [true, false].map((isOn) => rooms.filter(({ node }) => (node === struck) === isOn)) as [
        Placed[],
        Placed[],
      ];

    /** A primary is killed in a question of all rooms, which its replica sees to the end. */
    async function lose(struck: number, meanwhile: (rooms: Placed[]) => Promise<void>) {
      const [waiting, others] = ofNode(struck);
      const earlier = new Map(
        rooms.flatMap(({ players }) => players.map((one) => [one, codesOf(one).length])),
      );
      const codesSince = (some: Placed[]) =>
        some.flatMap(({ players }) => players.map((one) => codesOf(one).slice(earlier.get(one))));
      const asked = rooms[0]!.host.all('startQuizTime').length;
      await startAll(fleet, rooms);
      const isAsked = (one: TestClient): boolean => one.all('startQuizTime').length > asked;
      await Promise.all(
        rooms.map(async ({ players }) => {
          await Promise.all(players.map((one) => one.until(() => isAsked(one), 'the question')));
          await standAll(players, isRight);
        }),
      );
      await nodes.kill(struck);
      await vi.waitFor(() => {
        for (const codes of codesSince(waiting)) expect(codes).toEqual(['STORE_AWAY']);
      }, PATIENT);
      await meanwhile(waiting);
      await Promise.all(
        rooms.flatMap(({ players }) => players.map((one) => inPhase(one, 'lobby'))),
      );
      report(
        `one primary of three killed: reveals of its ${waiting.length} rooms ${spread(lateOf(waiting, seen))} late, ` +
          `of the ${others.length} others ${spread(lateOf(others, seen))}`,
      );
      expect(Math.max(...lateOf(others, seen))).toBeLessThan(pace.allow(ON_TIME_MS));
      expect(Math.max(...lateOf(waiting, seen))).toBeLessThan(pace.allow(STALE_MS));
      for (const codes of codesSince(waiting)) expect(codes).toEqual(['STORE_AWAY', 'STORE_BACK']);
      for (const codes of codesSince(others)) expect(codes).toEqual([]);
      for (const room of rooms) expectRight(room);
    }

    await lose(victim, async ([waiting]) => {
      const { status, warnings } = await fleet.health(0);
      expect(status).toBe('ok');
      expect(warnings.join()).toMatch(/^redis at 127.0.0.1:\d+ is away: its rooms wait$/);
      expect(await fleet.connect(1).fail('joinRoom', { gameId: waiting!.pin })).toBe('STORE_AWAY');
      // None of these PINs is of the primary that is away.
      const opened = await Promise.all(Array.from({ length: 8 }, (_, n) => fleet.openRoom(n)));
      for (const { pin } of opened)
        expect(await nodes.primaryOf(keys.due(bucketOf(pin)))).not.toBe(victim);
    });
    for (const { players } of rooms) for (const one of players) expectNothingTwice(one);
    // It has the clock of all deadlines.
    await lose(home, async () => expect((await fleet.health(1)).status).toBe('away'));

    const heir = await nodes.primaryOf(keys.due(bucketOf(ofNode(victim)[0][0]!.pin)));
    await nodes.kill(heir);
    await nodes.giveUp(heir);
    const [lost, left] = ofNode(victim);
    await Promise.all(
      lost
        .flatMap(({ players }) => players)
        .map((one) => one.wait('notice', ({ code }) => code === 'ROOM_LOST')),
    );
    for (const { host, players } of left) {
      await host.do('lockRoom', { locked: true });
      for (const one of players) expect(one.events()).not.toContain('disconnect');
    }
    // Processes tell each other by the nodes that are left who has come back elsewhere.
    const [{ pin, players }] = left as [Placed];
    for (const n of [0, 1]) fleet.comeBack(players[1]!, n, pin);
    await gone(players[1]!);
    for (const n of [0, 1])
      expect(await fleet.health(n)).toMatchObject({ status: 'ok', warnings: [] });
    for (const server of fleet.servers) expect(troubles(server)).toEqual([]);
  });
});
