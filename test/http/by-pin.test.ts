import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { RedisStore } from '../../src/server/live/store/redis/redis-store.js';
import { startTestApp, TestBank } from '../support/app.js';
import { TestClient } from '../support/client.js';
import { SLOW, slowSet, wrongPins } from '../support/hall.js';
import { TestRedis } from '../support/redis.js';

const SECRET = 'the one secret of the processes';
const DOOR = ['GET', '/door'] as const;
/** All that take a PIN (`ways-in.test.ts` knows that there are no others), by what they answer a stranger. */
const QUIET = [
  ['GET', '/results', 403],
  ['GET', '/results/file?format=xlsx', 403],
  ['GET', `/pictures/${'ab'.repeat(32)}`, 404],
  ['POST', '/host-link', 403],
  ['POST', '/quiz-set', 403],
] as const;

interface Process {
  url: string;
  close: () => Promise<void>;
}

/** One process, or two that share a Redis; a room is hosted at the first. */
describe.each([1, 2])('R10.4 routes with a PIN, %i process(es)', (count) => {
  const processes: Process[] = [];
  const clients: TestClient[] = [];
  let redis: TestRedis | undefined;
  let pin: string;
  let host: TestClient;
  let senders = 0;

  beforeAll(async () => {
    redis = count > 1 ? await TestRedis.start() : undefined;
    const env = { ...SLOW, SECRET, TRUST_PROXY: 'true', ...(redis && { REDIS_URL: redis.url }) };
    for (let n = 0; n < count; n++)
      processes.push(await startTestApp(env, new TestBank([slowSet()])));
    host = new TestClient(processes[0]!.url, { auth: { wantToken: true } });
    clients.push(host);
    ({ gameId: pin } = await host.do('createRoom', {}));
    await host.do('startGame', {});
    await host.do('endGame', {});
  });
  afterAll(async () => {
    for (const client of clients) client.close();
    for (const one of processes) await one.close();
    await redis?.stop();
  });

  /** Somebody who has opened a page, at an address of their own unless it is given. */
  async function stranger(address = `198.51.100.${++senders}`) {
    const page = await fetch(processes[0]!.url);
    const cookie = (page.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    return { address, headers: { cookie } };
  }
  type Person = Awaited<ReturnType<typeof stranger>>;

  async function ask(
    { address, headers }: Pick<Person, 'address'> & { headers: Record<string, string> },
    [method, path]: readonly [string, string, ...unknown[]],
    at: string,
    { url } = processes[0]!,
  ): Promise<{ status: number; body: string; headers: Record<string, string> }> {
    const json = { 'content-type': 'application/json', origin: url };
    const response = await fetch(`${url}/api/rooms/${at}${path}`, {
      method,
      headers: { 'x-forwarded-for': address, ...headers, ...(method === 'POST' && json) },
      ...(method === 'POST' && { body: JSON.stringify({ secret: 'x', questions: [] }) }),
    });
    const { date: _, ...told } = Object.fromEntries(response.headers);
    return { status: response.status, body: await response.text(), headers: told };
  }

  const join = (person: Person, at: string, n = 0): Promise<string> => {
    const client = new TestClient(processes[n % count]!.url, {
      extraHeaders: { 'x-forwarded-for': person.address, ...person.headers },
    });
    clients.push(client);
    return client.fail('joinRoom', { gameId: at });
  };

  /** Uses up what an address may try, but for `left`, with PINs that no other call of the test uses. */
  async function exhaust(person: Person, left = 0): Promise<void> {
    const wrong = wrongPins(160).slice(100);
    for (const [n, at] of wrong.slice(left).entries())
      expect((await ask(person, DOOR, at, processes[n % count])).status).toBe(404);
  }

  it('R10.4 tell a right PIN from a wrong one at the door only', async () => {
    const me = await stranger();
    for (const one of processes) {
      expect((await ask(me, DOOR, pin, one)).status).toBe(200);
      expect((await ask(me, DOOR, '000001', one)).status).toBe(404);
      for (const route of QUIET) {
        const right = await ask(me, route, pin, one);
        expect([route[1], right.status]).toEqual([route[1], route[2]]);
        for (const wrong of ['000002', 'abc', '0000001'])
          expect([route[1], await ask(me, route, wrong, one)]).toEqual([route[1], right]);
      }
    }
  });

  it('R10.4 count a wrong PIN once, however often and by whatever it is asked for, and a right one never', async () => {
    const me = await stranger();
    const friend = await stranger(me.address);
    for (const person of [me, friend])
      for (const one of processes)
        for (const route of [DOOR, ...QUIET])
          for (const at of [pin, '000001']) await ask(person, route, at, one);
    for (const n of [0, 1]) expect(await join(me, '000001', n)).toBe('ROOM_NOT_FOUND');
    await exhaust(me, 1);
    // That were 60 with the first; another address may go on.
    for (const at of ['000001', '000002', pin]) expect((await ask(me, DOOR, at)).status).toBe(429);
    expect((await ask(await stranger(), DOOR, '000002')).status).toBe(404);
  });

  it.each([DOOR, ...QUIET])('R10.4 each count wrong PINs: %s %s', async (...route) => {
    const me = await stranger();
    await exhaust(me, 2);
    for (const wrong of ['000001', '000002'])
      expect((await ask(me, route, wrong, processes.at(-1))).status).not.toBe(429);
    for (const one of processes)
      for (const at of ['000003', pin]) expect((await ask(me, DOOR, at, one)).status).toBe(429);
  });

  it('R10.4 beyond the limit answer right and wrong PINs alike', async () => {
    const me = await stranger();
    await exhaust(me);
    for (const one of processes)
      for (const route of [DOOR, ...QUIET]) {
        const right = await ask(me, route, pin, one);
        const status = route[1].startsWith('/pictures') ? 404 : 429;
        expect([route[1], right.status]).toEqual([route[1], status]);
        for (const wrong of ['000001', '000100', '000101', 'abc'])
          expect([route[1], await ask(me, route, wrong, one)]).toEqual([route[1], right]);
      }
    for (const at of [pin, '000001']) expect(await join(me, at, 1)).toBe('TOO_MANY_PINS');
  });

  it('R10.4 tell a /48 of 600 wrong PINs a minute, from however many addresses in it', async () => {
    const [site, other] = [`2001:db8:${count}`, `2001:db8:1${count}`];
    const people = await Promise.all(Array.from({ length: 20 }, () => stranger('unused')));
    const by = (n: number, at = site) => ({
      ...people[n % people.length]!,
      address: `${at}:${n.toString(16)}::1`,
    });
    const tries = wrongPins(700).map((wrong, n) => ({ wrong, n }));
    const answers: number[] = [];
    // Each as fast as it is answered, as somebody does who guesses.
    const guess = async () => {
      for (let one = tries.shift(); one !== undefined; one = tries.shift())
        answers.push((await ask(by(one.n), DOOR, one.wrong, processes[one.n % count])).status);
    };
    await Promise.all(people.map(guess));
    expect(answers.filter((status) => status === 404)).toHaveLength(600);
    expect(answers.filter((status) => status === 429)).toHaveLength(100);
    for (const one of processes) {
      expect((await ask(by(60_000), DOOR, pin, one)).status).toBe(429);
      expect((await ask(by(60_000, other), DOOR, pin, one)).status).toBe(200);
    }
  });

  it('R10.4 tell an identity 60 wrong PINs a minute, however many addresses it has', async () => {
    const me = await stranger();
    const by = (n: number) => ({ ...me, address: `203.0.${100 + count}.${n}` });
    const answers: number[] = [];
    for (const [n, wrong] of wrongPins(70).entries())
      answers.push((await ask(by(n), DOOR, wrong, processes[n % count])).status);
    expect(answers).toEqual([...Array<number>(60).fill(404), ...Array<number>(10).fill(429)]);
    for (const one of processes) {
      expect((await ask(by(200), DOOR, pin, one)).status).toBe(429);
      // Somebody else at one of these addresses has tried one.
      const other = await stranger(by(0).address);
      expect((await ask(other, DOOR, pin, one)).status).toBe(200);
    }
  });

  it('R10.4 beyond the limit let in who has a seat, a screen or the room, at whatever process', async () => {
    const guest = new TestClient(processes[0]!.url, { auth: { wantToken: true } });
    const screen = new TestClient(processes[0]!.url, { auth: { wantToken: true, role: 'screen' } });
    clients.push(guest, screen);
    for (const one of [guest, screen]) await one.do('joinRoom', { gameId: pin });
    const held = await stranger();
    await exhaust(held);
    const { address } = held;
    for (const one of processes) {
      for (const { token } of [host, guest, screen]) {
        const known = { address, headers: { authorization: `Bearer ${token}` } };
        expect((await ask(known, DOOR, pin, one)).status).toBe(200);
      }
      const by = ({ token }: TestClient) => ({
        address,
        headers: { authorization: `Bearer ${token}` },
      });
      expect((await ask(by(guest), ['GET', '/results'], pin, one)).status).toBe(200);
      expect((await ask(by(guest), QUIET[1], pin, one)).status).toBe(403);
      expect((await ask(by(host), QUIET[1], pin, one)).status).toBe(200);
      expect((await ask(by(screen), ['GET', '/results'], pin, one)).status).toBe(403);
      expect((await ask(held, DOOR, pin, one)).status).toBe(429);
    }
  });

  // Of one process, which hosts all rooms, there is no other to ask.
  const several = count > 1 ? [count] : [];
  it.each(several)(
    'R10.4 read the whole of a room for a file only, with %i processes',
    async () => {
      const read = vi.spyOn(RedisStore.prototype, 'readRoom');
      const snapshot = vi.spyOn(RedisStore.prototype, 'snapshot');
      const me = await stranger();
      const known = { address: me.address, headers: { authorization: `Bearer ${host.token}` } };
      // At the process that does not host the room.
      for (const person of [me, known])
        for (const route of [DOOR, ...QUIET])
          if (person === me || route !== QUIET[1]) await ask(person, route, pin, processes[1]);
      // The other process looks after its seats, of which it knows what was there.
      expect(read.mock.calls.filter(([, copy]) => copy === undefined)).toEqual([]);
      expect(snapshot).not.toHaveBeenCalled();
      read.mockRestore();
      snapshot.mockRestore();
    },
  );
});

// A process of its own, as whoever comes after the flood has few tries for a minute.
describe('R10.4 a process that is flooded with wrong PINs', () => {
  it('R10.4 tells each address five, and a right PIN to whoever has tried fewer', async () => {
    const app = await startTestApp({ ...SLOW, TRUST_PROXY: 'true' }, new TestBank([slowSet()]));
    const host = new TestClient(app.url);
    onTestFinished(async () => {
      host.close();
      await app.close();
    });
    const { gameId: pin } = await host.do('createRoom', {});
    // As many people as addresses, each with a cookie.
    const cookies = await Promise.all(
      Array.from({ length: 64 }, async () => {
        const page = await fetch(app.url);
        return (page.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
      }),
    );
    const look = async (person: number, at: string): Promise<number> => {
      const headers = { 'x-forwarded-for': `10.0.0.${person}`, cookie: cookies[person] ?? '' };
      return (await fetch(`${app.url}/api/rooms/${at}/door`, { headers })).status;
    };
    const wrong = wrongPins(3_100).filter((at) => at !== pin);
    const told = new Map<number, number>();
    const left = wrong.slice(0, 3_000).entries();
    const guess = async (): Promise<void> => {
      for (const [n, at] of left) {
        const status = await look(n % 60, at);
        told.set(status, (told.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: 20 }, guess));
    expect([...told]).toEqual([[404, 3_000]]);

    const late = [];
    for (const at of wrong.slice(3_000, 3_010)) late.push(await look(60, at));
    expect(late).toEqual([...Array<number>(5).fill(404), ...Array<number>(5).fill(429)]);
    expect(await look(60, pin)).toBe(429);
    const careful = [];
    for (const at of wrong.slice(3_010, 3_014)) careful.push(await look(61, at));
    expect([...careful, await look(61, pin)]).toEqual([404, 404, 404, 404, 200]);
    expect(await look(62, pin)).toBe(200);
  });
});
