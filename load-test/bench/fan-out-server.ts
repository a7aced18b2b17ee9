/** Sends one flush to all of its clients, in the way and as often as the process that started it says. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { Server } from 'socket.io';
import { SocketBroadcaster } from '../../src/server/live/gateway/socket-broadcaster.js';
import { NAMESPACE } from '../../src/protocol/index.js';
import { compactPayload, jsonPayloads } from './encode.js';
import type { FanOutCost, FanOutOrder } from './fan-out-ways.js';
import { sampleFlush } from './hall.js';
import { endWithParent, tell } from '../swarm/worker.js';

const HOST = '127.0.0.1';
const HALL = 'hall';

endWithParent();

const httpServer = createServer();
const io = new Server(httpServer, { serveClient: false, transports: ['websocket'] });
const game = io.of(NAMESPACE);
const broadcaster = new SocketBroadcaster({ isOpen: true }, () => {});
broadcaster.bind(game);
game.on('connection', (socket) => {
  broadcaster.enter(socket.id, HALL);
});

const flush = sampleFlush();
const compact = compactPayload(flush);
const [moves, chat] = jsonPayloads(flush);

const ways: Record<FanOutOrder['way'], () => void> = {
  'the server: base64, one text frame': () => broadcaster.emit([HALL], 'flush', compact),
  'the server: JSON events, two text frames': () => {
    broadcaster.emit([HALL], 'updatePosition', moves);
    broadcaster.emit([HALL], 'chatMessage', chat);
  },
};

/** CPU time from the first flush to an interval after the last one, when all has been written. */
async function run({ way, flushes, intervalMs }: FanOutOrder): Promise<FanOutCost> {
  const before = process.cpuUsage();
  const begin = performance.now();
  let left = flushes;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (left-- > 0) return ways[way]();
      clearInterval(timer);
      resolve();
    }, intervalMs);
  });
  const { user, system } = process.cpuUsage(before);
  return { cpuMicros: user + system, tookMs: performance.now() - begin };
}

process.on('message', (order: FanOutOrder) => void run(order).then(tell));

await once(httpServer.listen(0, HOST), 'listening');
const { port } = httpServer.address() as AddressInfo;
tell({ game: `ws://${HOST}:${port}/socket.io/?EIO=4&transport=websocket` });
