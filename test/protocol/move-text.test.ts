import { describe, expect, it } from 'vitest';
import { encodeCommand } from '../../load-test/swarm/wire.js';
import {
  commandSchemas,
  MAX_MOVE_UNITS,
  readMove,
  STEPS,
  toFraction,
  type CommandInput,
} from '../../src/protocol/index.js';
import { seeded } from '../../load-test/swarm/seeded.js';

type Move = CommandInput<'updatePosition'>;

const MESSAGES = 6_000;
const EDITS = 12_000;

const random = seeded(20);
const upTo = (most: number): number => Math.floor(random() * (most + 1));
const pick = <T>(items: readonly T[]): T => items[upTo(items.length - 1)] as T;
const digits = (most: number): string =>
  Array.from({ length: 1 + upTo(most) }, () => upTo(9)).join('');

/** What JSON and the schema make of a plain event for the game; undefined where they refuse it. */
function readAsUsual(message: string): Move | undefined {
  if (!message.startsWith('42/game,[')) return undefined;
  let args: unknown;
  try {
    args = JSON.parse(message.slice('42/game,'.length));
  } catch {
    return undefined;
  }
  const [event, payload, ...rest] = args as unknown[];
  if (event !== 'updatePosition' || rest.length > 0) return undefined;
  const parsed = commandSchemas.updatePosition.safeParse(payload);
  return parsed.success ? parsed.data : undefined;
}

const FRACTIONS =
  '0 1 0.5 0.0 1.0 1.00 1.5 1.00001 -0 -0.5 -1 2 10 00 01 00.5 .5 0. 1. 1e0 1e-5 2e-05 0.5e0 0.5e1 0.5E1 1E400 ' +
  '+1 0x1 NaN Infinity null true "0.5" [] {} 0,5 0_5 ０ ٣ 0.٣';
const WHOLES =
  '0 1 7 00 07 -0 -1 1.0 1.5 1e3 1E3 +1 "1" null true [1] 999999999999999 9007199254740991 ' +
  '9007199254740992 9007199254740993 9999999999999999 99999999999999999999';
const PINS =
  '"123456" "000000" 123456 0 "12345" "1234567" "12345a" " 23456" "１２３４５６" "\\u0031" ' +
  '"\\u003123456" null ""';

const aFraction = (): string => (random() < 0.7 ? `0.${digits(25)}` : pick(FRACTIONS.split(' ')));
const aWhole = (): string => (random() < 0.6 ? digits(18) : pick(WHOLES.split(' ')));
const aPin = (): string =>
  random() < 0.7 ? `"${100_000 + upTo(899_999)}"` : pick(PINS.split(' '));
/** Mostly the usual thing. */
const mostly = (usual: string, ...others: string[]): string =>
  random() < 0.9 ? usual : pick(others);

/** A move, or something close to one, in pieces that are mostly spelled as usual. */
function anyMessage(): string {
  const space = (): string => mostly('', ' ', '\n', '\t', '\u00a0', '\ufeff');
  const place = [aFraction(), mostly(',', ',,', ' ,', ', ', ';'), aFraction()].join('');
  const fields = [
    `"newPosition":${mostly(`[${place}]`, `[${place},0]`, `[${aFraction()}]`, '[]')}`,
  ];
  if (random() < 0.5) fields.unshift(`"gameId":${aPin()}`);
  if (random() < 0.5) fields.push(`"flush":${aWhole()}`);
  if (random() < 0.1) fields.splice(upTo(fields.length), 0, pick(['"x":1', '"__proto__":{}', '']));
  if (random() < 0.1) fields.splice(upTo(fields.length), 0, pick(fields));
  if (random() < 0.1) fields.reverse();
  const payload = `{${fields.join(mostly(',', ', ', ',,'))}}`;
  const event = mostly(
    'updatePosition',
    'updateposition',
    'chatMessage',
    'syncTime',
    '\\u0075pdatePosition',
  );
  const args = `["${event}",${space()}${payload}${mostly('', ',1', ',{}', ',')}]`;
  const head = mostly(
    '42/game,',
    '42/game,7',
    '42,',
    '42',
    '42/echo,',
    '42/games,',
    '42/game',
    '43/game,',
    '45/game,',
    '2/game,',
  );
  return space() + head + args + mostly('', ' ', '\n', 'x', '\0', ']', args);
}

const USUAL = [
  '42/game,["updatePosition",{"newPosition":[0.5,0.25]}]',
  '42/game,["updatePosition",{"newPosition":[0,1],"flush":12}]',
  '42/game,["updatePosition",{"gameId":"123456","newPosition":[0.12345,1]}]',
  '42/game,["updatePosition",{"gameId":"012345","newPosition":[0.5,0.98765],"flush":1234567}]',
] as const;
const LETTERS = [
  ...Array.from('0123456789.,-+eE"[]{}:/ \n\\ux'),
  'gameId',
  '\u00e9',
  '０',
  '\u2028',
  '\ud83d',
  '\0',
];

/** A usual move with one to three edits of a character each. */
function anyEdit(): string {
  let text: string = pick(USUAL);
  for (let left = upTo(2); left >= 0; left--) {
    const at = upTo(text.length);
    const letter = pick(LETTERS);
    const how = random();
    if (how < 0.4) text = text.slice(0, at) + letter + text.slice(at + 1);
    else if (how < 0.6) text = text.slice(0, at) + letter + text.slice(at);
    else if (how < 0.8) text = text.slice(0, at) + text.slice(at + 1);
    else if (how < 0.85) text = text.slice(0, at);
    else text = text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2);
  }
  return text;
}

