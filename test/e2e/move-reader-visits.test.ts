import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settle } from '../support/hall.js';
import type { RawClient } from '../support/raw-client.js';
import {
  asking,
  exceptionsIn,
  finish,
  hooksOf,
  MoveHall,
  numbers,
  plain,
  readByEngine,
  sendAtOnce,
  spaced,
  until,
} from '../support/move-hall.js';
import { PATIENT } from '../support/patience.js';

let room: MoveHall;

beforeEach(async () => {
  room = await MoveHall.open();
});
afterEach(() => room.close());

describe('R10.3 a client that does not answer pings', () => {
  beforeEach(() => {
    room.engine.opts.pingInterval = 50;
  });

  async function enterDeafly(): Promise<RawClient> {
    const client = await room.connect(`&game-id=${room.pin}`);
    const send = client.send.bind(client);
    client.send = (frame) => {
      if (frame !== '3') send(frame);
    };
    await client.enter();
    await client.wait((frame) => frame.startsWith('42/game,["joinRoom"'));
    return client;
  }

  it('gives a sign of life by a move, once a ping', async () => {
    const client = await enterDeafly();
    const end = room.endOf(client);
    const messages = readByEngine(end);
    await client.wait((frame) => frame === '2');
    expect(end.pingTimeoutTimer).not.toBeNull();
    expect(end.hasRefreshedPingTimeout).toBe(false);
    sendAtOnce(client, [plain(0), plain(1)]);
    await until(() => room.taken().length === 2);
    expect(messages).toEqual([plain(0), plain(1)].map((text) => text.slice(1)));
    expect(end.hasRefreshedPingTimeout).toBe(true);
  });

  it('is read before Engine.IO again once it has answered', async () => {
    const client = await enterDeafly();
    const messages = readByEngine(room.endOf(client));
    await client.wait((frame) => frame === '2');
    client.socket.send('3');
    await finish(client);
    sendAtOnce(client, ['3', plain(0)]);
    await until(() => room.taken().length === 1);
    expect(messages.filter((text) => text.includes('updatePosition'))).toEqual([]);
  });

  it.each([
    ['in the usual spelling', plain],
    ['in another', spaced],
  ])('is closed in the end, whatever it goes on sending, %s', async (_, spell) => {
    room.engine.opts.pingTimeout = 200;
    const client = await enterDeafly();
    const ended = new Promise((resolve) => room.endOf(client).once('close', resolve));
    let sent = 0;
    await vi.waitUntil(
      () => {
        client.send(spell(sent++));
        return !client.isOpen;
      },
      { ...PATIENT, interval: 50 },
    );
    expect(await ended).toBe('ping timeout');
    expect(room.taken().length).toBeGreaterThan(1);
    expect(exceptionsIn(client)).toEqual([]);
  });
});

describe('a client that comes and goes on one transport', () => {
  it('is read once, and nothing stays hooked', async () => {
    const client = await room.connect(`&game-id=${room.pin}`);
    const end = room.endOf(client);
    const untouched = hooksOf(end);
    expect(untouched).toHaveLength(1);
    for (const visit of numbers(5)) {
      client.send('40/game,');
      const count = (): number =>
        client.frames.filter((frame) => frame.startsWith('42/game,["joinRoom"')).length;
      await until(() => count() > visit);
      expect(hooksOf(end)).toHaveLength(1);
      expect(hooksOf(end)).not.toEqual(untouched);
      sendAtOnce(client, [plain(2 * visit), asking(2 * visit + 1)]);
      await until(() => room.taken().length >= 2 * visit + 2);
      client.send('41/game,');
      // Entering before the server has taken note of the leaving would end the connection.
      await until(() => room.broadcaster.namespace.sockets.size === 1);
      expect(hooksOf(end)).toEqual(untouched);
    }
    expect(room.taken()).toEqual(numbers(10));
  });

  it('is read once after it left the room and entered it again', async () => {
    const client = await room.enter();
    const end = room.endOf(client);
    const messages = readByEngine(end);
    for (const visit of numbers(3)) {
      sendAtOnce(client, [
        plain(visit),
        '42/game,["exitRoom",{}]',
        `42/game,${visit}["joinRoom",{"gameId":"${room.pin}","playerName":"again"}]`,
      ]);
      await client.wait((frame) => frame.startsWith(`43/game,${visit}`));
      expect(hooksOf(end)).toHaveLength(1);
    }
    client.send(plain(3));
    await until(() => room.taken().length >= 4);
    expect(room.taken()).toEqual(numbers(4));
    expect(messages.filter((text) => text.includes('updatePosition'))).toEqual([]);
  });

  // Entering twice before the first answer makes two sockets of one transport.
  it('leaves one listener where it entered twice at once and one of the two goes', async () => {
    const client = await room.connect(`&game-id=${room.pin}`);
    const end = room.endOf(client);
    const { sockets } = room.broadcaster.namespace;
    sendAtOnce(client, ['40/game,', '40/game,']);
    await until(() => sockets.size === 3);
    const [, first] = [...sockets.values()];
    first!.disconnect();
    expect(sockets.size).toBe(2);
    expect(hooksOf(end)).toHaveLength(1);
  });

  it('is read as usual again where a kick takes it out of the namespace', async () => {
    const client = await room.connect(`&game-id=${room.pin}`);
    const end = room.endOf(client);
    const untouched = hooksOf(end);
    await client.enter();
    const self = await client.wait((frame) => frame.includes('"getSelfId"'));
    expect(hooksOf(end)).not.toEqual(untouched);
    const kickPlayerId = /"playerId":"([^"]+)"/.exec(self)![1]!;
    await room.host.do('kickRoom', { kickPlayerId });
    await client.wait((frame) => frame === '41/game,');
    expect(hooksOf(end)).toEqual(untouched);
  });
});

describe('a client that begins with polling', () => {
  it.each([
    ['and stays with it', ['polling'], undefined],
    ['and takes a WebSocket then', ['polling', 'websocket'], 1],
  ])('%s is read as usual', async (_, transports, listeners) => {
    const guest = room.hall.connect({}, { transports });
    await guest.do('joinRoom', { gameId: room.pin, playerName: 'guest' });
    const { engine: own } = guest.socket.io;
    await until(() => own.transport.name === transports.at(-1));
    await guest.do('syncTime', { t0: 1 });
    const end = room.engine.clients[own.id]!;
    const messages = readByEngine(end);
    await until(() => end.transport.name === transports.at(-1));
    for (const n of numbers(5))
      guest.tell('updatePosition', { newPosition: [Number(`0.${1_000 + n}`), 0.5] });
    await settle(guest, [room.host]);
    expect(room.taken()).toEqual(numbers(5));
    expect(messages).toHaveLength(6);
    // One that polls has no WebSocket to listen to.
    expect(end.transport.socket?.listenerCount('message')).toBe(listeners);
  });
});
