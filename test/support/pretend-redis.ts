import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { NodeAddress } from '../../src/server/platform/redis/redis-address.js';

export type Reply = string | number | Error | null | readonly Reply[];

/** In the protocol of Redis. */
function inRedisWords(reply: Reply): string {
  if (typeof reply === 'number') return `:${reply}\r\n`;
  if (reply === null) return '$-1\r\n';
  if (reply instanceof Error) return `-${reply.message}\r\n`;
  if (typeof reply === 'string') return `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`;
  return `*${reply.length}\r\n${reply.map(inRedisWords).join('')}`;
}

/** The commands that a client has sent at once, each as its words in small letters. */
export function commandsIn(data: Buffer): string[][] {
  // Each begins with the number of its words.
  return data
    .toString()
    .split(/(?=\*\d+\r\n\$)/)
    .map((command) => command.split('\r\n').filter((_, n) => n > 0 && n % 2 === 0))
    .map((words) => words.map((word) => word.toLowerCase()));
}

/** Answers on a port like a program of Redis's, as a test says. */
export class PretendRedis {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly answer: (words: string[], socket: Socket) => Reply,
  ) {}

  static async start(answer: (words: string[], socket: Socket) => Reply): Promise<PretendRedis> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const pretender = new PretendRedis(server, answer);
    server.on('connection', (socket) => pretender.serve(socket));
    return pretender;
  }

  get node(): NodeAddress {
    return { host: '127.0.0.1', port: (this.server.address() as AddressInfo).port };
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      for (const words of commandsIn(data)) socket.write(inRedisWords(this.answer(words, socket)));
    });
  }
}
