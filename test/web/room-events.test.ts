import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { BOT_PERSON, type CompactFlush } from '../../src/protocol/index.js';
import { ShownChat } from '../../src/web/room/shown-chat.js';

interface Reader {
  connected(): void;
  listen(socket: EventEmitter): void;
}

/** Not by its name: it needs the types of a browser, without which tests are compiled. */
const file = 'room-events.ts';
const { RoomEventReader } = (await import(`../../src/web/room/${file}`)) as {
  RoomEventReader: new (room: object, hooks: object, shows: object, now: () => number) => Reader;
};

const noop = (): void => undefined;
/** All at once; what is told beat by beat is tested in a browser. */
const showsOf = (room: object): object => ({
  reveal: { begin: noop, beginLeague: noop, placed: noop, moved: noop, finish: noop },
  final: { begin: (results: unknown) => Object.assign(room, { results }) },
});
const SENDER = { playerId: 'a', playerName: 'Ann' };
const said = (id: number): CompactFlush => [id, '', [id, 0, [[-1, `${id}`, 0, SENDER]]]];

it('R8.1 shows a gap where a client that was behind starts anew and missed more than is kept', () => {
  const chat = new ShownChat();
  // Runes need a compiler, so the state is a plain one here.
  const roster = { add: noop, clear: noop, atSlot: noop };
  const room = { chat, roster, forgetPeople: noop, followAudience: noop, showChat: noop };
  const reader = new RoomEventReader(room, { flush: noop }, showsOf(room), () => 0);
  const socket = new EventEmitter();
  reader.listen(socket);
  reader.connected();
  const snapshot: CompactFlush = [1, '', null, [['joinRoom', { players: [], everyone: true }]]];
  const frames = [snapshot, said(1), said(2), snapshot, said(9), said(11)];
  for (const frame of frames) socket.emit('flush', frame);
  const shown = chat.rows.map((row) => (row.kind === 'gap' ? `gap ${row.missed}` : row.entry.id));
  expect(shown).toEqual([1, 2, 'gap 6', 9, 11]);
});

describe('a snapshot on the same connection', () => {
  const question = { quiz: 'q', choiceList: [], startTime: 1_000, endTime: 2_000 };
  const phase = (version: number, kind: string): object => {
    return { version, kind, index: 0, count: 3, startTime: 1_000, endTime: 1_000 * version };
  };

  /** A page in a room; `told` are facts that come one by one, `snapshots` counts those after a connect. */
  function aPage() {
    const resets: boolean[] = [];
    const reviveAll = (isNewGame: boolean): unknown => resets.push(isNewGame);
    const roster = {
      add: noop,
      clear: noop,
      atSlot: noop,
      setHost: noop,
      reviveAll,
    };
    const room = {
      chat: new ShownChat(),
      roster,
      followAudience: noop,
      forgetPeople: noop,
      nameThoseOf: noop,
      tellMarks: noop,
      reviveAll,
      ask: (asked: object) => Object.assign(room, { question: asked, reveal: null }),
      showChat: noop,
      phase: null as object | null,
      question: null,
      reveal: null as object | null,
      results: null as object | null,
      self: { isAlive: true },
      scoredFrom: 2,
    };
    let snapshots = 0;
    const hooks = { flush: noop, phaseChanged: noop, snapshotDone: () => (snapshots += 1) };
    const socket = new EventEmitter();
    const reader = new RoomEventReader(room, hooks, showsOf(room), () => 0);
    reader.listen(socket);
    reader.connected();
    const everyone = (): unknown => socket.emit('joinRoom', { players: [], everyone: true });
    return { room, resets, socket, reader, everyone, snapshots: () => snapshots };
  }

  it('R4.5 takes back a reveal that the store has lost, and its clock', () => {
    const { room, socket, everyone, snapshots } = aPage();
    everyone();
    socket.emit('phase', phase(3, 'question'));
    socket.emit('startQuizTime', question);
    socket.emit('phase', phase(4, 'reveal'));
    socket.emit('endQuizTime', { answer: 1, players: [] });
    // Without a snapshot nothing goes back.
    socket.emit('phase', phase(3, 'question'));
    expect(room.phase).toEqual(phase(4, 'reveal'));

    everyone();
    socket.emit('startGame', '');
    socket.emit('phase', phase(3, 'question'));
    socket.emit('startQuizTime', question);
    expect(room.phase).toEqual(phase(3, 'question'));
    expect([room.question, room.reveal]).toEqual([question, null]);
    // And goes on from there, to what is told again.
    socket.emit('phase', phase(4, 'reveal'));
    expect(room.phase).toEqual(phase(4, 'reveal'));
    // Only a new connection puts the walker where the server has it.
    expect(snapshots()).toBe(1);
  });

  it('R4.5 takes another clock of the same version', () => {
    const { room, socket, everyone } = aPage();
    everyone();
    socket.emit('phase', phase(3, 'question'));
    const extended = { ...phase(3, 'question'), endTime: 9_000 };
    everyone();
    socket.emit('phase', extended);
    expect(room.phase).toEqual(extended);
  });

  describe('that tells of a rehearsal', () => {
    const going = { bots: 5, endTime: 9_000 };
    const over = { bots: 0, endTime: 0 };
    const chats = (...ids: number[]): object => ({
      messages: ids.map((id) => {
        return { id, message: `beep ${id}`, timestamp: 0, playerId: BOT_PERSON, playerName: 'Bot' };
      }),
    });

    it.each([
      ['that is over', false, over, [true], []],
      ['that is over, after a new connection', true, over, [], []],
      ['that still goes on', false, going, [], [1]],
      ['that still goes on, after a new connection', true, going, [], [1]],
      ['that came after it', false, { bots: 3, endTime: 10_000 }, [true], []],
    ])('R12.3 %s: keeps what bots said in it alone', (_, connects, told, revived, kept) => {
      const { room, resets, socket, reader, everyone } = aPage();
      socket.emit('updateRehearsal', going);
      everyone();
      socket.emit('chatMessage', chats(1));
      if (connects) reader.connected();
      socket.emit('updateRehearsal', told);
      everyone();
      expect(resets).toEqual(revived);
      const shown = room.chat.rows.map((row) => (row.kind === 'gap' ? 0 : row.entry.id));
      expect(shown).toEqual(kept);
    });
  });

  it('R6.3 leaves scores and lives as the roster told them, where the start of the game was missed', () => {
    const { room, resets, socket, everyone } = aPage();
    everyone();
    socket.emit('phase', phase(0, 'lobby'));
    resets.length = 0;
    everyone();
    socket.emit('startGame', '');
    socket.emit('phase', phase(2, 'question'));
    expect(resets).toEqual([]);
    // It was in the lobby, so every question counts.
    expect(room.scoredFrom).toBe(0);
  });
});

