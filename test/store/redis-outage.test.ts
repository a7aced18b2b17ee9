import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  RedisParts,
  RedisPartsSettings,
} from '../../src/server/live/store/redis/redis-parts.js';
import { changeSettings } from '../../src/game/settings-commands.js';
import { codeOf, request } from '../support/game-data.js';
import { TestRedis } from '../support/redis.js';
import { claim, seatPlayer } from '../support/store-verbs.js';
import { TcpProxy } from '../../load-test/rig/tcp-proxy.js';
import { countdownFrom, listen, open, read, seatsOf, start } from './parts.js';
import { collectLogs, newPrefix, redisParts } from './redis-hall.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

let redis: TestRedis;
let prefix: string;
let running: RedisParts[];
beforeEach(async () => {
  redis = await TestRedis.start('--appendonly', 'yes', '--appendfsync', 'always');
  prefix = newPrefix();
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((parts) => parts.close()));
  await redis.stop();
});

async function another(
  settings: Partial<RedisPartsSettings> = {},
  url = redis.url,
): Promise<RedisParts> {
  const parts = await redisParts(url, { prefix, ...settings });
  running.push(parts);
  return parts;
}

/** Makes something happen every 20 ms. */
function chatter({ writer }: RedisParts, roomId: string): () => void {
  const timer = setInterval(() => {
    writer.run(roomId, changeSettings({ isMuted: true })).catch(() => {});
  }, 20);
  return () => clearInterval(timer);
}

describe('the subscriber connection', () => {
  it('comes back with all its subscriptions after it was cut', async () => {
    const parts = await another();
    const rooms = await Promise.all([1, 2, 3].map(() => open(parts.store)));
    const heard = await Promise.all(rooms.map(({ roomId }) => listen(parts, roomId)));
    for (let cut = 0; cut < 3; cut++) {
      const before = heard.map(({ all }) => all.length);
      await redis.ask((client) => client.call('CLIENT', 'KILL', 'TYPE', 'pubsub'));
      const cutAt = performance.now();
      const stops = rooms.map(({ roomId }) => chatter(parts, roomId));
      await Promise.all(heard.map((one, i) => one.until((all) => all.length > before[i]!)));
      for (const stop of stops) stop();
      expect(performance.now() - cutAt).toBeLessThan(pace.allow(1_000));
    }
    // Once each, although subscribed again.
    await sleep(50);
    for (const { all } of heard) expect(new Set(all.map(({ seq }) => seq)).size).toBe(all.length);
  });

  it('that died without being closed is replaced within 3 s, and so is that of commands', async () => {
    const proxy = await TcpProxy.start(redis.port);
    const direct = await another();
    const parts = await another({}, `redis://127.0.0.1:${proxy.port}`);
    const { roomId } = await open(direct.store);
    const heard = await listen(parts, roomId);
    proxy.swallow();
    const deadAt = performance.now();
    const stop = chatter(direct, roomId);
    await sleep(100);
    const before = heard.all.length;
    expect(await codeOf(() => parts.store.readRoom(roomId))).toBe('STORE_AWAY');
    await heard.until((all) => all.length > before);
    const tookMs = performance.now() - deadAt;
    console.log(`a dead subscriber was replaced after ${Math.round(tookMs)} ms`);
    expect(tookMs).toBeLessThan(pace.allow(3_000));
    await expect.poll(() => codeOf(() => parts.store.readRoom(roomId))).toBe('ok');
    expect(performance.now() - deadAt).toBeLessThan(pace.allow(3_500));
    stop();
    await parts.close();
    running = running.filter((one) => one !== parts);
    await proxy.close();
  });
});

