/** How long the server stands still: round trips of WebSocket pings on a connection outside all rooms. */
import { performance } from 'node:perf_hooks';
import { WebSocket } from 'ws';
import { Histogram, round, type Summary } from './histogram.js';
import { encodeConnect, isPing, PONG } from './wire.js';

const PROBE_MS = 5;
/** They take turns: one by itself would send more frames than a client may. */
const SOCKETS = 2;
/** A ping belongs to a reveal that an observer saw at most this much before or after it was sent. */
const NEAR_MS = 100;

export interface StallFigures {
  ms: Summary;
  /** The longest round trip near a reveal, of all reveals in the window. */
  reveals: { count: number; maxMs: number };
}

/** Where nobody probed. */
export const NO_STALLS: StallFigures = {
  ms: new Histogram().summary(),
  reveals: { count: 0, maxMs: 0 },
};

/** Begins to probe; the returned function ends it and tells, `reveals` being when reveals were seen. */
export function startStallProbe(target: string): (reveals: readonly number[]) => StallFigures {
  const url = new URL('/socket.io/?EIO=4&transport=websocket', target.replace(/^http/, 'ws'));
  const pings: { sentAt: number; ms: number }[] = [];
  const sockets = Array.from({ length: SOCKETS }, () => openProbe(url, pings));
  let turn = 0;
  const timer = setInterval(() => {
    const socket = sockets[turn++ % SOCKETS];
    if (socket?.readyState === WebSocket.OPEN) socket.ping(String(performance.now()));
  }, PROBE_MS);
  return (reveals) => {
    clearInterval(timer);
    for (const socket of sockets) socket.terminate();
    const all = new Histogram();
    for (const { ms } of pings) all.record(ms);
    const near = pings.filter(({ sentAt }) =>
      reveals.some((seenAt) => Math.abs(seenAt - sentAt) < NEAR_MS),
    );
    const maxMs = round(near.reduce((max, { ms }) => Math.max(max, ms), 0));
    return { ms: all.summary(), reveals: { count: reveals.length, maxMs } };
  };
}

function openProbe(url: URL, pings: { sentAt: number; ms: number }[]): WebSocket {
  const socket = new WebSocket(url);
  // A connection that joins no namespace would be closed after a while.
  socket.on('open', () => socket.send(encodeConnect({})));
  socket.on('message', (frame: Buffer) => {
    if (isPing(frame)) socket.send(PONG);
  });
  socket.on('pong', (payload) => {
    const sentAt = Number(payload.toString());
    pings.push({ sentAt, ms: performance.now() - sentAt });
  });
  // Whether the server is there is for the players to find out.
  socket.on('error', () => {});
  return socket;
}
