import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { FRAMES } from '../../load-test/hostile/floods.js';
import { sliceInput } from '../../src/server/http/sliced-input.js';
import { useHall } from '../support/hall.js';

const hall = useHall();

async function dial(port = Number(new URL(hall.app.url).port)): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const request = (headers = ''): string =>
  `GET /health/live HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
const answers = (said: string): number => said.split('HTTP/1.1 200 OK').length - 1;

describe('requests that do not wait for answers', () => {
  it('R10.4 are answered while they are few', async () => {
    const socket = await dial();
    socket.write(request().repeat(7) + request('Connection: close\r\n'));
    expect(answers(await text(socket))).toBe(8);
  });

  it('R10.4 end their connection when they are many', async () => {
    const socket = await dial();
    let said = '';
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()));
    socket.write(request().repeat(1_400));
    await once(socket, 'close');
    expect(answers(said)).toBeLessThanOrEqual(8);
  });

  it('cost nothing behind the one that ended the connection', async () => {
    let requests = 0;
    const server = createServer((_, { socket }) => {
      requests += 1;
      socket?.destroy();
    });
    sliceInput(server, '/');
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = await dial((server.address() as AddressInfo).port);
    socket.write(request().repeat(1_400));
    await once(socket, 'close');
    expect(requests).toBeLessThan(30);
    server.close();
  });
});

describe('bytes in slices', () => {
  it('wait where a client does not read its answers', async () => {
    // Answered later, as everything that looks something up is.
    const server = createServer(({ headers }, response) =>
      setImmediate(() => response.end(Buffer.alloc(Number(headers['x-size']), 'x'))),
    );
    sliceInput(server, '/');
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = await dial((server.address() as AddressInfo).port);
    socket.write(request('X-Size: 20000000\r\n'));
    await once(server, 'request');
    const padding = `X-Padding: ${'a'.repeat(900)}\r\n`;
    socket.write(request(`X-Size: 1\r\n${padding}`).repeat(4));
    socket.write(request(`X-Size: 1\r\nConnection: close\r\n${padding}`));
    expect(answers(await text(socket))).toBe(6);
    server.close();
  });

  it('are one request, however long its head is', async () => {
    const socket = await dial();
    socket.write(request(`Cookie: a=${'x'.repeat(5_000)}\r\nConnection: close\r\n`));
    expect(answers(await text(socket))).toBe(1);
  });

  it.each([0, 500, 3_000])(
    'belong to the WebSocket where they follow its handshake at once (%i bytes of cookie)',
    async (cookie) => {
      const socket = await dial();
      const handshake =
        'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n' +
        `Connection: Upgrade\r\nSec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}\r\n` +
        `Sec-WebSocket-Version: 13\r\nCookie: a=${'x'.repeat(cookie)}\r\n\r\n`;
      let pongs = 0;
      socket.on('data', (chunk: Buffer) => {
        for (const byte of chunk) if (byte === 0x8a) pongs++;
      });
      socket.write(
        Buffer.concat([Buffer.from(handshake), ...Array<Buffer>(400).fill(FRAMES.pings)]),
      );
      await expect.poll(() => pongs).toBe(400);
      socket.destroy();
    },
  );
});
