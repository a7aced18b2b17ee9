import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer, type Server as SocketServer } from 'node:net';

/** As the kernel's own bound (`net.core.somaxconn`): a full queue refuses, where TCP would let wait. */
const BACKLOG = 4_096;

/**
 * Lets a proxy on this machine in by a Unix socket, which costs both sides less than TCP. Resolves when
 * it listens; the file goes when it is closed.
 */
export async function listenOnUnixSocket(server: Server, path: string): Promise<SocketServer> {
  const door = createServer({ allowHalfOpen: true }, (socket) => server.emit('connection', socket));
  // Left by a process that was killed.
  rmSync(path, { force: true });
  door.listen({ path, backlog: BACKLOG });
  await once(door, 'listening');
  return door;
}
