import { describe, expect, it } from 'vitest';
import { commandSchemas, type CommandName } from '../../src/protocol/index.js';
import { ROOM } from './new-room.js';

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

const thatPhase: Row = {
  good: [[{ version: 0 }], [{ version: 7, gameId: '123456' }]],
  bad: [{}, { version: -1 }, { version: 1.5 }, { version: '3' }, { version: null }],
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
  mutePlayer: {
    good: [
      [{ playerId: 'abc', muted: true }],
      [
        { playerId: 'abc', muted: 'false' },
        { playerId: 'abc', muted: false },
      ],
    ],
    bad: [{}, { playerId: 'abc' }, { muted: true }, { playerId: longId, muted: true }],
  },
  updateModeration: {
    good: [
      [{}],
      [{ filterWords: 'true' }, { filterWords: true }],
      [{ slowSeconds: 0 }],
      [{ slowSeconds: 300, gameId: PIN }],
    ],
    bad: [
      { slowSeconds: -1 },
      { slowSeconds: 301 },
      { slowSeconds: 1.5 },
      { slowSeconds: '5' },
      { filterWords: 1 },
      { names: 'all' },
    ],
  },
  updateNameList: {
    good: [
      [{ names: [] }, { names: [], more: false }],
      [
        { names: [' Kim ', '１'], more: 'true' },
        { names: ['Kim', '1'], more: true },
      ],
      [
        { names: Array.from({ length: 500 }, (_, n) => `N${n}`), gameId: PIN },
        { names: Array.from({ length: 500 }, (_, n) => `N${n}`), gameId: PIN, more: false },
      ],
    ],
    bad: [
      {},
      { names: 'Kim' },
      { names: [''] },
      { names: [' '] },
      { names: ['a'.repeat(33)] },
      { names: [1] },
      { names: Array.from({ length: 501 }, () => 'a') },
    ],
  },
  freeSeat: {
    good: [[{ playerId: 'abc' }]],
    bad: [{}, { playerId: '' }, { playerId: longId }],
  },
  deleteMessage: {
    good: [
      [{ id: 1 }, { id: 1, audience: 'living' }],
      [{ id: 7, audience: 'ghosts', gameId: PIN }],
    ],
    bad: [{}, { id: 0 }, { id: 1.5 }, { id: '1' }, { id: 1, audience: 'all' }],
  },
  startGame: hostOnly,
  skipPhase: hostOnly,
  nextPhase: thatPhase,
  dropQuestion: thatPhase,
  closeQuestion: thatPhase,
  correctQuestion: {
    good: [
      [{ version: 3, index: 0, isVoid: true, rights: null }],
      [{ version: 3, index: 199, isVoid: false, rights: [1, 10] }],
    ],
    bad: [
      {},
      { version: 3, index: 0, isVoid: true },
      { index: 0, isVoid: true, rights: null },
      { version: 3, index: -1, isVoid: true, rights: null },
      { version: 3, index: 0, isVoid: 'yes', rights: null },
      { version: 3, index: 0, isVoid: false, rights: [] },
      { version: 3, index: 0, isVoid: false, rights: [0] },
      { version: 3, index: 0, isVoid: false, rights: [11] },
      { version: 3, index: 0, isVoid: false, rights: Array.from({ length: 11 }, () => 1) },
    ],
  },
  pauseGame: hostOnly,
  resumeGame: hostOnly,
  extendTime: hostOnly,
  endGame: hostOnly,
  exitRoom: hostOnly,
  roomHealth: hostOnly,
  startRehearsal: {
    good: [[{ bots: 1 }], [{ bots: 200, gameId: PIN }]],
    bad: [{}, { bots: 0 }, { bots: 201 }, { bots: 1.5 }, { bots: '10' }, { bots: null }],
  },
  stopRehearsal: hostOnly,
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
