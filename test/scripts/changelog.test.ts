import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const { entryOf } = (await import(
  new URL('../../scripts/lib/changelog.mjs', import.meta.url).href
)) as {
  entryOf: (text: string, version: string) => { text: string; rooms?: string } | undefined;
};

const ROOT = join(import.meta.dirname, '../..');

describe('the changelog', () => {
  it('has an entry for this version, which says what becomes of open rooms', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      version: string;
    };
    const entry = entryOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version);
    expect(entry?.text).toMatch(/^Open rooms (go on|end) with this release/);
    expect(entry?.text).not.toContain('## [');
    expect(['go on', 'end']).toContain(entry?.rooms);
  });

  it('of another version, or one that says nothing of rooms, is found out', () => {
    expect(entryOf('# C\n\n## [1.0.0] - x\n\nText', '1.0.1')).toBeUndefined();
    expect(entryOf('# C\n\n## [1.0.0] - x\n\nText', '1.0.0')).toEqual({
      text: 'Text',
      rooms: undefined,
    });
  });
});
