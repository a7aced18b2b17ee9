import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Logins } from '../../src/hosts/logins.js';
import { Passwords } from '../../src/hosts/passwords.js';
import {
  AttemptLimit,
  WRONG_LOGINS,
  WRONG_LOGINS_OF_ADDRESS,
} from '../../src/rate/attempt-limit.js';
import { MemoryCounts } from '../../src/store/memory/memory-counts.js';
import { testDatabase, type TestDatabase } from '../database/engines.js';
import { codeOf } from '../support/game-data.js';

describe('passwords', () => {
  it('R15.12 are hashed with a salt of their own, and told apart', async () => {
    const passwords = new Passwords();
    const [one, other] = [await passwords.hash('the same'), await passwords.hash('the same')];
    expect(one).not.toBe(other);
    expect(one).not.toContain('the same');
    expect(await passwords.isRight('the same', one)).toBe(true);
    expect(await passwords.isRight('the Same', one)).toBe(false);
    for (const none of [null, undefined, '', 'scrypt-15..', one.replace('scrypt-15', 'scrypt-1')])
      expect(await passwords.isRight('the same', none)).toBe(false);
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
    };
    const logins = new Logins(place.database, new NoPasswords(), wrong, clock);
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
