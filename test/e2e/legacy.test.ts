import { describe, expect, it } from 'vitest';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import { TestBank } from '../support/app.js';
import { TestClient } from '../support/client.js';
import { goTo, Hall, SLOW, slowSet, useHall } from '../support/hall.js';

const CREATE = { 'create-room': 'title=T;gameMode=RANKING;maxPlayerCount=200;isPublic=true' };
const WELCOME = [
  'updateRoomOption',
  'updateRoomQuizset',
  'updateScreen',
  'updateModeration',
  'muteChat',
  'getSelfId',
  'joinRoom',
];

const hall = useHall();

/** An old script: no identity, no acknowledgements, all it wants in the query. */
function legacy(query: Record<string, string>): TestClient {
  const client = new TestClient(hall.app.url, { query });
  hall.clients.push(client);
  return client;
}

describe.concurrent('clients that know only the query and bare events', () => {
  it('R1.2 opens a room by query, told in the order of the protocol', async () => {
    const host = legacy(CREATE);
    await host.wait('phase');
    expect(host.events()).toEqual(['connect', 'createRoom', ...WELCOME, 'phase']);
    expect(host.last('updateRoomOption')).toEqual({
      title: 'T',
      gameMode: 'RANKING',
      maxPlayerCount: 200,
      isPublic: true,
      isLocked: false,
      // What it does not name is as it was before there was a choice.
      scoring: 'shared',
      crowd: 'visible',
      pacing: 'auto',
      questionOrder: 'drawn',
      choiceOrder: 'shuffled',
      lives: 1,
      revival: false,
      extraTime: false,
    });
    expect(host.last('createRoom')?.gameId).toMatch(/^\d{6}$/);
    expect(host.last('joinRoom')?.players).toMatchObject([
      { playerId: host.playerId, isHost: true, isAlive: true, score: 0, slot: 0, connected: true },
    ]);
    expect(host.last('phase')).toMatchObject({ kind: 'lobby', startTime: 0, endTime: 0 });
  });

  it('R1.2 joins by query into a running game, told in the order of the protocol', async () => {
    const room = await hall.openRoom({ gameMode: 'RANKING' });
    await room.host.do('chatMessage', { message: 'hello' });
    await room.host.wait('chatMessage');
    const order = [...WELCOME, 'chatMessage'];
    const cases = [
      { at: 'countdown', told: ['startGame', 'phase'] },
      { at: 'question', told: ['startGame', 'phase', 'startQuizTime'] },
      { at: 'reveal', told: ['startGame', 'phase', 'startQuizTime', 'endQuizTime'] },
    ] as const;
    for (const { at, told } of cases) {
      await goTo(room, at);
      const guest = legacy({ 'game-id': room.pin });
      await guest.until(() => guest.events().includes(told[told.length - 1]!));
      expect(guest.events()).toEqual(['connect', ...order, ...told]);
    }
    await room.host.do('endGame', {});
    const guest = legacy({ 'game-id': room.pin });
    await guest.wait('endGame');
    expect(guest.events()).toEqual(['connect', ...order, 'phase', 'endGame']);
  });

  it('R1.2 joins by a PIN that lost its zeros as a number', async () => {
    for (const [pin, code] of [
      ['7', 'ROOM_NOT_FOUND'],
      ['12345', 'ROOM_NOT_FOUND'],
      ['1234567', 'BAD_REQUEST'],
      ['1e3', 'BAD_REQUEST'],
    ]) {
      const guest = legacy({ 'game-id': pin! });
      expect(await guest.wait('exception')).toMatchObject({ event: 'connection', code });
    }
  });

  it('R1.4 echoes the name that stands to its sender, 30 characters long', async () => {
    const host = legacy(CREATE);
    const { gameId } = await host.wait('createRoom');
    const guest = legacy({ 'game-id': gameId });
    const [first, second] = ['가'.repeat(30), 'x'.repeat(30)];
    await guest.wait('getSelfId');
    for (const playerName of [first, second]) {
      guest.tell('setPlayerName', { playerName });
      const heard = await guest.wait('setPlayerName', (fact) => fact.playerName === playerName);
      expect(heard).toEqual({ playerId: guest.playerId, playerName });
      await host.wait('setPlayerName', (fact) => fact.playerName === playerName);
    }
  });

  it('R1.4 tells the sender a name that was set before the roster came', async () => {
    const host = legacy(CREATE);
    const { gameId } = await host.wait('createRoom');
    const guest = legacy({ 'game-id': gameId });
    await guest.until(() => guest.events().includes('connect'));
    guest.tell('setPlayerName', { playerName: 'Early bird' });
    await guest.wait('setPlayerName', ({ playerName }) => playerName === 'Early bird');
    // Folded into the newcomer's frame, or as a fact of its own.
    const names = (): string[] => [
      ...host.all('joinRoom').flatMap(({ players }) => players.map((one) => one.playerName)),
      ...host.all('setPlayerName').map(({ playerName }) => playerName),
    ];
    await host.until(() => names().includes('Early bird'));
    expect(names().filter((name) => name === 'Early bird')).toHaveLength(1);
  });

  it('R5.1, R8.1 moves and chats without acknowledgements, with the gameId in the payload', async () => {
    const host = legacy(CREATE);
    const { gameId } = await host.wait('createRoom');
    const guest = legacy({ 'game-id': gameId });
    await guest.wait('getSelfId');
    guest.tell('updatePosition', { gameId, newPosition: [0.25, 0.75] });
    guest.tell('chatMessage', { gameId, message: ' 안녕 ' });
    const moved = await host.wait('updatePosition', ({ updates }) =>
      updates.some(({ playerId }) => playerId === guest.playerId),
    );
    expect(moved.updates).toEqual([{ playerId: guest.playerId, playerPosition: [0.25, 0.75] }]);
    const { seq, messages } = await guest.wait('chatMessage');
    expect(messages).toMatchObject([{ id: seq, playerId: guest.playerId, message: '안녕' }]);
  });

  it('R10.1 tells errors as exceptions that name the event and nothing that was sent', async () => {
    const host = legacy(CREATE);
    await host.wait('phase');
    host.tell('chatMessage', { gameId: '000000', message: 'SENT' });
    host.tell('updatePosition', { newPosition: ['SENT', 2] });
    host.tell('nonsense', 'SENT');
    await host.wait('exception', ({ event }) => event === 'nonsense');
    expect(host.all('exception').map(({ event, code }) => [event, code])).toEqual([
      ['chatMessage', 'WRONG_ROOM'],
      ['updatePosition', 'BAD_REQUEST'],
      ['nonsense', 'UNKNOWN_EVENT'],
    ]);
    for (const { message } of host.all('exception')) expect(message).not.toContain('SENT');
  });

  it.each([
    ['ROOM_NOT_FOUND', { 'game-id': '000000' }],
    ['BAD_REQUEST', { 'game-id': 'abc' }],
    ['BAD_REQUEST', { 'create-room': 'title=T;gameMode=CHESS' }],
    ['BAD_REQUEST', { 'create-room': 'maxPlayerCount=1' }],
    ['BAD_REQUEST', { 'create-room': 'maxPlayerCount=2001' }],
  ])('R10.1 tells %s and disconnects when the query %j fails', async (code, query) => {
    const client = legacy(query);
    await client.until(() => client.events().includes('disconnect'));
    expect(client.events()).toEqual(['connect', 'exception', 'disconnect']);
    expect(client.last('exception')).toMatchObject({ event: 'connection', code });
    expect(client.heard.at(-1)?.payload).toBe('io server disconnect');
  });

  it('R2.2 resumes the room that an identity hosts instead of opening another', async () => {
    const host = hall.connectByQuery(CREATE);
    await host.wait('phase');
    host.drop();
    const again = hall.connectByQuery(CREATE, { token: host.token });
    await again.wait('phase');
    expect(again.last('createRoom')).toEqual(host.last('createRoom'));
    expect(again.playerId).toBe(host.playerId);
    expect(again.self).toMatchObject({ isHost: true, slot: 0 });
    expect(again.events().slice(0, 3)).toEqual(['connect', 'session', 'createRoom']);
  });

  it('R2.3 never takes the seat of a host for a spectator that asks to open a room', async () => {
    const host = hall.connectByQuery(CREATE);
    await host.wait('phase');
    const screen = hall.connectByQuery(CREATE, { token: host.token, role: 'screen' });
    await screen.until(() => screen.events().includes('disconnect'));
    expect(screen.last('exception')).toMatchObject({ event: 'connection', code: 'NOT_A_PLAYER' });
    await host.do('chatMessage', { message: 'still here' });
    expect(host.all('notice')).toEqual([]);
  });
});

