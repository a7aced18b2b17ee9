import { describe, expect, it } from 'vitest';

const { namesOf, redisNodes } = (await import(
  new URL('../../scripts/lib/cluster/redis-nodes.mjs', import.meta.url).href
)) as {
  namesOf: (nodes: { host: string; port: number }[]) => string;
  redisNodes: (url: string) => { host: string; port: number }[];
};

describe('the hosts in a REDIS_URL, as the scripts of a cluster read them', () => {
  it.each([
    ['redis://localhost', 'localhost:6379'],
    ['redis://me:p%40w@10.0.0.1:7000/3', '10.0.0.1:7000'],
    ['rediss://[::1]:7000', '::1:7000'],
    ['redis+cluster://me:pw@n1,n2:7000', 'n1:6379, n2:7000'],
    ['redis+sentinel://me:pw@s1,s2:26380,[::1]/halls?db=1', 's1:26379, s2:26380, ::1:26379'],
  ])('%s', (url, names) => {
    expect(namesOf(redisNodes(url))).toBe(names);
  });

  it.each(['localhost:6379', 'http://localhost', 'redis://', 'redis+other://a'])(
    '%s is none',
    (url) => {
      expect(redisNodes(url)).toEqual([]);
    },
  );
});
