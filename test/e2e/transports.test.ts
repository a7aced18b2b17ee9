import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { afterEach, describe, expect, it } from 'vitest';
import { watchSentFrames } from '../../src/server/live/gateway/sent-frames.js';
import {
  guardTransports,
  type GuardSettings,
} from '../../src/server/live/gateway/transport-guard.js';
import { Heard } from '../support/heard.js';
import { useHall } from '../support/hall.js';
import { RawClient } from '../support/raw-client.js';

const hall = useHall();

describe('R10.2 what one transport may send', () => {
  it('R10.2 leaving the namespace and entering it again does not renew the limits', async () => {
    const { pin, host } = await hall.openRoom();
    const client = await RawClient.open(hall.app.url, `&game-id=${pin}`);
    const joins = (): number =>
      client.frames.filter((frame) => frame.startsWith('42/game,["joinRoom"')).length;
    for (let visit = 1; visit <= 4; visit++) {
      client.send('40/game,');
      await client.wait(() => joins() === visit);
      for (let n = 0; n < 10; n++) client.send('42/game,["chatMessage",{"message":"again"}]');
      client.send('41/game,');
      // Entering before the server has taken note of the leaving would end the connection.
      await host.until(() => host.all('updatePresence').length === visit, 'the visit to end');
    }
    await host.do('chatMessage', { message: 'the end' });
    const heard = (): string[] =>
      host.all('chatMessage').flatMap(({ messages }) => messages.map(({ message }) => message));
    await host.until(() => heard().includes('the end'), 'the end');
    // One burst of ten, and what two a second add meanwhile.
    const again = heard().filter((message) => message === 'again');
    expect(again.length).toBeGreaterThanOrEqual(10);
    expect(again.length).toBeLessThan(20);
    client.close();
  });

  it('R10.2 closes a transport that floods a namespace where nobody listens', async () => {
    const client = await RawClient.open(hall.app.url);
    client.send('40');
    // What comes before the answer would end the connection by itself.
    await client.wait((frame) => frame.startsWith('40'));
    for (let n = 0; n < 2_000; n++) client.send('42["nobody","listens"]');
    await client.closed;
    const { host } = await hall.openRoom();
    expect((await host.do('syncTime', { t0: 1 })).t0).toBe(1);
  });
});

describe('R10.3 a client that does not read', () => {
  type Look = Parameters<NonNullable<GuardSettings['looked']>>[0];

  let close: () => Promise<void>;
  let server: Server;
  let deaf: RawClient;
  let good: RawClient;
  let looks: Heard<Look>;
  let closings: string[];
  afterEach(() => close());

  /** Two clients, of which one stops reading; both go on answering pings. */
  async function open(cutsOffSlow: boolean): Promise<void> {
    const http = createServer();
    server = new Server(http, { pingInterval: 200, pingTimeout: 60_000 });
    looks = new Heard();
    closings = [];
    const stopGuarding = guardTransports(server, {
      cutsOffSlow,
      looked: looks.note,
      closedSlow: (reason) => closings.push(reason),
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    deaf = await RawClient.open(url);
    good = await RawClient.open(url);
    for (const client of [deaf, good]) {
      client.send('40');
      await client.wait((frame) => frame.startsWith('40'));
    }
    deaf.socket.pause();
    const sending = setInterval(() => {
      server.emit('frame', 'x'.repeat(100_000));
      deaf.send('3');
      good.send('3');
    }, 5);
    close = async () => {
      clearInterval(sending);
      stopGuarding();
      deaf.socket.terminate();
      good.socket.terminate();
      await server.close();
    };
  }

  it('R10.3 is cut off though it answers pings, and what waits for it is bounded', async () => {
    await open(true);
    const [id] = [...server.sockets.sockets.keys()];
    await new Promise((resolve) =>
      server.sockets.sockets.get(id as string)?.on('disconnect', resolve),
    );
    expect(server.sockets.sockets.size).toBe(1);
    expect(good.isOpen).toBe(true);
    expect(closings).toEqual(['unread']);
  });

  it('stays where slow clients are not cut off, and is counted', async () => {
    await open(false);
    const isOver = ({ waitingBytes }: Look): boolean => waitingBytes > 2_000_000;
    await looks.until((all) => all.filter(isOver).length >= 2);
    expect(looks.all.at(-1)).toMatchObject({ connections: 2, waitingClients: 1, slowClients: 1 });
    expect(server.sockets.sockets.size).toBe(2);
    expect(closings).toEqual([]);
  });
});

it('frames without a payload are counted by the byte that they are', async () => {
  const http = createServer();
  const server = new Server(http, { pingInterval: 20 });
  const sent: number[] = [];
  watchSentFrames(server, (bytes) => sent.push(bytes));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const client = await RawClient.open(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
  await client.wait((frame) => frame === '2');
  const heard = client.frames.map((frame) => Buffer.byteLength(frame));
  expect(sent.slice(0, heard.length)).toEqual(heard);
  client.close();
  await server.close();
});

it('a client that does not answer pings is counted when it is given up', async () => {
  const http = createServer();
  const server = new Server(http, { pingInterval: 50, pingTimeout: 50 });
  const closings = new Heard<string>();
  const stopGuarding = guardTransports(server, { cutsOffSlow: true, closedSlow: closings.note });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const mute = await RawClient.open(url);
  mute.socket.pause();
  expect(await closings.wait(() => true)).toBe('ping_timeout');
  stopGuarding();
  mute.socket.terminate();
  await server.close();
});
