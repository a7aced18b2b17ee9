import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { OwnRedisCluster } from '../../load-test/rig/own-redis-cluster.js';
import { adapterPatterns } from '../../src/server/live/gateway/redis-adapter.js';
import { testSet } from '../support/app.js';
import { runBuilt } from '../support/child.js';
import { SLOW } from '../support/hall.js';
import { freePorts } from '../support/ports.js';
import { PATIENT } from '../support/patience.js';
import { TestRedis } from '../support/redis.js';
import { closeFleets, Fleet } from './fleet.js';
import { expectNothingTwice } from './watching.js';

const QUESTIONS = 2;
/** As docs/redis.md tells it. */
const LEAST =
  '~madang:* &madang:* &madang:socket.io#/#* &madang:socket.io#/game#* &__keyevent@0__:expired ' +
  '-@all +@read +@write +@pubsub +@scripting +@transaction +@connection +info +time';
const LEAST_OF_CLUSTER = '+cluster|slots +cluster|nodes';
const USER = 'guest';

const userArgs = (rules: string): string[] => [
  '--user',
  USER,
  'on',
  '>secret',
  ...rules.split(' '),
];
const urlOf = ({ port }: { port: number }): string => `redis://${USER}:secret@127.0.0.1:${port}`;

const closers: (() => Promise<void>)[] = [];
afterAll(async () => {
  await closeFleets();
  for (const close of closers.splice(0)) await close();
});

/** Starts a process and returns what it said at its end, with its exit code. */
async function endOf(
  redis: { url: string },
  env: Record<string, string>,
): Promise<[number | null, string]> {
  const child = runBuilt('server/main.js', [], {
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'warn',
    SECRET: 'the one secret of a fleet',
    REDIS_URL: redis.url,
    ...env,
  });
  return [await child.ended, child.output()];
}

async function redisWith(...args: string[]): Promise<TestRedis> {
  const redis = await TestRedis.start(...args);
  closers.push(() => redis.stop());
  return redis;
}

type LocalFleet = Awaited<ReturnType<typeof Fleet.inProcess>>;

async function play(fleet: LocalFleet): Promise<void> {
  const { host, players } = await fleet.openRoom(0, {}, 3);
  await host.do('updateRoomQuizset', { quizSetId: 'test-set', quizCount: QUESTIONS });
  await host.do('startGame', {});
  await Promise.all(players.map((player) => player.wait('endGame')));
  for (const player of players) {
    expectNothingTwice(player);
    expect(player.all('endQuizTime')).toEqual(host.all('endQuizTime'));
    expect(player.all('endQuizTime')).toHaveLength(QUESTIONS);
  }
  // By the adapter: the connection that lost its seat is on another process.
  const [, guest] = players;
  fleet.comeBack(guest!, 2, host.last('createRoom')?.gameId ?? '');
}

describe('the user that a cluster of Redis knows us by', () => {
  it('needs two commands more, and is told what is refused', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'madang-redis-cluster-'));
    const nodes = await OwnRedisCluster.start(dir, freePorts, { replicas: 0 });
    closers.push(() => nodes.close());
    const urlWith = async (user: string, rules: string): Promise<string> => {
      await nodes.everywhere('ACL', 'SETUSER', user, 'on', '>secret', ...rules.split(' '));
      return nodes.url.replace('://', `://${user}:secret@`);
    };
    const ends = async (url: string, why: RegExp): Promise<void> => {
      const [code, output] = await endOf({ url }, {});
      expect(output).toMatch(why);
      expect(code).toBe(1);
    };
    const enough = `${LEAST} ${LEAST_OF_CLUSTER}`;
    const deaf = enough.replace(' &madang:*', ' &other:*');
    const url = await urlWith('enough', enough);
    await Promise.all([
      ends(
        nodes.url.replace('redis+cluster', 'redis').replace(/,.*/, ''),
        /^Madang could not start: this Redis is one of a cluster: REDIS_URL begins with redis\+cluster/m,
      ),
      ends(
        await urlWith('poor', LEAST),
        /^Madang could not start:.*CLUSTER SLOTS, CLUSTER NODES.*docs\/redis/m,
      ),
      ends(
        await urlWith('deaf', deaf),
        /^Madang could not start:.*EVAL.*SSUBSCRIBE madang:rooms:.*docs\/redis/m,
      ),
    ]);
    await play(await Fleet.inProcess(2, {}, [testSet(QUESTIONS)], { url: () => url }));
  });
});

