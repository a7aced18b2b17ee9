/** Sends one flush to all of its clients, in the way and as often as the process that started it says. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { Server } from 'socket.io';
import { WebSocketServer } from 'ws';
import { SocketBroadcaster } from '../../src/gateway/socket-broadcaster.js';
import { NAMESPACE } from '../../src/protocol/index.js';
import { compactPayload, ENCODINGS, jsonPayloads } from './encode.js';
import type { FanOutAddresses, FanOutCost, FanOutOrder, WayName } from './fan-out-ways.js';
import { sampleFlush } from './sample-flush.js';
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
  void socket.join(HALL);
});

const bare = new WebSocketServer({ host: HOST, port: 0, perMessageDeflate: false });

const flush = sampleFlush();
const compact = compactPayload(flush);
const [moves, chat] = jsonPayloads(flush);
const bareText = Buffer.from(ENCODINGS[0]?.encode(flush)[0] ?? '');

const ways: Record<WayName, () => void> = {
  'the server: base64, one text frame': () => broadcaster.emit([HALL], 'flush', compact),
  'the server: JSON events, two text frames': () => {
    broadcaster.emit([HALL], 'updatePosition', moves);
    broadcaster.emit([HALL], 'chatMessage', chat);
  },
  'Socket.IO: base64, one text frame': () => game.local.to(HALL).emit('flush', compact),
  'bare ws: base64, one text frame': () => {
    for (const client of bare.clients) client.send(bareText, { binary: false });
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

await Promise.all([once(bare, 'listening'), once(httpServer.listen(0, HOST), 'listening')]);
const portOf = (server: { address(): unknown }): number => (server.address() as AddressInfo).port;
const addresses: FanOutAddresses = {
  game: `ws://${HOST}:${portOf(httpServer)}/socket.io/?EIO=4&transport=websocket`,
  bare: `ws://${HOST}:${portOf(bare)}/`,
};
tell(addresses);
