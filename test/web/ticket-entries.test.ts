import { describe, expect, it } from 'vitest';
import { limits } from '../../src/protocol/index.js';
import { cleanName } from '../../src/protocol/name.js';
import { readEntries as read } from '../../src/web/desk/tickets/ticket-entries.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const readEntries = (text: string) =>
  read(text, (name) => (cleanName(name, limits.NAME_BOUNDS) === undefined ? 'bad' : ''));

/** It is read at each key. */
const READ_MS = 1_000;

describe('R28.1 a list of names as somebody types it', () => {
  it('has name, team and extra time, between tabs, ; or commas', () => {
    const { entries, teams } = readEntries('Kim\tOaks\n"Lee; Bo";Elms;x\n\nAnn, Oaks, no\nMina');
    expect(entries).toEqual([['Kim', 'Oaks'], ['Lee; Bo', 'Elms', 1], ['Ann', 'Oaks'], ['Mina']]);
    expect(teams).toEqual(['Oaks', 'Elms']);
  });

  it('names the first line that nobody can be made of', () => {
    expect(readEntries('Kim\n\u200b\nLee').bad).toEqual({ line: 2, text: '\u200b' });
    expect(readEntries('Kim\na,b,c,d').bad?.line).toBe(2);
  });

  it('is too long with more than 3,000 people, and of ten megabytes the rest is not read', () => {
    expect(readEntries('Kim\n'.repeat(3_000)).isTooLong).toBe(false);
    const began = performance.now();
    const { entries, isTooLong } = readEntries('Kim, Oaks\n'.repeat(1_000_000));
    const took = performance.now() - began;
    console.log(`a list of ten megabytes: ${Math.round(took)} ms of ${READ_MS}`);
    expect(isTooLong).toBe(true);
    expect(entries).toHaveLength(3_001);
    expect(took).toBeLessThan(pace.allow(READ_MS));
  });
});
