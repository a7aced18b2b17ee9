import { expect, it } from 'vitest';
import { Database } from '../../src/server/platform/database/database.js';
import { noEngine } from '../../src/server/platform/database/engine.js';
import { Hosts } from '../../src/server/desk/accounts/hosts.js';
import { AttemptLimit, WRONG_KEYS } from '../../src/server/platform/rate/attempt-limit.js';
import { sizeOf } from '../../src/server/desk/results/game-record.js';
import { RecordQueue } from '../../src/server/desk/results/record-queue.js';
import { MemoryCounts } from '../../src/server/live/store/memory/memory-counts.js';
import { aRecord } from './records.js';

it('R17.3 lets the games go that wait for longest, beyond what they may take together', async () => {
  const database = new Database(noEngine('cannot be opened'));
  const wrongKeys = new AttemptLimit(WRONG_KEYS, new MemoryCounts(Date.now));
  const hosts = new Hosts(database, { policy: 'operator', secret: 'secret' }, wrongKeys);
  const failures: unknown[] = [];
  const records = Array.from({ length: 5 }, (_, seed) => ({
    ...aRecord(3),
    owner: { session: 'digest', identityId: 'x' },
    id: `room-${seed}.1`,
  }));
  const size = sizeOf(records[0]!);
  const queue = new RecordQueue(database, hosts, {
    days: 90,
    now: Date.now,
    failed: (error) => failures.push(error),
    mostWaitingBytes: 3 * size,
  });
  for (const record of records) queue.add(record);
  // The first one is being written, and comes back to the others.
  await expect
    .poll(() => queue.warnings)
    .toEqual(['results of 4 games wait for the database', 'results of 1 games were lost']);
  queue.add({ ...aRecord(3), owner: records[0]!.owner, id: 'room-9.1' });
  expect(queue.warnings).toEqual([
    'results of 3 games wait for the database',
    'results of 3 games were lost',
  ]);
  // A track counts as well; the newest one stays in any case.
  const steps = new Uint16Array(2 * size);
  const tracks = new Map([['0.0.0', { everyMs: 250, samples: 1, steps }]]);
  queue.add({ ...aRecord(3), owner: records[0]!.owner, id: 'room-10.1', tracks });
  expect(queue.warnings[0]).toBe('results of 1 games wait for the database');
  await queue.close();
  expect(failures).toEqual([]);
});
