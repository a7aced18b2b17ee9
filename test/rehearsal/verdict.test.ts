import { describe, expect, it } from 'vitest';
import { verdictOf, type Findings } from '../../src/server/live/rehearsal/verdict.js';

const findings = (changes: Partial<Findings> = {}): Findings => ({
  joins: Array.from({ length: 100 }, (_, n) => n + 1),
  trips: new Map([
    ['ann', [40, 50, 900]],
    ['bob', [20.4]],
  ]),
  lateP99Ms: 12.3,
  isCutShort: false,
  ...changes,
});
const outcomeOf = (changes: Partial<Findings>): string => verdictOf(findings(changes)).outcome;

describe('R12.5 the verdict of a rehearsal', () => {
  it('tells how the bots got in, how the devices were connected, and how late the server was', () => {
    expect(verdictOf(findings())).toEqual({
      outcome: 'good',
      bots: 100,
      joinP95Ms: 95,
      devices: 2,
      slow: 0,
      delayP95Ms: 50,
      lateP99Ms: 12,
    });
  });

  it('blames the server for a late event loop and for slow joins, whatever the network does', () => {
    const slowDevice = new Map([['ann', [900]]]);
    expect(outcomeOf({ lateP99Ms: 50 })).toBe('good');
    expect(outcomeOf({ lateP99Ms: 51, trips: slowDevice })).toBe('serverSlow');
    expect(
      outcomeOf({ joins: [...Array<number>(95).fill(1), ...Array<number>(5).fill(9e3)] }),
    ).toBe('good');
    expect(
      outcomeOf({ joins: [...Array<number>(94).fill(1), ...Array<number>(6).fill(9e3)] }),
    ).toBe('serverSlow');
  });

  it('blames the network where more than one device of twenty is slow, by its median', () => {
    const devices = (slow: number) =>
      new Map(
        Array.from({ length: 40 }, (_, n) => [
          `p${n}`,
          n < slow ? [10, 301, 500] : [301, 300, 299],
        ]),
      );
    expect(verdictOf(findings({ trips: devices(2) }))).toMatchObject({ outcome: 'good', slow: 2 });
    expect(verdictOf(findings({ trips: devices(3) }))).toMatchObject({
      outcome: 'networkSlow',
      slow: 3,
      devices: 40,
    });
  });

  it('says nothing of a network that nobody has tested, or of a rehearsal that was none', () => {
    expect(verdictOf(findings({ trips: new Map() }))).toMatchObject({
      outcome: 'networkUntested',
      devices: 0,
      delayP95Ms: null,
    });
    expect(outcomeOf({ isCutShort: true })).toBe('cutShort');
    expect(verdictOf(findings({ joins: [] }))).toMatchObject({
      outcome: 'cutShort',
      joinP95Ms: null,
    });
    expect(outcomeOf({ isCutShort: true, lateP99Ms: 80 })).toBe('serverSlow');
  });
});
