import { describe, expect, it } from 'vitest';
import {
  commandSchemas,
  newRoomSchema,
  parseCreateQuery,
  pinSchema,
  readAuth,
  type CommandName,
} from '../../src/protocol/index.js';

const PIN = '012345';
const NOT_OBJECTS: unknown[] = [undefined, null, 1, 'x', true, () => {}];

interface Row {
  /** Payload and, where it differs, what the handler gets. */
  good: [payload: object, output?: object][];
  bad: object[];
}

const flags = (field: string): Row => ({
  good: [
    [{ [field]: true }],
    [{ [field]: false, gameId: PIN }],
    [{ [field]: 'false' }, { [field]: false }],
  ],
  bad: [{}, { [field]: 1 }, { [field]: 'yes' }, { [field]: null }, { [field]: [] }],
});
const hostOnly: Row = {
  good: [[{}], [{ gameId: PIN }], [{ gameId: 123_456 }, { gameId: '123456' }]],
  bad: [{ gameId: '12345' }, { gameId: null }, { gameId: Number.NaN }, { gameId: {} }],
};
const longId = 'x'.repeat(65);
const OPTION_FAULTS = [
  { title: '' },
  { title: ' ' },
  { title: 'a'.repeat(41) },
  { title: 1 },
  { gameMode: 'ranking' },
  { gameMode: 0 },
  { maxPlayerCount: 1 },
  { maxPlayerCount: 65_536 },
  { maxPlayerCount: 2.5 },
  { maxPlayerCount: Number.NaN },
  { maxPlayerCount: Number.POSITIVE_INFINITY },
  { maxPlayerCount: '1e3' },
  { maxPlayerCount: '-5' },
  { maxPlayerCount: '' },
  { isPublic: 'TRUE' },
  { isPublic: 1 },
];
const ROOM = {
  title: 'Madang',
  gameMode: 'RANKING',
  maxPlayerCount: 200,
  isPublic: false,
};

const TABLE: Record<CommandName, Row> = {
  createRoom: {
    good: [
      [{}, ROOM],
      [
        { title: ' 퀴즈 ', playerName: ' Kim ' },
        { ...ROOM, title: '퀴즈', playerName: 'Kim' },
      ],
      [
        { gameMode: 'SURVIVAL', maxPlayerCount: '2', isPublic: 'true' },
        { ...ROOM, gameMode: 'SURVIVAL', maxPlayerCount: 2, isPublic: true },
      ],
      [
        { maxPlayerCount: 65_535, playerName: '' },
        { ...ROOM, maxPlayerCount: 65_535, playerName: '' },
      ],
    ],
    bad: [...OPTION_FAULTS, { playerName: 'a\nb' }, { playerName: 5 }],
  },
  joinRoom: {
    good: [
      [{ gameId: PIN }],
      [
        { gameId: PIN, playerName: ' a ' },
        { gameId: PIN, playerName: 'a' },
      ],
    ],
    bad: [
      {},
      { gameId: '1234567' },
      { gameId: '12345a' },
      { gameId: '１２３４５６' },
      { gameId: '123456\n' },
      { gameId: -123_456 },
      { gameId: 12_345.6 },
      { gameId: [PIN] },
      { gameId: PIN, playerName: null },
    ],
  },
  setPlayerName: {
    good: [[{ playerName: 'a' }], [{ playerName: '' }]],
    bad: [{}, { playerName: 1 }, { playerName: 'a'.repeat(33) }, { playerName: '\u200B' }],
  },
  updatePosition: {
    good: [[{ newPosition: [0, 1] }], [{ newPosition: [0.123, 0.999], gameId: PIN }]],
    bad: [
      {},
      { newPosition: [0] },
      { newPosition: [0, 0, 0] },
      { newPosition: [-1e-9, 0] },
      { newPosition: [0, 1.000_001] },
      { newPosition: [Number.NaN, 0] },
      { newPosition: [0, Number.POSITIVE_INFINITY] },
      { newPosition: [null, 0] },
      { newPosition: ['0', '0'] },
      { newPosition: { 0: 0, 1: 0, length: 2 } },
      { newPosition: [0, 0], gameId: 'x' },
    ],
  },
  chatMessage: {
    good: [[{ message: ' hi ' }, { message: 'hi' }], [{ message: 'a'.repeat(200), gameId: PIN }]],
    bad: [
      {},
      { message: '' },
      { message: '  ' },
      { message: 1 },
      { message: 'a'.repeat(201) },
      { message: ['a'] },
    ],
  },
  updateRoomOption: {
    good: [
      [{}],
      [{ ...ROOM }],
      [
        { isPublic: 'false', gameId: PIN },
        { isPublic: false, gameId: PIN },
      ],
    ],
    bad: OPTION_FAULTS,
  },
  updateRoomQuizset: {
    good: [
      [{ quizSetId: 'ko-world' }],
      [
        { quizSetId: 3, quizCount: 200 },
        { quizSetId: '3', quizCount: 200 },
      ],
      [
        { quizSetId: 'a', quizCount: '7' },
        { quizSetId: 'a', quizCount: 7 },
      ],
    ],
    bad: [
      {},
      { quizSetId: '' },
      { quizSetId: longId },
      { quizSetId: 1.5 },
      { quizSetId: 'a', quizCount: 0 },
      { quizSetId: 'a', quizCount: 201 },
      { quizSetId: 'a', quizCount: Number.NaN },
    ],
  },
  updateScreen: {
    good: [[{}], [{ showChat: true }], [{ showNames: 'true' }, { showNames: true }]],
    bad: [{ showChat: 1 }, { showNames: 'no' }],
  },
  dismissScreens: hostOnly,
  lockRoom: flags('locked'),
  muteChat: flags('muted'),
  startGame: hostOnly,
  skipPhase: hostOnly,
  pauseGame: hostOnly,
  resumeGame: hostOnly,
  extendTime: hostOnly,
  endGame: hostOnly,
  exitRoom: hostOnly,
  takeBackHost: hostOnly,
  allowActingHost: flags('allowed'),
  createHostLink: hostOnly,
  revokeHostLinks: hostOnly,
  closeRoom: hostOnly,
  setCoHost: {
    good: [
      [{ playerId: 'abc', isCoHost: true }],
      [
        { playerId: 'abc', isCoHost: 'false' },
        { playerId: 'abc', isCoHost: false },
      ],
    ],
    bad: [{}, { playerId: 'abc' }, { isCoHost: true }, { playerId: longId, isCoHost: true }],
  },
  handOverHost: {
    good: [[{ playerId: 'abc' }]],
    bad: [{}, { playerId: '' }, { playerId: longId }, { playerId: 1 }],
  },
  kickRoom: {
    good: [[{ kickPlayerId: 'abc' }]],
    bad: [{}, { kickPlayerId: '' }, { kickPlayerId: longId }, { kickPlayerId: 1 }],
  },
  renamePlayer: {
    good: [[{ playerId: 'abc', playerName: 'x' }]],
    bad: [{}, { playerId: 'abc' }, { playerName: 'x' }, { playerId: longId, playerName: 'x' }],
  },
  syncTime: {
    good: [[{ t0: 0 }], [{ t0: -1.5, flush: 0 }]],
    bad: [
      {},
      { t0: '0' },
      { t0: Number.NaN },
      { t0: Number.POSITIVE_INFINITY },
      { t0: 0, flush: -1 },
      { t0: 0, flush: 0.5 },
    ],
  },
};

