import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOM_SCHEMA } from '../../src/game/room-change.js';
import { WIRE } from '../../src/protocol/index.js';
import { migrations } from '../../src/server/platform/database/migrations.js';

interface Versions {
  rooms: number;
  wire: number;
  tables: string;
}

type Release = Partial<Versions> & { version?: string; text: string; word?: string };

const { releasesOf, wordFor } = (await import(
  new URL('../../scripts/lib/changelog.mjs', import.meta.url).href
)) as {
  releasesOf: (text: string) => Release[];
  wordFor: (one: Versions, before: Versions | undefined, changes: readonly string[]) => string;
};

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const CHANGES = Object.keys(migrations);

describe('the changelog', () => {
  const releases = releasesOf(read('CHANGELOG.md'));

  it('begins with this version, and with the numbers that the program has', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    expect(releases[0]).toMatchObject({
      version,
      rooms: ROOM_SCHEMA,
      wire: WIRE,
      tables: CHANGES.at(-1),
    });
    expect(releases[0]!.text).not.toContain('## [');
  });

  it('says of each release whether it rolls or stops, as its numbers say', () => {
    for (const [index, release] of releases.entries()) {
      const before = releases[index + 1] as Versions | undefined;
      expect([release.version, release.word]).toEqual([
        release.version,
        wordFor(release as Versions, before, CHANGES),
      ]);
    }
  });

  it('with a release that does not say it is found out', () => {
    expect(releasesOf('# C\n\n## [1.0.1] - x\n\nText\n\n## [1.0.0] - x\n\nMore')).toEqual([
      { version: '1.0.1', text: 'Text' },
      { version: '1.0.0', text: 'More' },
    ]);
  });
});

describe('a release', () => {
  const changes = ['008-a', '009-b-add', '010-c-add', '011-d-change'];
  const before = { rooms: 11, wire: 3, tables: '008-a' };

  it.each<[string, Partial<Versions>, string]>([
    ['nothing of these', {}, 'Rolls'],
    ['a wire that is one higher', { wire: 4 }, 'Rolls'],
    ['a wire that is two higher', { wire: 5 }, 'Stops'],
    ['a wire that is lower', { wire: 2 }, 'Stops'],
    ['what is stored about rooms', { rooms: 12 }, 'Stops'],
    ['tables by adding to them', { tables: '010-c-add' }, 'Rolls'],
    ['tables that programs of before cannot use', { tables: '011-d-change' }, 'Stops'],
  ])('that changes %s', (_, changed, word) => {
    expect(wordFor({ ...before, ...changed }, before, changes)).toBe(word);
  });

  it('that is the first one stops', () => {
    expect(wordFor(before, undefined, changes)).toBe('Stops');
  });
});
