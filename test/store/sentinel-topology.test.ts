import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { SentinelTopology } from '../../src/server/live/store/redis/sentinel-topology.js';
import { nameOfNode, type NodeAddress } from '../../src/server/platform/redis/redis-address.js';
import { commandsIn } from '../support/pretend-redis.js';
import { PATIENT } from '../support/patience.js';

const OLD: NodeAddress = { host: '10.0.0.1', port: 6379 };
const NEW: NodeAddress = { host: '10.0.0.2', port: 6379 };

const PATIENCE = { timeout: 10_000 };

const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
const list = (items: string[]): string => `*${items.length}\r\n${items.map(bulk).join('')}`;

interface Told {
  node: NodeAddress;
  epoch: number | string;
  /** As `MASTER` has it, where that is another one. */
  master?: NodeAddress;
}

/** Answers as a sentinel does, and tells what it is told to. */
class Pretender {
  private readonly sockets = new Set<Socket>();
  private readonly hearing = new Set<Socket>();
  private readonly silent = new WeakSet<Socket>();
  private isFrozen = false;
  told: Told | undefined;
  /** Whether it tells nobody of switches, and how often it said so. */
  refuses = false;
  refused = 0;
  /** It says this in place of its primary. */
  garbage: string | undefined;

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

  /** Ends the connections that stand. */
  hangUp(): void {
    for (const socket of this.sockets) socket.destroy();
    this.hearing.clear();
  }

  switchTo(name: string, from: NodeAddress, to: NodeAddress): void {
    this.tell([name, from.host, from.port, to.host, to.port].join(' '));
  }

  tell(text: string): void {
    for (const socket of this.hearing) socket.write(list(['message', '+switch-master', text]));
  }

  /** The connections that stand are dead, and nobody is told. */
  fallSilent(): void {
    for (const socket of this.sockets) this.silent.add(socket);
    this.hearing.clear();
  }

  /** Takes connections as the kernel does for a program that was stopped, and ends those that stand. */
  freeze(): void {
    this.isFrozen = true;
    this.hangUp();
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
      if (this.isFrozen || this.silent.has(socket)) return;
      for (const words of commandsIn(data)) socket.write(this.answer(socket, words));
    });
  }

  private answer(socket: Socket, [verb = '', first = '']: string[]): string {
    if (verb === 'subscribe' && this.refuses) {
      this.refused += 1;
      return '-NOPERM no permissions to access one of the channels\r\n';
    }
    if (verb === 'subscribe') {
      this.hearing.add(socket);
      return `*3\r\n${bulk('subscribe')}${bulk(first)}:1\r\n`;
    }
    if (verb === 'ping') return this.hearing.has(socket) ? list(['pong', '']) : '+PONG\r\n';
    if (verb !== 'sentinel') return `-ERR unknown command '${verb}'\r\n`;
    if (this.garbage !== undefined) return this.garbage;
    if (this.told === undefined)
      return first === 'master' ? '-ERR No such master with that name\r\n' : '*-1\r\n';
    const { node, epoch, master = node } = this.told;
    if (first !== 'master') return list([node.host, `${node.port}`]);
    return list(['ip', master.host, 'port', `${master.port}`, 'config-epoch', `${epoch}`]);
  }
}

const open: { close: () => unknown }[] = [];
afterAll(async () => {
  for (const one of open.toReversed()) await one.close();
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
      logger: {
        warn: ({ error }: { error?: string }, message) =>
          warned.push(error === undefined ? message : `${message}: ${error}`),
      },
      refused: () => {},
      changed: () => heard.push(nameOfNode(topology.primaryOf()!)),
    },
  );
  open.push(topology);
  await vi.waitFor(() => {
    if (sentinels.some(({ listeners }) => listeners === 0)) throw new Error('nobody listens');
  }, PATIENT);
  return { sentinels, heard, warned };
}

const [old, next] = [nameOfNode(OLD), nameOfNode(NEW)];

