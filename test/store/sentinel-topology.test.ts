import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SentinelTopology } from '../../src/server/live/store/redis/sentinel-topology.js';
import { nameOfNode, type NodeAddress } from '../../src/server/platform/redis/redis-address.js';

const OLD: NodeAddress = { host: '10.0.0.1', port: 6379 };
const NEW: NodeAddress = { host: '10.0.0.2', port: 6379 };

const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
const list = (items: string[]): string => `*${items.length}\r\n${items.map(bulk).join('')}`;

/** Answers as a sentinel does, and tells what it is told to. */
class Pretender {
  private readonly sockets = new Set<Socket>();
  private readonly hearing = new Set<Socket>();
  told: { node: NodeAddress; epoch: number } | undefined;

  private constructor(private readonly server: Server) {}

  static async start(told?: Pretender['told']): Promise<Pretender> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const pretender = new Pretender(server);
    pretender.told = told;
    server.on('connection', (socket) => pretender.serve(socket));
    return pretender;
  }

  get node(): NodeAddress {
    return { host: '127.0.0.1', port: (this.server.address() as AddressInfo).port };
  }

  get listeners(): number {
    return this.hearing.size;
  }

  switchTo(name: string, from: NodeAddress, to: NodeAddress): void {
    const text = [name, from.host, from.port, to.host, to.port].join(' ');
    for (const socket of this.hearing) socket.write(list(['message', '+switch-master', text]));
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
      // One command or several; each begins with the number of its words.
      for (const command of data.toString().split(/(?=\*\d+\r\n\$)/)) {
        const words = command.split('\r\n').filter((_, n) => n > 0 && n % 2 === 0);
        socket.write(
          this.answer(
            socket,
            words.map((word) => word.toLowerCase()),
          ),
        );
      }
    });
  }

  private answer(socket: Socket, [verb = '', first = '']: string[]): string {
    if (verb === 'subscribe') {
      this.hearing.add(socket);
      return `*3\r\n${bulk('subscribe')}${bulk(first)}:1\r\n`;
    }
    if (verb !== 'sentinel') return `-ERR unknown command '${verb}'\r\n`;
    if (this.told === undefined) return '-ERR No such master with that name\r\n';
    const { node, epoch } = this.told;
    return list(['ip', node.host, 'port', `${node.port}`, 'config-epoch', `${epoch}`]);
  }
}

describe('the primary that sentinels name', () => {
  const open: { close: () => unknown }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).toReversed()) await one.close();
  });

  async function follow(...told: Pretender['told'][]) {
    const sentinels = await Promise.all(told.map((one) => Pretender.start(one)));
    open.push(...sentinels);
    const heard: string[] = [];
    const warned: string[] = [];
    const topology = new SentinelTopology(
      {
        kind: 'sentinels',
        nodes: sentinels.map(({ node }) => node),
        name: 'halls',
        login: {},
        sentinelLogin: {},
      },
      {
        logger: { warn: (_fields, message) => warned.push(message) },
        changed: () => heard.push(nameOfNode(topology.primaryOf()!)),
      },
    );
    open.push(topology);
    await vi.waitFor(() => {
      if (sentinels.some(({ listeners }) => listeners === 0)) throw new Error('nobody listens');
    }, 5_000);
    return { sentinels, heard, warned };
  }
  const [old, next] = [nameOfNode(OLD), nameOfNode(NEW)];

  it('is that of the newest configuration, whatever others remember', async () => {
    const { sentinels, heard } = await follow(
      { node: OLD, epoch: 3 },
      { node: NEW, epoch: 4 },
      undefined,
    );
    await expect.poll(() => heard.at(-1)).toBe(next);
    // The newest one is away, and an older one is no news.
    await sentinels[1]!.close();
    open.splice(open.indexOf(sentinels[1]!), 1);
    sentinels[2]!.told = { node: OLD, epoch: 3 };
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(heard.at(-1)).toBe(next);
    sentinels[2]!.told = { node: OLD, epoch: 5 };
    await expect.poll(() => heard.at(-1)).toBe(old);
  });

  it('is another one as soon as any sentinel says so, though others still name the old one', async () => {
    const { sentinels, heard } = await follow({ node: OLD, epoch: 3 }, { node: OLD, epoch: 3 });
    await expect.poll(() => heard).toEqual([old]);
    sentinels[1]!.switchTo('other', OLD, NEW);
    sentinels[0]!.switchTo('halls', OLD, NEW);
    await expect.poll(() => heard).toEqual([old, next]);
    // The one that leads the switch names the old one for seconds.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(heard).toEqual([old, next]);
  });

  it('is unknown, which is told once, where no sentinel watches this name', async () => {
    const { sentinels, heard, warned } = await follow(undefined, undefined);
    await expect.poll(() => warned).toEqual(['no sentinel watches a primary of this name']);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect([heard, warned.length]).toEqual([[], 1]);
    sentinels[0]!.told = { node: OLD, epoch: 1 };
    await expect.poll(() => heard).toEqual([old]);
  });
});
