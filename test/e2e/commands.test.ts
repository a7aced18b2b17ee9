import { describe, expect, it } from 'vitest';
import type { AckResult, CommandName } from '../../src/protocol/index.js';
import type { TestClient } from '../support/client.js';
import { goTo, settle, useHall, type OpenRoom } from '../support/hall.js';

const hall = useHall();

/** A payload for every command that is good in itself. */
const GOOD: Record<CommandName, object> = {
  createRoom: {},
  joinRoom: { gameId: '000000' },
  setPlayerName: { playerName: 'Name' },
  removePlayers: { who: 'unmoved', justCount: true },
  readDoor: {},
  updatePosition: { newPosition: [0.5, 0.5] },
  writeAnswer: { texts: ['Seoul'] },
  strikeAnswer: { version: 0, text: 'Seoul', isOut: true },
  emote: { emote: 0 },
  chatMessage: { message: 'hello' },
  updateRoomOption: { title: 'Changed' },
  updateRoomQuizset: { quizSetId: 'test-set' },
  updateScreen: { showChat: true },
  dismissScreens: {},
  lockRoom: { locked: true },
  startGame: {},
  skipPhase: {},
  nextPhase: { version: 0 },
  backToItem: { version: 0 },
  goToItem: { version: 0, item: 'a' },
  editProgramme: { revision: 0, move: { item: 'a', to: 0 } },
  dropQuestion: { version: 0 },
  closeQuestion: { version: 0 },
  pickQuestion: { version: 0, place: 0 },
  givePoints: { version: 0, playerId: 'nobody', points: 5, reason: 'Song' },
  takeBackPoints: { version: 0, id: 1 },
  correctQuestion: { version: 0, question: 0, isVoid: true, rights: null },
  pauseGame: {},
  resumeGame: {},
  extendTime: {},
  endGame: {},
  handOverHost: { playerId: 'nobody' },
  takeBackHost: {},
  allowActingHost: { allowed: true },
  createHostLink: {},
  revokeHostLinks: {},
  closeRoom: {},
  setCoHost: { playerId: 'nobody', isCoHost: true },
  kickRoom: { kickPlayerId: 'nobody' },
  renamePlayer: { playerId: 'nobody', playerName: 'Name' },
  muteChat: { muted: true },
  mutePlayer: { playerId: 'nobody', muted: true },
  setExtraTime: { playerId: 'nobody', extra: true },
  updateModeration: { slowSeconds: 0 },
  updateNameList: { names: ['Name'] },
  updateTeams: { names: ['Oaks', 'Elms'] },
  updateTeamList: { entries: [{ playerName: 'Name', team: 0 }] },
  setTeam: { team: 0 },
  chooseTickets: { others: true },
  readTickets: {},
  reissueTicket: { number: 1 },
  freeSeat: { playerId: 'nobody' },
  whoAre: { slots: [0] },
  deleteMessage: { id: 1 },
  unmaskMessage: { id: 1 },
  exitRoom: {},
  tellSound: { silent: true },
  roomHealth: {},
  startRehearsal: { bots: 1 },
  stopRehearsal: {},
  syncTime: { t0: 1 },
};
const ALL = Object.keys(GOOD) as CommandName[];
const ANYONE: CommandName[] = ['createRoom', 'joinRoom', 'syncTime'];
const PLAYER: CommandName[] = [
  'setPlayerName',
  'updatePosition',
  'writeAnswer',
  'emote',
  'chatMessage',
];
const OTHERS: CommandName[] = ['exitRoom', 'setTeam', 'whoAre', 'tellSound'];
const HOST = ALL.filter((name) => ![...ANYONE, ...PLAYER, ...OTHERS].includes(name));
const CLOCK: CommandName[] = ['skipPhase', 'pauseGame', 'resumeGame', 'extendTime', 'endGame'];

