import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { CLUSTER_SETTINGS, readConfig, SETTINGS } from '../../src/server/platform/config/config.js';
import { strangeLines } from '../../src/server/platform/config/env-file.js';
import { webPortFault } from '../../src/server/platform/config/web-ports.js';

const MANUAL = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8');
const DEFAULTS = [...MANUAL.matchAll(/^#([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(
  ([, name = '', value = '']): [string, string] => [name, value],
);

const { readers } = (await import(
  new URL('../../scripts/lib/cluster/settings.mjs', import.meta.url).href
)) as { readers: Record<string, (text: string | undefined, name: string) => unknown> };

const data = mkdtempSync(join(tmpdir(), 'madang-env-'));
afterAll(() => rmSync(data, { recursive: true }));

describe('.env.example', () => {
  it('changes nothing where somebody takes it for their .env', () => {
    expect(parseEnv(MANUAL)).toEqual({});
  });

  it('has every setting once, and nothing else', () => {
    const names = DEFAULTS.map(([name]) => name);
    expect(names.toSorted()).toEqual([...SETTINGS, ...CLUSTER_SETTINGS].toSorted());
  });

  it('has the default of each, for the server', () => {
    // No secret is made in a folder of ours.
    const own = { SECRET: 'a secret of 16 and more', DATA_DIR: 'data' };
    const given = { ...Object.fromEntries(DEFAULTS), SECRET: own.SECRET };
    expect(readConfig(given)).toEqual(readConfig(own));
  });

  it('has the default of each, for the commands of a cluster', () => {
    // They have others of these, which docs/cluster.md tells.
    const other = ['HOSTS', 'INTERNAL_HOST'];
    const told = DEFAULTS.filter(
      ([name, value]) => name in readers && value !== '' && !other.includes(name),
    );
    expect(told.length).toBeGreaterThan(5);
    for (const [name, value] of told)
      expect([name, readers[name]?.(value, name)]).toEqual([
        name,
        readers[name]?.(undefined, name),
      ]);
    expect(
      Object.keys(readers).filter((name) => ![...SETTINGS, ...CLUSTER_SETTINGS].includes(name)),
    ).toEqual([]);
  });
});

describe('an .env', () => {
  it('with settings only is no cause for words', () => {
    const uncommented = MANUAL.replaceAll(/^#([A-Z][A-Z0-9_]*=)/gm, '$1');
    expect(Object.keys(parseEnv(uncommented)).length).toBeGreaterThan(60);
    expect(strangeLines(uncommented)).toEqual([]);
    expect(strangeLines('NODE_ENV=production\nTZ=Asia/Seoul\nexport PORT=3000\n')).toEqual([]);
    expect(strangeLines('')).toEqual([]);
  });

  it.each([
    ['PROT=5003', '"PROT"', 'PORT'],
    ['MAX_ROMS=2', '"MAX_ROMS"', 'MAX_ROOMS'],
    ['REVEAL_MSS=1', '"REVEAL_MSS"', 'REVEAL_MS'],
    ['port=3000', '"port"', 'PORT'],
    ['CLUSTERPORT=1', '"CLUSTERPORT"', 'CLUSTER_PORT'],
    ['REDIS_PASWORD=1', '"REDIS_PASWORD"', 'REDIS_PASSWORD'],
  ])('with %s hears which setting may be meant', (line, name, meant) => {
    const [words, ...more] = strangeLines(`HOST=::\n${line}\nSHOW=off\n`);
    expect(words).toContain(`${name} in .env is no setting`);
    expect(words).toContain(`is ${meant} meant?`);
    expect(more).toEqual([]);
  });

  it('hears of a name that is like none, however long', () => {
    for (const name of ['COLOUR', 'X'.repeat(100_000)])
      expect(strangeLines(`${name}=1`)).toEqual([
        `"${name}" in .env is no setting and changes nothing: see .env.example`,
      ]);
  });

  it('hears of a line that is no NAME=value, which takes the next one with it', () => {
    expect(strangeLines('PORT: 3000\nSHOW=off\n')).toEqual(
      // As this Node.js reads it.
      Object.hasOwn(parseEnv('PORT: 3000\nSHOW=off\n'), 'SHOW')
        ? []
        : ['"PORT: 3000" in .env is no NAME=value: it and what follows up to "SHOW" are not read'],
    );
  });
});

describe('a port that browsers open no page at', () => {
  const config = (env: Record<string, string>): unknown =>
    readConfig({ SECRET: 'a secret of 16 and more', ...env });

  it.each([5060, 5061, 6000, 6566, 6665, 6669, 6697, 10080, 22, 1])(
    '%i is refused in words',
    (port) => {
      expect(webPortFault(port)).toContain(`browsers open no page at port ${port}`);
      expect(() => config({ PORT: `${port}` })).toThrow(/PORT: browsers open no page at port/);
      expect(() => config({ PUBLIC_URL: `https://quiz.example.org:${port}` })).toThrow(
        /PUBLIC_URL: browsers open no page at port/,
      );
    },
  );

  it('is one that fetch refuses, too, which has the same list', async () => {
    const refused = Array.from({ length: 65_535 }, (_, at) => at + 1).filter(
      (port) => webPortFault(port) !== undefined,
    );
    expect(refused.length).toBeGreaterThan(80);
    for (const port of refused)
      await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({
        cause: { message: 'bad port' },
      });
  });

  it('is none of the usual ones', () => {
    for (const port of [80, 443, 3000, 3100, 3333, 3443, 8080, 8443])
      expect(webPortFault(port)).toBeUndefined();
    expect(() => config({ PORT: '0' })).not.toThrow();
    // Programs read figures there, and no browser.
    expect(() => config({ PORT: '3000', INTERNAL_PORT: '6000' })).not.toThrow();
    expect(() => config({ PUBLIC_URL: 'https://quiz.example.org' })).not.toThrow();
    expect(() => config({ PUBLIC_URL: 'no address' })).toThrow(/PUBLIC_URL/);
  });
});
