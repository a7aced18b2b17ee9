import { describe, expect, it } from 'vitest';
import { SharedLog, type SharedEntry } from '../../src/server/live/batch/crowd/shared-log.js';
import type { StoredChat } from '../../src/game/chat-log.js';

const entry = (...ids: number[]): SharedEntry => {
  const said = ids.map((ghostId) => ({ ghostId }) as StoredChat);
  return { said: { living: said, ghosts: said }, events: { living: [], ghosts: [] } };
};

/** Entries 0 to 4, of which the first two are told to all. */
function toldLog(): SharedLog {
  const log = new SharedLog(7);
  for (const one of [entry(8), entry(), entry(9, 10), entry(), entry(11)]) log.push(one);
  log.forget(2);
  return log;
}

describe('what everybody of a big room is told', () => {
  it('is counted from the first entry, also when those that are told are forgotten', () => {
    const log = toldLog();
    expect(log.end).toBe(5);
    expect(log.since(2).flatMap(({ said }) => said.ghosts)).toHaveLength(3);
    expect(log.since(4)).toHaveLength(1);
    expect(log.since(5)).toEqual([]);
    expect([2, 3, 4, 5].map((index) => log.chatBefore(index))).toEqual([8, 10, 10, 11]);
  });

  it('is not to be had where it is forgotten, nor before it is there', () => {
    const log = toldLog();
    for (const index of [0, 1, 6]) {
      expect(() => log.since(index)).toThrow(`entry ${index}`);
      expect(() => log.chatBefore(index)).toThrow(`entry ${index}`);
    }
  });
});