/** Payloads that fit no schema of a command with fields. */
const BAD: Partial<Record<CommandName, unknown[]>> = {
  createRoom: [{ title: '' }, { maxPlayerCount: 1 }, { maxPlayerCount: 1e9 }, { gameMode: 'X' }],
  joinRoom: [{}, { gameId: '12345' }, { gameId: ['000000'] }, { gameId: null }],
  setPlayerName: [
    {},
    { playerName: 1 },
    { playerName: 'x'.repeat(65) },
    { playerName: 'a\u202Eb' },
  ],
  updatePosition: [
    {},
    { newPosition: [0.5] },
    { newPosition: [-0.1, 0] },
    { newPosition: [0, 1.1] },
  ],
  chatMessage: [
    {},
    { message: '' },
    { message: ' ' },
    { message: 'x'.repeat(201) },
    { message: {} },
  ],
  updateRoomOption: [{ isPublic: 'maybe' }, { maxPlayerCount: 2.5 }, { maxPlayerCount: 2001 }],
  updateRoomQuizset: [{}, { quizSetId: '' }, { quizSetId: 'test-set', quizCount: 0 }],
  updateScreen: [{ showChat: 3 }],
  lockRoom: [{}, { locked: null }],
  pauseGame: [
    { curtain: 1 },
    { message: 'Tea' },
    { minutes: 5 },
    { message: '', minutes: 5 },
    { message: 'x'.repeat(101), minutes: 5 },
    { message: 'a\u202Eb', minutes: 5 },
    { message: 'Tea', minutes: 0 },
    { message: 'Tea', minutes: 61 },
  ],
  handOverHost: [{}, { playerId: '' }, { playerId: 'x'.repeat(65) }],
  allowActingHost: [{}, { allowed: 1 }],
  setCoHost: [{}, { playerId: 'x' }, { playerId: 'x', isCoHost: 1 }, { isCoHost: true }],
  kickRoom: [{}, { kickPlayerId: '' }, { kickPlayerId: 'x'.repeat(65) }],
  renamePlayer: [{}, { playerId: 'x' }, { playerName: 'x' }],
  muteChat: [{}, { muted: 1 }],
  startRehearsal: [{}, { bots: 0 }, { bots: 201 }, { bots: 'all' }],
  mutePlayer: [{}, { playerId: 'x' }, { playerId: '', muted: true }],
  setExtraTime: [{}, { playerId: 'x' }, { playerId: '', extra: true }, { playerId: 'x', extra: 2 }],
  updateModeration: [{ slowSeconds: -1 }, { slowSeconds: 'much' }],
  updateNameList: [{}, { names: 'Name' }, { names: [''] }, { names: [7] }],
  updateTeams: [
    {},
    { names: ['One'] },
    { names: Array(9).fill('Team') },
    { names: ['One', ''] },
    { names: ['One', `a${'\u0301'.repeat(5_000)}`] },
    { names: ['One', 'x'.repeat(65)] },
  ],
  updateTeamList: [{}, { entries: [{ playerName: 'Name' }] }, { entries: [['Name', 0]] }],
  setTeam: [{}, { team: -1 }, { team: 8 }, { team: '0' }, { team: 0 }],
  chooseTickets: [{}, { list: '', others: true }, { list: 7, others: true }],
  readTickets: [{ only: 'all' }, { search: 7 }],
  reissueTicket: [{}, { number: 0 }, { number: '1' }],
  freeSeat: [{}, { playerId: '' }],
  whoAre: [{}, { slots: [-1] }, { slots: Array.from({ length: 65 }, () => 0) }],
  deleteMessage: [{}, { id: 0 }, { id: '1' }, { id: 1, audience: 'all' }],
  unmaskMessage: [{}, { id: 0 }, { id: 1.5 }],
  givePoints: [
    {},
    { version: 0, playerId: 'x', points: 0, reason: 'Song' },
    { version: 0, playerId: 'x', points: 2_001, reason: 'Song' },
    { version: 0, points: 5, reason: 'Song' },
  ],
  takeBackPoints: [{}, { version: 0 }, { version: 0, id: -1 }],
  pickQuestion: [{}, { version: 0, place: -1 }, { place: 1 }],
  syncTime: [{}, { t0: '1' }, { t0: 1, flush: -1 }],
};