it('R16.14 begins each game without what was written in the one before', () => {
  const room = {
    chat: new ShownChat(),
    roster: { atSlot: noop },
    reviveAll: noop,
    followAudience: noop,
    phase: null,
    games: 0,
    ownWritten: undefined as object | undefined,
  };
  const socket = new EventEmitter();
  const hooks = { snapshotDone: noop, phaseChanged: noop };
  new RoomEventReader(room, hooks, showsOf(room), () => 0).listen(socket);
  const tell = (version: number, kind: string): unknown =>
    socket.emit('phase', { version, kind, index: 0, count: 1, startTime: 1, endTime: 2 });
  tell(1, 'lobby');
  tell(2, 'countdown');
  tell(3, 'question');
  room.ownWritten = { phase: room.phase, texts: ['Seoul'] };
  tell(4, 'reveal');
  expect([room.games, room.ownWritten]).toEqual([1, expect.anything()]);
  tell(5, 'lobby');
  tell(6, 'countdown');
  expect([room.games, room.ownWritten]).toEqual([2, undefined]);
});

it('R4.8 tells of a question that was dropped, and of no other that follows', () => {
  const question = { kind: 'question', count: 9, startTime: 1, endTime: 2 };
  const room = { chat: new ShownChat(), roster: { atSlot: noop }, phase: null, reveal: null };
  let dropped = 0;
  const hooks = { snapshotDone: noop, phaseChanged: noop, dropped: () => dropped++ };
  const socket = new EventEmitter();
  new RoomEventReader(room, hooks, showsOf(room), () => 0).listen(socket);
  const told = (phase: object): number => {
    socket.emit('phase', { ...question, ...phase });
    return dropped;
  };
  expect(told({ version: 3, index: 0 })).toBe(0);
  // A pause, the next question, its reveal, the one after it.
  expect(told({ version: 4, index: 0, pausedLeftMs: 1 })).toBe(0);
  expect(told({ version: 5, index: 0, drops: 1 })).toBe(1);
  expect(told({ version: 6, index: 0, drops: 1, kind: 'reveal' })).toBe(1);
  expect(told({ version: 7, index: 1, drops: 1 })).toBe(1);
  expect(told({ version: 8, index: 1, drops: 2 })).toBe(2);
  // What was in between was missed.
  expect(told({ version: 10, index: 3, drops: 3 })).toBe(2);
});

it('R6.14 shows the code of the podium behind its table, until another table or game', () => {
  const roster = { setHost: noop, atSlot: noop };
  const room = {
    chat: new ShownChat(),
    roster,
    followAudience: noop,
    reviveAll: noop,
    showChat: noop,
    claimCode: '',
    claimCodes: [],
  };
  const socket = new EventEmitter();
  new RoomEventReader(room, {}, showsOf(room), () => 0).listen(socket);
  const endGame = { hostId: '', results: [] };
  const codes = [{ playerId: 'p', code: 'ABCD' }];
  const tell = (): void => {
    socket.emit('endGame', endGame);
    socket.emit('claimCode', { code: 'ABCD' });
    socket.emit('claimCodes', { codes });
  };
  for (const [event, payload] of [
    ['endGame', endGame],
    ['startGame', ''],
  ] as const) {
    tell();
    expect([room.claimCode, room.claimCodes]).toEqual(['ABCD', codes]);
    socket.emit(event, payload);
    expect([room.claimCode, room.claimCodes]).toEqual(['', []]);
  }
});
