import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** Runes need a compiler; what the session reads of its state needs no more than plain values. */
const plain = Object.assign((value?: unknown) => value, { raw: (value?: unknown) => value });

interface Session {
  room: {
    link: string;
    trouble: string | null;
    ending: object | null;
    isGhost: boolean;
    phase: object | null;
    reveal: object | null;
  };
  walker: { x: number; y: number; jumpTo(point: object, now: number): void };
  sender: { differs(point: object): boolean };
  tryAgain(): void;
  dispose(): void;
}
type Dial = (auth: () => object) => object;

/** What the page does with its socket, and what it hears on it. */
class FakeSocket {
  connected = false;
  /** Whether Socket.IO connects again by itself. */
  active = true;
  dials = 0;
  readonly sent: [command: string, payload: object][] = [];
  readonly answers: Record<string, object> = {};
  private readonly handlers = new EventEmitter();

  on(event: string, handler: (payload: unknown) => void): void {
    this.handlers.on(event, handler);
  }

  emit(event: string, payload: { t0?: number }, answer?: (ack: object) => void): void {
    if (event === 'syncTime') answer?.({ ok: true, t0: payload.t0, t1: 1_000 });
    else this.sent.push([event, payload]);
  }

  timeout() {
    return {
      emit: (command: string, payload: object, answer: (late: null, ack: object) => void) => {
        this.sent.push([command, payload]);
        answer(null, this.answers[command] ?? { ok: true });
      },
    };
  }

  connect(): void {
    this.dials++;
  }

  disconnect(): void {
    this.connected = false;
  }

  /** From the server. */
  tell(event: string, payload: object): void {
    this.handlers.emit(event, payload);
  }

  async opens(): Promise<void> {
    this.connected = true;
    this.active = true;
    this.handlers.emit('connect');
    await vi.advanceTimersByTimeAsync(0);
  }

  /** `byServer`: on purpose, so Socket.IO does not come back by itself. */
  breaks(byServer = false): void {
    this.connected = false;
    this.active = !byServer;
    this.handlers.emit('disconnect');
  }
}

/** Not by their names: they need the types of a browser, without which tests are compiled. */
const files = { session: 'session', storage: 'storage', toasts: 'toasts.svelte' };
const load = async (file: string): Promise<unknown> => import(`../../src/web/lib/${file}.ts`);

let remembered: { seat: string | undefined };
let toasts: { list: { text: string }[] };
let socket: FakeSocket;
let auth: () => object;
let session: Session;