async function codes(client: TestClient, names: CommandName[], extra = {}): Promise<string[]> {
  return Promise.all(names.map((name) => client.fail(name, { ...GOOD[name], ...extra })));
}

/** Runs something that must change nothing, and proves that nobody in the room heard of it. */
async function unheard({ host, players }: OpenRoom, act: () => Promise<void>): Promise<void> {
  await settle(host, players);
  const before = players.map(({ heard }) => heard.length);
  await act();
  await settle(host, players);
  for (const [n, player] of players.entries())
    expect(player.events(before[n])).toEqual(['chatMessage']);
}

describe.concurrent('answers to commands', () => {
  it('R10.1 acknowledges every command with what the protocol adds', async () => {
    const { host, pin, players } = await hall.openRoom({}, 1);
    const guest = players[1]!;
    const done = async (client: TestClient, name: CommandName, payload = GOOD[name]) => {
      const { ok, ...rest } = (await client.ask(name, payload)) as { ok: boolean };
      expect([name, ok]).toEqual([name, true]);
      return rest;
    };
    expect(await done(host, 'syncTime', { t0: 42 })).toEqual({ t0: 42, t1: expect.any(Number) });
    expect(await done(guest, 'setPlayerName')).toEqual({ playerName: 'Name' });
    expect(await done(host, 'setPlayerName')).toEqual({ playerName: 'Name 2' });
    const empty: CommandName[] = ['updatePosition', 'chatMessage', 'updateRoomOption', 'muteChat'];
    empty.push('updateRoomQuizset', 'updateScreen', 'lockRoom', 'takeBackHost', 'startGame');
    for (const name of empty) expect(await done(host, name)).toEqual({});
    for (const name of CLOCK) {
      const { endTime } = (await done(host, name)) as { endTime: number };
      expect(endTime).toBe(host.last('phase')?.endTime);
    }
    const rename = { playerId: guest.playerId, playerName: 'Called' };
    expect(await done(host, 'renamePlayer', rename)).toEqual({ playerName: 'Called' });
    await done(host, 'lockRoom', { locked: false });
    expect(await done(guest, 'exitRoom')).toEqual({});
    expect(await done(guest, 'joinRoom', { gameId: pin })).toEqual({
      gameId: pin,
      playerId: guest.playerId,
      slot: guest.self?.slot,
      resumed: false,
      becameHost: false,
    });
    expect(await done(host, 'kickRoom', { kickPlayerId: guest.playerId })).toEqual({});
    await done(host, 'exitRoom');
    expect(await done(host, 'createRoom')).toEqual({ gameId: host.last('createRoom')?.gameId });
  });

  it('R10.1 answers a bare command, one with surplus arguments and one without a payload', async () => {
    const { host } = await hall.openRoom();
    const socket = host.socket as unknown as {
      emitWithAck: (event: string, ...rest: unknown[]) => Promise<AckResult>;
    };
    expect(await socket.emitWithAck('lockRoom', { locked: true }, 'surplus', 3)).toEqual({
      ok: true,
    });
    expect(await socket.emitWithAck('startGame')).toEqual({ ok: true });
    expect(await socket.emitWithAck('endGame', null)).toEqual({ ok: true, endTime: 0 });
    expect(await socket.emitWithAck('lockRoom')).toMatchObject({ error: { code: 'BAD_REQUEST' } });
  });

  it('R10.1 answers UNKNOWN_EVENT to what is no command, its name cut short', async () => {
    const { host } = await hall.openRoom();
    for (const name of ['nonsense', 'session', 'getSelfId', '__proto__', 'constructor', 'toString'])
      expect(await host.fail(name as CommandName, {})).toBe('UNKNOWN_EVENT');
    host.tell('x'.repeat(10_000), {});
    const { event } = await host.wait('exception');
    expect(event.length).toBeLessThanOrEqual(64);
  });

  it.each(Object.entries(BAD))('R10.1 refuses payloads that %s cannot take', async (name, bad) => {
    const { host } = await hall.openRoom();
    const client = name === 'createRoom' || name === 'joinRoom' ? hall.connect() : host;
    for (const payload of [...bad, 'text', 7, true, [], [[]]])
      expect([payload, await client.fail(name as CommandName, payload)]).toEqual([
        payload,
        'BAD_REQUEST',
      ]);
  });
});

