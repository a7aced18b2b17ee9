import { randomBytes, scryptSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Logins } from '../../src/server/desk/accounts/logins.js';
import { KnownDevices } from '../../src/server/desk/accounts/known-devices.js';
import { Passwords } from '../../src/server/desk/accounts/passwords.js';
import {
  AttemptLimit,
  WRONG_LOGINS,
  WRONG_LOGINS_OF_ADDRESS,
  WRONG_LOGINS_OF_DEVICE,
} from '../../src/server/platform/rate/attempt-limit.js';
import { MemoryCounts } from '../../src/server/live/store/memory/memory-counts.js';
import { testDatabase, type TestDatabase } from '../database/engines.js';
import { codeOf } from '../support/game-data.js';

/** As versions before this one kept it. */
function oldHash(password: string): string {
  const salt = randomBytes(16);
  const key = scryptSync(password, salt, 32, { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 2 ** 20 });
  return `scrypt-15.${salt.toString('base64url')}.${key.toString('base64url')}`;
}

describe('passwords', () => {
  it('R15.12 are hashed with a salt of their own, and told apart', async () => {
    const passwords = new Passwords();
    const [one, other] = [await passwords.hash('the same'), await passwords.hash('the same')];
    expect(one).not.toBe(other);
    expect(one).not.toContain('the same');
    expect(await passwords.isRight('the same', one)).toBe(true);
    expect(await passwords.isRight('the Same', one)).toBe(false);
    for (const none of [
      null,
      undefined,
      '',
      'scrypt-15..',
      one.replace('scrypt-15', 'scrypt-1'),
      'scrypt-15-3..',
    ])
      expect(await passwords.isRight('the same', none)).toBe(false);
  });

  it('R15.12 of an older kind are still right, after the work that new ones and no account take', async () => {
    const passwords = new Passwords();
    const [old, anew] = [oldHash('the same'), await passwords.hash('the same')];
    expect([old, anew].map((hash) => passwords.isOutdated(hash))).toEqual([true, false]);
    expect(await passwords.isRight('the same', old)).toBe(true);
    expect(await passwords.isRight('another', old)).toBe(false);
    // Time of the processor is taken, and the least of some, as others use this machine, too.
    const shortest = async (hash: string | undefined): Promise<number> => {
      const times: number[] = [];
      for (let n = 0; n < 3; n++) {
        const before = process.cpuUsage();
        await passwords.isRight('a guess', hash);
        const { user, system } = process.cpuUsage(before);
        times.push(user + system);
      }
      return Math.min(...times);
    };
    const times = [await shortest(old), await shortest(anew), await shortest(undefined)];
    expect(Math.max(...times) / Math.min(...times)).toBeLessThan(1.8);
  }, 600_000);

  it('R16.12 lets a browser that is known pass those who are not, and wait where they may not', async () => {
    const passwords = new Passwords(3);
    const order: string[] = [];
    const asked = [
      ...['a', 'b', 'c', 'd'].map((name) => ['others', name] as const),
      ['known', 'known'] as const,
    ].map(([lane, name]) =>
      codeOf(() => passwords.isRight('x', undefined, lane)).then((code) =>
        order.push(code === 'ok' ? name : `${name} ${code}`),
      ),
    );
    await Promise.all(asked);
    expect(order).toEqual(['d BUSY', 'a', 'known', 'b', 'c']);
  });

  it('R15.12 are hashed one at a time, and so many wait at most', async () => {
    const passwords = new Passwords(4);
    const ended: number[] = [];
    const all = Array.from({ length: 7 }, () =>
      codeOf(() => passwords.isRight('a guess', undefined)).then((code) => {
        if (code === 'ok') ended.push(performance.now());
        return code;
      }),
    );
    const codes = await Promise.all(all);
    expect(codes.filter((code) => code === 'ok')).toHaveLength(4);
    expect(codes.slice(4)).toEqual(['BUSY', 'BUSY', 'BUSY']);
    // Several at once would end at once.
    const gaps = ended.slice(1).map((at, index) => at - (ended[index] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(10);
    expect(await codeOf(() => passwords.isRight('a guess', undefined))).toBe('ok');
  });
});

/** Without the work: everything is wrong. */
class NoPasswords extends Passwords {
  override isRight(): Promise<boolean> {
    return Promise.resolve(false);
  }
}

describe('guessing', () => {
  let place: TestDatabase;
  let now = 0;

  beforeAll(async () => {
    place = await testDatabase('SQLite');
  });
  afterAll(() => place.close());

  it('R15.12 ends after twenty names of an address, until the minute is over', async () => {
    const clock = (): number => now;
    const counts = new MemoryCounts(clock);
    const wrong = {
      ofName: new AttemptLimit(WRONG_LOGINS, counts, clock),
      ofAddress: new AttemptLimit(WRONG_LOGINS_OF_ADDRESS, counts, clock),
      ofDevice: new AttemptLimit(WRONG_LOGINS_OF_DEVICE, counts, clock),
    };
    const logins = new Logins(
      place.database,
      new NoPasswords(),
      wrong,
      new KnownDevices('a secret'),
      clock,
    );
    const guess = (name: string, address: string): Promise<string> =>
      codeOf(() => logins.signIn({ name, password: 'a guess' }, { address, agent: '' }));
    for (let n = 0; n < 20; n++) expect(await guess(`name ${n}`, 'there')).toBe('FORBIDDEN');
    expect(await guess('name 20', 'there')).toBe('RATE_LIMITED');
    expect(await guess('name 20', 'elsewhere')).toBe('FORBIDDEN');
    for (let n = 0; n < 4; n++) expect(await guess('NAME 20', 'elsewhere')).toBe('FORBIDDEN');
    expect(await guess('name 20', 'elsewhere')).toBe('RATE_LIMITED');
    expect(await guess('name 21', 'elsewhere')).toBe('FORBIDDEN');
    now += 60_000;
    expect(await guess('name 20', 'there')).toBe('FORBIDDEN');
  });
});