describe('the commands connection', () => {
  it('is there again at once after it was cut', async () => {
    const { store } = await another();
    const { roomId } = await open(store);
    await redis.ask((client) => client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'));
    await expect
      .poll(() => codeOf(() => store.readRoom(roomId)), { interval: 10 })
      .toBe('STORE_AWAY');
    const cutAt = performance.now();
    await expect.poll(() => codeOf(() => store.readRoom(roomId)), { interval: 10 }).toBe('ok');
    expect(performance.now() - cutAt).toBeLessThan(pace.allow(1_000));
  });

  it('gives scripts anew to a Redis that forgot them', async () => {
    const parts = await another();
    const { roomId } = await open(parts.store);
    await seatPlayer(parts, roomId, request(0));
    await redis.ask((client) => client.script('FLUSH'));
    const more = [1, 2, 3].map((n) => seatPlayer(parts, roomId, request(n)));
    const slots = (await Promise.all(more)).map(({ seat }) => seat.slot);
    expect(new Set(slots)).toEqual(new Set([1, 2, 3]));
  });

  it('can be closed while Redis hangs', async () => {
    const parts = await redisParts(redis.url, { prefix });
    redis.freeze();
    const closedAt = performance.now();
    await parts.close();
    expect(performance.now() - closedAt).toBeLessThan(pace.allow(3_000));
  });
});

describe('Redis away', () => {
  it('is told at once, ends nothing, replays nothing and is over by itself', async () => {
    const logs = collectLogs();
    const parts = await another({ logger: logs.logger });
    const { roomId } = await open(parts.store);
    await seatPlayer(parts, roomId, request(0));
    const changes: boolean[] = [];
    parts.onChange((isAway) => changes.push(isAway));
    await redis.kill();
    const move = { slot: 0, generation: 1, position: [9, 9] as const };
    for (let n = 0; n < 20; n++) {
      const askedAt = performance.now();
      const code = await codeOf(() => parts.store.share(roomId, { moves: [move], chats: [] }));
      expect(code).toBe('STORE_AWAY');
      expect(performance.now() - askedAt).toBeLessThan(pace.allow(1_500));
    }
    expect(await codeOf(() => parts.bus.subscribe(roomId, () => {}))).toBe('STORE_AWAY');
    await sleep(1_500);
    expect(parts.status().isAway).toBe(true);
    await redis.run();
    const backAt = performance.now();
    await expect.poll(() => parts.status().isAway).toBe(false);
    expect(performance.now() - backAt).toBeLessThan(pace.allow(2_000));
    expect(changes).toEqual([true, false]);
    expect((await seatsOf(parts.store, roomId))[0]).toMatchObject({ position: [0, 0] });
    expect(logs.lines).toHaveLength(1);
    expect(logs.lines[0]).toContain('redis is away');
  });

  it('hangs: commands fail within about a second', async () => {
    const parts = await another();
    const { roomId } = await open(parts.store);
    redis.freeze();
    const askedAt = performance.now();
    expect(await codeOf(() => parts.store.readRoom(roomId))).toBe('STORE_AWAY');
    expect(performance.now() - askedAt).toBeLessThan(pace.allow(1_500));
    redis.thaw();
    const thawedAt = performance.now();
    await expect.poll(() => codeOf(() => parts.store.readRoom(roomId))).toBe('ok');
    expect(performance.now() - thawedAt).toBeLessThan(pace.allow(3_000));
  });

  it('from the start is no reason not to start', async () => {
    await redis.kill();
    const starting = another();
    await sleep(300);
    await redis.run();
    const parts = await starting;
    expect(parts.status()).toMatchObject({ isAway: false });
    const { roomId } = await open(parts.store);
    await listen(parts, roomId);
  });

  it('R4.5 loses no deadline and repeats none', async () => {
    const all = [await another(), await another()];
    const claimed: string[] = [];
    const rooms: string[] = [];
    for (const parts of all)
      parts.timer.onDue((due) => {
        if (due.kind !== 'phase') return;
        const { roomId, version } = due;
        void codeOf(async () => {
          const room = await read(parts.store, roomId);
          if (room.phase.version !== version) return;
          const next = countdownFrom(room, parts.store.now() + 60_000);
          if ((await claim(parts, room, next, 'due')).kind === 'done') claimed.push(roomId);
        });
      });
    for (let n = 0; n < 40; n++) {
      const parts = all[n % 2]!;
      const { roomId } = await open(parts.store);
      rooms.push(roomId);
      await start(parts, roomId, parts.store.now() + 300 + 40 * n);
      if (n % 4 < 2) await parts.bus.subscribe(roomId, () => {});
    }
    await redis.kill();
    await sleep(1_000);
    await redis.run();
    const backAt = performance.now();
    await expect.poll(() => claimed.length).toBe(40);
    const tookMs = performance.now() - backAt;
    console.log(`all deadlines of an outage were claimed ${Math.round(tookMs)} ms after it`);
    expect(tookMs).toBeLessThan(pace.allow(2_500));
    await sleep(1_200);
    expect([...claimed].sort()).toEqual([...rooms].sort());
    for (const roomId of rooms) expect((await read(all[0]!.store, roomId)).phase.version).toBe(2);
  });

  it('shows by its incarnation that updates may have been lost', async () => {
    const parts = await another();
    const { roomId } = await open(parts.store);
    await seatPlayer(parts, roomId, request(0));
    const headOf = async () => (await parts.store.heads([roomId])).rooms.get(roomId)!;
    const before = await headOf();
    expect(await headOf()).toEqual(before);
    expect(before.incarnation).not.toBe('');
    await redis.kill();
    await redis.run();
    await expect.poll(() => codeOf(() => parts.store.heads([roomId]))).toBe('ok');
    const after = await headOf();
    expect(after.seq).toBe(before.seq);
    expect(after.incarnation).not.toBe(before.incarnation);
    await redis.ask((client) => client.flushall());
    expect((await parts.store.heads([roomId])).rooms.size).toBe(0);
  });
});
