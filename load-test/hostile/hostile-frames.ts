/** What a hostile client puts on the wire. Every text of it carries `HOSTILE`. */
import { drawInt as upTo, drawOne as pick, type Random } from '../../src/game/shared/random.js';

/** In every hostile text, so that one byte of it that comes through can be told. */
export const HOSTILE = 'HOSTILE';

export type Frame = string | Buffer;

/** One grapheme of any size: a letter under a heap of accents. */
const tower = (units: number): string => `${HOSTILE}a${'\u0301'.repeat(units)}`;
const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const deepObject = (depth: number): string => '{"a":'.repeat(depth) + '0' + '}'.repeat(depth);

/** A value as JSON text, or as text that only looks like it; none fits a field of a command. */
function badValue(random: Random): string {
  const texts = [
    `${HOSTILE}\u0000`,
    `${HOSTILE}\u202Eevil`,
    `${HOSTILE}\u2066`,
    `${HOSTILE}${'x'.repeat(900 + upTo(random, 9_000))}`,
    tower(1_000 + upTo(random, 5_000)),
    `${HOSTILE}${'👨‍👩‍👧‍👦'.repeat(300)}`,
    `${HOSTILE}${'한'.repeat(2_000)}`,
  ].map((text) => JSON.stringify(text));
  const odd = [
    'null',
    'true',
    '-1',
    '1e999',
    '-1e999',
    '1e308',
    '9007199254740993',
    '[]',
    '[null,null]',
    '[1e999,0]',
    '[-0.0001,2]',
    '[0.5]',
    '[0.5,0.5,0.5]',
    '["0.5","0.5"]',
    '{}',
    '{"length":2,"0":0.5,"1":0.5}',
    `{"__proto__":{"playerName":"${HOSTILE}"}}`,
    `{"constructor":{"prototype":{"x":"${HOSTILE}"}}}`,
    `{"toJSON":"${HOSTILE}","then":"${HOSTILE}","toString":1}`,
    '{"_placeholder":true,"num":0}',
    `"${HOSTILE}\\ud800"`,
    deep(5_000),
    deepObject(1_500),
  ];
  return pick(random, random() < 0.4 ? texts : odd);
}

const FIELDS = ['playerName', 'newPosition', 'message', 'gameId', 'locked', 'muted', 'quizSetId'];
FIELDS.push(
  'quizCount',
  'kickPlayerId',
  'playerId',
  'title',
  'maxPlayerCount',
  't0',
  'flush',
  'near',
);

/** Commands of the host, of players and of nobody: all of them refused, whatever they carry. */
const COMMANDS = ['updateRoomOption', 'updateRoomQuizset', 'updateScreen', 'lockRoom', 'startGame'];
COMMANDS.push('skipPhase', 'pauseGame', 'resumeGame', 'extendTime', 'endGame', 'kickRoom');
COMMANDS.push('handOverHost', 'takeBackHost', 'deleteMessage', 'mutePlayer', 'freeSeat');
COMMANDS.push('updateModeration', 'updateNameList');
COMMANDS.push('renamePlayer', 'muteChat', 'setPlayerName', 'updatePosition', 'chatMessage');
COMMANDS.push('syncTime', 'createRoom', 'joinRoom', 'exitRoom');
const UNKNOWN = ['session', 'getSelfId', 'notice', 'endQuizTime', 'constructor', 'hasOwnProperty'];
UNKNOWN.push('__proto__', 'error', 'ping', 'then', HOSTILE, '', ' ');
const ACK_IDS = ['', '', '0', '1', '7', '999999999', '99999999999999999999', '00'];

/** Well-formed events that must change nothing, wherever their sender sits. */
export function hostileEvent(random: Random, foreignPin: string): Frame {
  const id = pick(random, ACK_IDS);
  const roll = random();
  if (roll < 0.1) {
    const name = random() < 0.2 ? String(upTo(random, 9)) : JSON.stringify(pick(random, UNKNOWN));
    return `42/game,${id}[${name},${badValue(random)}]`;
  }
  const command = pick(random, COMMANDS);
  // Leaving needs no payload, so it is only ever tried with another room's PIN.
  if (command === 'exitRoom') return `42/game,${id}["exitRoom",{"gameId":"${foreignPin}"}]`;
  // Nothing wrong but who says it, and when.
  if (roll < 0.25)
    return `42/game,${id}["${pick(random, ['lockRoom', 'muteChat', 'createRoom', 'endGame'])}",{"locked":true,"muted":true}]`;
  if (roll < 0.35)
    return `42/game,${id}["${command}",${badValue(random)},${smallBadValue(random)}]`;
  // A good payload for a room that is not the sender's.
  const wrongRoom = `"gameId":"${foreignPin}"`;
  if (roll < 0.5 && command !== 'joinRoom' && command !== 'createRoom')
    return (
      `42/game,${id}["${command}",{${wrongRoom},"newPosition":[0.5,0.5],` +
      `"message":"${HOSTILE}","playerName":"${HOSTILE}","t0":1,"locked":true,"muted":true}]`
    );
  // Each field of the command is there, and each is wrong.
  const fields = FIELDS.map((field) => `"${field}":${smallBadValue(random)}`);
  fields[upTo(random, fields.length)] = `"${pick(random, FIELDS)}":${badValue(random)}`;
  return `42/game,${id}["${command}",{"gameMode":0,"isPublic":7,${fields.join(',')}}]`;
}

