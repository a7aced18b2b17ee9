import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { commandSchemas, toFraction, toSteps } from '../../src/protocol/index.js';
import { Figures } from '../support/figures.js';
import { settle } from '../support/hall.js';
import {
  asking,
  exceptionsIn,
  finish,
  MoveHall,
  numbers,
  plain,
  readByEngine,
  reordered,
  sendAtOnce,
  spaced,
  until,
} from '../support/move-hall.js';

const WAYS = [plain, spaced, asking, plain, plain, reordered];
let room: MoveHall;

beforeEach(async () => {
  room = await MoveHall.open();
});
afterEach(() => room.close());

describe('moves in the usual spelling', () => {
  it('are read before Engine.IO and without the schema, and others are not', async () => {
    const parse = vi.spyOn(commandSchemas.updatePosition, 'safeParse');
    onTestFinished(() => parse.mockRestore());
    const client = await room.enter();
    const messages = readByEngine(room.endOf(client));
    sendAtOnce(
      client,
      WAYS.map((spell, n) => spell(n)),
    );
    await until(() => room.taken().length === WAYS.length);
    expect(parse).toHaveBeenCalledTimes(3);
    expect(messages).toEqual([spaced(1), asking(2), reordered(5)].map((text) => text.slice(1)));
  });

  it('of a real client are read so, too, and everybody sees the last', async () => {
    const guest = await room.hall.join(room.pin, 'guest');
    const messages = readByEngine(room.engine.clients[guest.socket.io.engine.id]!);
    guest.tell('updatePosition', { newPosition: [0.25, 1] });
    guest.tell('updatePosition', { newPosition: [0.5, 0.25], flush: 3 });
    guest.tell('updatePosition', { gameId: room.pin, newPosition: [0.75, 0.5], flush: 4 });
    await settle(guest, [room.host]);
    expect(messages).toHaveLength(1);
    expect(room.moving).toHaveBeenCalledTimes(3);
    expect(room.host.last('updatePosition')?.updates).toEqual([
      { playerId: guest.playerId, playerPosition: [0.75, 0.5] },
    ]);
  });

  it('take effect in the order in which they were sent, among others read as usual', async () => {
    const client = await room.enter();
    for (let round = 0; round < 4; round++) {
      const texts = numbers(12).map((n) => WAYS[(n + round) % WAYS.length]!(round * 12 + n));
      sendAtOnce(client, texts);
    }
    await until(() => room.taken().length === 48);
    expect(room.taken()).toEqual(numbers(48));
    expect(exceptionsIn(client)).toEqual([]);
  });

  it('take effect in order among other commands', async () => {
    const client = await room.enter();
    const exit = '42/game,["exitRoom",{}]';
    const enter = `42/game,9["joinRoom",{"gameId":"${room.pin}","playerName":"again"}]`;
    sendAtOnce(client, [plain(0), exit, plain(1), enter, plain(2), asking(3), plain(4)]);
    await client.wait((frame) => frame.startsWith('43/game,3'));
    await until(() => room.taken().includes(4));
    expect(room.taken()).toEqual([0, 2, 3, 4]);
    expect(exceptionsIn(client).map(({ code }) => code)).toEqual(['NOT_IN_ROOM']);
  });

  it('are counted as any other', async () => {
    const client = await room.enter();
    const names = ['madang_commands_total{command="updatePosition",outcome="ok"}'].concat(
      'madang_command_seconds_count{command="updatePosition"}',
    );
    const before = await Figures.read(room.hall.app.url);
    for (const n of numbers(7)) client.send(plain(n));
    await until(() => room.taken().length === 7);
    const after = await Figures.read(room.hall.app.url);
    expect(names.map((name) => after.of(name) - before.of(name))).toEqual([7, 7]);
  });
});