describe.concurrent('who may give which command', () => {
  it('R10.1 refuses an outsider everything that needs a room', async () => {
    const outsider = hall.connect();
    const names = ALL.filter((name) => !ANYONE.includes(name));
    expect(await codes(outsider, names)).toEqual(names.map(() => 'NOT_IN_ROOM'));
    // So many commands are more than one connection may send at once.
    expect(await codes(hall.connect(), names, { gameId: '000000' })).toEqual(
      names.map(() => 'NOT_IN_ROOM'),
    );
  });

  it('R3.3 refuses a guest every command of the host, and nobody hears of it', async () => {
    const room = await hall.openRoom({}, 2);
    await unheard(room, async () => {
      expect(await codes(room.players[1]!, HOST)).toEqual(HOST.map(() => 'NOT_HOST'));
    });
  });

  it('R2.3 refuses a spectator every command of a player', async () => {
    const room = await hall.openRoom({}, 1);
    const screen = await hall.join(room.pin, '', { role: 'screen' });
    await unheard(room, async () => {
      const names = [...PLAYER, ...HOST];
      expect(await codes(screen, names)).toEqual(names.map(() => 'NOT_A_PLAYER'));
    });
    expect(await screen.fail('createRoom', {})).toBe('NOT_A_PLAYER');
    expect(await screen.fail('exitRoom', {})).toBe('ok');
  });

  it('R10.1 asks who gives a command before it looks at what it carries', async () => {
    const room = await hall.openRoom({}, 2);
    const screen = await hall.join(room.pin, '', { role: 'screen' });
    const codesOfBad = async (client: TestClient, names: readonly string[]): Promise<string[]> => {
      const codes: string[] = [];
      for (const name of names) {
        const [bad] = BAD[name as CommandName] ?? [];
        codes.push(await client.fail(name as CommandName, bad));
      }
      return codes;
    };
    const given = Object.keys(BAD).filter((name) => !ANYONE.includes(name as CommandName));
    const ofHost = given.filter((name) => HOST.includes(name as CommandName));
    const ofPlayers = given.filter((name) => PLAYER.includes(name as CommandName));
    expect(ofHost.length).toBeGreaterThan(20);
    expect(await codesOfBad(hall.connect(), given)).toEqual(given.map(() => 'NOT_IN_ROOM'));
    expect(await codesOfBad(room.players[1]!, ofHost)).toEqual(ofHost.map(() => 'NOT_HOST'));
    expect(await codesOfBad(screen, ofHost)).toEqual(ofHost.map(() => 'NOT_A_PLAYER'));
    expect(new Set(await codesOfBad(room.players[1]!, ofPlayers))).toEqual(
      new Set(['BAD_REQUEST']),
    );
  });

  it('R10.1 lets commands wait for the second join of several that were sent at once', async () => {
    const { pin, host } = await hall.openRoom();
    const guest = hall.connect();
    const sent = [
      guest.fail('joinRoom', { gameId: '000000' }),
      guest.fail('joinRoom', { gameId: pin, playerName: 'Guest' }),
      guest.fail('setPlayerName', { playerName: 'Renamed' }),
      guest.fail('joinRoom', { gameId: pin }),
    ];
    expect(await Promise.all(sent)).toEqual(['ROOM_NOT_FOUND', 'ok', 'ok', 'ALREADY_IN_ROOM']);
    await settle(host, [guest]);
    expect(guest.self?.playerName).toBe('Renamed');
  });

  it('R10.1 refuses to be in two rooms', async () => {
    const { host, pin } = await hall.openRoom();
    const other = await hall.openRoom();
    expect(await host.fail('joinRoom', { gameId: other.pin })).toBe('ALREADY_IN_ROOM');
    expect(await host.fail('joinRoom', { gameId: pin })).toBe('ALREADY_IN_ROOM');
    expect(await host.fail('createRoom', {})).toBe('ALREADY_IN_ROOM');
  });

  it('R10.1 refuses commands that name another room, and neither room hears of them', async () => {
    const [room, other] = [await hall.openRoom({}, 1), await hall.openRoom({}, 1)];
    const names = ALL.filter((name) => !ANYONE.includes(name));
    await unheard(other, () =>
      unheard(room, async () => {
        const answers = await codes(room.host, names, { gameId: other.pin });
        expect(answers).toEqual(names.map(() => 'WRONG_ROOM'));
      }),
    );
  });
});

