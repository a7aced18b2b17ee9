import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { Socket as NetSocket, type AddressInfo } from 'node:net';
import type { Server as Engine, Socket as Transport } from 'engine.io';

interface PrivateName {
  /** From the Engine.IO connection on. */
  path: string;
  isRight: (value: unknown) => boolean;
}

const is =
  (wanted: unknown) =>
  (value: unknown): boolean =>
    value === wanted;
const isA =
  (type: 'number' | 'function') =>
  (value: unknown): boolean =>
    typeof value === type;

/**
 * What `move-reader`, `socket-broadcaster` and `transport-guard` rest on and Engine.IO and ws do not promise,
 * as it is on a connection that has just been made.
 */
export const PRIVATE_NAMES: PrivateName[] = [
  { path: 'readyState', isRight: is('open') },
  { path: 'upgraded', isRight: is(false) },
  { path: 'writeBuffer', isRight: Array.isArray },
  { path: 'pingTimeoutTimer', isRight: is(null) },
  // What is written to it is the connection's, past ws.
  { path: 'request.socket', isRight: (value) => value instanceof NetSocket },
  { path: 'transport.name', isRight: is('websocket') },
  { path: 'transport.socket.bufferedAmount', isRight: isA('number') },
  { path: 'transport.socket.terminate', isRight: isA('function') },
  // With perMessageDeflate, frames of ws could be overtaken by those that go past it.
  { path: 'transport.socket.extensions', isRight: is('') },
  // Where it is not Engine.IO alone that listens, moves are not read past it.
  {
    path: 'transport.socket',
    isRight: (value) => value instanceof EventEmitter && value.listenerCount('message') === 1,
  },
];

/** The paths of those names that are missing, or are not what they were. */
export function missingNames(conn: object): string[] {
  const valueAt = (path: string): unknown =>
    path.split('.').reduce<unknown>((owner, name) => {
      return owner == null ? undefined : (owner as Record<string, unknown>)[name];
    }, conn);
  return PRIVATE_NAMES.flatMap(({ path, isRight }) => (isRight(valueAt(path)) ? [] : [path]));
}

/** How long the throw-away connection may take, on a machine that starts many processes at once. */
const CHECK_MS = 10_000;
/** Asks for compression, which is to be declined. */
const UPGRADE = [
  'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
  'Sec-WebSocket-Extensions: permessage-deflate',
  '\r\n',
].join('\r\n');

/**
 * Whether frames and moves may go past Engine.IO and Socket.IO, which saves CPU (docs/performance.md).
 * Where a name is missing that this rests on, everything goes the ordinary way.
 */
export class FastPath {
  private missing: readonly string[] = [];

  get isOpen(): boolean {
    return this.missing.length === 0;
  }

  /** How many names are missing, for the metrics. */
  get missingCount(): number {
    return this.missing.length;
  }

  /** Looks at a connection that is made for this and thrown away; returns what is missing. */
  async check(engine: Engine): Promise<readonly string[]> {
    this.missing = await lookAtConnection(engine);
    return this.missing;
  }
}

async function lookAtConnection({ constructor, opts }: Engine): Promise<string[]> {
  // A second engine like the first one, so that nobody counts, limits or waits for this connection.
  const { allowRequest: _allowRequest, ...rest } = opts;
  const engine = new (constructor as typeof Engine)(rest);
  const server = createServer();
  server.on('upgrade', (...upgrade: Parameters<Engine['handleUpgrade']>) =>
    engine.handleUpgrade(...upgrade),
  );
  const client = new NetSocket().on('error', () => {});
  try {
    const signal = AbortSignal.timeout(CHECK_MS);
    await once(server.listen(0, '127.0.0.1'), 'listening', { signal });
    client.connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.resume().write(UPGRADE);
    const refused = once(client, 'close', { signal }).then(() => Promise.reject(new Error()));
    const made = once(engine, 'connection', { signal }) as Promise<[Transport]>;
    const [conn] = await Promise.race([made, refused]);
    const missing = missingNames(conn);
    client.destroy();
    await once(conn, 'close', { signal });
    return missing;
  } catch {
    return ['a WebSocket connection'];
  } finally {
    client.destroy();
    server.close();
    engine.close();
  }
}