describe('what is read as a move', () => {
  it.each([
    ['however it is spelled', MESSAGES, anyMessage],
    ['with letters changed at random', EDITS, anyEdit],
  ])('R10.1 is what JSON and the schema read, %s', (_, count, next) => {
    let found = 0;
    for (let n = 0; n < count; n++) {
      const message = next();
      const move = readMove(message);
      if (move === undefined) continue;
      found++;
      expect([message, move]).toStrictEqual([message, readAsUsual(message)]);
      expect(message.length).toBeLessThanOrEqual(MAX_MOVE_UNITS);
    }
    // Enough of both kinds that neither is an accident.
    expect(found).toBeGreaterThan(count / 100);
    expect(found).toBeLessThan(count / 2);
  });

  it.each([
    ['an acknowledgement is asked for', '42/game,7["updatePosition",{"newPosition":[0.5,0.5]}]'],
    ['a number is greater than 1', '42/game,["updatePosition",{"newPosition":[1.5,0.5]}]'],
    ['a number is negative', '42/game,["updatePosition",{"newPosition":[-0,0.5]}]'],
    ['a number has an exponent', '42/game,["updatePosition",{"newPosition":[0.1e-5,0.5]}]'],
    ['a number begins with zeros', '42/game,["updatePosition",{"newPosition":[00.5,0.5]}]'],
    ['a flush begins with a zero', '42/game,["updatePosition",{"newPosition":[0,1],"flush":01}]'],
    ['a field comes twice', '42/game,["updatePosition",{"newPosition":[0,1],"flush":1,"flush":2}]'],
    ['the order is another', '42/game,["updatePosition",{"flush":1,"newPosition":[0,1]}]'],
    ['there is a space', '42/game,["updatePosition", {"newPosition":[0,1]}]'],
    ['there is another field', '42/game,["updatePosition",{"newPosition":[0,1],"x":1}]'],
    ['there is another argument', '42/game,["updatePosition",{"newPosition":[0,1]},1]'],
    ['it is for another namespace', '42/games,["updatePosition",{"newPosition":[0,1]}]'],
    ['it is another event', '42/game,["syncTime",{"newPosition":[0,1]}]'],
    ['it goes on', '42/game,["updatePosition",{"newPosition":[0,1]}]\n'],
    ['it begins before', ' 42/game,["updatePosition",{"newPosition":[0,1]}]'],
    ['it is cut off', '42/game,["updatePosition",{"newPosition":[0,1]}'],
  ])('is nothing where %s', (_, message) => {
    expect(readMove(message)).toBeUndefined();
  });

  it('is never longer than the bound, of which the longest makes use', () => {
    const spell = (fraction: number, whole: number): string =>
      `42/game,["updatePosition",{"gameId":"123456","newPosition":` +
      `[0.${'1'.repeat(fraction)},0.${'1'.repeat(fraction)}],"flush":${'9'.repeat(whole)}}]`;
    const isRead = (fraction: number, whole: number): boolean =>
      readMove(spell(fraction, whole)) !== undefined;
    const lengths = Array.from({ length: 200 }, (_, n) => n + 1);
    const fraction = lengths.filter((length) => isRead(length, 1)).at(-1)!;
    const whole = lengths.filter((length) => isRead(1, length)).at(-1)!;
    expect(isRead(fraction, whole)).toBe(true);
    expect(spell(fraction, whole).length).toBeLessThanOrEqual(MAX_MOVE_UNITS);
    // Fields in the order of the spelling are all that there is.
    expect([fraction >= 17, whole >= 15]).toEqual([true, true]);
  });
});

describe('a move of our own making', () => {
  const steps = Array.from({ length: 500 }, () => upTo(STEPS)).concat(0, STEPS, STEPS / 2);
  const places = steps.map((x): [number, number] => [toFraction(x), toFraction(upTo(STEPS))]);
  // 1e-5 to 9e-5 are written with an exponent, and read as usual.
  const isPlain = (place: [number, number]): boolean =>
    place.every((fraction) => fraction === 0 || fraction >= 1e-4);

  it.each([
    ['without more', {}, {}],
    ['with the flush that was seen', {}, { flush: 1_234 }],
    ['with the first flush', {}, { flush: 0 }],
    ['with the PIN', { gameId: '012345' }, {}],
    ['with both', { gameId: '912345' }, { flush: 3 }],
  ])('is read, %s, as the swarm and as pages spell it', (_, before, after) => {
    for (const newPosition of places.filter(isPlain)) {
      const move = { ...before, newPosition, ...after };
      expect(readMove(encodeCommand('updatePosition', move))).toStrictEqual(move);
    }
  });

  it('is read with all digits that JavaScript writes', () => {
    for (let n = 0; n < 500; n++) {
      const newPosition: [number, number] = [0.1 + random() * 0.9, 0.001 + random() * 0.9];
      const message = encodeCommand('updatePosition', { newPosition });
      expect(readMove(message)).toStrictEqual({ newPosition });
    }
  });
});
