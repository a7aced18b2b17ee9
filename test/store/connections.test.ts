import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createConnections } from '../../src/server/live/store/redis/connections.js';

/** Three probes are missed by then, and the fourth has not come yet. */
const LOADS_FOR_MS = 1_600;
/** Until the next probe. */
const PROBED_MS = 700;

const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

it('a connection that waited for a Redis to load is no dead one as soon as it serves', async () => {
  const loadedAt = performance.now() + LOADS_FOR_MS;
  const answer = (command: string): string => {
    const verb = command.split('\r\n')[2]?.toLowerCase();
    if (verb === 'ping') return '+PONG\r\n';
    if (verb !== 'info') return `-ERR unknown command '${verb}'\r\n`;
    return bulk(`loading:${performance.now() < loadedAt ? 1 : 0}\r\nloading_eta_seconds:1\r\n`);
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const commands = data.toString().split(/(?=\*\d+\r\n\$)/);
      for (const command of commands) socket.write(answer(command));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const logger = { info: () => {}, warn: () => {} };
  const connections = createConnections({ host: '127.0.0.1', port }, 'loading', logger, () => {});
  onTestFinished(async () => {
    await connections.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await expect.poll(() => connections.isAway()).toBe(false);
  const lost: boolean[] = [];
  connections.onChange((isAway) => lost.push(isAway));
  await new Promise((resolve) => setTimeout(resolve, PROBED_MS));
  expect(lost).toEqual([]);
});
