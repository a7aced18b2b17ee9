import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** What Node's parser gets at once: it makes all the requests in it before anybody can end the connection. */
const SLICE_BYTES = 1_024;

type Listener = (this: unknown, ...args: unknown[]) => void;

/**
 * Hands the bytes of each connection to the HTTP parser in slices, so that what was sent behind the request
 * that ended a connection costs nothing. To be called when the listeners for upgrades are there.
 */
export function sliceInput(server: Server): void {
  /** Ends the slicing of a connection and returns what the parser has not seen. */
  const releases = new WeakMap<Socket, () => Buffer>();

  server.on('connection', (socket: Socket) => {
    const parsers = socket.listeners('data') as Listener[];
    let rest: Buffer = Buffer.alloc(0);
    let isHttp = true;
    const read = (chunk: Buffer): void => {
      rest = chunk;
      while (isHttp && rest.length > 0 && !socket.destroyed) {
        const slice = rest.subarray(0, SLICE_BYTES);
        rest = rest.subarray(SLICE_BYTES);
        for (const parse of parsers) parse.call(socket, slice);
      }
    };
    socket.removeAllListeners('data');
    socket.on('data', read);
    releases.set(socket, () => {
      isHttp = false;
      socket.removeListener('data', read);
      return rest;
    });
  });

  const listeners = server.listeners('upgrade') as Listener[];
  server.removeAllListeners('upgrade');
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const rest = releases.get(socket)?.() ?? Buffer.alloc(0);
    const all = Buffer.concat([head, rest]);
    for (const listener of listeners) listener.call(server, request, socket, all);
  });
}
