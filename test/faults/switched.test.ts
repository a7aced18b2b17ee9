import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwnSentinels } from '../../load-test/rig/own-sentinels.js';
import type { TestClient } from '../support/client.js';
import { createTestDatabase, TestPostgres } from '../support/postgres.js';
import { closeFleets, Fleet, troubles, type Room } from './fleet.js';
import { expectNothingTwice, standAll, untilJudged } from './watching.js';

const ENV = { COUNTDOWN_MS: '300', GET_READY_MS: '200', REVEAL_MS: '1000' };
/** A question that the host ends. */
const LONG_S = 60;
const BOTS = 4;
/** Kept by the primary that loads, which takes some 2 s for them. */
const KEYS = 2_000;
const SLOW_LOAD = ['--key-load-delay', '1000'];

let postgres: TestPostgres;
let databaseUrl: string;
let fleet: Fleet;
let nodes: OwnSentinels;
let played: Room;
let held: Room;
/** The answer to an emote that was shown while there was no primary. */
let emoted: Promise<unknown>;

const isRight = (player: number): boolean => player % 2 === 0;
const told = (client: TestClient, code: string): Promise<unknown> =>
  client.wait('notice', (notice) => notice.code === code);
const times = (client: TestClient, code: string): number =>
  client.all('notice').filter((notice) => notice.code === code).length;

async function begin(room: Room, seconds: number): Promise<void> {
  await fleet.bringSet(room, 1, 2, seconds);
  await room.host.do('startGame', {});
}

/** Again until the store is back, as a page does it. */
async function insist(ask: () => Promise<string>): Promise<void> {
  while ((await ask()) !== 'ok') await sleep(100);
}

beforeAll(async () => {
  postgres = await TestPostgres.start();
  databaseUrl = postgres.urlOf(await createTestDatabase(postgres.urlOf('postgres')));
  const env = { ...ENV, HOSTS: 'anyone', DATABASE_URL: databaseUrl };
  ({ fleet, nodes } = await Fleet.behindSentinels(2, env, { replicas: 1 }));
  [played, held] = await Promise.all([fleet.openRoom(0, {}, 3), fleet.openRoom(0, {}, 4)]);
  await begin(played, 3);
  await standAll(played.players, isRight);
  await Promise.all(played.players.map((player) => player.wait('endQuizTime')));
  await nodes.kill(await nodes.primary());
  const everybody = [played, held].flatMap(({ players }) => players);
  await Promise.all(everybody.map((player) => told(player, 'STORE_AWAY')));
  emoted = held.players[1]!.ask('emote', { emote: 0 });
});
afterAll(async () => {
  await closeFleets();
  await postgres.stop();
});

describe.concurrent('R4.5 while there is no primary', () => {
  it('R17.1 no game ends, and what comes of it is kept once', async ({ expect }) => {
    const { host, players } = played;
    await Promise.all(players.map((player) => player.wait('endGame')));
    expect(times(host, 'STORE_BACK')).toBe(1);
    const database = new Client({ connectionString: databaseUrl });
    await database.connect();
    const ask = async (query: string) => (await database.query(query)).rows as object[];
    await expect
      .poll(() =>
        ask(
          'select players, asked, (select count(*)::int from game_question q where q.game_id = id) kept, ' +
            '(select count(*)::int from game_player p where p.game_id = id) people ' +
            'from game where ended_at is not null and players = 4',
        ),
      )
      .toEqual([{ players: 4, asked: 1, kept: 1, people: 4 }]);
    await database.end();
  });

  it('R22.1 an emote is lost, and the next one is shown', async ({ expect }) => {
    const [, first, second] = held.players as [TestClient, TestClient, TestClient];
    await emoted;
    await told(first, 'STORE_BACK');
    // Those who are still on their way to the new primary miss it; one a second is let through (R22.2).
    const shown = () => second.all('emote').flatMap(({ emotes }) => emotes);
    while (shown().length === 0) {
      await first.do('emote', { emote: 5 });
      await sleep(1_100);
    }
    expect(shown()).toEqual([{ playerId: first.playerId, emote: 5 }]);
  });

  it('R9.1 a kick holds as soon as the store has taken it', async ({ expect }) => {
    const { host, players, pin } = held;
    const victim = players[3]!;
    const { playerId } = victim;
    await insist(() => host.fail('kickRoom', { kickPlayerId: playerId }));
    const others = players.slice(0, 3);
    await Promise.all(others.map((player) => player.wait('kickRoom')));
    for (const player of others) expect(player.all('kickRoom')).toEqual([{ playerId }]);
    // The message that ends its connection may have been lost; without a seat it can do nothing.
    expect(await victim.fail('chatMessage', { message: 'still here' })).toBe('NOT_IN_ROOM');
    for (const n of [0, 1])
      expect(
        await fleet.connect(n, { token: victim.token }).fail('joinRoom', { gameId: pin }),
      ).toBe('KICKED');
  });

  it('R2.4 the seat is that of the newest connection, and the one of before has none', async ({
    expect,
  }) => {
    const { players, pin } = held;
    const before = players[4]!;
    // The guests sit by turns on the second process and the first.
    const back = fleet.connect(1, { token: before.token });
    await insist(() => back.fail('joinRoom', { gameId: pin }));
    expect(back.playerId).toBe(before.playerId);
    await told(before, 'SESSION_REPLACED');
    expect(await before.fail('chatMessage', { message: 'still here' })).toBe('NOT_IN_ROOM');
    await back.do('chatMessage', { message: 'still here' });
  });
});

