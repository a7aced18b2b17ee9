import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOwnMap } from '../../src/server/live/room/own-map.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const LINES = Array.from({ length: 64 }, () => '.'.repeat(64));

let dir: string;
beforeAll(() => (dir = mkdtempSync(join(tmpdir(), 'map-'))));
afterAll(() => rmSync(dir, { recursive: true }));

function write(text: string): string {
  const file = join(dir, 'hall.txt');
  writeFileSync(file, text);
  return file;
}

describe("R24.1 the operator's map", () => {
  it('is read from a file', () => {
    const row = `#${'.'.repeat(62)}#`;
    expect(readOwnMap(write(LINES.with(9, row).join('\n'))).isWall(63, 9)).toBe(true);
  });

  it('is refused like a bad setting, with the file, the line and the column', () => {
    const file = write(LINES.with(9, '#'.repeat(63)).join('\n'));
    expect(() => readOwnMap(file)).toThrow(
      `bad settings\n  MAP_FILE (${file}): line 10, column 64: a line has 64 characters, and this one 63`,
    );
    expect(() => readOwnMap(join(dir, 'none.txt'))).toThrow(/^bad settings\n {2}MAP_FILE \(/);
  });

  it('is refused before it is read where it is far too large', () => {
    const file = write('.'.repeat(10_000_000));
    const begin = performance.now();
    expect(() => readOwnMap(file)).toThrow('the file has more than 10000 bytes');
    expect(performance.now() - begin).toBeLessThan(pace.allow(1_000));
  });
});
