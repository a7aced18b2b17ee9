import { describe, expect, it } from 'vitest';
import { TicketSigner } from '../../src/server/platform/identity/ticket-signer.js';
import { guestOf, OPERATOR } from '../../src/server/desk/accounts/accounts.js';
import { TicketDesk } from '../../src/server/desk/tickets/ticket-desk.js';
import {
  readTicketCode,
  shownTicketCode,
  type HandshakeAuth,
  type HttpError,
  type KeptTickets,
  type MadeTickets,
  type SentEntry,
} from '../../src/protocol/index.js';
import { ENGINES } from '../database/engines.js';
import { TestClient } from '../support/client.js';
import { codeOf } from '../support/game-data.js';
import { JSON_TYPE, refusal, SECRET, useDesk } from './desk-app.js';

const DAY_MS = 24 * 3_600_000;
const GUESTS: SentEntry[] = [
  ['Kim Minsu', 'Oaks'],
  ['Lee', 'Elms', 1],
  ['Lee', 'Oaks'],
];

describe('codes of tickets', () => {
  it('R28.1 have 12 letters that nobody reads as others', () => {
    const signer = new TicketSigner(SECRET);
    const codes = Array.from({ length: 200 }, () => signer.newCode());
    for (const code of codes) {
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
      expect(readTicketCode(shownTicketCode(code).toLowerCase())).toBe(code);
    }
    expect(new Set(codes).size).toBe(200);
    expect(readTicketCode(' o1iL-2345‐6789 ')).toBe('011123456789');
    for (const wrong of ['', '0'.repeat(11), '0'.repeat(13), 'U'.repeat(12), '가'.repeat(12)])
      expect(readTicketCode(wrong)).toBeUndefined();
  });

  it('R28.3 stand for somebody else in each room, and for nobody by what is kept alone', () => {
    const signer = new TicketSigner(SECRET);
    const identities = [
      signer.identityOf('room', 'list', 1),
      signer.identityOf('room', 'list', 2),
      signer.identityOf('other', 'list', 1),
      new TicketSigner(`${SECRET}.`).identityOf('room', 'list', 1),
    ];
    expect(new Set(identities).size).toBe(4);
    for (const identityId of identities) expect(identityId).toMatch(/^[\w-]{22}$/);
    expect(new TicketSigner(`${SECRET}.`).digestOf('0'.repeat(12))).not.toBe(
      signer.digestOf('0'.repeat(12)),
    );
  });
});