describe('R4.5 a game goes on', () => {
  it('where all nodes have new addresses', async () => {
    const room = await fleet.openRoom(0, {}, 3);
    await begin(room, LONG_S);
    await standAll(room.players, isRight);
    const from = await nodes.primary();
    const next = await nodes.add();
    await nodes.together(1);
    // As in a planned switch: the old one takes nothing that would be thrown away.
    await nodes.ask(from, 'CONFIG', 'SET', 'min-replicas-to-write', '1');
    await nodes.failOver();
    expect(await nodes.switched(from)).toBe(next);
    await nodes.kill(from);
    await untilJudged(room.host);
    await insist(() => room.host.fail('skipPhase', {}));
    await Promise.all(room.players.map((player) => player.wait('endGame')));
    const { players } = room.host.last('endQuizTime')!;
    expect(players.filter(({ isAnswer }) => isAnswer)).toHaveLength(2);
    for (const player of room.players) expectNothingTwice(player);
  });

  it('where the primary starts again, and has to load first: so do the bots of a rehearsal', async () => {
    const room = await fleet.openRoom(0, {}, 3);
    const primary = await nodes.primary();
    const fill = `for i = 1, ${KEYS} do redis.call('SET', 'other:' .. i, i) end`;
    await nodes.ask(primary, 'EVAL', fill, '0');
    const { host } = room;
    await insist(() => host.fail('startRehearsal', { bots: BOTS }));
    const people = () => host.all('joinRoom').flatMap(({ players }) => players);
    await host.until(() => people().length === 4 + BOTS, 'all bots');
    const bots = new Set(people().flatMap((one) => (one.isBot ? [one.playerId] : [])));
    await begin(room, LONG_S);
    await standAll(room.players, isRight);
    await nodes.kill(primary);
    const running = nodes.run(primary, SLOW_LOAD);
    await expect
      .poll(() => nodes.ask(primary, 'PING').catch((error: Error) => error.message))
      .toContain('LOADING');
    expect((await fleet.health(0)).status).toBe('away');
    await running;
    await told(host, 'STORE_BACK');
    const known = host.all('updatePosition').length;
    const moved = () =>
      host
        .all('updatePosition')
        .slice(known)
        .flatMap(({ updates }) => updates);
    await host.until(() => moved().some(({ playerId }) => bots.has(playerId)), 'a bot that walks');
    await untilJudged(host);
    await host.do('skipPhase', {});
    await Promise.all(room.players.map((player) => player.wait('endQuizTime')));
    expect(await nodes.primary()).toBe(primary);
    const { players: marks } = host.last('endQuizTime')!;
    const rightOf = new Map(marks.map(({ playerId, isAnswer }) => [playerId, isAnswer]));
    expect(rightOf.size).toBe(4 + BOTS);
    expect(room.players.map(({ playerId }) => rightOf.get(playerId))).toEqual(
      room.players.map((_, n) => isRight(n)),
    );
    await host.do('stopRehearsal', {});
    expect(await host.wait('rehearsalEnded')).toMatchObject({ bots: BOTS });
    for (const player of room.players) {
      expectNothingTwice(player);
      expect([times(player, 'STORE_AWAY'), times(player, 'STORE_BACK')]).toEqual([1, 1]);
    }
    for (const server of fleet.servers) expect(troubles(server)).toEqual([]);
  });
});
