/**
 * The players of the floor: they connect, send moves and chat, count frames, and tell what the server
 * used meanwhile.
 *
 *     node dist/load-test/bench/floor-load.js --port 4000 --rooms 6 --seconds 10
 */
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { startMonitor, findListeners } from '../swarm/monitor.js';
import { startPacer } from '../swarm/swarm.js';
import { encodeCommand } from '../swarm/wire.js';
import type { FloorLoad } from './measure-floor.js';
import { MESSAGE } from './hall.js';
import { endWithParent, tell } from '../swarm/worker.js';

const CONNECT_AT_ONCE = 50;
const DIGITS = 1e5;

endWithParent();
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '' },
    rooms: { type: 'string', default: '1' },
    players: { type: 'string', default: '200' },
    rate: { type: 'string', default: '2' },
    warmup: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '10' },
    'chat-share': { type: 'string', default: '0.1' },
  },
});
const { port } = values;
const [rooms, players, rate, warmup, seconds, chatShare] = [
  Number(values.rooms),
  Number(values.players),
  Number(values.rate),
  Number(values.warmup),
  Number(values.seconds),
  Number(values['chat-share']),
];

let frames = 0;
let events = 0;

async function connect(room: number): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/${room}`, {
    perMessageDeflate: false,
    skipUTF8Validation: true,
  });
  socket.on('message', () => frames++);
  await once(socket, 'open');
  socket.once('close', () => {
    throw new Error('the server has closed a connection');
  });
  return socket;
}

const position = (): number => Math.floor(Math.random() * DIGITS) / DIGITS;

function act(socket: WebSocket): void {
  events++;
  const isChat = Math.random() < chatShare;
  socket.send(
    isChat
      ? encodeCommand('chatMessage', { message: MESSAGE })
      : encodeCommand('updatePosition', { newPosition: [position(), position()] }),
  );
}

const [pid] = findListeners(Number(port));
if (pid === undefined) throw new Error(`nothing listens at port ${port}`);
const sockets: WebSocket[] = [];
while (sockets.length < rooms * players) {
  const left = Math.min(CONNECT_AT_ONCE, rooms * players - sockets.length);
  const next = Array.from({ length: left }, (_, n) => connect((sockets.length + n) % rooms));
  sockets.push(...(await Promise.all(next)));
}
const stop = startPacer(
  sockets.map((socket) => () => act(socket)),
  rate,
);
await sleep(warmup * 1_000);

const stopMonitor = startMonitor([{ name: 'floor', pids: [pid] }]);
frames = 0;
events = 0;
const from = performance.now();
await sleep(seconds * 1_000);
const took = (performance.now() - from) / 1_000;
const { server, swarm } = stopMonitor();
if (server?.alive !== true) throw new Error('the CPU time of the server is unknown');
const result: FloorLoad = {
  cores: server.cores,
  clientCores: swarm.cores,
  framesPerSecond: frames / took,
  eventsPerSecond: events / took,
};
stop();
for (const socket of sockets) socket.removeAllListeners('close').terminate();
tell(result);
