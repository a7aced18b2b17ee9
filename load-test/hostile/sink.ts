/** A server that answers handshakes and throws everything else away: what a flood costs the system alone. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

const SWITCHED =
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
const BODY = '0{"sid":"sink"}';
const ANSWER = `HTTP/1.1 200 OK\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;

/** Resolves with the port that it listens at, on loopback. */
export async function openSink(): Promise<number> {
  const server = createServer((socket: Socket) => {
    socket.on('error', () => {});
    socket.once('data', (first: Buffer) => {
      const isUpgrade = first.toString('latin1').includes('Upgrade: websocket');
      socket.write(isUpgrade ? SWITCHED : ANSWER);
      socket.resume();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