describe.each(Object.entries(TABLE))('R10.1 %s', (command, { good, bad }) => {
  const schema = commandSchemas[command as CommandName];

  it.each(good)('accepts %j', (payload, output = payload) => {
    expect(schema.parse(payload)).toEqual(output);
  });

  it.each(bad)('refuses %j', (payload) => {
    expect(schema.safeParse(payload).success).toBe(false);
  });

  it('refuses what is not an object', () => {
    for (const payload of NOT_OBJECTS) expect(schema.safeParse(payload).success).toBe(false);
  });

  it('leaves out fields that it does not know', () => {
    const [payload, output = payload] = good[0] as [object, object?];
    const hostile = JSON.parse(
      JSON.stringify({ ...payload, isHost: true }).replace('}', ',"__proto__":{"isHost":true}}'),
    ) as object;
    const parsed = schema.parse(hostile) as { isHost?: boolean };
    expect(parsed).toEqual(output);
    expect(parsed.isHost).toBeUndefined();
  });
});

it('R10.1 has a row for every command', () => {
  expect(Object.keys(TABLE).sort()).toEqual(Object.keys(commandSchemas).sort());
});

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

describe('the handshake', () => {
  const nothing = { wantToken: false, role: 'player', format: 'json' };

  it('reads every field', () => {
    const auth = {
      token: 't',
      wantToken: true,
      role: 'screen',
      format: 'compact',
      lastChatId: 7,
      lastChatAudience: 'ghosts',
      lastChatIncarnation: 'one',
    };
    expect(readAuth(auth)).toEqual(auth);
  });

  it.each([undefined, null, 'x', 5, {}, { token: 1 }, { token: 'x'.repeat(513) }])(
    'R10.1 counts what does not fit as missing: %j',
    (auth) => {
      expect(readAuth(auth)).toEqual(nothing);
    },
  );

  it.each([
    { wantToken: 'yes' },
    { role: 'host' },
    { format: 'binary' },
    { lastChatId: -1 },
    { lastChatId: 1.5 },
    { lastChatId: Number.NaN },
    { lastChatAudience: 'all' },
    { lastChatIncarnation: 7 },
    { lastChatIncarnation: 'x'.repeat(65) },
  ])('R10.1 one bad field spoils no other: %j', (bad) => {
    expect(readAuth({ token: 't', ...bad })).toEqual({ token: 't', ...nothing });
  });
});
