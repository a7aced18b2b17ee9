import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { SocketBroadcaster } from './socket-broadcaster.js';

/**
 * Connections of this process to itself, whose other end forgets what it reads: what bots are sent is written as
 * to players, as these writes are most of what a player costs.
 */
export class FrameSink {
  private server: Promise<Server> | undefined;
  private readonly open = new Set<Socket>();

  constructor(private readonly broadcaster: Pick<SocketBroadcaster, 'divert'>) {}

  /** From now on what goes to this connection is written to the sink; returns the disposer. */
  async connect(connectionId: string): Promise<() => void> {
    this.server ??= listen();
    const { port } = (await this.server).address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true).on('error', () => {});
    this.open.add(socket);
    await once(socket, 'connect');
    const restore = this.broadcaster.divert(connectionId, socket);
    return () => {
      restore();
      socket.destroy();
      this.open.delete(socket);
      if (this.open.size === 0) this.close();
    };
  }

  close(): void {
    const { server } = this;
    this.server = undefined;
    for (const socket of this.open) socket.destroy();
    this.open.clear();
    void server?.then((one) => one.close());
  }
}

async function listen(): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => {}).resume());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server.unref();
}