describe.concurrent('the primary that sentinels name', () => {
  it('is that of the newest configuration, whatever others remember', async ({ expect }) => {
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

  it('is another one as soon as any sentinel says so, though others still name the old one', async ({
    expect,
  }) => {
    const { sentinels, heard } = await follow({ node: OLD, epoch: 3 }, { node: OLD, epoch: 3 });
    await expect.poll(() => heard).toEqual([old]);
    sentinels[1]!.switchTo('other', OLD, { host: '10.0.0.3', port: 6379 });
    sentinels[0]!.switchTo('halls', OLD, NEW);
    await expect.poll(() => heard).toEqual([old, next]);
    // The one that leads the switch names the old one for seconds.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(heard).toEqual([old, next]);
  });

  it('is the new one for who begins to ask in a switch, though the one that leads it lists the old one', async ({
    expect,
  }) => {
    const { heard } = await follow({ node: NEW, epoch: 4, master: OLD }, { node: NEW, epoch: 4 });
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(heard).toEqual([next]);
  });

  it('is the old one again, as soon as a newer configuration says so', async ({ expect }) => {
    const { sentinels, heard } = await follow({ node: OLD, epoch: 3 });
    await expect.poll(() => heard).toEqual([old]);
    sentinels[0]!.switchTo('halls', OLD, NEW);
    sentinels[0]!.told = { node: OLD, epoch: 5 };
    await expect.poll(() => heard, PATIENCE).toEqual([old, next, old]);
  });

  it('is heard of again where connections have died without an end', async ({ expect }) => {
    const { sentinels, heard } = await follow({ node: OLD, epoch: 3 }, { node: OLD, epoch: 3 });
    await expect.poll(() => heard).toEqual([old]);
    for (const sentinel of sentinels) sentinel.fallSilent();
    await expect.poll(() => sentinels.map(({ listeners }) => listeners), PATIENCE).toEqual([1, 1]);
    sentinels[1]!.switchTo('halls', OLD, NEW);
    await expect.poll(() => heard).toEqual([old, next]);
  });

  it('stays what it is, and nothing fails, where a sentinel is there and says nothing', async ({
    expect,
  }) => {
    const { sentinels, heard } = await follow({ node: OLD, epoch: 3 }, { node: OLD, epoch: 3 });
    await expect.poll(() => heard).toEqual([old]);
    sentinels[0]!.freeze();
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(heard).toEqual([old]);
    sentinels[1]!.told = { node: NEW, epoch: 4 };
    await expect.poll(() => heard, PATIENCE).toEqual([old, next]);
  });

  it('is asked for where a sentinel tells of no switch any more', async ({ expect }) => {
    const { sentinels, heard } = await follow({ node: OLD, epoch: 3 });
    await expect.poll(() => heard).toEqual([old]);
    const [sentinel] = sentinels as [Pretender];
    sentinel.refuses = true;
    sentinel.hangUp();
    await expect.poll(() => sentinel.refused, PATIENCE).toBeGreaterThan(0);
    sentinel.told = { node: NEW, epoch: 4 };
    await expect.poll(() => heard, PATIENCE).toEqual([old, next]);
  });

  it('stays what it is where a sentinel talks nonsense', async ({ expect }) => {
    const { sentinels, heard } = await follow({ node: OLD, epoch: 3 }, { node: OLD, epoch: 3 });
    await expect.poll(() => heard).toEqual([old]);
    const [mad, sane] = sentinels as [Pretender, Pretender];
    for (const text of [
      '',
      'halls',
      'halls a 1 b',
      'halls a 1 b 0',
      'halls a 1 b 70000',
      'halls a 1  1',
    ])
      mad.tell(text);
    for (const garbage of ['HTTP/1.1 400\r\n', ':1\r\n', '*-1\r\n', list([]), list(['x', 'y'])]) {
      mad.garbage = garbage;
      await new Promise((resolve) => setTimeout(resolve, 600));
    }
    mad.garbage = undefined;
    mad.told = { node: NEW, epoch: 'many' };
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(heard).toEqual([old]);
    sane.told = { node: NEW, epoch: 4 };
    await expect.poll(() => heard, PATIENCE).toEqual([old, next]);
  });

  it('is unknown where no sentinel answers, which is told once with the reason', async ({
    expect,
  }) => {
    const { sentinels, heard, warned } = await follow(undefined);
    sentinels[0]!.garbage = '-NOAUTH Authentication required.\r\n';
    await expect
      .poll(() => warned, PATIENCE)
      .toEqual([
        'no sentinel watches a primary of this name',
        'no sentinel answers: NOAUTH Authentication required.',
      ]);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect([heard, warned.length]).toEqual([[], 2]);
  });

  it('is unknown, which is told once, where no sentinel watches this name', async ({ expect }) => {
    const { sentinels, heard, warned } = await follow(undefined, undefined);
    await expect.poll(() => warned).toEqual(['no sentinel watches a primary of this name']);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect([heard, warned.length]).toEqual([[], 1]);
    sentinels[0]!.told = { node: OLD, epoch: 1 };
    await expect.poll(() => heard).toEqual([old]);
  });
});

describe('sentinels that were set up anew and count from 0', () => {
  it('are believed once most of them have said the same for long', async () => {
    const { sentinels, heard } = await follow({ node: OLD, epoch: 3 }, undefined, undefined);
    await expect.poll(() => heard).toEqual([old]);
    const passTime = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      const now = performance.now() + 16_000;
      vi.spyOn(performance, 'now').mockImplementation(() => now);
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      vi.restoreAllMocks();
    };
    // A single one may have come back with what it knew long ago.
    sentinels[0]!.told = { node: NEW, epoch: 0 };
    await passTime();
    expect(heard).toEqual([old]);
    for (const sentinel of sentinels) sentinel.told = { node: NEW, epoch: 0 };
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(heard).toEqual([old]);
    await passTime();
    expect(heard).toEqual([old, next]);
  });
});
