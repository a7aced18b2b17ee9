/** Sends one flush to all of its clients, in the way and as often as the process that started it says. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket as TcpSocket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { Server } from 'socket.io';
import { WebSocketServer } from 'ws';
import { SocketBroadcaster } from '../../src/gateway/socket-broadcaster.js';
import { textFrame } from '../../src/gateway/web-socket-frame.js';
import {
  encodeChat,
  encodeMove,
  NAMESPACE,
  toFraction,
  type CompactFlush,
} from '../../src/protocol/index.js';
import { compactText } from './encodings.js';
import type { FanOutAddresses, FanOutCost, FanOutOrder, WayName } from './fan-out-ways.js';
import { packFlush } from './packed-flush.js';
import { sampleFlush, slotOf } from './sample-flush.js';
import { endWithParent, tell } from './worker.js';

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
const bareWires = new Set<TcpSocket>();
bare.on('connection', (_socket, request) => bareWires.add(request.socket));

const flush = sampleFlush();
const packed = packFlush(flush);
const [text = ''] = compactText.encode(flush);
const bareText = Buffer.from(text);
/** Without the type of Engine.IO, which it adds. */
const packetText = String(text).slice(1);
const { frame: rawText } = textFrame(String(text));
const updates = flush.moves.map(({ playerId, x, y }) => ({
  playerId,
  playerPosition: [toFraction(x), toFraction(y)] as [number, number],
}));
const moves = flush.moves.map(({ slot, x, y }) => encodeMove(slot, x, y)).join('');
const compact: CompactFlush = [flush.seq, moves, encodeChat(flush.chat, slotOf)];

const ways: Record<WayName, () => void> = {
  'the server: base64, one text frame': () => broadcaster.emit([HALL], 'flush', compact),
  'the server: JSON events, two text frames': () => {
    broadcaster.emit([HALL], 'updatePosition', { seq: flush.seq, updates });
    broadcaster.emit([HALL], 'chatMessage', {
      seq: flush.chat.at(-1)?.id ?? 0,
      messages: flush.chat,
    });
  },
  'Socket.IO: base64, one text frame': () => game.local.to(HALL).emit('flush', compact),
  'Socket.IO: packed, text and binary frame': () => game.local.to(HALL).emit('flush', packed),
  'Socket.IO, header and payload in one: base64': () => {
    const options = { compress: false, wsPreEncodedFrame: [rawText] };
    for (const socket of game.sockets.values()) socket.conn.write(packetText, options);
  },
  'bare ws: base64, one text frame': () => {
    for (const client of bare.clients) client.send(bareText, { binary: false });
  },
  'bare ws: packed, one binary frame': () => {
    for (const client of bare.clients) client.send(packed);
  },
  'bare TCP of ws: base64, one text frame': () => {
    for (const wire of bareWires) wire.write(rawText);
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