describe('R10.1 a bad move in the usual spelling gets the answer of any other', () => {
  const move = `"newPosition":[0.5,0.5]`;
  const usual = (fields: string): string => `42/game,["updatePosition",{${fields}}]`;

  it.each([
    ['WRONG_ROOM', 'with the PIN of another room', () => room.enter(), '"gameId":"000000",'],
    ['NOT_IN_ROOM', 'outside of a room', async () => (await room.connect()).enter(), ''],
    ['NOT_A_PLAYER', 'by a spectator', () => room.enter({ role: 'screen' }), ''],
  ])('%s %s', async (code, _, enter, gameId) => {
    const client = await enter();
    const messages = readByEngine(room.endOf(client));
    const fields = gameId + move;
    client.send(usual(fields));
    await client.wait((frame) => frame.includes('"exception"'));
    expect(messages).toEqual([]);
    client.send(usual(fields).replace(',{', ', {'));
    client.send(usual(`${fields},"x":1`));
    await until(() => exceptionsIn(client).length === 3);
    const [first, ...others] = exceptionsIn(client);
    expect(first).toEqual({ event: 'updatePosition', code, message: expect.any(String) });
    expect(others).toEqual([first, first]);
    expect(room.moving).not.toHaveBeenCalled();
  });

  it('none where it has left the namespace already', async () => {
    const client = await room.enter();
    const name = 'madang_commands_total{command="updatePosition",outcome="NOT_IN_ROOM"}';
    sendAtOnce(client, [plain(0), '41/game,', plain(1)]);
    await finish(client);
    expect([room.taken(), exceptionsIn(client)]).toEqual([[0], []]);
    expect((await Figures.read(room.hall.app.url)).of(name)).toBe(0);
  });
});

describe('a move that comes while the join is under way', () => {
  const join = (): string => `42/game,1["joinRoom",{"gameId":"${room.pin}","playerName":"quick"}]`;

  it('waits and counts', async () => {
    const client = await (await room.connect()).enter();
    sendAtOnce(client, [join(), plain(1), asking(2), plain(3)]);
    await until(() => room.taken().length === 3);
    expect(room.taken()).toEqual([1, 2, 3]);
    const answer = await client.wait((frame) => frame.startsWith('43/game,1'));
    const [{ playerId }] = JSON.parse(answer.slice('43/game,1'.length)) as [{ playerId: string }];
    const place = [toFraction(toSteps(0.1003)), 0.5];
    await room.host.until(
      () => String(room.positionsOf(playerId).at(-1)) === String(place),
      'the place',
    );
    expect(exceptionsIn(client)).toEqual([]);
  });

  it('R10.2 does not wait behind too many others', async () => {
    const client = await (await room.connect()).enter();
    sendAtOnce(client, [join(), ...numbers(18).map(plain)]);
    await until(() => exceptionsIn(client).length === 2);
    expect(room.taken()).toEqual(numbers(16));
    expect(new Set(exceptionsIn(client).map(({ code }) => code))).toEqual(
      new Set(['RATE_LIMITED']),
    );
  });
});

describe('R10.2 a flood of moves in the usual spelling', () => {
  it('R10.2 is told once, passes a burst and is closed in the end', async () => {
    const client = await room.enter();
    const messages = readByEngine(room.endOf(client));
    for (const n of numbers(200)) client.send(plain(n));
    await client.wait((frame) => frame.includes('RATE_LIMITED'));
    expect(exceptionsIn(client)).toEqual([
      { event: 'updatePosition', code: 'RATE_LIMITED', message: 'too many commands' },
    ]);
    for (const n of numbers(400)) client.send(plain(n));
    await client.closed;
    // All that came later was read by nobody, or as usual and for nothing.
    expect(messages.filter((text) => text.includes('1100'))).toEqual([]);
    expect(room.taken().length).toBeGreaterThanOrEqual(58);
    expect(room.taken().length).toBeLessThan(120);
  });

  it('R10.2 has one limit with those read as usual', async () => {
    const client = await room.enter();
    sendAtOnce(
      client,
      numbers(100).map((n) => (n % 2 === 0 ? plain : spaced)(n)),
    );
    await client.wait((frame) => frame.includes('RATE_LIMITED'));
    await finish(client);
    expect(exceptionsIn(client)).toHaveLength(1);
    expect(room.taken().length).toBeGreaterThanOrEqual(58);
    expect(room.taken().length).toBeLessThan(70);
    expect(room.taken()).toEqual(numbers(room.taken().length));
  });
});
