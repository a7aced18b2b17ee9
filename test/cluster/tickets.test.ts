import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorKey } from '../../src/server/desk/accounts/operator-key.js';
import { TICKET_HEADER, type MadeTickets, type TicketReport } from '../../src/protocol/index.js';
import { closeFleets, Fleet, SHORT } from '../faults/fleet.js';
import { TestClient } from '../support/client.js';
import { createTestDatabase, TestPostgres } from '../support/postgres.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

const SECRET = 'the secret of tickets of several processes';
const PHONES = 50;
const HALL = 1_500;
const MOST_MS = 60_000;
/** Phones of the hall that are on their way at once. */
const AT_ONCE = 30;
const FILE = JSON.stringify({
  title: 'Brought',
  language: 'en',
  questions: [{ quiz: 'Is it?', choices: ['yes', 'no'], answer: 1, limitTime: 20 }],
});

let postgres: TestPostgres;
let fleet: Fleet;
let cookie: string;

beforeAll(async () => {
  postgres = await TestPostgres.start();
  fleet = await Fleet.start(2, {
    ...SHORT,
    SECRET,
    HOSTS: 'anyone',
    DATABASE_URL: postgres.urlOf(await createTestDatabase(postgres.urlOf('postgres'))),
    MAX_CONNECTIONS_PER_ADDRESS: '4000',
  });
  const answer = await desk('/session', { key: operatorKey(SECRET) });
  cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
});
afterAll(async () => {
  await closeFleets();
  await postgres.stop();
});

