import { describe, expect, it } from 'vitest';
import { RoomError } from '../../src/protocol/index.js';
import { customerOf } from '../../src/server/platform/identity/request-origin.js';
import { WrongPins } from '../../src/server/platform/rate/wrong-pins.js';
import { MemoryCounts } from '../../src/server/live/store/memory/memory-counts.js';

/** Somebody new at this address, at each try. */
let people = 0;
const at = (address: string) => ({ address, identityId: `somebody ${people++}` });

/** Two processes over one store, and the clock of both. */
function processes(most: ConstructorParameters<typeof WrongPins>[1] = { address: 3 }) {
  let now = 1_000_000;
  let isAway = false;
  const memory = new MemoryCounts(() => now);
  const unlessAway = async <T>(act: () => Promise<T>): Promise<T> => {
    if (isAway) throw new RoomError('STORE_AWAY');
    return act();
  };
  const counts = {
    add: (...args: [string, string, number]) => unlessAway(() => memory.add(...args)),
    size: (...args: [string, number]) => unlessAway(() => memory.size(...args)),
  };
  const [here, there] = [1, 2].map(() => new WrongPins(counts, most, () => now)) as [
    WrongPins,
    WrongPins,
  ];
  return {
    here,
    there,
    pass: (ms: number) => (now += ms),
    setAway: (away: boolean) => (isAway = away),
  };
}

describe('R10.4 wrong PINs of an address', () => {
  it('R10.4 count once each, at whatever process they are looked up and entered', async () => {
    const { here, there } = processes();
    for (let n = 0; n < 5; n++)
      for (const one of [here, there]) expect(await one.note(at('a'), '000001')).toBe(true);
    for (const pin of ['000002', '000003']) expect(await there.note(at('a'), pin)).toBe(true);
    for (const one of [here, there]) {
      expect(await one.mayPass(at('a'))).toBe(false);
      expect(await one.mayPass(at('b'))).toBe(true);
    }
  });

  it('R10.4 beyond the limit tell nothing, not even what was told before', async () => {
    const { here, there } = processes();
    for (const pin of ['1', '2', '3']) expect(await here.note(at('a'), pin)).toBe(true);
    for (const one of [here, there])
      for (const pin of ['1', '2', '3', '4']) expect(await one.note(at('a'), pin)).toBe(false);
  });

  it('R10.4 are forgiven a minute after each', async () => {
    const { here, there, pass } = processes();
    await here.note(at('a'), '1');
    pass(30_000);
    for (const pin of ['2', '3']) await here.note(at('a'), pin);
    pass(29_999);
    expect([await here.mayPass(at('a')), await there.mayPass(at('a'))]).toEqual([false, false]);
    pass(1);
    expect([await here.mayPass(at('a')), await there.mayPass(at('a'))]).toEqual([true, true]);
    expect(await there.note(at('a'), '4')).toBe(true);
    expect([await here.mayPass(at('a')), await there.mayPass(at('a'))]).toEqual([false, false]);
  });

  it('R10.4 are counted by each process for itself while the store is away', async () => {
    const { here, there, setAway } = processes();
    setAway(true);
    for (const pin of ['1', '2', '3']) await here.note(at('a'), pin);
    expect([await here.mayPass(at('a')), await there.mayPass(at('a'))]).toEqual([false, true]);
  });

  it('R10.4 let no right one pass behind too many, however many come at once', async () => {
    const { here } = processes();
    const outcomes = Array.from({ length: 10 }, (_, n) =>
      n === 8 ? here.mayPass(at('a')) : here.note(at('a'), String(n)),
    );
    expect(await Promise.all(outcomes)).toEqual([
      true,
      true,
      true,
      ...Array<boolean>(7).fill(false),
    ]);
  });

  it('a bug of the store is no reason to let anybody in', async () => {
    const broken = () => Promise.reject(new Error('broken'));
    const wrongPins = new WrongPins({ add: broken, size: broken });
    await expect(wrongPins.mayPass(at('a'))).rejects.toThrow('broken');
    await expect(wrongPins.note(at('a'), '1')).rejects.toThrow('broken');
  });

  describe('R10.4 of others', () => {
    /** How many of so many wrong PINs are told, each by the next of `who`. */
    async function told(
      pins: WrongPins,
      count: number,
      who: (n: number) => { address: string; identityId: string },
    ): Promise<number> {
      let sum = 0;
      for (let n = 0; n < count; n++) if (await pins.note(who(n), String(100_000 + n))) sum++;
      return sum;
    }
    /** The n-th /64 of a site. */
    const within = (site: string, n: number) => at(customerOf(`${site}:${n.toString(16)}::1`));

    it('R10.4 a /48 has ten times as many as an address, however many addresses it has', async () => {
      const { here, there } = processes({});
      expect(await told(here, 1_000, (n) => within('2001:db8:1', n))).toBe(600);
      for (const one of [here, there]) {
        expect(await one.mayPass(within('2001:db8:1', 65_000))).toBe(false);
        expect(await told(one, 10, (n) => within('2001:db8:1', 2_000 + n))).toBe(0);
        // The neighbours' /48, and everybody with IPv4, also where the socket is one of IPv6.
        for (const address of ['2001:db8:2::1', '192.0.2.1', '::ffff:192.0.2.2', '::1'])
          expect([address, await one.mayPass(at(customerOf(address)))]).toEqual([address, true]);
      }
    });

    it('R10.4 addresses of IPv4 are no site, however a socket of IPv6 spells them', async () => {
      const { here } = processes({ address: 3, site: 3 });
      expect(await told(here, 30, (n) => at(customerOf(`::ffff:192.0.2.${n}`)))).toBe(30);
    });

    it('R10.4 an identity has as many as an address, wherever it comes from', async () => {
      const { here, there } = processes({});
      const me = (n: number) => ({ address: `192.0.2.${n}`, identityId: 'me' });
      expect(await told(here, 100, me)).toBe(60);
      for (const one of [here, there]) {
        expect(await one.mayPass(me(200))).toBe(false);
        expect(await one.mayPass(at('192.0.2.200'))).toBe(true);
      }
      // A client without an identity is not one with all others that have none.
      const nobody = (n: number) => ({ address: `192.0.2.${n}`, identityId: '' });
      expect(await told(here, 100, (n) => nobody(100 + n))).toBe(100);
    });

    it('R10.4 above 3,000 in a process each address has five, and a right PIN passes from all others', async () => {
      const { here, there, pass } = processes({});
      const crowd = (n: number) => at(`10.0.${n >> 8}.${n & 255}`);
      expect(await told(here, 3_000, (n) => crowd(n % 200))).toBe(3_000);
      expect(await told(here, 200, () => at('honest'))).toBe(5);
      expect(await here.mayPass(at('honest'))).toBe(false);
      expect(await here.mayPass(at('another'))).toBe(true);
      // Those of the crowd have had theirs; another process is not flooded.
      expect(await told(here, 200, crowd)).toBe(0);
      expect(await told(there, 60, () => at('honest there'))).toBe(60);
      pass(60_000);
      expect(await told(here, 60, () => at('honest'))).toBe(60);
    });

    it('R10.4 tries that are refused narrow what others may try by nothing', async () => {
      const { here } = processes({ process: 100 });
      expect(await told(here, 1_000, () => at('one'))).toBe(60);
      expect(await told(here, 30, () => at('another'))).toBe(30);
    });
  });
});
