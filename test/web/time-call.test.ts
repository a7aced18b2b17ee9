import { describe, expect, it } from 'vitest';
import { timeCall } from '../../src/web/stage/time-call.js';

const callsOf = (looks: readonly number[]) =>
  looks
    .map((seconds, index) => timeCall(looks[index - 1] ?? 0, seconds))
    .filter((call) => call !== undefined);
const secondsFrom = (most: number) =>
  Array.from({ length: most + 1 }, (_, passed) => most - passed);

describe('the time that is said aloud', () => {
  it('is all of it at the beginning, and ten and five seconds before the end', () => {
    expect(callsOf(secondsFrom(30))).toEqual([30, 10, 5]);
    expect(callsOf(secondsFrom(11))).toEqual([11, 10, 5]);
  });

  it('is told once where a question begins with so many', () => {
    expect(callsOf(secondsFrom(10))).toEqual([10, 5]);
    expect(callsOf(secondsFrom(5))).toEqual([5]);
    // The clock of the server is guessed better meanwhile.
    expect(callsOf([19, 20, 19])).toEqual([19]);
  });

  it('is said though the page was busy in that second, and again after the host gave more time', () => {
    expect(callsOf([12, 9, 8, 4, 9, 5])).toEqual([12, 10, 5, 9, 5]);
    expect(callsOf([12, 3])).toEqual([12, 5]);
  });
});
