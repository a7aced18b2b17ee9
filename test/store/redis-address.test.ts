import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/server/platform/config/config.js';
import { nameOfNode, parseRedisUrl } from '../../src/server/platform/redis/redis-address.js';

describe('REDIS_URL', () => {
  it('names one Redis', () => {
    expect(parseRedisUrl('redis://localhost')).toEqual({
      kind: 'one',
      node: { host: 'localhost', port: 6379 },
      login: { db: 0 },
    });
    expect(parseRedisUrl('rediss://me:p%40ss%2Fw%3Aord@[2001:db8::1]:7000/3')).toEqual({
      kind: 'one',
      node: { host: '2001:db8::1', port: 7000 },
      login: { username: 'me', password: 'p@ss/w:ord', db: 3, tls: {} },
    });
    expect(parseRedisUrl('redis://:secret@10.0.0.1:6390').login).toEqual({
      password: 'secret',
      db: 0,
    });
  });

  it('names sentinels and what they watch', () => {
    expect(
      parseRedisUrl(
        'redis+sentinel://me:pw@s1:26380,s2,[::1]:26381/halls?db=2&sentinelUser=su&sentinelPassword=s%2Fp',
      ),
    ).toEqual({
      kind: 'sentinels',
      nodes: [
        { host: 's1', port: 26380 },
        { host: 's2', port: 26379 },
        { host: '::1', port: 26381 },
      ],
      name: 'halls',
      login: { username: 'me', password: 'pw', db: 2 },
      sentinelLogin: { username: 'su', password: 's/p' },
    });
    const { sentinelLogin } = parseRedisUrl(
      'redis+sentinel://s1/halls?sentinelPassword=a+b%2Bc%20d%26=',
    ) as Extract<ReturnType<typeof parseRedisUrl>, { kind: 'sentinels' }>;
    expect(sentinelLogin).toEqual({ password: 'a+b+c d&=' });
    const byTls = parseRedisUrl('rediss+sentinel://s1/halls');
    expect(byTls).toMatchObject({ login: { tls: {} }, sentinelLogin: { tls: {} } });
  });

  it('names nodes of a cluster', () => {
    expect(parseRedisUrl('redis+cluster://me:p%40w@n1:7000,n2,[::1]:7001')).toEqual({
      kind: 'cluster',
      nodes: [
        { host: 'n1', port: 7000 },
        { host: 'n2', port: 6379 },
        { host: '::1', port: 7001 },
      ],
      login: { username: 'me', password: 'p@w', db: 0 },
    });
    expect(parseRedisUrl('rediss+cluster://n1/0').login).toEqual({ db: 0, tls: {} });
  });

  it('writes an address as logs have it', () => {
    expect(nameOfNode({ host: 'a', port: 1 })).toBe('a:1');
    expect(nameOfNode({ host: '::1', port: 2 })).toBe('[::1]:2');
  });

  it('is named, without its password, where it cannot be read', () => {
    const many = Array.from({ length: 50 }, (_, n) => `s${n}`).join();
    for (const [wrong, why] of [
      ['localhost:6379', 'redis://host:6379/0'],
      ['http://localhost', 'not http://'],
      ['redis+sentinel+cluster://a/halls', 'redis+sentinel+cluster://'],
      ['redis+cluster://a/1', 'the database 0 only'],
      ['redis+cluster://a?db=1', 'db is no parameter'],
      ['redis+cluster://', 'redis://host:6379/0'],
      [`redis+cluster://${many}`, 'more than 16 hosts'],
      ['redis://a:1,b:2', 'several hosts'],
      ['redis+sentinel://a,b', 'name of the primary is missing'],
      ['redis+sentinel://a,b/', 'name of the primary is missing'],
      ['redis+sentinel://a/x/y', 'name of the primary is missing'],
      [`redis+sentinel://${many}/halls`, 'more than 16 hosts'],
      ['redis://:p%zz@a', 'encoded character'],
      ['redis://a/x', 'database'],
      ['redis://a/-1', 'database'],
      ['redis+sentinel://a/halls?db=1.5', 'database'],
      ['redis://a:0', 'with a port'],
      ['redis://a:70000', 'with a port'],
      ['redis://::1', 'in brackets'],
      ['redis://a?sentinelUser=x', 'sentinelUser is no parameter'],
      ['redis+sentinel://a/halls?size=3', 'size is no parameter'],
      ['redis://', 'redis://host:6379/0'],
    ] as const) {
      expect(() => readConfig({ SECRET: 'x'.repeat(16), REDIS_URL: wrong })).toThrow(`REDIS_URL: `);
      expect(() => parseRedisUrl(wrong)).toThrow(why);
    }
    for (const wrong of [
      'redis://:hunter2@a:b:c',
      'redis://:what?hunter2@a:6379/0',
      'redis://me:123?hunter2@a',
      'redis://me:hunter2?@a',
      'redis://me:hunter2/@a',
      'redis://me:hunter2#@a',
      'redis://me:%zzhunter2@a',
      'redis+sentinel://a/halls?sentinelPassword=x&hunter2%25=y',
    ])
      expect(() => parseRedisUrl(wrong)).toThrow(
        expect.not.objectContaining({ message: expect.stringContaining('hunter2') }) as Error,
      );
  });
});
