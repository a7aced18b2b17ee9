import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { afterEach, describe, expect, it } from 'vitest';
import { guardTransports } from '../../src/gateway/transport-guard.js';
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
  let close: () => Promise<void>;
  afterEach(() => close());

  it('R10.3 is cut off though it answers pings, and what waits for it is bounded', async () => {
    const http = createServer();
    const server = new Server(http, { pingInterval: 200, pingTimeout: 60_000 });
    const stopGuarding = guardTransports(server);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    close = async () => {
      stopGuarding();
      await server.close();
    };
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const deaf = await RawClient.open(url);
    const good = await RawClient.open(url);
    for (const client of [deaf, good]) {
      client.send('40');
      await client.wait((frame) => frame.startsWith('40'));
    }
    deaf.socket.pause();
    await new Promise<void>((resolve) => {
      const ids = [...server.sockets.sockets.keys()];
      const sending = setInterval(() => {
        server.emit('frame', 'x'.repeat(100_000));
        deaf.send('3');
        good.send('3');
      }, 5);
      server.sockets.sockets.get(ids[0] as string)?.on('disconnect', () => {
        clearInterval(sending);
        resolve();
      });
    });
    expect(server.sockets.sockets.size).toBe(1);
    expect(good.isOpen).toBe(true);
    deaf.socket.terminate();
    good.socket.terminate();
  });
});
