import { afterEach, describe, expect, it, vi } from 'vitest';
import { ClusterTopology } from '../../src/server/live/store/redis/cluster-topology.js';
import { nameOfNode, type NodeAddress } from '../../src/server/platform/redis/redis-address.js';
import { PretendRedis, type Reply } from '../support/pretend-redis.js';
import { PATIENT } from '../support/patience.js';

/** A primary with its slots, as a node tells of it. */
interface Told {
  id: string;
  host: string | null;
  port: number;
  epoch: number;
  slots: [first: number, last: number];
}

/** Answers as a node of a cluster does, with the map that it is told. */
class Pretender {
  map: Told[] | Error = [];
  asked = 0;
  private server!: PretendRedis;

  static async start(map: Pretender['map'] = []): Promise<Pretender> {
    const pretender = new Pretender();
    pretender.map = map;
    pretender.server = await PretendRedis.start((words) => pretender.answer(words));
    return pretender;
  }

  get node(): NodeAddress {
    return this.server.node;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private answer([verb, which]: string[]): Reply {
    if (verb === 'ping') return 'PONG';
    if (verb !== 'cluster') return new Error(`ERR unknown command '${verb}'`);
    const { map } = this;
    if (map instanceof Error) return map;
    if (which === 'slots') {
      this.asked += 1;
      return map.map(({ slots, host, port, id }) => [...slots, [host, port, id, []]]);
    }
    const lines = map.map(
      ({ id, host, port, epoch, slots }) =>
        `${id} ${host}:${port}@1 master - 0 0 ${epoch} connected ${slots.join('-')}`,
    );
    return `${lines.join('\n')}\n`;
  }
}

describe('the primaries that nodes of a cluster name', () => {
  const open: { close: () => unknown }[] = [];
  afterEach(async () => {
    for (const one of open.splice(0).toReversed()) await one.close();
  });

  async function node(map?: Pretender['map']): Promise<Pretender> {
    const pretender = await Pretender.start(map);
    open.push(pretender);
    return pretender;
  }

  function follow(...seeds: Pretender[]) {
    const refused: string[] = [];
    const warned: string[] = [];
    let changes = 0;
    const topology = new ClusterTopology(
      { kind: 'cluster', nodes: seeds.map((seed) => seed.node), login: {} },
      {
        logger: { warn: (_fields, message) => warned.push(message) },
        refused: ({ message }) => refused.push(message),
        changed: () => void (changes += 1),
      },
    );
    open.push(topology);
    const at = (slot: number): string | undefined => {
      const found = topology.primaryOf(slot);
      return found && nameOfNode(found);
    };
    return { topology, at, refused, warned, changes: () => changes };
  }

  const a = (changes: Partial<Told> = {}): Told => {
    return { id: 'a', host: '10.0.0.1', port: 7000, epoch: 1, slots: [0, 16_383], ...changes };
  };
  const b = (changes: Partial<Told> = {}): Told => a({ id: 'b', host: '10.0.0.2', ...changes });

  it('are those of the newest claim to each slot, whichever node tells it', async () => {
    const [old, fresh] = [await node([a()]), await node([a({ slots: [0, 99] })])];
    (fresh.map as Told[]).push(b({ epoch: 2, slots: [100, 16_383] }));
    const { at, topology, changes } = follow(old, fresh);
    await vi.waitFor(
      () => expect([at(99), at(100)]).toEqual(['10.0.0.1:7000', '10.0.0.2:7000']),
      PATIENT,
    );
    const before = changes();
    // The one that is behind says it again and again.
    const asked = old.asked;
    topology.look();
    await vi.waitFor(() => expect(old.asked).toBeGreaterThan(asked), PATIENT);
    expect([at(100), changes()]).toEqual(['10.0.0.2:7000', before]);
    // With the next epoch it is the other one that is behind.
    old.map = [a({ epoch: 3 })];
    topology.look();
    await vi.waitFor(() => expect(at(100)).toBe('10.0.0.1:7000'), PATIENT);
  });

  it('are asked of nodes that were heard of later, and stay while none answers', async () => {
    const [seed, other] = [await node(), await node()];
    const { host, port } = other.node;
    seed.map = [b({ host, port, slots: [0, 16_383] })];
    other.map = [b({ host, port, slots: [0, 16_383] })];
    const { at, warned } = follow(seed);
    await vi.waitFor(() => expect(other.asked).toBeGreaterThan(0), PATIENT);
    expect(at(7)).toBe(nameOfNode(other.node));
    await seed.close();
    open.splice(open.indexOf(seed), 1);
    other.map = [b({ host, port, slots: [0, 8] }), a({ epoch: 4, slots: [9, 16_383] })];
    await vi.waitFor(() => expect(at(9)).toBe('10.0.0.1:7000'), PATIENT);
    await other.close();
    open.splice(open.indexOf(other), 1);
    await vi.waitFor(() => expect(warned).toEqual(['no node of the cluster answers']), PATIENT);
    expect([at(8), at(9)]).toEqual([nameOfNode({ host, port }), '10.0.0.1:7000']);
  });

  it('have the address of whoever is asked where they do not know their own', async () => {
    const seed = await node();
    seed.map = [a({ host: null, port: seed.node.port })];
    const { at } = follow(seed);
    await vi.waitFor(() => expect(at(0)).toBe(nameOfNode(seed.node)), PATIENT);
    seed.map = [a({ host: '', port: seed.node.port }), b({ host: '?', epoch: 9 })];
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(at(0)).toBe(nameOfNode(seed.node));
  });

  it.each([
    ['ERR This instance has cluster support disabled', 'no part of a cluster'],
    ["NOPERM this user has no permissions to run the 'cluster|slots' command", 'CLUSTER SLOTS'],
  ])('%s: says why nothing comes of it', async (reply, why) => {
    const { refused } = follow(await node(new Error(reply)));
    await vi.waitFor(() => expect(refused[0]).toContain(why), PATIENT);
  });
});
