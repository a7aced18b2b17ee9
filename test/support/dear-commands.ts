/** The dearest that each command may carry: what is allowed, and what somebody hostile makes. */
import { limits, type CommandName } from '../../src/protocol/index.js';
import type { Table } from './dear-client.js';
import { DEAR_TEXTS, dearPayload } from './dear-texts.js';
import { ASKED_OF_LAST, longAnswer, longName, type DearWorld, type Room } from './dear-world.js';

export interface DearRooms {
  /** A hall of 500 with teams and as much chat as is kept. */
  hall: Room;
  /** Of 2,000 players, whose last game had 20 questions. */
  big: Room;
  /** Of 2,000 players, with a game of 200 questions. */
  playing: Room;
}

type Entry = Table[string];

/** As large as a message may be. */
const ROOM = limits.MAX_MESSAGE_BYTES - 200;
const MARKS = `a${'\u0301'.repeat(ROOM / 4)}${'\u0316'.repeat(ROOM / 4 - 100)}`;
/** As deep as it can be. */
const nested = (field: string): string =>
  `{"${field}":${'['.repeat(ROOM / 2)}${']'.repeat(ROOM / 2)}}`;
/** Many keys of which nobody knows one. */
const manyKeys = (field: string): string =>
  `{${Array.from({ length: ROOM / 10 }, (_, n) => `"${n.toString(36).padStart(4, '_')}":1`).join(',')},"${field}":{}}`;
const CHAT = '나쁜말 바보 '.repeat(40).slice(0, 200);
/** Three times what a name may have. */
const HOSTILE_UNITS = 3 * limits.NAME_MAX_UNITS;
/** Names that may stand, and are dear to clean. */
const MARKED = Array.from({ length: 500 }, (_, n) => `a\u0301\u0316\u0317b\u0301\u0316\u0317${n}`);
const names = (from: number): string[] => Array.from({ length: 150 }, (_, n) => longName(from + n));

export function dearCommands(w: DearWorld, rooms: DearRooms): Table<CommandName> {
  const table = ownCommands(w, rooms);
  // Each with its texts as what is dear to fold.
  for (const [command, entry] of Object.entries(table))
    for (const [kind, make] of Object.entries(DEAR_TEXTS)) {
      const name = command as CommandName;
      const payload = dearPayload(name, make(HOSTILE_UNITS));
      if (payload === undefined) continue;
      const sent = { name: rooms.hall.host, command: name, payload };
      entry[kind] = () => ({ sent, expects: 'BAD_REQUEST' });
    }
  return table;
}

