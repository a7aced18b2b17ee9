import type { CommandName } from '../../src/protocol/index.js';
import { ROOM } from './new-room.js';
import {
  chat,
  PIN,
  type Row,
  flags,
  hostOnly,
  longId,
  OPTION_FAULTS,
  thatPhase,
  thatMessage,
} from './payload-rows.js';

/** Payloads of every command that its schema takes, and that it refuses. */
export const TABLE: Record<CommandName, Row> = {
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
  writeAnswer: {
    good: [
      [{ texts: [' Seoul '] }, { texts: ['Seoul'] }],
      [{ texts: ['a', '서울', '가'.repeat(40)], gameId: PIN }],
    ],
    bad: [
      {},
      { texts: 'Seoul' },
      { texts: [] },
      { texts: ['a', 'b', 'c', 'd'] },
      { texts: [''] },
      { texts: ['\u200B'] },
      { texts: ['a\nb'] },
      { texts: ['가'.repeat(41)] },
      { texts: ['👨‍👩‍👧‍👦'.repeat(15)] },
      { texts: [`a${'\u0301'.repeat(7)}`] },
      { texts: [1] },
      { texts: { 0: 'a', length: 1 } },
    ],
  },
  emote: {
    good: [[{ emote: 0 }], [{ emote: 5, gameId: PIN }]],
    bad: [{}, { emote: -1 }, { emote: 6 }, { emote: 0.5 }, { emote: '1' }, { emote: null }],
  },
  chatMessage: chat,
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
        { quizSetId: 'a', quizCount: '7', utcOffset: -570 },
        { quizSetId: 'a', quizCount: 7, utcOffset: -570 },
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
      { quizSetId: 'a', utcOffset: 841 },
      { quizSetId: 'a', utcOffset: 1.5 },
      { quizSetId: 'a', utcOffset: '540' },
    ],
  },
  updateScreen: {
    good: [
      [{}],
      [{ showChat: true, volume: 0 }],
      [{ showNames: 'true' }, { showNames: true }],
      [{ screenLanguages: ['KO', 'pt-br'] }, { screenLanguages: ['ko', 'pt-BR'] }],
      [{ screenLanguages: [] }],
    ],
    bad: [
      { showChat: 1 },
      { showNames: 'no' },
      { sound: 'loud' },
      { volume: 11 },
      { soundOffsetMs: 301 },
      { screenLanguages: 'ko' },
      { screenLanguages: ['?'] },
      { screenLanguages: ['ko', 'de', 'en'] },
    ],
  },
  dismissScreens: hostOnly,
  lockRoom: flags('locked'),
  muteChat: flags('muted'),
  setExtraTime: {
    good: [
      [{ playerId: 'abc', extra: true }],
      [
        { playerId: 'abc', extra: 'false' },
        { playerId: 'abc', extra: false },
      ],
    ],
    bad: [{}, { playerId: 'abc' }, { extra: true }, { playerId: longId, extra: true }],
  },
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
        // Cleaned later, in slices.
        { names: [' Kim ', '１'], more: 'true' },
        { names: [' Kim ', '１'], more: true },
      ],
      [
        { names: Array.from({ length: 500 }, (_, n) => `N${n}`), gameId: PIN },
        { names: Array.from({ length: 500 }, (_, n) => `N${n}`), gameId: PIN, more: false },
      ],
    ],
    bad: [{}, { names: 'Kim' }, { names: [1] }, { names: Array.from({ length: 501 }, () => 'a') }],
  },
  updateTeams: {
    good: [[{ names: [' Oaks ', 'Elms'] }]],
    bad: [{}, { names: ['One'] }, { names: Array(9).fill('Team') }, { names: ['One', 2] }],
  },
  updateTeamList: {
    good: [
      [
        { entries: [{ playerName: ' Kim ', team: 7 }] },
        { entries: [{ playerName: ' Kim ', team: 7 }], more: false },
      ],
    ],
    bad: [
      {},
      { entries: [{ playerName: 1, team: 0 }] },
      { entries: [{ playerName: 'Kim', team: 8 }] },
      { entries: Array.from({ length: 501 }, () => ({ playerName: 'Kim', team: 0 })) },
    ],
  },
  setTeam: {
    good: [[{ team: 0 }], [{ team: 7, playerId: 'abc' }]],
    bad: [{}, { team: 8 }, { team: -1 }, { team: 1.5 }, { team: '1' }, { team: 1, playerId: '' }],
  },
  removePlayers: {
    good: [
      [{ who: 'unmoved' }, { who: 'unmoved', justCount: false }],
      [{ who: 'lastMinute', justCount: true }],
    ],
    bad: [{}, { who: 'all' }, { who: 'unmoved', justCount: 'maybe' }],
  },
  readDoor: {
    good: [[{}, { names: false }], [{ names: true }]],
    bad: [{ names: 'maybe' }, { gameId: 'x' }],
  },
  chooseTickets: {
    good: [
      [{ list: 'abc', others: false }],
      [
        { list: null, others: 'true' },
        { list: null, others: true },
      ],
      [{ others: true, gameId: PIN }],
    ],
    bad: [{}, { list: 'abc' }, { list: '', others: true }, { list: longId, others: true }],
  },
  readTickets: {
    good: [
      [{}, { search: '' }],
      [{ only: 'missing', search: 'Kim' }],
      [{ only: 'come' }, { only: 'come', search: '' }],
    ],
    bad: [{ only: 'all' }, { search: 'x'.repeat(101) }, { search: 7 }],
  },
  reissueTicket: {
    good: [[{ number: 3_000 }]],
    bad: [{}, { number: 0 }, { number: 3_001 }, { number: 1.5 }, { number: '1' }],
  },
  freeSeat: {
    good: [[{ playerId: 'abc' }]],
    bad: [{}, { playerId: '' }, { playerId: longId }],
  },
  whoAre: { good: [[{ slots: [0] }]], bad: [{}, { slots: 3 }, { slots: [-1] }] },
  deleteMessage: thatMessage,
  unmaskMessage: thatMessage,
  startGame: {
    good: [[{}], [{ nextRound: true, gameId: PIN }]],
    bad: [{ nextRound: 'maybe' }, { gameId: 'x' }],
  },
  skipPhase: hostOnly,
  nextPhase: thatPhase,
  backToItem: thatPhase,
  goToItem: {
    good: [[{ version: 0, item: 'a' }], [{ version: 7, item: 'b', gameId: '123456' }]],
    bad: [
      { version: 0 },
      { item: 'a' },
      { version: 0, item: '' },
      { version: 0, item: 5 },
      { version: 0, item: 'a'.repeat(65) },
    ],
  },
  editProgramme: {
    good: [
      [{ revision: 0, move: { item: 'a', to: 3 } }],
      [{ revision: 2, leaveOut: { item: 'a', isOut: true }, gameId: PIN }],
      [{ revision: 0, add: { item: { kind: 'standings' }, to: 0 } }],
      [
        {
          revision: 0,
          add: { item: { kind: 'slide', title: ' Hi ', text: '', seconds: null }, to: 1 },
        },
        {
          revision: 0,
          add: { item: { kind: 'slide', title: 'Hi', text: '', seconds: null }, to: 1 },
        },
      ],
      [
        {
          revision: 0,
          add: { item: { kind: 'slide', title: '', text: ' One\r\n\nTwo \n', seconds: 3 }, to: 1 },
        },
        {
          revision: 0,
          add: { item: { kind: 'slide', title: '', text: 'One\n\nTwo', seconds: 3 }, to: 1 },
        },
      ],
      [{ revision: 0, add: { item: { kind: 'break', message: 'Tea', minutes: 5 }, to: 1 } }],
      [
        {
          revision: 0,
          add: { item: { kind: 'draw', title: '', among: 'team', team: 1, winners: 3 }, to: 1 },
        },
      ],
      [
        {
          revision: 0,
          add: {
            item: {
              kind: 'round',
              name: '',
              factor: 2,
              standings: 'never',
              setId: 'ko-general',
              count: 5,
            },
            to: 1,
          },
        },
      ],
    ],
    bad: [
      { revision: 0 },
      { move: { item: 'a', to: 0 } },
      { revision: 0, move: { item: 'a', to: -1 } },
      { revision: 0, move: { item: 'a', to: 0 }, leaveOut: { item: 'a', isOut: true } },
      { revision: 0, add: { item: { kind: 'question' }, to: 0 } },
      { revision: 0, add: { item: { kind: 'slide', title: '', text: '', seconds: 2 }, to: 0 } },
      {
        revision: 0,
        add: { item: { kind: 'slide', title: 'a'.repeat(61), text: '', seconds: null }, to: 0 },
      },
      { revision: 0, add: { item: { kind: 'break', message: '', minutes: 5 }, to: 0 } },
      {
        revision: 0,
        add: { item: { kind: 'draw', title: '', among: 'everybody', winners: 11 }, to: 0 },
      },
      {
        revision: 0,
        add: {
          item: { kind: 'round', name: '', factor: 4, standings: 'each', setId: 'a', count: 1 },
          to: 0,
        },
      },
    ],
  },
  dropQuestion: thatPhase,
  closeQuestion: thatPhase,
  strikeAnswer: {
    good: [
      [{ version: 3, text: 'Seoul', isOut: true }],
      [
        { version: 3, text: ' Seoul ', isOut: 'false' },
        { version: 3, text: 'Seoul', isOut: false },
      ],
    ],
    bad: [
      {},
      { version: 3, text: 'Seoul' },
      { version: 3, isOut: true },
      { text: 'Seoul', isOut: true },
      { version: -1, text: 'Seoul', isOut: true },
      { version: 3, text: '', isOut: true },
      { version: 3, text: 'a'.repeat(161), isOut: true },
      { version: 3, text: 'Seoul', isOut: 1 },
    ],
  },
  pickQuestion: {
    good: [[{ version: 0, place: 0 }], [{ version: 7, place: 19, gameId: '123456' }]],
    bad: [
      { version: 0 },
      { place: 0 },
      { version: 0, place: -1 },
      { version: 0, place: 20 },
      { version: 0, place: 0.5 },
      { version: 0, place: '0' },
    ],
  },
  givePoints: {
    good: [
      [{ version: 3, playerId: 'abc', points: 2_000, reason: '노래' }],
      [
        { version: 3, team: 7, points: -2_000, reason: ` ${'가'.repeat(60)} ` },
        { version: 3, team: 7, points: -2_000, reason: '가'.repeat(60) },
      ],
    ],
    bad: [
      {},
      { version: 3, points: 5, reason: 'x' },
      { version: 3, playerId: 'abc', team: 0, points: 5, reason: 'x' },
      { version: 3, playerId: '', points: 5, reason: 'x' },
      { version: 3, playerId: longId, points: 5, reason: 'x' },
      { version: 3, team: 8, points: 5, reason: 'x' },
      { version: 3, playerId: 'abc', points: 0, reason: 'x' },
      { version: 3, playerId: 'abc', points: 2_001, reason: 'x' },
      { version: 3, playerId: 'abc', points: -2_001, reason: 'x' },
      { version: 3, playerId: 'abc', points: 0.5, reason: 'x' },
      { version: 3, playerId: 'abc', points: '5', reason: 'x' },
      { version: 3, playerId: 'abc', points: 5, reason: ' ' },
      { version: 3, playerId: 'abc', points: 5, reason: '가'.repeat(61) },
      { version: 3, playerId: 'abc', points: 5, reason: 'a\u202Eb' },
      { version: 3, playerId: 'abc', points: 5 },
      { playerId: 'abc', points: 5, reason: 'x' },
    ],
  },
  takeBackPoints: {
    good: [[{ version: 0, id: 1 }]],
    bad: [{}, { version: 0 }, { id: 1 }, { version: 0, id: -1 }, { version: 0, id: 0.5 }],
  },
  correctQuestion: {
    good: [
      [{ version: 3, question: 0, isVoid: true, rights: null }],
      [{ version: 3, question: 0, isVoid: false, rights: null, accept: ['Busan'] }],
      [
        {
          version: 3,
          question: 0,
          isVoid: false,
          rights: null,
          target: { x: 0, y: 65_520, near: 1, far: 1 },
        },
      ],
      [{ version: 3, question: 199, isVoid: false, rights: [1, 20] }],
      [{ version: 3, question: 2, part: 1, drops: 3, isVoid: true, rights: null }],
      [
        {
          version: 3,
          question: 2,
          isVoid: false,
          rights: null,
          number: { answer: -0.5, tolerance: 0 },
        },
      ],
    ],
    bad: [
      {},
      { version: 3, question: 0, isVoid: true },
      { question: 0, isVoid: true, rights: null },
      { version: 3, question: -1, isVoid: true, rights: null },
      { version: 3, question: 0, part: -1, isVoid: true, rights: null },
      { version: 3, question: 0, drops: 0.5, isVoid: true, rights: null },
      { version: 3, question: 0, drops: null, isVoid: true, rights: null },
      { version: 3, question: 0, isVoid: 'yes', rights: null },
      { version: 3, question: 0, isVoid: false, rights: null, number: { answer: 1 } },
      { version: 3, question: 0, isVoid: false, rights: null, target: { x: 0, y: 0 } },
      {
        version: 3,
        question: 0,
        isVoid: false,
        rights: null,
        target: { x: 0, y: 0, near: 5, far: 4 },
      },
      {
        version: 3,
        question: 0,
        isVoid: false,
        rights: null,
        number: { answer: 1, tolerance: -1 },
      },
      {
        version: 3,
        question: 0,
        isVoid: false,
        rights: null,
        number: { answer: 1e13, tolerance: 1 },
      },
      { version: 3, question: 0, isVoid: false, rights: [] },
      { version: 3, question: 0, isVoid: false, rights: [0] },
      { version: 3, question: 0, isVoid: false, rights: [21] },
      { version: 3, question: 0, isVoid: false, rights: Array.from({ length: 21 }, () => 1) },
    ],
  },
  pauseGame: {
    good: [
      ...hostOnly.good,
      [{ curtain: true }],
      [{ curtain: 'true' }, { curtain: true }],
      [
        { message: ' Tea ', minutes: 60 },
        { message: 'Tea', minutes: 60 },
      ],
      [{ version: 3, curtain: true, message: '가'.repeat(100), minutes: 1 }],
    ],
    bad: [
      ...hostOnly.bad,
      { curtain: 1 },
      { message: 'Tea' },
      { minutes: 5 },
      { message: '', minutes: 5 },
      { message: '가'.repeat(101), minutes: 5 },
      { message: 'a\nb', minutes: 5 },
      { message: 'Tea', minutes: 0 },
      { message: 'Tea', minutes: 61 },
      { message: 'Tea', minutes: 1.5 },
      { message: 'Tea', minutes: '5' },
    ],
  },
  resumeGame: hostOnly,
  extendTime: hostOnly,
  endGame: hostOnly,
  exitRoom: hostOnly,
  tellSound: {
    good: [[{ silent: true }], [{ silent: false, gameId: PIN }]],
    bad: [{}, { silent: 1 }, { silent: 'yes' }, { silent: null }],
  },
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
