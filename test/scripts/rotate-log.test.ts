import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const { rotate } = (await import(
  new URL('../../scripts/lib/cluster/rotate-log.mjs', import.meta.url).href
)) as { rotate: (log: string, maxBytes: number, kept: number) => void };

let dir: string;
let log: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'madang-logs-'));
  log = join(dir, 'madang.log');
});
afterEach(() => rmSync(dir, { recursive: true }));

const read = (file: string): string => readFileSync(file, 'utf8');

describe('a log that grows', () => {
  it('is emptied under whoever writes it, who goes on at its new beginning', () => {
    const writer = openSync(log, 'a');
    writeSync(writer, 'first\n'.repeat(20));
    rotate(log, 100, 3);
    writeSync(writer, 'second\n');
    closeSync(writer);
    expect(read(`${log}.1`)).toBe('first\n'.repeat(20));
    expect(read(log)).toBe('second\n');
  });

  it('stays as it is up to its bound, and where there is none', () => {
    rotate(log, 100, 3);
    expect(existsSync(log)).toBe(false);
    appendFileSync(log, 'x'.repeat(100));
    rotate(log, 100, 3);
    expect(read(log)).toHaveLength(100);
    expect(existsSync(`${log}.1`)).toBe(false);
  });

  it('keeps the newest of what it was', () => {
    for (const letter of ['a', 'b', 'c', 'd', 'e']) {
      appendFileSync(log, letter.repeat(101));
      rotate(log, 100, 3);
    }
    expect([1, 2, 3].map((n) => read(`${log}.${n}`)[0])).toEqual(['e', 'd', 'c']);
    expect(existsSync(`${log}.4`)).toBe(false);
  });
});
