import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Server } from 'socket.io';
import { setSecurityHeaders } from '../../platform/identity/security-headers.js';
import { UNKNOWN_HOST } from '../../platform/identity/host-names.js';
import {
  isOriginAllowed,
  isOurHost,
  type ProxySettings,
} from '../../platform/identity/request-origin.js';
import { TokenBucket } from '../../platform/rate/token-bucket.js';

/** Requests and packets of one client together: three polls and three posts for each flush of 50 ms. */
const PER_S = 120;
const BURST = 1_000;
/** Packets in one request; a client that could not send for some seconds has fewer. */
const MAX_PACKETS = 500;
/** Stands between the packets of a request's body (Engine.IO, version 4). */
const SEPARATOR = '\x1e';

interface Session {
  bucket: TokenBucket;
  end: () => void;
}

type Next = (error?: Error) => void;

interface EngineSocket extends NodeJS.EventEmitter {
  id: string;
  close(discard: boolean): void;
}

/**
 * Looks at every HTTP request of Engine.IO, not only at those that begin a connection: who sends it
 * (R10.1), and how much of it (R10.2). JSONP is refused, as it hands answers to any page.
 */
export function guardPolling(server: Server, proxy: ProxySettings): void {
  const sessions = new Map<string, Session>();
  server.engine.on('connection', (socket: EngineSocket) => {
    const bucket = new TokenBucket(PER_S, BURST, performance.now());
    sessions.set(socket.id, { bucket, end: () => socket.close(true) });
    socket.once('close', () => sessions.delete(socket.id));
  });
  server.engine.use((request: IncomingMessage, response: ServerResponse, next: Next) => {
    const isAllowed = isOriginAllowed(request, proxy);
    // At an upgrade to WebSocket it is none that could be answered with.
    const isUpgrade = !(response instanceof ServerResponse);
    const isOurs = isOurHost(request, proxy);
    const refusal = isOurs ? 'origin not allowed' : UNKNOWN_HOST;
    if (isUpgrade) return isOurs && isAllowed ? next() : next(new Error(refusal));
    // Express, which sets them elsewhere, does not see what Engine.IO answers.
    setSecurityHeaders(request, response, proxy);
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    if (query.has('j')) return refuse(response, 400, 'no JSONP here');
    if (!isOurs || !isAllowed) return refuse(response, 403, refusal);
    const session = sessions.get(query.get('sid') ?? '');
    if (session === undefined) return next();
    if (!session.bucket.take(performance.now())) {
      session.end();
      return refuse(response, 429, 'too many requests');
    }
    if (request.method === 'POST') countPackets(request, session);
    next();
  });
}

/** Ends the client before what it sent is read, where that is too much. */
function countPackets(request: IncomingMessage, { bucket, end }: Session): void {
  let packets = 1;
  // Engine.IO, which listens behind this, has its chunks as text.
  request.on('data', (chunk: Buffer | string) => {
    packets += String(chunk).split(SEPARATOR).length - 1;
    if (packets <= MAX_PACKETS) return;
    end();
    request.destroy();
  });
  request.once('end', () => {
    if (!bucket.take(performance.now(), packets)) end();
  });
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ message }));
}