describe.concurrent('commands in the wrong phase', () => {
  it('R3.3 refuses in the lobby what needs a game', async () => {
    const room = await hall.openRoom({}, 1);
    await unheard(room, async () => {
      expect(await codes(room.host, CLOCK)).toEqual(CLOCK.map(() => 'WRONG_PHASE'));
    });
  });

  it.each(['countdown', 'question', 'reveal'] as const)(
    'R1.2, R3.3 refuses in the %s what belongs to the lobby',
    async (kind) => {
      const room = await hall.openRoom({}, 1);
      await goTo(room, kind);
      await unheard(room, async () => {
        const names: CommandName[] = ['updateRoomOption', 'updateRoomQuizset', 'startGame'];
        expect(await codes(room.host, [...names, 'resumeGame'])).toEqual(
          [...names, 'resumeGame'].map(() => 'WRONG_PHASE'),
        );
      });
      await room.host.do('pauseGame', {});
      expect(await room.host.fail('pauseGame', {})).toBe('WRONG_PHASE');
    },
  );

  it('R4.1, R4.4 refuses more questions than there are, unknown sets and unknown players', async () => {
    const { host } = await hall.openRoom();
    const tooMany = { quizSetId: 'test-set', quizCount: 6 };
    expect(await host.fail('updateRoomQuizset', tooMany)).toBe('NOT_ENOUGH_QUESTIONS');
    expect(await host.fail('updateRoomQuizset', { quizSetId: 'none' })).toBe('QUIZ_SET_NOT_FOUND');
    expect(await host.fail('updateRoomQuizset', { quizSetId: 'custom' })).toBe(
      'QUIZ_SET_NOT_FOUND',
    );
    expect(await host.fail('kickRoom', GOOD.kickRoom)).toBe('PLAYER_NOT_FOUND');
    expect(await host.fail('handOverHost', GOOD.handOverHost)).toBe('PLAYER_NOT_FOUND');
    expect(await host.fail('renamePlayer', GOOD.renamePlayer)).toBe('PLAYER_NOT_FOUND');
    expect(await host.fail('freeSeat', GOOD.freeSeat)).toBe('PLAYER_NOT_FOUND');
    expect(await host.fail('mutePlayer', GOOD.mutePlayer)).toBe('PLAYER_NOT_FOUND');
    expect(await host.fail('setExtraTime', GOOD.setExtraTime)).toBe('PLAYER_NOT_FOUND');
    expect(await host.fail('deleteMessage', GOOD.deleteMessage)).toBe('MESSAGE_NOT_FOUND');
    expect(await host.fail('unmaskMessage', GOOD.unmaskMessage)).toBe('MESSAGE_NOT_FOUND');
    expect(await host.fail('setCoHost', GOOD.setCoHost)).toBe('PLAYER_NOT_FOUND');
    expect(await host.fail('setCoHost', { playerId: host.playerId, isCoHost: true })).toBe(
      'BAD_REQUEST',
    );
  });
});
