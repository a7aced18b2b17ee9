/** What the game's server is held against: echo over the layers below Socket.IO, and nothing else. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { WebSocketServer } from 'ws';
import { FrameCutter, MAX_FRAME_BYTES } from './lines.js';

const HOST = '127.0.0.1';

export interface EchoServer {
  address: string;
  close(): Promise<void>;
}

/** Each message behind its length; a connection that announces too long a one is closed. */
export async function startTcpEcho(): Promise<EchoServer> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    const cutter = new FrameCutter();
    socket.on('data', (chunk) => {
      try {
        const frames = cutter.cut(chunk);
        if (frames.length > 0) socket.write(frames);
      } catch {
        socket.destroy();
      }
    });
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  });
  await once(server.listen(0, HOST), 'listening');
  return {
    address: `tcp://${HOST}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** As Socket.IO uses WebSockets: no compression, and each message written by itself. */
export async function startWsEcho(): Promise<EchoServer> {
  const server = new WebSocketServer({
    host: HOST,
    port: 0,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
  });
  server.on('connection', (socket) => {
    socket.on('message', (message: Buffer, binary) => socket.send(message, { binary }));
    socket.on('error', () => {});
  });
  await once(server, 'listening');
  return {
    address: `ws://${HOST}:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of server.clients) socket.terminate();
      await closed;
    },
  };
}
