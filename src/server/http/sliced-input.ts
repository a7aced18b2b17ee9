import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** What Node's parser gets at once: it makes all the requests in it before anybody can end the connection. */
const SLICE_BYTES = 1_024;
const NOTHING = Buffer.alloc(0);

interface Input {
  /** What the parser has not seen. */
  rest: Buffer;
  isHttp: boolean;
  read: (chunk: Buffer) => void;
}

type Listener = (this: unknown, ...args: unknown[]) => void;

/**
 * Hands the bytes of each connection to the HTTP parser in slices, so that what was sent behind the request
 * that ended a connection costs nothing. Connections that want to be something else than HTTP go on below
 * `path` only. To be called when the listeners for upgrades are there.
 */
export function sliceInput(server: Server, path: string): void {
  const inputs = new WeakMap<Socket, Input>();

  server.on('connection', (socket: Socket) => {
    const parsers = socket.listeners('data') as Listener[];
    const read = (chunk: Buffer): void => {
      input.rest = chunk;
      while (input.isHttp && input.rest.length > 0 && !socket.destroyed && !socket.isPaused()) {
        const slice = input.rest.subarray(0, SLICE_BYTES);
        input.rest = input.rest.subarray(SLICE_BYTES);
        for (const parse of parsers) parse.call(socket, slice);
      }
      // The parser stops the connection while its answers are not read, and takes nothing meanwhile.
      if (input.isHttp && socket.isPaused()) socket.unshift(input.rest);
    };
    const input: Input = { rest: NOTHING, isHttp: true, read };
    inputs.set(socket, input);
    socket.removeAllListeners('data');
    socket.on('data', read);
  });

  const listeners = server.listeners('upgrade') as Listener[];
  server.removeAllListeners('upgrade');
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const input = inputs.get(socket);
    // Node takes its own listener away; without one, a client that goes would end the process.
    socket.on('error', () => {});
    if (input === undefined || request.url?.startsWith(path) !== true) {
      socket.destroy();
      return;
    }
    input.isHttp = false;
    socket.removeListener('data', input.read);
    const all = Buffer.concat([head, input.rest]);
    for (const listener of listeners) listener.call(server, request, socket, all);
  });
}