/** By the first process. */
function desk(path: string, body: object): Promise<Response> {
  const { url } = fleet.server(0);
  const headers = { 'content-type': 'application/json', origin: url, ...(cookie && { cookie }) };
  return fetch(`${url}/api/desk${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

const listOf = async (count: number): Promise<MadeTickets> =>
  (await (await desk('/tickets', { title: 'Guests', count })).json()) as MadeTickets;

/** Its host is on the first process, and it lets in by a list of so many tickets alone. */
async function openRoom(count: number, options: object = {}) {
  const host = new TestClient(fleet.server(0).url, {
    auth: { wantToken: true, format: 'compact2' },
    extraHeaders: { cookie },
  });
  host.echoFlushes();
  fleet.clients.push(host);
  const { gameId } = await host.do('createRoom', { hostPlays: false, ...options });
  const { id, codes } = await listOf(count);
  await host.do('chooseTickets', { list: id, others: false });
  return { host, gameId, codes };
}

async function comeBy(server: number, gameId: string, ticket: string): Promise<TestClient> {
  const phone = fleet.connect(server);
  await phone.do('joinRoom', { gameId, ticket, playerName: 'Guest' });
  return phone;
}

const statesIn = ({ tickets }: TicketReport) => tickets.map(({ state }) => state);

describe('R28 tickets in rooms of several processes', () => {
  it(`R28.3 one on ${PHONES} phones at once, half of them at each process, has one seat`, async () => {
    const { host, gameId, codes } = await openRoom(3);
    const phones = Array.from({ length: PHONES }, (_, n) => fleet.connect(n));
    await Promise.all(phones.map((phone) => phone.wait('session')));
    // A phone that is replaced at once may lose the answer with the connection.
    const seated = (
      await Promise.all(
        phones.map(async (phone) => {
          const shown = { gameId, ticket: codes[1]!, playerName: 'Guest' };
          const answer = await phone.ask('joinRoom', shown).catch(() => undefined);
          return answer?.ok ? String(answer.playerId) : [];
        }),
      )
    ).flat();
    expect(seated.length).toBeGreaterThan(0);
    expect(new Set(seated).size).toBe(1);
    const here = () => phones.filter(({ socket }) => socket.connected);
    await expect.poll(() => here().length).toBe(1);
    const replaced = phones.filter((phone) =>
      phone.all('notice').some(({ code }) => code === 'SESSION_REPLACED'),
    );
    expect(replaced).toHaveLength(PHONES - 1);
    const report = await host.do('readTickets', {});
    expect([report.come, statesIn(report)]).toEqual([1, ['here', 'missing', 'missing']]);
    // The one that is left plays.
    await here()[0]!.do('updatePosition', { newPosition: [0.5, 0.5] });
  });

  it('R28.6 another code ends the connection at another process, and the seat stays', async () => {
    const { host, gameId, codes } = await openRoom(2);
    const phone = await comeBy(1, gameId, codes[1]!);
    const { code } = await host.do('reissueTicket', { number: 1 });
    expect((await phone.wait('notice')).code).toBe('TICKET_ENDED');
    await expect.poll(() => phone.socket.connected).toBe(false);
    for (const server of [0, 1]) {
      const late = fleet.connect(server);
      expect(await late.fail('joinRoom', { gameId, ticket: codes[1]! })).toBe('WRONG_TICKET');
      const back = fleet.connect(server);
      const answer = await back.do('joinRoom', { gameId, ticket: code, playerName: 'Guest' });
      expect(answer).toMatchObject({ playerId: phone.playerId, resumed: true });
    }
  });

  it('R28.6, R9.1 a kick ends a ticket at all processes', async () => {
    const { host, gameId, codes } = await openRoom(2);
    const phone = await comeBy(1, gameId, codes[1]!);
    await host.do('kickRoom', { kickPlayerId: phone.playerId });
    await phone.wait('kickRoom');
    for (const server of [0, 1]) {
      const again = fleet.connect(server);
      expect(await again.fail('joinRoom', { gameId, ticket: codes[1]! })).toBe('KICKED');
    }
    expect(statesIn(await host.do('readTickets', {}))).toEqual(['kicked', 'missing']);
  });

  it('R28.3 one of another room is refused, whatever process it is shown to', async () => {
    const rooms = [await openRoom(1), await openRoom(1)] as const;
    for (const server of [0, 1]) {
      const phone = fleet.connect(server);
      const shown = { gameId: rooms[0].gameId, ticket: rooms[1].codes[1]! };
      expect(await phone.fail('joinRoom', shown)).toBe('WRONG_TICKET');
    }
    expect((await rooms[0].host.do('readTickets', {})).come).toBe(0);
  });

  it('R28.7 those who run the room are told of tickets that came to each process', async () => {
    const { host, gameId, codes } = await openRoom(4);
    const phones = await Promise.all([1, 2, 3].map((n) => comeBy(n, gameId, codes[n]!)));
    const other = fleet.connect(1, { token: host.token, role: 'cockpit' });
    await other.do('joinRoom', { gameId });
    for (const cockpit of [host, other]) {
      const report = await cockpit.do('readTickets', {});
      expect([report.come, statesIn(report)]).toEqual([3, ['here', 'here', 'here', 'missing']]);
    }
    phones[0]!.close();
    for (const cockpit of [host, other])
      await expect
        .poll(async () => statesIn(await cockpit.do('readTickets', {})))
        .toEqual(['away', 'here', 'here', 'missing']);
  });

  it('R28.10 who has come by a ticket brings a file by HTTP as a co-host, to any process', async () => {
    const { host, gameId, codes } = await openRoom(3);
    const [helper, guest] = await Promise.all([1, 2].map((n) => comeBy(1, gameId, codes[n]!)));
    const send = async (server: number, client: TestClient, ticket?: string): Promise<unknown> => {
      const { url } = fleet.server(server);
      const answer = await fetch(`${url}/api/rooms/${gameId}/quiz-set`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${client.token}`,
          ...(ticket && { [TICKET_HEADER]: ticket }),
        },
        body: FILE,
      });
      const { error } = (await answer.json()) as { error?: { code: string } };
      return [answer.status, error?.code];
    };
    for (const server of [0, 1]) {
      expect(await send(server, helper!, codes[1])).toEqual([403, 'FORBIDDEN']);
      await host.do('setCoHost', { playerId: helper!.playerId, isCoHost: true });
      expect(await send(server, helper!, codes[1])).toEqual([200, undefined]);
      expect(await send(server, helper!)).toEqual([403, 'FORBIDDEN']);
      expect(await send(server, guest!, codes[2])).toEqual([403, 'FORBIDDEN']);
      expect(await send(server, guest!, '0'.repeat(12))).toEqual([403, 'FORBIDDEN']);
      await host.do('setCoHost', { playerId: helper!.playerId, isCoHost: false });
    }
    await host.do('setCoHost', { playerId: helper!.playerId, isCoHost: true });
    const { code } = await host.do('reissueTicket', { number: 1 });
    await helper!.wait('notice');
    expect(await send(0, helper!, codes[1])).toEqual([403, 'FORBIDDEN']);
    expect(await send(0, helper!, code)).toEqual([200, undefined]);
    // Wrong ones are counted, and a right one always passes.
    const wrong = await Promise.all(
      Array.from({ length: 12 }, () => send(0, guest!, 'Z'.repeat(12))),
    );
    expect(wrong).toContainEqual([429, 'RATE_LIMITED']);
    expect(await send(0, helper!, code)).toEqual([200, undefined]);
  });

  it(`R28.4 seats ${HALL} people at two processes within a minute`, async () => {
    const { host, gameId, codes } = await openRoom(HALL, { maxPlayerCount: HALL });
    const coming = Object.values(codes);
    let count = 0;
    const began = performance.now();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let ticket = coming.pop(); ticket !== undefined; ticket = coming.pop()) {
          const { url } = fleet.server(count++);
          const phone = TestClient.withToken(url, { format: 'compact2' });
          fleet.clients.push(phone);
          await phone.do('joinRoom', { gameId, ticket, playerName: 'Guest' });
          // Nothing that it hears is measured.
          phone.heard.length = 0;
        }
      }),
    );
    const took = performance.now() - began;
    console.log(`${HALL} tickets seated at two processes in ${Math.round(took)} ms of ${MOST_MS}`);
    expect((await host.do('readTickets', {})).come).toBe(HALL);
    expect(took).toBeLessThan(pace.allow(MOST_MS));
  }, 180_000);
});
