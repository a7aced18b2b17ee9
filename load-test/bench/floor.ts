/**
 * The least that a hall costs: one process with bare `ws` that reads what players send, keeps where they
 * are, and sends each of them one prepared text frame per interval. No validation, no roles, no store.
 *
 *     node dist/load-test/bench/floor.js --port 4000
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { WebSocketServer, type WebSocket } from 'ws';
import { endWithParent, tell } from '../swarm/worker.js';

const HOST = '127.0.0.1';
/** A compact flush of a hall; the piece `encode` tells its size. */
const FRAME_BYTES = 350;
const MAX_MESSAGE_BYTES = 16 * 1024;
/** Multiples of it, modulo one, are spread evenly however many there are. */
const GOLDEN_RATIO = 0.618_033_988_75;

type Position = [x: number, y: number];

/** Players and where they are. */
type Room = Map<WebSocket, Position | undefined>;

endWithParent();
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    interval: { type: 'string', default: '50' },
  },
});
const intervalMs = Number(values.interval);
const frame = Buffer.alloc(FRAME_BYTES, 'x');
const rooms = new Map<string, Room>();
const server = new WebSocketServer({
  host: HOST,
  port: Number(values.port),
  perMessageDeflate: false,
  maxPayload: MAX_MESSAGE_BYTES,
});

/** Flushes at ticks that are aligned to epoch time, so that late ones do not shift those that follow. */
function openRoom(): Room {
  const room: Room = new Map();
  let at = performance.now() + ((rooms.size * GOLDEN_RATIO) % 1) * intervalMs;
  const flush = (): void => {
    for (const player of room.keys()) player.send(frame, { binary: false });
    // At least once: timers may fire a hair early, and the same tick must not come twice.
    do at += intervalMs;
    while (at <= performance.now());
    wait();
  };
  const wait = (): void => void setTimeout(flush, at - performance.now());
  wait();
  return room;
}

server.on('connection', (player, request) => {
  const path = request.url ?? '/';
  const room = rooms.get(path) ?? openRoom();
  rooms.set(path, room);
  room.set(player, undefined);
  player.on('message', (message: Buffer) => {
    const text = message.toString();
    const [event, payload] = JSON.parse(text.slice(text.indexOf('['))) as [
      string,
      { newPosition: Position },
    ];
    if (event === 'updatePosition') room.set(player, payload.newPosition);
  });
  player.on('error', () => {});
  player.once('close', () => room.delete(player));
});

await once(server, 'listening');
tell({ port: (server.address() as AddressInfo).port });
