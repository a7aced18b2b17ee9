import { describe, expect, it } from 'vitest';
import type { ChatEntry } from '../../src/protocol/events.js';
import { ShownChat } from '../../src/web/room/shown-chat.js';

function entries(from: number, to: number, shift = 0): ChatEntry[] {
  return Array.from({ length: to - from + 1 }, (_, index) => ({
    id: from + index,
    playerId: 'p',
    playerName: 'P',
    message: `m${from + index}`,
    timestamp: 1_000 + from + index + shift,
  }));
}

const shown = (log: ShownChat) =>
  log.rows.map((row) => (row.kind === 'gap' ? `gap ${row.missed}` : row.entry.id));

describe('the chat across reconnects (R8.1)', () => {
  it('shows nothing twice', () => {
    const log = new ShownChat();
    log.add(entries(1, 5));
    log.startedAnew();
    expect(log.add(entries(4, 7))).toHaveLength(2);
    expect(shown(log)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('compares no numbers across stores, and names the store of its last message', () => {
    const log = new ShownChat();
    log.startedAnew('a');
    log.add(entries(1, 5));
    expect(log.last).toEqual({ audience: 'living', id: 5, incarnation: 'a' });
    log.startedAnew('b');
    log.add(entries(8, 9, 100));
    expect(shown(log)).toEqual([1, 2, 3, 4, 5, 8, 9]);
    expect(log.last).toEqual({ audience: 'living', id: 9, incarnation: 'b' });
    log.startedAnew('b');
    log.add(entries(12, 12, 100));
    expect(shown(log).slice(-2)).toEqual(['gap 2', 12]);
  });

  it('shows a gap where messages are no longer kept', () => {
    const log = new ShownChat();
    log.add(entries(1, 5));
    log.startedAnew();
    log.add(entries(9, 10));
    expect(shown(log)).toEqual([1, 2, 3, 4, 5, 'gap 3', 9, 10]);
  });

  it('shows no gap to a newcomer, who gets the last messages only', () => {
    const log = new ShownChat();
    log.startedAnew();
    log.add(entries(451, 500));
    expect(shown(log)[0]).toBe(451);
  });

  it('shows a gap only for the first messages after a reconnect', () => {
    const log = new ShownChat();
    log.add(entries(1, 2));
    log.startedAnew();
    log.add(entries(3, 3));
    log.add(entries(5, 5));
    expect(shown(log)).toEqual([1, 2, 3, 5]);
  });

  it('asks for what came after the last message, in the numbering that it was seen in', () => {
    const log = new ShownChat();
    expect(log.last).toBeUndefined();
    log.add(entries(1, 3));
    log.audience = 'ghosts';
    expect(log.last).toEqual({ audience: 'living', id: 3 });
    log.add(entries(8, 9));
    expect(log.last).toEqual({ audience: 'ghosts', id: 9 });
  });

  it('takes the same ids of the other audience for other messages', () => {
    const log = new ShownChat();
    log.add(entries(1, 3));
    log.audience = 'ghosts';
    log.startedAnew();
    expect(log.add(entries(2, 4, 500))).toHaveLength(3);
    expect(shown(log)).toEqual([1, 2, 3, 2, 3, 4]);
  });

  it('keeps a bounded number of rows', () => {
    const log = new ShownChat();
    log.add(entries(1, 2_000));
    expect(log.rows.length).toBeLessThanOrEqual(250);
    expect(shown(log).at(-1)).toBe(2_000);
  });
});

describe('what the host has deleted (R8.3)', () => {
  it('goes by its id in the audience in which it was heard', () => {
    const log = new ShownChat();
    log.add(entries(1, 3));
    log.audience = 'ghosts';
    log.add(entries(5, 7, 10));
    log.delete({ living: [2], ghosts: [5, 3] });
    expect(shown(log)).toEqual([1, 3, 6, 7]);
  });

  it('goes where the history tells of it, which also another store does', () => {
    const log = new ShownChat();
    log.add(entries(1, 3));
    const [, second] = entries(1, 3);
    log.add([{ ...second!, playerName: '', message: '' }]);
    expect(shown(log)).toEqual([1, 3]);
    // Another message of the same number.
    log.add([{ ...entries(3, 3, 100)[0]!, playerName: '', message: '' }]);
    expect(shown(log)).toEqual([1, 3]);
  });
});

describe('what the host shows as it was said (R8.7)', () => {
  it('stands in place of the masked message, by its id in the audience in which it was heard', () => {
    const log = new ShownChat();
    log.add(entries(1, 2));
    log.audience = 'ghosts';
    log.add(entries(1, 2, 10));
    log.unmask([
      { living: 2, ghosts: 7, message: 'of the living' },
      { living: null, ghosts: 1, message: 'of a ghost' },
    ]);
    const texts = log.rows.map((row) => (row.kind === 'message' ? row.entry.message : ''));
    const [first, , , last] = [...entries(1, 2), ...entries(1, 2, 10)].map(
      ({ message }) => message,
    );
    expect(texts).toEqual([first, 'of the living', 'of a ghost', last]);
  });
});

describe('what hosts are told was said (R8.7)', () => {
  it('is known of the message of that id and audience until it stands there, and anew with a snapshot', () => {
    const log = new ShownChat();
    log.add(entries(1, 2));
    log.noteMasked({ audience: 'living', id: 2, message: 'as it was' });
    log.noteMasked({ audience: 'ghosts', id: 1, message: 'of another' });
    const originals = () =>
      log.rows.map((row) => (row.kind === 'message' ? log.originalOf(row) : 'a gap'));
    expect(originals()).toEqual([undefined, 'as it was']);
    log.unmask([{ living: 2, ghosts: null, message: 'as it was' }]);
    expect(originals()).toEqual([undefined, undefined]);
    log.noteMasked({ audience: 'living', id: 1, message: 'one' });
    log.startedAnew('another');
    expect(originals()).toEqual([undefined, undefined]);
  });
});

describe('what the kicked said (R9.1)', () => {
  it('goes, in whatever seat they said it', () => {
    const log = new ShownChat();
    const by = (id: number, playerId: string): ChatEntry => ({ ...entries(id, id)[0]!, playerId });
    log.add([by(1, 'ann.1'), by(2, 'annie.1'), by(3, 'ann.2')]);
    log.takeBack('ann.2');
    expect(shown(log)).toEqual([2]);
  });
});