beforeEach(async () => {
  vi.stubGlobal('$state', plain);
  vi.stubGlobal('$derived', { by: plain });
  const page = { hidden: false, documentElement: {} };
  vi.stubGlobal('document', Object.assign(new EventTarget(), page));
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { languages: ['en'] });
  ({ remembered } = (await load(files.storage)) as { remembered: typeof remembered });
  ({ toasts } = (await load(files.toasts)) as { toasts: typeof toasts });
  const { RoomSession } = (await load(files.session)) as {
    RoomSession: new (intent: object, dial: Dial) => Session;
  };
  vi.useFakeTimers();
  socket = new FakeSocket();
  socket.answers['joinRoom'] = seated();
  const intent = { kind: 'join', gameId: '123456', playerName: 'Ann', returning: false };
  session = new RoomSession(intent, (tell) => {
    auth = tell;
    return socket;
  });
});
afterEach(() => {
  session.dispose();
  remembered.seat = undefined;
  toasts.list = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const seated = (more: object = {}) => {
  const seat = { gameId: '123456', playerId: 'ann', slot: 0, resumed: false, becameHost: false };
  return { ok: true, ...seat, ...more };
};
const refused = (code: string) => ({ ok: false, error: { code, message: '' } });

const phase = (version: number, kind: string, index = 0) => {
  return { version, kind, index, count: 3, startTime: 1_000, endTime: 1_000 * version };
};

/** The room as the server tells it at first, and whenever it starts anew. */
function snapshot(stands: object, at: [number, number] = [0.5, 0.5], isAlive = true): void {
  const ann = { playerId: 'ann', playerName: 'Ann', slot: 0, playerPosition: at };
  const state = { isHost: false, isAlive, score: 0, connected: true };
  socket.tell('joinRoom', { players: [{ ...ann, ...state }], everyone: true });
  socket.tell('phase', stands);
}

const joins = () => socket.sent.filter(([command]) => command === 'joinRoom');
const LONG_MS = 60_000;

describe('a connection that breaks', () => {
  it('R2.2 is followed by another one, which takes the same seat and goes on in the chat', async () => {
    await socket.opens();
    expect(joins()).toEqual([['joinRoom', { gameId: '123456', playerName: 'Ann' }]]);
    snapshot(phase(1, 'lobby'));
    expect([session.room.link, remembered.seat]).toEqual(['in', '123456']);
    const said = { id: 7, playerId: 'ann', playerName: 'Ann', message: 'hi', timestamp: 1 };
    socket.tell('chatMessage', { messages: [said] });

    socket.breaks();
    expect(session.room.link).toBe('reconnecting');
    await vi.advanceTimersByTimeAsync(LONG_MS);
    // Socket.IO does it.
    expect(socket.dials).toBe(0);
    expect(auth()).toMatchObject({ role: 'player', lastChatId: 7, lastChatAudience: 'living' });
    socket.answers['joinRoom'] = seated({ resumed: true });
    await socket.opens();
    // With the name that the seat has by now.
    expect(joins()[1]).toEqual(['joinRoom', { gameId: '123456' }]);
    expect(session.room.link).toBe('reconnecting');
    snapshot(phase(1, 'lobby'));
    expect(session.room.link).toBe('in');
    expect(socket.sent).toHaveLength(2);
  });

  it('is followed by another one where the server ended it without a reason, too', async () => {
    await socket.opens();
    socket.breaks(true);
    expect(socket.dials).toBe(0);
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(socket.dials).toBe(1);
  });

  it('R1.4 keeps the name where the seat had been freed meanwhile', async () => {
    await socket.opens();
    snapshot(phase(1, 'lobby'));
    socket.breaks();
    await socket.opens();
    expect(socket.sent.at(-1)).toEqual(['setPlayerName', { playerName: 'Ann' }]);
  });

  it.each([
    ['counts in the same phase', phase(4, 'question', 1), 0.9],
    ['gives way to the server’s place in another one', phase(6, 'question', 2), 0.2],
  ])('what was walked meanwhile %s', async (_, next, x) => {
    await socket.opens();
    snapshot(phase(4, 'question', 1), [0.2, 0.2]);
    expect(session.walker.x).toBe(0.2);
    socket.breaks();
    session.walker.jumpTo({ x: 0.9, y: 0.9 }, performance.now());
    await socket.opens();
    snapshot(next, [0.2, 0.2]);
    expect(session.walker.x).toBe(x);
    // What differs is sent.
    expect(session.sender.differs(session.walker)).toBe(x === 0.9);
  });
});

describe('a join that is refused', () => {
  it('is tried again where that passes by itself', async () => {
    socket.answers['joinRoom'] = refused('STORE_AWAY');
    await socket.opens();
    expect([session.room.trouble, session.room.ending]).toEqual(['STORE_AWAY', null]);
    socket.answers['joinRoom'] = seated();
    await vi.advanceTimersByTimeAsync(1_500);
    expect([joins().length, session.room.trouble]).toEqual([2, null]);
  });

  it('ends the visit where it does not, and tells a room that is no more from a wrong PIN', async () => {
    await socket.opens();
    snapshot(phase(1, 'lobby'));
    socket.breaks();
    socket.answers['joinRoom'] = refused('ROOM_NOT_FOUND');
    await socket.opens();
    expect(session.room.ending).toEqual({ kind: 'gone', notice: null });
    expect([remembered.seat, socket.connected]).toEqual([undefined, false]);

    session.tryAgain();
    await socket.opens();
    expect(session.room.ending).toEqual({ kind: 'gone', notice: null });
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(joins()).toHaveLength(3);
  });
});

it('R2.3 a page that another one has replaced comes back when the person wants it to', async () => {
  await socket.opens();
  snapshot(phase(1, 'lobby'));
  socket.tell('notice', { code: 'SESSION_REPLACED' });
  socket.breaks(true);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect([session.room.ending, socket.dials]).toEqual([{ kind: 'replaced' }, 0]);
  // The seat is still this browser's.
  expect(remembered.seat).toBe('123456');

  session.tryAgain();
  expect([session.room.ending, session.room.link, socket.dials]).toEqual([null, 'connecting', 1]);
  await socket.opens();
  snapshot(phase(1, 'lobby'), [0.7, 0.7]);
  expect([session.room.link, session.walker.x, joins().length]).toEqual(['in', 0.7, 2]);
});

it('R4.5 a store that has lost its last second takes the page back to an older phase, where it stands', async () => {
  await socket.opens();
  snapshot(phase(3, 'question'), [0.2, 0.2]);
  const question = { quiz: 'q', choiceList: [], startTime: 1_000, endTime: 3_000 };
  socket.tell('startQuizTime', question);
  session.walker.jumpTo({ x: 0.9, y: 0.9 }, performance.now());
  socket.tell('phase', phase(4, 'reveal'));
  const fallen = { playerId: 'ann', score: 0, isAnswer: false, rank: 1, isAlive: false };
  socket.tell('endQuizTime', { answer: 1, players: [{ ...fallen, played: true }] });
  expect(session.room.isGhost).toBe(true);

  snapshot(phase(3, 'question'), [0.2, 0.2]);
  socket.tell('startQuizTime', question);
  expect(session.room).toMatchObject({ phase: phase(3, 'question'), reveal: null, link: 'in' });
  expect(session.room.isGhost).toBe(false);
  // Its steps are its own, and the store is told of them again.
  expect([session.walker.x, session.sender.differs(session.walker)]).toEqual([0.9, true]);
  // The same reveal may come again, with the same version.
  socket.tell('phase', phase(4, 'reveal'));
  expect(session.room.phase).toEqual(phase(4, 'reveal'));
  expect(toasts.list).toEqual([]);
});
