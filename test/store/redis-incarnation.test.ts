import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { rename } from '../../src/game/seat-commands.js';
import { RoomView } from '../../src/server/live/batch/room-view.js';
import type { RedisParts } from '../../src/server/live/store/redis/redis-parts.js';
import { freePorts } from '../support/ports.js';
import { TestRedis } from '../support/redis.js';
import { open, seatAll } from './parts.js';
import { redisParts } from './redis-hall.js';

async function startRedis(): Promise<TestRedis> {
  const redis = await TestRedis.start('--appendonly', 'yes', '--appendfsync', 'always');
  onTestFinished(() => redis.stop());
  return redis;
}

async function partsAt(url: string): Promise<RedisParts> {
  const parts = await redisParts(url);
  onTestFinished(() => parts.close());
  return parts;
}

/** As some managed offers do: `INFO server` does not name the run of the program. */
async function hideRunId({ port }: TestRedis): Promise<string> {
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    near.pipe(far);
    far.on('data', (data) => {
      near.write(Buffer.from(data.toString('latin1').replace('run_id:', 'hidden:'), 'latin1'));
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const told = async (redis: TestRedis, section: string, field: string): Promise<string> => {
  const info = await redis.ask((client) => client.info(section));
  return RegExp(`^${field}:(\\w+)`, 'm').exec(info)![1]!;
};

/** The incarnation that `heads` tells; undefined while the store is away. */
const incarnationOf = async ({ store }: RedisParts, roomId: string): Promise<string | undefined> =>
  (await store.heads([roomId]).catch(() => undefined))?.rooms.get(roomId)?.incarnation;

it('goes by the run of the program, where Redis tells it', async () => {
  const redis = await startRedis();
  const parts = await partsAt(redis.url);
  const { roomId } = await open(parts.store);
  expect(await incarnationOf(parts, roomId)).toBe(await told(redis, 'server', 'run_id'));
});

it('goes by the history of the data where that is hidden, so that a restart does not pass unnoticed', async () => {
  const redis = await startRedis();
  const parts = await partsAt(await hideRunId(redis));
  const { roomId } = await open(parts.store);
  await seatAll(parts, roomId, 2);
  const before = await told(redis, 'replication', 'master_replid');
  await expect.poll(() => incarnationOf(parts, roomId)).toBe(before);
  const copy = new RoomView((await parts.store.snapshot(roomId))!);
  expect(copy.head.incarnation).toBe(before);
  await parts.writer.run(roomId, rename('p1', 'Again'));
  expect(await parts.store.since(roomId, copy.head)).toMatchObject({ kind: 'replay' });
  const known = { incarnation: before, state: (await parts.store.readRoom(roomId))! };
  expect(await parts.store.readRoom(roomId, known)).toMatchObject({ seq: known.state.seq });

  await redis.kill();
  await redis.run();
  const after = await told(redis, 'replication', 'master_replid');
  expect(after).not.toBe(before);
  await expect.poll(() => incarnationOf(parts, roomId)).toBe(after);
  expect(await parts.store.since(roomId, copy.head)).toMatchObject({
    kind: 'snapshot',
    snapshot: { incarnation: after },
  });
});

it('is unknown of a replica, and another one once it has become the primary', async () => {
  const redis = await startRedis();
  const parts = await partsAt(await hideRunId(redis));
  const { roomId } = await open(parts.store);
  const before = await told(redis, 'replication', 'master_replid');
  await expect.poll(() => incarnationOf(parts, roomId)).toBe(before);
  // As it waits for its primary, it has the same data, and the history that it had.
  const nobody = await freePorts();
  await redis.ask((client) => client.replicaof('127.0.0.1', nobody));
  expect(await told(redis, 'replication', 'master_replid')).toBe(before);
  await expect.poll(() => incarnationOf(parts, roomId)).toBe('');
  await redis.ask((client) => client.replicaof('NO', 'ONE'));
  const after = await told(redis, 'replication', 'master_replid');
  expect(after).not.toBe(before);
  await expect.poll(() => incarnationOf(parts, roomId)).toBe(after);
});