function smallBadValue(random: Random): string {
  return pick(random, ['null', '{}', '[]', '[1,2]', '-1', '1e999', `"${HOSTILE}\\u0000"`, '[[]]']);
}

/** Packets that no client library sends; most of them close the connection. */
const MALFORMED: readonly string[] = [
  '',
  '4',
  '42',
  '42/',
  '42/game',
  '42/game,',
  '42/game,[',
  '42/game,{}',
  '42/game,null',
  '42/game,[]',
  '42/game,[null]',
  '42/game,[{}]',
  '42/game,[["connect"]]',
  '42/game,"x"',
  '42/game,["disconnect"]',
  '42/game,["connect"]',
  '42/game,["connect_error",{}]',
  '42/game,["newListener"]',
  '42/game,["removeListener",1]',
  '42/game,1e3["x"]',
  '42/game,[5,"x"]',
  '42/game,[1e999]',
  '42/game,12345',
  '42["chatMessage",{}]',
  '43/game,7["x"]',
  '43/game,["x"]',
  '43/game,99999999999[null]',
  '43/game,0',
  '43',
  '44/game,"x"',
  '44/game,{"message":"x"}',
  '40/other,',
  '40/game',
  '40/game,{}',
  '40/game,[]',
  '40/game,"x"',
  '40/game,null',
  '40',
  '40{}',
  '41/game,{}',
  '41',
  '49/game,',
  '4-1/game,[]',
  '451-/game,["x",{"_placeholder":true,"num":0}]',
  '459-/game,["x"]',
  '459-["x"]',
  '45-',
  '4599999999-/game,["x"]',
  '45999999999999999999999-/game,["x"]',
  '451.5-/game,["x"]',
  '451-/game,["updatePosition",{"_placeholder":true,"num":5}]',
  '46/game,1["x"]',
  '461-/game,[]',
  '47',
  '4a',
  '9',
  'x',
  '0',
  '0{"sid":"x"}',
  '1',
  '2',
  '2probe',
  '3',
  '3probe',
  '5',
  '6',
  '\0',
];

export function malformed(random: Random): Frame[] {
  const roll = random();
  if (roll < 0.65) {
    const text = pick(random, MALFORMED);
    // Attachments that were announced, in part.
    return /^4[56]\d/.test(text) && random() < 0.7
      ? [text, ...Array.from({ length: 1 + upTo(random, 3) }, () => noise(random, 300))]
      : [text];
  }
  if (roll < 0.75) return [noise(random, 300)];
  if (roll < 0.8) return [noise(random, 17_000)];
  if (roll < 0.85) return [`42/game,["chatMessage",{"message":${badValue(random)}`];
  if (roll < 0.9) return [`451-/game,["chatMessage",${deep(7_500)}]`, noise(random, 9)];
  if (roll < 0.94) return [`42/game,["chatMessage",{"message":"${tower(30_000)}"}]`];
  if (roll < 0.97) return [`42/game,["chatMessage",{"message":"${HOSTILE.repeat(150_000)}"}]`];
  return [`42/${HOSTILE.repeat(upTo(random, 1_000))},1["x"]`];
}

function noise(random: Random, most: number): Buffer {
  return Buffer.from(Array.from({ length: upTo(random, most) }, () => upTo(random, 256)));
}

/** Handshake queries that should not get anybody anywhere. */
export function hostileQuery(random: Random): string {
  return pick(random, [
    '',
    '',
    '&game-id=000000',
    `&game-id=${HOSTILE}`,
    '&game-id=1&game-id=2',
    '&game-id[]=000000',
    `&create-room=${encodeURIComponent('title=\u0000;maxPlayerCount=1e9')}`,
    `&create-room=${encodeURIComponent('__proto__=1;gameMode=CHESS')}`,
    '&create-room=%ff',
    `&create-room=title=${HOSTILE.repeat(200)}`,
  ]);
}

/** `auth` of the CONNECT packet as JSON text. */
export function hostileAuth(random: Random, playerIds: readonly string[]): string {
  return pick(random, [
    '{}',
    '',
    `{"token":"${pick(random, playerIds)}","role":"screen"}`,
    `{"token":"v1.${pick(random, playerIds)}.${HOSTILE}","lastChatId":-1,"role":"host"}`,
    `{"token":{"a":1},"role":[],"wantToken":"yes","lastChatId":1e999,"format":{}}`,
    `{"token":"${'v1.'.repeat(200)}","__proto__":{"role":"screen"}}`,
    `{"auth":${deep(3_000)}}`,
    '[]',
    '"x"',
  ]);
}

/** Bodies of quiz files that are none. */
export function hostileFile(random: Random): { type: string; body: Uint8Array } {
  const bodies: Frame[] = [
    noise(random, 4_000),
    deep(100_000),
    `{"questions":${deep(50_000)}}`,
    `{"title":"${HOSTILE}","questions":[{"quiz":"${tower(20_000)}","choices":[],"answer":1e999}]}`,
    `question,answer,choice1,choice2\n${`"${HOSTILE}`.repeat(20_000)}`,
    `${'"'.repeat(100_001)}\n`,
    ',;\t'.repeat(50_000),
    `${HOSTILE},`.repeat(30_000),
    'x'.repeat(300_000),
    '\uFEFF\n\n\r\r\n',
    `question,answer,choice1,choice2\n${'=cmd|,1,,\n'.repeat(500)}`,
  ];
  const body = pick(random, bodies);
  return {
    type: pick(random, ['text/csv', 'application/json', 'multipart/form-data', '']),
    body: new Uint8Array(Buffer.from(body as string)),
  };
}
