import { describe, expect, it } from 'vitest';
import { newRoomSchema, parseCreateQuery, pinSchema } from '../../src/protocol/index.js';
import { ROOM } from './new-room.js';

describe('PINs', () => {
  it.each([['000000'], ['999999'], [123_456]])('R1.1 accepts %j', (pin) => {
    expect(pinSchema.parse(pin)).toBe(String(pin));
  });
  it('R1.1 gives a number, as old scripts send it, its leading zeros back', () => {
    expect(pinSchema.parse(1)).toBe('000001');
  });
  it.each([[''], ['12345'], [' 123456'], [-1], [1.5], [1_234_567], [Number.NaN], [null], [true]])(
    'R1.1 refuses %j',
    (pin) => {
      expect(pinSchema.safeParse(pin).success).toBe(false);
    },
  );
});

describe('the create-room query', () => {
  it('R1.2 is read as options', () => {
    const query = 'title=Hall;gameMode=SURVIVAL;maxPlayerCount=50;isPublic=true';
    expect(newRoomSchema.parse(parseCreateQuery(query))).toEqual({
      ...ROOM,
      title: 'Hall',
      gameMode: 'SURVIVAL',
      maxPlayerCount: 50,
      isPublic: true,
    });
  });

  it.each([
    ['', { '': '' }],
    ['title', { title: '' }],
    ['title=a=b; gameMode =RANKING', { title: 'a=b', gameMode: 'RANKING' }],
    ['title=a;title=b', { title: 'b' }],
    [';;', { '': '' }],
  ])('is taken apart: %j', (query, pairs) => {
    expect(parseCreateQuery(query)).toEqual(pairs);
  });

  it('cannot reach a prototype', () => {
    const pairs = parseCreateQuery('__proto__=x;constructor=y');
    expect(Object.getPrototypeOf(pairs)).toBe(Object.prototype);
    expect(Object.hasOwn(pairs, '__proto__')).toBe(true);
  });
});
