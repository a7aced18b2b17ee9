/** Clients who read every frame and count them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';
import { decode, encodeConnect, isPing, PONG } from '../swarm/wire.js';
import type { FrameCount, FrameOrder } from './fan-out-ways.js';
import { endWithParent, tell } from '../swarm/worker.js';

/** Frames that are still missing when nothing has come for so long are lost. */
const PATIENCE_MS = 2_000;
const CONNECT_AT_ONCE = 50;

endWithParent();

const { values } = parseArgs({
  options: {
    game: { type: 'string', default: '' },
    clients: { type: 'string', default: '' },
  },
});

let frames = 0;
let bytes = 0;
let wanted: { frames: number; resolve: () => void } | undefined;

function count(frame: Buffer): void {
  frames++;
  bytes += frame.length;
  if (wanted !== undefined && frames >= wanted.frames) wanted.resolve();
}

async function openGame(): Promise<void> {
  const socket = new WebSocket(values.game, {
    perMessageDeflate: false,
    skipUTF8Validation: true,
  });
  socket.on('close', () => {
    throw new Error('the server has closed a connection');
  });
  await new Promise<void>((resolve) => {
    let isConnected = false;
    socket.on('message', (frame: Buffer) => {
      if (isPing(frame)) return socket.send(PONG);
      if (isConnected) return count(frame);
      const { type } = decode(frame.toString());
      if (type === 'open') socket.send(encodeConnect({}));
      if (type === 'connected') {
        isConnected = true;
        resolve();
      }
    });
  });
}

async function answer(order: FrameOrder): Promise<FrameCount> {
  const complete = new Promise<void>((resolve) => {
    wanted = { frames: order.frames, resolve };
  });
  if (frames < order.frames) {
    for (let before = -1; before < frames && frames < order.frames;) {
      before = frames;
      await Promise.race([complete, sleep(PATIENCE_MS)]);
    }
  }
  const result = { frames, bytes };
  frames = 0;
  bytes = 0;
  wanted = undefined;
  return result;
}

process.on('message', (order: FrameOrder) => void answer(order).then(tell));

for (let left = Number(values.clients); left > 0; left -= CONNECT_AT_ONCE) {
  const now = Array.from({ length: Math.min(left, CONNECT_AT_ONCE) });
  await Promise.all(now.map(openGame));
}
tell({ ready: true });