function ownCommands(w: DearWorld, { hall, big, playing }: DearRooms): Table<CommandName> {
  const given = (name: string, command: CommandName, payload: object, expects = 'ok') =>
    Promise.resolve({ sent: { name, command, payload }, expects });
  const bad = (name: string, command: CommandName, payload: object | string) => {
    const carried = typeof payload === 'string' ? { json: payload } : { payload };
    return Promise.resolve({ sent: { name, command, ...carried }, expects: 'BAD_REQUEST' });
  };
  /** What has no field that could be large. */
  const byHost = (command: CommandName, { host }: Room, legal: object, hostile: string): Entry => ({
    legal: () => given(host, command, legal),
    hostile: () => bad(host, command, hostile),
  });
  /** In a phase of the game of the big room. */
  const inGame = (
    command: CommandName,
    kind: 'countdown' | 'question' | 'reveal',
    payload: (version: number) => object,
    expects?: string,
  ): Entry => ({
    legal: async () => given(playing.host, command, payload(await w.goTo(playing, kind)), expects),
    hostile: () => bad(playing.host, command, manyKeys('version')),
  });
  let room: Promise<Room> | undefined;
  const writing = (): Promise<Room> => (room ??= w.writingRoom());
  let slots = 0;
  let isOn = false;
  const flip = (): boolean => (isOn = !isOn);
  const seatOf = (room: Room): string => `p${1 + (++slots % 400)}${room === hall ? '' : ''}`;
  const player = async (room: Room, auth: object = { format: 'compact2' }): Promise<string> => {
    await w.freeSeat(room);
    const name = await w.visitor(auth);
    await w.client.do(name, 'joinRoom', { gameId: room.pin, playerName: longName(1) });
    return name;
  };

  return {
    createRoom: {
      legal: async () =>
        given(await w.visitor({ format: 'compact2' }), 'createRoom', {
          title: '가'.repeat(40),
          playerName: longName(1),
          maxPlayerCount: limits.DEFAULT_MOST_PLAYERS,
          map: 'maze',
          walking: 'checked',
          teams: 'dealt',
        }),
      hostile: async () => bad(await w.visitor(), 'createRoom', { title: MARKS }),
    },
    joinRoom: {
      legal: async () => {
        await w.freeSeat(hall);
        const name = await w.visitor({ format: 'compact2', lastChatId: 0 });
        return given(name, 'joinRoom', { gameId: hall.pin, playerName: longName(1) });
      },
      hostile: async () => {
        // Everything that was said, by who says to have heard nothing.
        await w.freeSeat(hall);
        const name = await w.visitor({
          lastChatId: 0,
          lastChatAudience: 'living',
          lastChatIncarnation: await w.incarnation(hall),
        });
        return given(name, 'joinRoom', {
          gameId: hall.pin,
          playerName: longName(2),
          team: 1,
        });
      },
    },
    exitRoom: {
      legal: async () => given(await player(big), 'exitRoom', {}),
      hostile: async () => bad(await player(big), 'exitRoom', nested('gameId')),
    },
    syncTime: byHost('syncTime', big, { t0: 1e300, flush: 2 ** 52 }, nested('t0')),
    updatePosition: {
      legal: async () => given(hall.host, 'updatePosition', { newPosition: [Math.random(), 1] }),
      hostile: () => bad(hall.host, 'updatePosition', nested('newPosition')),
    },
    writeAnswer: {
      legal: async () => {
        const name = await player(await writing());
        return given(name, 'writeAnswer', { texts: [longAnswer(++slots)] });
      },
      hostile: async () => bad(await player(await writing()), 'writeAnswer', { texts: [MARKS] }),
    },
    strikeAnswer: {
      legal: async () => {
        const { host, roomId } = await writing();
        const { version } = (await w.state(roomId)).phase;
        return given(host, 'strikeAnswer', { version, text: longAnswer(7), isOut: flip() });
      },
      hostile: async () => bad((await writing()).host, 'strikeAnswer', manyKeys('version')),
    },
    emote: byHost('emote', hall, { emote: 0 }, nested('emote')),
    chatMessage: {
      legal: async () => given(await player(hall), 'chatMessage', { message: CHAT }),
      hostile: async () => bad(await player(hall), 'chatMessage', { message: MARKS }),
    },
    setPlayerName: {
      legal: async () => given(await player(hall), 'setPlayerName', { playerName: longName(2) }),
      hostile: async () => bad(await player(hall), 'setPlayerName', { playerName: MARKS }),
    },
    updateRoomOption: {
      legal: () =>
        given(big.host, 'updateRoomOption', {
          title: '나'.repeat(40),
          map: flip() ? 'maze' : 'yard',
          walking: 'checked',
          teams: isOn ? 'dealt' : 'none',
        }),
      hostile: () => bad(big.host, 'updateRoomOption', { title: MARKS }),
    },
    updateRoomQuizset: {
      legal: async () =>
        given(hall.host, 'updateRoomQuizset', {
          quizSetId: await w.someSet(),
          quizCount: 200,
          utcOffset: 540,
        }),
      hostile: () => bad(hall.host, 'updateRoomQuizset', { quizSetId: MARKS }),
    },
    updateScreen: {
      legal: () => given(big.host, 'updateScreen', { showChat: flip(), volume: 7, sound: 'all' }),
      hostile: () => bad(big.host, 'updateScreen', manyKeys('volume')),
    },
    dismissScreens: byHost('dismissScreens', big, {}, nested('gameId')),
    lockRoom: {
      legal: () => given(big.host, 'lockRoom', { locked: false }),
      hostile: () => bad(big.host, 'lockRoom', nested('locked')),
    },
    startGame: {
      legal: async () => {
        await w.toEnd(playing);
        // As many questions as the evening still takes.
        const { phase } = await w.state(playing.roomId);
        const asked = phase.kind === 'lobby' ? (phase.asked ?? []) : [];
        const choice = {
          quizSetId: await w.someSet(),
          quizCount: limits.EVENING_MAX_QUESTIONS - asked.length,
        };
        await w.client.do(playing.host, 'updateRoomQuizset', choice);
        return given(playing.host, 'startGame', { nextRound: true });
      },
      hostile: () => bad(playing.host, 'startGame', nested('nextRound')),
    },
    skipPhase: inGame('skipPhase', 'question', () => ({})),
    nextPhase: inGame('nextPhase', 'reveal', (version) => ({ version })),
    backToItem: {
      legal: async () => {
        const { host, roomId, version } = await w.eveningRoom();
        await w.client.do(host, 'nextPhase', { version });
        const { phase } = await w.state(roomId);
        return given(host, 'backToItem', { version: phase.version });
      },
      hostile: () => bad(playing.host, 'backToItem', manyKeys('version')),
    },
    goToItem: {
      legal: async () => {
        const { host, version } = await w.eveningRoom();
        return given(host, 'goToItem', { version, item: 'slide58' });
      },
      hostile: () => bad(playing.host, 'goToItem', manyKeys('version')),
    },
    editProgramme: {
      // The last round that the evening takes, of a full set that is kept.
      legal: async () => {
        const { host, revision } = await w.eveningRoom();
        const round = { kind: 'round', name: '가'.repeat(60), factor: 3, standings: 'each' };
        const item = { ...round, setId: await w.someSet(), count: ASKED_OF_LAST };
        return given(host, 'editProgramme', { revision, add: { item, to: 1 } });
      },
      hostile: () => bad(hall.host, 'editProgramme', nested('move')),
    },
    dropQuestion: inGame('dropQuestion', 'question', (version) => ({ version })),
    closeQuestion: inGame('closeQuestion', 'question', (version) => ({ version })),
    pickQuestion: inGame('pickQuestion', 'reveal', (version) => ({ version, place: 5 })),
    givePoints: {
      legal: async () => {
        const { phase, seats } = await w.state(big.roomId);
        const here = new Set(Array.from(seats.values(), ({ playerId }) => playerId));
        const played = phase.kind === 'lobby' ? (phase.results ?? []) : [];
        return given(big.host, 'givePoints', {
          version: phase.version,
          playerId: played.find(({ playerId }) => here.has(playerId))?.playerId ?? '',
          points: 2_000,
          reason: '가'.repeat(60),
        });
      },
      hostile: () => bad(big.host, 'givePoints', { version: 0, team: 0, points: 1, reason: MARKS }),
    },
    takeBackPoints: {
      legal: async () => {
        const { phase, rules } = await w.state(big.roomId);
        const { id = 0 } = rules.given?.at(-1) ?? {};
        return given(
          big.host,
          'takeBackPoints',
          { version: phase.version, id },
          id ? 'ok' : 'BAD_REQUEST',
        );
      },
      hostile: () => bad(big.host, 'takeBackPoints', manyKeys('id')),
    },
    correctQuestion: {
      legal: async () => {
        const { phase } = await w.state(big.roomId);
        return given(big.host, 'correctQuestion', {
          version: phase.version,
          question: 3,
          isVoid: flip(),
          rights: [2],
        });
      },
      hostile: () => bad(big.host, 'correctQuestion', nested('rights')),
    },
    pauseGame: inGame('pauseGame', 'question', () => ({ message: '가'.repeat(100), minutes: 60 })),
    resumeGame: {
      legal: async () => {
        await w.goTo(playing, 'question');
        await w.client.do(playing.host, 'pauseGame', {});
        return given(playing.host, 'resumeGame', {});
      },
      hostile: () => bad(playing.host, 'resumeGame', nested('version')),
    },
    extendTime: inGame('extendTime', 'question', () => ({})),
    endGame: inGame('endGame', 'reveal', () => ({})),
    handOverHost: {
      legal: async () => {
        await player(big);
        return given(big.host, 'handOverHost', { playerId: await w.connected(big) });
      },
      // The host of that room has just handed it over.
      hostile: () => bad(hall.host, 'handOverHost', { playerId: MARKS }),
    },
    takeBackHost: byHost('takeBackHost', big, {}, nested('gameId')),
    allowActingHost: {
      legal: () => given(big.host, 'allowActingHost', { allowed: flip() }),
      hostile: () => bad(big.host, 'allowActingHost', nested('allowed')),
    },
    createHostLink: byHost('createHostLink', big, {}, nested('gameId')),
    revokeHostLinks: byHost('revokeHostLinks', big, {}, nested('gameId')),
    closeRoom: {
      legal: async () => {
        const { host } = await w.openRoom({ seats: 2_000 });
        return given(host, 'closeRoom', {}, 'gone');
      },
      hostile: () => bad(big.host, 'closeRoom', nested('gameId')),
    },
    setCoHost: {
      legal: () => given(big.host, 'setCoHost', { playerId: 'p5', isCoHost: flip() }),
      hostile: () => bad(big.host, 'setCoHost', { playerId: MARKS, isCoHost: true }),
    },
    kickRoom: {
      legal: () => given(hall.host, 'kickRoom', { kickPlayerId: seatOf(hall) }),
      hostile: () => bad(hall.host, 'kickRoom', { kickPlayerId: MARKS }),
    },
    renamePlayer: {
      legal: () => given(big.host, 'renamePlayer', { playerId: 'p7', playerName: longName(8) }),
      hostile: () => bad(big.host, 'renamePlayer', { playerId: 'p7', playerName: MARKS }),
    },
    muteChat: {
      legal: () => given(big.host, 'muteChat', { muted: false }),
      hostile: () => bad(big.host, 'muteChat', nested('muted')),
    },
    tellSound: {
      legal: async () => {
        const name = await w.visitor({ role: 'screen', format: 'compact2' });
        await w.client.do(name, 'joinRoom', { gameId: big.pin });
        return given(name, 'tellSound', { silent: true });
      },
      hostile: () => bad(big.host, 'tellSound', nested('silent')),
    },
    roomHealth: byHost('roomHealth', big, {}, nested('gameId')),
    startRehearsal: {
      legal: async () => {
        await w.client.do(hall.host, 'stopRehearsal', {}).catch(() => {});
        // No other room may play meanwhile.
        await w.client.do((await writing()).host, 'endGame', {}).catch(() => {});
        return given(w.small.host, 'startRehearsal', { bots: limits.MAX_BOTS });
      },
      hostile: () => bad(hall.host, 'startRehearsal', nested('bots')),
    },
    stopRehearsal: {
      legal: () => given(w.small.host, 'stopRehearsal', {}),
      hostile: () => bad(hall.host, 'stopRehearsal', nested('gameId')),
    },
    mutePlayer: {
      legal: () => given(big.host, 'mutePlayer', { playerId: `p${20 + slots++}`, muted: true }),
      hostile: () => bad(big.host, 'mutePlayer', { playerId: MARKS, muted: true }),
    },
    setExtraTime: {
      legal: () => given(hall.host, 'setExtraTime', { playerId: 'p450', extra: flip() }),
      hostile: () => bad(hall.host, 'setExtraTime', { playerId: MARKS, extra: true }),
    },
    updateModeration: {
      legal: () =>
        given(big.host, 'updateModeration', {
          slowSeconds: 0,
          filterWords: true,
          names: flip() ? 'list' : 'free',
        }),
      hostile: () => bad(big.host, 'updateModeration', manyKeys('names')),
    },
    updateNameList: {
      legal: async () => {
        for (let from = 0; from < limits.NAME_LIST_MOST - 150; from += 150)
          await w.client.do(hall.host, 'updateNameList', { names: names(from), more: from > 0 });
        return given(hall.host, 'updateNameList', { names: names(1_850), more: true });
      },
      // Look-alikes of one name.
      hostile: () =>
        given(hall.host, 'updateNameList', {
          names: Array.from({ length: 500 }, (_, n) => `Teach${'еe'[n % 2]}r`),
          more: false,
        }),
      marked: () => given(hall.host, 'updateNameList', { names: MARKED, more: false }),
    },
    updateTeams: {
      legal: () =>
        given(big.host, 'updateTeams', { names: Array.from({ length: 8 }, (_, n) => longName(n)) }),
      hostile: () => bad(big.host, 'updateTeams', { names: ['One', MARKS] }),
    },
    updateTeamList: {
      legal: async () => {
        const entries = (from: number) =>
          names(from)
            .slice(0, 110)
            .map((playerName, n) => ({ playerName, team: n % 8 }));
        for (let from = 0; from < 1_870; from += 110)
          await w.client.do(big.host, 'updateTeamList', { entries: entries(from), more: from > 0 });
        return given(big.host, 'updateTeamList', { entries: entries(1_870), more: true });
      },
      hostile: () =>
        given(big.host, 'updateTeamList', {
          entries: Array.from({ length: 400 }, (_, n) => ({
            playerName: `Teach${'еe'[n % 2]}r`,
            team: n % 8,
          })),
          more: true,
        }),
    },
    setTeam: {
      legal: () => given(hall.host, 'setTeam', { team: slots++ % 2, playerId: 'p9' }),
      hostile: () => bad(hall.host, 'setTeam', { team: 1, playerId: MARKS }),
    },
    removePlayers: {
      legal: async () => {
        const { host } = await w.openRoom({ seats: 2_000 });
        return given(host, 'removePlayers', { who: 'lastMinute' });
      },
      hostile: () => bad(big.host, 'removePlayers', nested('who')),
    },
    readDoor: {
      legal: () => given(hall.host, 'readDoor', { names: true }),
      hostile: () => bad(hall.host, 'readDoor', nested('names')),
    },
    chooseTickets: {
      legal: async () => {
        const { host } = await w.ticketedRoom();
        return given(host, 'chooseTickets', { list: w.ticketList, others: false });
      },
      hostile: () => bad(hall.host, 'chooseTickets', nested('list')),
    },
    readTickets: {
      legal: async () => {
        const { host } = await w.ticketedRoom();
        return given(host, 'readTickets', { only: 'missing', search: '가'.repeat(100) });
      },
      hostile: () => bad(hall.host, 'readTickets', nested('search')),
    },
    reissueTicket: {
      legal: async () => {
        const { host } = await w.ticketedRoom();
        return given(host, 'reissueTicket', { number: 1_900 });
      },
      hostile: () => bad(hall.host, 'reissueTicket', nested('number')),
    },
    freeSeat: {
      legal: async () => given(big.host, 'freeSeat', { playerId: await w.dropped(big) }),
      hostile: () => bad(big.host, 'freeSeat', { playerId: MARKS }),
    },
    whoAre: {
      legal: () =>
        given(big.host, 'whoAre', {
          slots: Array.from({ length: limits.WHO_MOST }, (_, n) => n * 20),
        }),
      hostile: () => bad(big.host, 'whoAre', nested('slots')),
    },
    deleteMessage: {
      legal: () => given(hall.host, 'deleteMessage', { id: 480 - slots++ }),
      hostile: () => bad(hall.host, 'deleteMessage', nested('id')),
    },
    unmaskMessage: {
      legal: () => given(hall.host, 'unmaskMessage', { id: 400 - slots++ }),
      hostile: () => bad(hall.host, 'unmaskMessage', nested('id')),
    },
  };
}