describe.concurrent('the user that Redis knows us by', () => {
  it.each([
    [
      'a user without channels, as Redis 7 makes them',
      '~* +@all',
      [
        'SUBSCRIBE __keyevent@0__:expired',
        ...adapterPatterns('madang').map((one) => `PSUBSCRIBE ${one}`),
      ],
    ],
    ['a user without what is dangerous', '~* &* +@all -@dangerous', ['INFO server']],
    ['a user without a clock', '~* &* +@all -time', ['TIME', 'EVAL']],
    ['a user of other keys', '~other:* &* +@all', ['EVAL with keys']],
    [
      'a user who may only subscribe to our own',
      LEAST.replaceAll(/ &madang:socket\S+/g, ''),
      ['PSUBSCRIBE'],
    ],
  ])('ends the start of %s, and says what is refused', async (_, rules, refused) => {
    const redis = await redisWith(...userArgs(rules));
    const [code, output] = await endOf(redis, { REDIS_URL: urlOf(redis) });
    const [told = ''] = /^Madang could not start:.*$/m.exec(output) ?? [];
    for (const name of refused) expect(told).toContain(name);
    expect(told).toContain('docs/redis.md');
    expect(output).not.toMatch(/^ +at /m);
    expect(code).toBe(1);
  });

  it('needs no more than the least rights for a whole game, and /health warns where Redis tells of no keys, for as long as it does not', async () => {
    const fleet = await Fleet.inProcess(2, {}, [testSet(QUESTIONS)], {
      redisArgs: userArgs(LEAST),
      url: urlOf,
    });
    await play(fleet);
    await vi.waitFor(async () => {
      const { status, warnings } = await fleet.health(0);
      expect(status).toBe('ok');
      expect(warnings).toEqual([expect.stringContaining('notify-keyspace-events')]);
    }, PATIENT);
    await fleet.redis.ask((client) => client.config('SET', 'notify-keyspace-events', 'Ex'));
    await vi.waitFor(async () => expect((await fleet.health(0)).warnings).toEqual([]), PATIENT);
  });

  it('may lose rights and get them back in a game: told once and as a warning, and nothing ends', async () => {
    const redisArgs = userArgs('~* &* +@all');
    const fleet = await Fleet.start(2, SLOW, { redisArgs, url: urlOf });
    const { host, pin } = await fleet.openRoom(0, {}, 1);
    const set = (...rules: string[]): Promise<unknown> =>
      fleet.redis.ask((client) => client.acl('SETUSER', USER, ...rules));

    await set('resetkeys', '~other:*', 'resetchannels', '&madang:*');
    await vi.waitFor(
      async () => expect(await host.fail('muteChat', { muted: false })).toBe('STORE_AWAY'),
      PATIENT,
    );
    await vi.waitFor(async () => {
      for (const n of [0, 1]) {
        const { warnings } = await fleet.health(n);
        expect(warnings.join()).toContain('redis refuses its user');
      }
    }, PATIENT);
    for (let n = 0; n < 5; n++) await host.fail('muteChat', { muted: false });

    await set('allkeys', 'allchannels');
    await vi.waitFor(
      async () => expect(await host.fail('muteChat', { muted: false })).toBe('ok'),
      PATIENT,
    );
    const newcomer = await fleet.join(1, pin, 'Later');
    await newcomer.do('chatMessage', { message: 'here' });
    await host.wait('chatMessage');
    for (const { output, process } of fleet.servers) {
      expect(process.exitCode).toBeNull();
      const told = output()
        .split('\n')
        .filter((line) => line.includes('refuses its user'));
      expect(told).toHaveLength(1);
      expect(output()).not.toContain('"level":50');
    }
  });
});

describe('another SECRET', () => {
  it('ends the start, and says why', async () => {
    const fleet = await Fleet.start(1);
    const [code, output] = await endOf(fleet.redis, { SECRET: 'another one than that' });
    expect(output).toMatch(
      /^Madang could not start: this Redis belongs to processes with another SECRET/m,
    );
    expect(output).not.toMatch(/^ +at /m);
    expect(code).toBe(1);
    expect((await fleet.health(0)).warnings).toEqual([]);
  });
});