describe.each(ENGINES)('tickets that are kept, with %s', (kind) => {
  const desk = useDesk(kind);

  const post = (path: string, by: Record<string, string>, body: unknown) =>
    desk.send('POST', path, { ...JSON_TYPE, ...by }, JSON.stringify(body));
  const make = async (by: Record<string, string>, body: object): Promise<MadeTickets> => {
    const response = await post('/tickets', by, { title: 'Guests', ...body });
    expect(response.status).toBe(201);
    return (await response.json()) as MadeTickets;
  };
  const lists = async (by: Record<string, string>): Promise<KeptTickets[]> =>
    (await (await desk.send('GET', '/tickets', by)).json()) as KeptTickets[];
  const connect = (cookie = '', auth: HandshakeAuth = {}): TestClient =>
    new TestClient(desk.app.url, {
      auth: { wantToken: true, ...auth },
      extraHeaders: { cookie },
    });
  /** A room with the tickets of a list. */
  const roomWith = async (by: Record<string, string>, list: string, others = false) => {
    const host = connect(by['cookie']);
    const { gameId } = await host.do('createRoom', { hostPlays: false, maxPlayerCount: 60 });
    await host.do('chooseTickets', { list, others });
    return { host, gameId };
  };

  it('R28.1 are made by number or from a list, and their codes told once', async () => {
    const by = await desk.signIn();
    const numbered = await make(by, { count: 3 });
    expect(numbered).toMatchObject({ title: 'Guests', count: 3, named: false, teams: [] });
    expect(Object.keys(numbered.codes)).toEqual(['1', '2', '3']);
    const named = await make(by, { entries: GUESTS });
    expect(named).toMatchObject({ count: 3, named: true, teams: ['Oaks', 'Elms'] });
    expect(named.tickets).toEqual([
      { playerName: 'Kim Minsu', team: 'Oaks' },
      { playerName: 'Lee', team: 'Elms', extra: true },
      { playerName: 'Lee', team: 'Oaks' },
    ]);
    const { codes, alike, ...rest } = named;
    expect(alike).toEqual([[2, 3]]);
    const found = await desk.send('GET', `/tickets/${named.id}`, by);
    expect(await found.json()).toEqual(rest);
    expect((await lists(by)).map(({ id }) => id).sort()).toEqual([numbered.id, named.id].sort());
    const rows = await desk.place.database.run((db) =>
      db.selectFrom('ticket_list').selectAll().execute(),
    );
    for (const code of Object.values(codes)) expect(JSON.stringify(rows)).not.toContain(code);
    expect((await post(`/tickets/${named.id}/title`, by, { title: ' Party ' })).status).toBe(204);
    expect((await lists(by)).map(({ title }) => title).sort()).toEqual(['Guests', 'Party']);
    for (const { id } of [numbered, named])
      expect((await desk.send('DELETE', `/tickets/${id}`, by)).status).toBe(204);
    expect(await lists(by)).toEqual([]);
  });

  it('R28.1 are there for their host only', async () => {
    const by = await desk.signIn();
    const { id } = await make(by, { count: 1 });
    for (const [method, path] of [
      ['GET', ''],
      ['GET', `/${id}`],
      ['POST', ''],
      ['POST', `/${id}/title`],
      ['POST', `/${id}/reissue`],
      ['DELETE', `/${id}`],
    ] as const)
      expect(await refusal(desk.send(method, `/tickets${path}`))).toEqual([401, 'NOT_SIGNED_IN']);
    const tickets = new TicketDesk(desk.place.database, new TicketSigner(SECRET), 90);
    const other = guestOf('somebody');
    await expect(tickets.find(other.hostId, id)).rejects.toThrow('TICKETS_NOT_FOUND');
    await expect(tickets.reissue(other.hostId, id, 1)).rejects.toThrow('TICKETS_NOT_FOUND');
    await expect(tickets.rename(other.hostId, id, 'Mine')).rejects.toThrow('TICKETS_NOT_FOUND');
    await expect(tickets.remove(other.hostId, id)).rejects.toThrow('TICKETS_NOT_FOUND');
    expect(await tickets.use(other.hostId, id)).toBeUndefined();
    tickets.close();
    const host = connect();
    await host.do('createRoom', {});
    expect(await host.fail('chooseTickets', { list: id, others: true })).toBe('NOT_SIGNED_IN');
    host.close();
    const own = connect(by.cookie);
    await own.do('createRoom', {});
    expect(await own.fail('chooseTickets', { list: 'none', others: true })).toBe(
      'TICKETS_NOT_FOUND',
    );
    own.close();
  });

  it('R28.1 are refused where something is wrong, and nothing is kept', async () => {
    const by = await desk.signIn();
    const before = (await lists(by)).length;
    const team = (n: number): SentEntry => [`Guest ${n}`, `Team ${n}`];
    const entries = (...some: unknown[]) => ({ title: 'T', entries: some });
    for (const wrong of [
      {},
      { title: 'T' },
      { title: '', count: 1 },
      { title: 'T', count: 0 },
      { title: 'T', count: 3_001 },
      { title: 'T', count: 1, entries: [['Kim']] },
      entries(),
      entries(['']),
      entries(['\u200b']),
      entries(['x'.repeat(65)]),
      entries(['Kim', 'Oaks']),
      entries(['Kim', 7]),
      entries(['Kim', 'Oaks', 2]),
      entries({ playerName: 'Kim' }),
      entries(...Array.from({ length: 9 }, (_, n) => team(n))),
      entries(...Array.from({ length: 3_001 }, (_, n) => [`G${n}`])),
      entries([['['.repeat(2_000)]]),
    ])
      expect(await refusal(post('/tickets', by, wrong))).toEqual([400, 'BAD_REQUEST']);
    const large = Buffer.alloc(10_000_000, '[');
    const headers = { ...JSON_TYPE, ...by };
    expect(await refusal(desk.send('POST', '/tickets', headers, large))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
    expect(await lists(by)).toHaveLength(before);
    // Look-alikes are two people, who are told apart by numbers; and a team that looks the same is the same.
    const made = await make(by, {
      entries: [
        ['Teacher', 'Oaks'],
        ['Teаcher', 'Оaks'],
        ['Lee', 'Elms'],
      ],
    });
    expect(made.teams).toEqual(['Oaks', 'Elms']);
    expect(made.tickets[1]).toEqual({ playerName: 'Teаcher', team: 'Oaks' });
  });

  it('R28.1 tell whose names are taken for each other: look-alikes, spaces, case', async () => {
    const by = await desk.signIn();
    const names = ['Ann Lee', '김민지', 'Teacher', 'ANN  LEE', 'Bo', 'Teаcher', 'AnnLee', 'Mina'];
    const { alike } = await make(by, { entries: names.map((name) => [name]) });
    expect(alike).toEqual([
      [1, 4, 7],
      [3, 6],
    ]);
    expect(await make(by, { entries: [['Ann'], ['Bo']] })).not.toHaveProperty('alike');
    expect(await make(by, { count: 3 })).not.toHaveProperty('alike');
    const most = Array.from({ length: 3_000 }, () => ['Kim']);
    expect((await make(by, { entries: most })).alike?.[0]).toHaveLength(3_000);
  });

  it('R28.1 take no list of ten megabytes, where its length was not told before, either', async () => {
    const by = await desk.signIn();
    let sent = 0;
    const chunk = new TextEncoder().encode('["Kim"],'.repeat(8 * 1024));
    const body = new ReadableStream<Uint8Array>({
      pull(stream) {
        if (sent >= 10_000_000) return stream.close();
        sent += chunk.length;
        stream.enqueue(chunk);
      },
    });
    const response = await fetch(`${desk.app.url}/api/desk/tickets`, {
      method: 'POST',
      headers: { ...JSON_TYPE, ...by, origin: desk.app.url },
      body,
      duplex: 'half',
    });
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as HttpError;
    expect(error).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'a list has 786432 bytes at most',
    });
  });

  it('R28.1 live until they were not used for long enough, and guests have few', async () => {
    let now = Date.now();
    const tickets = new TicketDesk(desk.place.database, new TicketSigner(SECRET), 2, () => now);
    const guest = guestOf(`guest-${kind}`);
    const body = (count: number) => Buffer.from(JSON.stringify({ title: 'T', count }));
    expect(await codeOf(() => tickets.create(guest, body(301)))).toBe('TOO_MUCH_KEPT');
    const { id } = await tickets.create(guest, body(300));
    now += DAY_MS;
    expect((await tickets.use(guest.hostId, id))?.tickets).toHaveLength(300);
    now += 2 * DAY_MS - 1;
    await tickets.sweep();
    expect((await tickets.list(guest.hostId))[0]).toMatchObject({ id, keepUntil: now + 1 });
    now += 1;
    expect(await tickets.list(guest.hostId)).toEqual([]);
    expect(await tickets.use(guest.hostId, id)).toBeUndefined();
    await tickets.sweep();
    const left = await desk.place.database.run((db) =>
      db.selectFrom('ticket_list').select('id').where('owner_id', '=', guest.hostId).execute(),
    );
    expect(left).toEqual([]);
    for (let made = 0; made < 5; made++) await tickets.create(guest, body(1));
    expect(await codeOf(() => tickets.create(guest, body(1)))).toBe('TOO_MUCH_KEPT');
    expect((await tickets.create(OPERATOR, body(1))).count).toBe(1);
    tickets.close();
  });

  it('R28.3, R2.3 seat whoever shows them, and one person each', async () => {
    const by = await desk.signIn();
    const { id, codes } = await make(by, { entries: GUESTS });
    const { host, gameId } = await roomWith(by, id);
    expect((await host.wait('updateRoomOption', (one) => 'tickets' in one)).tickets).toEqual({
      others: false,
      named: true,
    });
    const first = connect();
    await first.wait('session');
    const headers = { authorization: `Bearer ${first.token}` };
    const door = await fetch(`${desk.app.url}/api/rooms/${gameId}/door`, { headers });
    expect(await door.json()).toMatchObject({ tickets: { others: false, named: true } });
    const told = await first.do('joinRoom', { gameId, ticket: codes[2]!, playerName: 'Thief' });
    expect(first.self).toMatchObject({ playerName: 'Lee', team: 1 });
    expect(await first.fail('setPlayerName', { playerName: 'Me' })).toBe('NAMES_FIXED');
    const second = connect();
    const typed = ` ${shownTicketCode(codes[2]!).toLowerCase()} `;
    const again = await second.do('joinRoom', { gameId, ticket: typed });
    expect(again).toMatchObject({ playerId: told.playerId, resumed: true });
    expect((await first.wait('notice')).code).toBe('SESSION_REPLACED');
    // The same browser is nobody without it.
    const bare = connect('', { token: first.token });
    expect(await bare.fail('joinRoom', { gameId })).toBe('TICKET_NEEDED');
    await second.do('exitRoom', {});
    expect(await second.fail('joinRoom', { gameId })).toBe('TICKET_NEEDED');
    expect(await second.fail('startGame', {})).toBe('NOT_IN_ROOM');
    for (const one of [first, second, bare, host]) one.close();
  });

  it('R28.3 is one seat for fifty phones at once', async () => {
    const by = await desk.signIn();
    const { id, codes } = await make(by, { count: 2 });
    const { host, gameId } = await roomWith(by, id);
    const phones = Array.from({ length: 50 }, () => connect());
    // A phone that has to go before the answer was sent gets none.
    const shows = (phone: TestClient): Promise<unknown> =>
      phone.ask('joinRoom', { gameId, ticket: codes[1]!, playerName: 'Me' }).catch(() => {});
    await Promise.all(phones.map(shows));
    const ids = phones.flatMap(({ playerId }) => (playerId === '' ? [] : [playerId]));
    expect(new Set(ids).size).toBe(1);
    const { come, tickets } = await host.do('readTickets', {});
    expect([come, tickets.map(({ state }) => state)]).toEqual([1, ['here', 'missing']]);
    // All but the last one are told to go.
    const gone = (): TestClient[] => phones.filter((phone) => phone.last('notice') !== undefined);
    await Promise.all(phones.map((phone) => phone.until(() => gone().length >= 49)));
    expect(gone()).toHaveLength(49);
    for (const one of [...phones, host]) one.close();
  });

  it('R28.8 lets nobody try many, and a right one always pass', async () => {
    const by = await desk.signIn();
    const [one, other] = [await make(by, { count: 2 }), await make(by, { count: 1 })];
    const { host, gameId } = await roomWith(by, one.id, true);
    const guest = connect();
    // Codes of another list, and no code at all.
    for (let tried = 0; tried < 5; tried++) {
      expect(await guest.fail('joinRoom', { gameId, ticket: other.codes[1] })).toBe('WRONG_TICKET');
      expect(await guest.fail('joinRoom', { gameId, ticket: 'none' })).toBe('WRONG_TICKET');
    }
    expect(await guest.fail('joinRoom', { gameId, ticket: 'none' })).toBe('RATE_LIMITED');
    await guest.do('joinRoom', { gameId, ticket: one.codes[1]! });
    // Another person behind the same address goes on.
    const neighbour = connect();
    expect(await neighbour.fail('joinRoom', { gameId, ticket: 'none' })).toBe('WRONG_TICKET');
    await neighbour.do('joinRoom', { gameId });
    for (const client of [guest, neighbour, host]) client.close();
  });

  it('R28.10 tell nobody by HTTP which PIN is right, however many wrong ones are shown', async () => {
    const by = await desk.signIn();
    const { id, codes } = await make(by, { count: 1 });
    const { host, gameId } = await roomWith(by, id, true);
    const guest = connect();
    await guest.wait('session');
    const ask = async (pin: string, ticket: string): Promise<unknown> => {
      const headers = { authorization: `Bearer ${guest.token}`, 'x-ticket': ticket };
      const answer = await fetch(`${desk.app.url}/api/rooms/${pin}/results`, { headers });
      const { error } = (await answer.json()) as HttpError;
      return [answer.status, error.code];
    };
    const wrongPin = gameId === '999999' ? '999998' : '999999';
    for (let tried = 0; tried < 10; tried++)
      for (const pin of [gameId, wrongPin, 'none'])
        expect(await ask(pin, 'Z'.repeat(12))).toEqual([403, 'FORBIDDEN']);
    for (const pin of [gameId, wrongPin, 'none'])
      expect(await ask(pin, 'Z'.repeat(12))).toEqual([429, 'RATE_LIMITED']);
    // A right one always passes.
    expect(await guest.do('joinRoom', { gameId, ticket: codes[1]! })).toMatchObject({
      resumed: false,
    });
    for (const one of [guest, host]) one.close();
  });

  it('R28.3 are not for the host, nor for opening rooms or cockpits of others', async () => {
    const by = await desk.signIn();
    const { id, codes } = await make(by, { count: 2 });
    const { host, gameId } = await roomWith(by, id);
    const own = connect('', { token: host.token });
    expect(await own.fail('joinRoom', { gameId, ticket: codes[1] })).toBe('KNOWS_ANSWERS');
    const cockpit = connect('', { role: 'cockpit' });
    expect(await cockpit.fail('joinRoom', { gameId, ticket: codes[1] })).toBe('NOT_HOST');
    const screen = connect('', { role: 'screen' });
    expect(await screen.do('joinRoom', { gameId, ticket: codes[1]! })).toMatchObject({
      playerId: null,
    });
    for (const one of [own, cockpit, screen, host]) one.close();
  });

  it('R28.6 are made anew from the room and at the desk, and seat and score stay', async () => {
    const by = await desk.signIn();
    const { id, codes } = await make(by, { entries: GUESTS });
    const { host, gameId } = await roomWith(by, id);
    const phone = connect();
    const { playerId } = await phone.do('joinRoom', { gameId, ticket: codes[1]! });
    const { code } = await host.do('reissueTicket', { number: 1 });
    expect((await phone.wait('notice')).code).toBe('TICKET_ENDED');
    await phone.wait('disconnect' as never);
    const back = connect();
    expect(await back.fail('joinRoom', { gameId, ticket: codes[1] })).toBe('WRONG_TICKET');
    expect(await back.do('joinRoom', { gameId, ticket: code })).toMatchObject({
      playerId,
      resumed: true,
    });
    // The list has the new code by now, or soon.
    const next = connect(by.cookie);
    const other = await next.do('createRoom', { hostPlays: false });
    const guest = connect();
    for (;;) {
      await next.do('chooseTickets', { list: id, others: true });
      const answer = await guest.ask('joinRoom', { gameId: other.gameId, ticket: code });
      if (answer.ok) break;
    }
    expect(guest.playerId.split('.')[0]).not.toBe(String(playerId).split('.')[0]);
    // Made anew at the desk, it counts in a room that takes the list again.
    const made = (await (
      await post(`/tickets/${id}/reissue`, by, { number: null })
    ).json()) as MadeTickets;
    expect(Object.keys(made.codes)).toHaveLength(3);
    await host.do('chooseTickets', { list: id, others: false });
    expect((await back.wait('notice')).code).toBe('TICKET_ENDED');
    const last = connect();
    expect(await last.fail('joinRoom', { gameId, ticket: code })).toBe('WRONG_TICKET');
    expect(await last.do('joinRoom', { gameId, ticket: made.codes[1]! })).toMatchObject({
      playerId,
      resumed: true,
    });
    for (const one of [phone, back, next, guest, last, host]) one.close();
  });

  it('R28.6, R9.1 end with a kick, in this room', async () => {
    const by = await desk.signIn();
    const { id, codes } = await make(by, { entries: GUESTS });
    const { host, gameId } = await roomWith(by, id);
    const phone = connect();
    const { playerId } = await phone.do('joinRoom', { gameId, ticket: codes[1]! });
    await host.do('kickRoom', { kickPlayerId: String(playerId) });
    await phone.wait('kickRoom');
    const again = connect();
    expect(await again.fail('joinRoom', { gameId, ticket: codes[1] })).toBe('KICKED');
    expect((await host.do('readTickets', { search: 'kim' })).tickets).toEqual([
      { number: 1, playerName: 'Kim Minsu', team: 0, state: 'kicked' },
    ]);
    const elsewhere = await roomWith(by, id);
    await again.do('joinRoom', { gameId: elsewhere.gameId, ticket: codes[1]! });
    for (const one of [phone, again, host, elsewhere.host]) one.close();
  });
});