/** A bank that keeps a new room waiting until it is told to answer. */
class SlowBank extends TestBank {
  release = (): void => {};
  private readonly released = new Promise<void>((resolve) => (this.release = resolve));

  override async find(id: string): Promise<QuizSet | undefined> {
    await this.released;
    return super.find(id);
  }
}

describe('commands before the join has settled', () => {
  it('R10.2 lets 16 wait, refuses more, and runs them in order afterwards', async () => {
    const bank = new SlowBank([slowSet()]);
    const slow = await Hall.start(SLOW, bank);
    try {
      const host = slow.connectByQuery(CREATE);
      await host.until(() => host.events().includes('connect'));
      const names = Array.from({ length: 8 }, (_, n) => `Name ${n}`);
      const waiting = names.flatMap((playerName, n) => [
        host.ask('setPlayerName', { playerName }),
        host.ask('updatePosition', { newPosition: [n / 8, 0.5] }),
      ]);
      expect(await host.fail('chatMessage', { message: 'the 17th' })).toBe('RATE_LIMITED');
      expect(host.events()).toEqual(['connect', 'session']);
      bank.release();
      const answers = await Promise.all(waiting);
      expect(answers).toEqual(
        names.flatMap((playerName) => [{ ok: true, playerName }, { ok: true }]),
      );
      await host.wait('setPlayerName', ({ playerName }) => playerName === 'Name 7');
      expect(host.last('setPlayerName')?.playerName).toBe('Name 7');
      expect(host.events().indexOf('joinRoom')).toBeLessThan(
        host.events().indexOf('setPlayerName'),
      );
    } finally {
      await slow.close();
    }
  });
});
