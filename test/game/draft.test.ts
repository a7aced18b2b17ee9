import { describe, expect, it } from 'vitest';
import { applyChange } from '../../src/game/apply-change.js';
import { draftOf, LayeredMap } from '../../src/game/draft.js';
import { drawInt, drawOne, type Random } from '../../src/game/shared/random.js';
import { copyRoom } from '../../src/game/room-state.js';
import { aRoom, aSeat, EPOCH } from '../support/game-data.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { countdown, plain } from './room-trial.js';

const SEEDS = Array.from({ length: 40 }, (_, n) => n + 1);
const KEYS = 9;

type Numbers = Map<number, number>;

/** Does one thing to a map and returns what it answers. */
function doTo(map: Numbers, { verb, key, value }: { verb: string; key: number; value: number }) {
  switch (verb) {
    case 'set':
      // A map answers with itself.
      return map.set(key, value) === map;
    case 'delete':
      return map.delete(key);
    default:
      return map.clear();
  }
}

function look(map: Numbers): unknown {
  const seen: unknown[] = [];
  map.forEach((value, key, itself) => seen.push([key, value, itself === map]));
  return {
    size: map.size,
    pairs: [...map],
    entries: [...map.entries()],
    keys: [...map.keys()],
    values: [...map.values()],
    copy: [...new Map(map)],
    seen,
    each: Array.from({ length: KEYS }, (_, key) => [map.has(key), map.get(key)]),
  };
}

const deed = (random: Random) => ({
  verb: drawOne(random, [
    'set',
    'set',
    'set',
    'delete',
    'delete',
    random() < 0.1 ? 'clear' : 'set',
  ]),
  key: drawInt(random, KEYS),
  value: drawInt(random, 1_000),
});

describe('a map over another one', () => {
  it.each(SEEDS)('is as a map of its own, in its order as well, seed %i', (seed) => {
    const random = seeded(seed);
    const base = new Map(Array.from({ length: 4 }, () => [drawInt(random, KEYS), random()]));
    const before = [...base];
    const map = new LayeredMap(base);
    const own = new Map(base);
    for (let step = 0; step < 120; step++) {
      const next = deed(random);
      expect(doTo(map, next)).toEqual(doTo(own, next));
      expect(look(map)).toEqual(look(own));
      expect([...base]).toEqual(before);
    }
  });

  it.each(SEEDS.slice(0, 10))('lies over another one of its kind as well, seed %i', (seed) => {
    const random = seeded(seed);
    const base = new Map(Array.from({ length: 4 }, () => [drawInt(random, KEYS), random()]));
    const middle = new LayeredMap(base);
    for (let step = 0; step < 6; step++) doTo(middle, deed(random));
    const before = [...middle];
    const map = new LayeredMap(middle);
    const own = new Map(middle);
    for (let step = 0; step < 40; step++) {
      const next = deed(random);
      expect(doTo(map, next)).toEqual(doTo(own, next));
      expect(look(map)).toEqual(look(own));
    }
    expect([...middle]).toEqual(before);
  });

  it('keeps apart what is undefined and what is not there', () => {
    const map = new LayeredMap<string, undefined>(new Map([['a', undefined]]));
    expect([map.has('a'), map.get('a'), map.size]).toEqual([true, undefined, 1]);
    map.set('b', undefined).delete('a');
    expect([map.has('a'), map.has('b'), map.size, [...map.keys()]]).toEqual([
      false,
      true,
      1,
      ['b'],
    ]);
  });
});

describe('a draft', () => {
  it('R4.5 leaves the room as it was, deep down, and becomes what the room would', () => {
    const room = aRoom({
      screens: new Map([['s0', { identityId: 'w', process: 'a', number: 1 }]]),
      watchers: new Set(['w']),
      banned: new Map([['x', 'px']]),
      resting: new Map([[7, EPOCH]]),
    });
    const before = plain(room);
    const objects = [...room.seats.values()];
    const draft = draftOf(room);
    const twin = copyRoom(room);
    expect(plain(draft)).toEqual(before);
    const mark = { isAnswer: true, played: true, rank: 1, gain: 0, fellAt: [1, 1] as const };
    const changes: Parameters<typeof applyChange>[1][] = [
      { kind: 'seated', seat: aSeat(7, { generation: 9 }), address: '192.0.2.1' },
      { kind: 'attached', slot: 1, generation: 10, connectionId: 'n', process: 'b' },
      { kind: 'dropped', slot: 2, droppedAt: EPOCH + 1 },
      { kind: 'renamed', slot: 1, playerName: 'Other' },
      {
        kind: 'phase',
        phase: countdown(8),
        game: null,
        tally: { game: 0, marks: [{ ...mark, playerId: 'p1', score: 5 }] },
      },
      {
        kind: 'left',
        slot: 0,
        playerId: 'p0',
        identityId: 'identity-0',
        reason: 'kicked',
        at: EPOCH,
        restsUntil: EPOCH,
      },
      { kind: 'host', hostId: 'p1', isHandedOver: true },
      { kind: 'settings', settings: { isLocked: true, title: 'Other' } },
      {
        kind: 'screenAdded',
        connectionId: 's1',
        screen: { identityId: 'v', process: 'a', number: 2 },
      },
      { kind: 'screensRemoved', connectionIds: ['s0'], reason: 'dismissed' },
    ];
    for (const change of changes) {
      applyChange(draft, change);
      applyChange(twin, change);
      expect(plain(draft)).toEqual(plain(twin));
      expect(plain(room)).toEqual(before);
    }
    expect([...room.seats.values()].every((seat, i) => seat === objects[i])).toBe(true);
    expect(room.names.free('Player 1')).toBe('Player 1 2');
    expect(room.names.free('Other')).toBe('Other');
    expect(draft.names.free('Other')).toBe('Other 2');
    expect(draft.names.free('Player 0')).toBe('Player 0');
  });
});
