import { describe, expect, it } from 'vitest';
import { missingNames } from '../../src/game/name-list.js';
import { sit } from '../../src/game/seat-commands.js';
import { changeOptions } from '../../src/game/settings-commands.js';
import { GIVES_WAY_MS, LAST_MINUTE_MS, removeAll } from '../../src/game/unmoved.js';
import { moreSeats } from '../../src/web/host/more-seats.js';
import { aRoom, aSeat, codeOf, EPOCH, inZone, request } from '../support/game-data.js';
import { asking } from './room-trial.js';

const NOW = EPOCH + 600_000;
const STILL = { start: inZone(0), position: inZone(0) };

describe('R3.7 removing many at once', () => {
  const room = aRoom({
    seats: [
      aSeat(0, STILL),
      aSeat(1, STILL),
      aSeat(2),
      aSeat(3, { joinedAt: NOW - LAST_MINUTE_MS }),
      aSeat(4, { ...STILL, joinedAt: NOW - LAST_MINUTE_MS - 1 }),
      aSeat(5, { ...STILL, joinedAt: NOW, isBot: true }),
      aSeat(6, { ...STILL, joinedAt: NOW }),
    ],
    helpers: { coHosts: ['identity-6'] },
  });
  const gone = (who: 'unmoved' | 'lastMinute') => {
    const { changes, answer } = removeAll(who).decide(room, NOW);
    expect(answer).toBe(changes.length);
    return changes.map((change) =>
      change.kind === 'left' ? [change.slot, change.reason] : [change.kind],
    );
  };

  it('takes all who never moved, and neither owner, host, co-hosts nor bots; nobody is banned', () => {
    expect(gone('unmoved')).toEqual([
      [1, 'removed'],
      [4, 'removed'],
    ]);
  });

  it('takes all who came in the last minute', () => {
    expect(gone('lastMinute')).toEqual([[3, 'removed']]);
  });
});

describe('R1.3 a seat in which nobody ever did anything', () => {
  const away = { ...STILL, connectionId: null, process: null };
  const full = (...seats: ReturnType<typeof aSeat>[]) =>
    aRoom({ seats: [aSeat(0), ...seats], settings: { maxPlayerCount: 1 + seats.length } });
  const seated = (room: ReturnType<typeof full>): Promise<string> =>
    codeOf(async () => {
      const { changes } = sit(request(9)).decide(room, NOW);
      expect(changes.map(({ kind }) => kind)).toEqual(['left', 'seated']);
      expect(changes[0]).toMatchObject({ slot: 1, reason: 'freed' });
    });

  it('gives way in a full room when its owner has been away for twenty seconds', async () => {
    const dropped = (ms: number) => aSeat(1, { ...away, droppedAt: NOW - ms });
    expect(await seated(full(dropped(GIVES_WAY_MS)))).toBe('ok');
    expect(await seated(full(dropped(GIVES_WAY_MS - 1)))).toBe('ROOM_FULL');
    const later = aSeat(2, { ...away, droppedAt: NOW - GIVES_WAY_MS });
    expect(await seated(full(dropped(GIVES_WAY_MS + 1), later))).toBe('ok');
  });

  it('R25.3 is kept for its owner for twenty seconds after a restart, however long the server was away', async () => {
    const room = full(aSeat(1, { ...away, droppedAt: NOW - 3_600_000 }));
    const restoredAt = (ms: number) => ({ ...room, restoredAt: NOW - ms });
    expect(await seated(restoredAt(GIVES_WAY_MS - 1))).toBe('ROOM_FULL');
    expect(await seated(restoredAt(GIVES_WAY_MS))).toBe('ok');
  });

  it('does not where somebody moved, has scored, is there, or runs the room', async () => {
    const long = { ...away, droppedAt: NOW - 3_600_000 };
    for (const one of [{ position: inZone(1) }, { score: 10 }, { droppedAt: null }])
      expect(await seated(full(aSeat(1, { ...long, ...one })))).toBe('ROOM_FULL');
    const room = full(aSeat(1, long));
    expect(await seated({ ...room, ownerIdentityId: 'identity-1' })).toBe('ROOM_FULL');
  });
});

describe('R1.2 R1.9 making room', () => {
  const resized = (maxPlayerCount: number, room = aRoom()): Promise<string> =>
    codeOf(async () => changeOptions({ maxPlayerCount }).decide(room, NOW));

  it('is possible in a game, and only in the lobby the other way round', async () => {
    const { maxPlayerCount } = aRoom().settings;
    const inGame = { ...aRoom(), phase: asking(8, 0) };
    expect(await resized(maxPlayerCount + 10, inGame)).toBe('ok');
    expect(await resized(maxPlayerCount - 1, inGame)).toBe('WRONG_PHASE');
    expect(await resized(maxPlayerCount - 1)).toBe('ok');
    expect(await resized(501, inGame)).toBe('BAD_REQUEST');
  });

  it('is for all who were turned away and some more, within the hall and the server', () => {
    expect(moreSeats(200, 4, 2_000)).toBe(210);
    expect(moreSeats(200, 50, 2_000)).toBe(260);
    expect(moreSeats(490, 90, 2_000)).toBe(500);
    expect(moreSeats(500, 90, 2_000)).toBeUndefined();
    expect(moreSeats(1_000, 90, 1_050)).toBe(1_050);
  });
});

describe('R1.9 who of the list is missing', () => {
  it('is told in the order of the list, whatever case the names have that people got', () => {
    expect(missingNames(['Ann', 'Bob', 'Cho'], ['bob', 'Zoe'])).toEqual(['Ann', 'Cho']);
    expect(missingNames([], ['bob'])).toEqual([]);
  });
});
