import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AckResult } from '../../src/protocol/index.js';
import { ROOM_RATES } from '../../src/server/live/gateway/room-gate.js';
import type { TestClient } from '../support/client.js';
import { chatOf, goTo, Hall, settle, SLOW, useHall, wrongPins } from '../support/hall.js';

const hall = useHall();
const BEHIND_PROXY = { ...SLOW, TRUST_PROXY: 'true' };
const proxied = useHall(BEHIND_PROXY);
const small = useHall({
  ...BEHIND_PROXY,
  MAX_ROOMS: '4',
  MAX_ROOMS_PER_IDENTITY: '2',
  MAX_ROOMS_PER_ADDRESS: '3',
});

/** A client from an address of its own, as the proxy tells it. */
function from(at: typeof hall, address: string, token?: string): TestClient {
  const extraHeaders = { 'x-forwarded-for': `203.0.113.99, ${address}` };
  return at.connect(token === undefined ? {} : { token }, { extraHeaders });
}

/** Sends commands all at once; `answers` grows as acknowledgements come. */
function volley(client: TestClient, count: number, command: 'syncTime' | 'chatMessage') {
  const answers: AckResult[] = [];
  const socket = client.socket as unknown as {
    emit: (event: string, payload: object, ack: (answer: AckResult) => void) => void;
  };
  for (let n = 0; n < count; n++)
    socket.emit(command, command === 'syncTime' ? { t0: n } : { message: `${n}` }, (answer) =>
      answers.push(answer),
    );
  return answers;
}

const refusals = (answers: AckResult[]): string[] =>
  answers.flatMap((answer) => (answer.ok ? [] : [answer.error.code]));

describe('R10.2 the limits of a room', () => {
  const paced = new Hall();
  beforeAll(() => paced.openAtPace());
  afterAll(() => paced.close());

  const codes = (answers: AckResult[]): string[] =>
    answers.map((answer) => (answer.ok ? 'ok' : answer.error.code));
  const passed = (answers: AckResult[]): number => answers.filter(({ ok }) => ok).length;
  /** The cockpits of who opened a room, each of which may give 60 commands at once. */
  async function cockpits(host: TestClient, pin: string, count: number): Promise<TestClient[]> {
    const all = Array.from({ length: count }, () =>
      paced.connect({ token: host.token, role: 'cockpit' }),
    );
    await Promise.all(all.map((one) => one.do('joinRoom', { gameId: pin })));
    return all;
  }

  it('R10.2 tell everybody 20 things at once and five a second, however many run it', async () => {
    const { host, pin } = await paced.openRoom();
    const other = await paced.openRoom();
    const all = await cockpits(host, pin, 3);
    const from = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => all[n % 3]!.ask('lockRoom', { locked: n % 2 === 0 })),
    );
    const most = 20 + Math.ceil((Date.now() - from) * 0.005);
    expect(new Set(codes(answers))).toEqual(new Set(['ok', 'RATE_LIMITED']));
    expect(passed(answers)).toBeGreaterThanOrEqual(20);
    expect(passed(answers)).toBeLessThanOrEqual(most);
    // Each by itself: what the host alone is told, Next, who may run the room, and other rooms.
    expect(await host.fail('readDoor', {})).toBe('ok');
    expect(await host.fail('allowActingHost', { allowed: false })).toBe('ok');
    expect(await other.host.fail('lockRoom', { locked: true })).toBe('ok');
    // A command that is refused for another reason takes nothing of it.
    for (let n = 0; n < 25; n++)
      expect(await other.host.fail('lockRoom', { locked: 'yes' })).toBe('BAD_REQUEST');
    expect(await other.host.fail('lockRoom', { locked: false })).toBe('ok');
  });

  it('R10.2 are not used up by players, who say again and again that the role is theirs', async () => {
    const { host, players } = await paced.openRoom({}, 2);
    const guests = players.slice(1);
    const tries = guests.flatMap((guest) =>
      Array.from({ length: 30 }, () => guest.ask('takeBackHost', {})),
    );
    expect(new Set(codes(await Promise.all(tries)))).toEqual(new Set(['NOT_HOST']));
    expect(await host.fail('allowActingHost', { allowed: false })).toBe('ok');
    expect(await host.fail('takeBackHost', {})).toBe('ok');
  });

  it('R10.2 begin three games at once and one a second', async () => {
    const { host, pin } = await paced.openRoom();
    const [cockpit] = await cockpits(host, pin, 1);
    const from = Date.now();
    const starts: AckResult[] = [];
    for (let n = 0; n < 6; n++) {
      starts.push(await cockpit!.ask('startGame', {}));
      await cockpit!.ask('endGame', {});
    }
    const most = 3 + Math.ceil((Date.now() - from) * 0.001);
    expect(codes(starts).slice(0, 3)).toEqual(['ok', 'ok', 'ok']);
    expect(passed(starts)).toBeLessThanOrEqual(most);
    expect(codes(starts)).toContain('RATE_LIMITED');
  });

  it('R10.2 let a host leaf through an evening as fast as a finger presses Next', async () => {
    const { host } = await paced.openRoom();
    await host.do('startGame', {});
    const presses = [];
    await host.wait('phase', ({ kind }) => kind === 'countdown');
    for (;;) {
      const { kind, version } = host.last('phase')!;
      if (kind === 'lobby') break;
      presses.push(await host.fail('skipPhase', { version }));
      await host.until(() => host.last('phase')!.version !== version);
    }
    expect(new Set(presses)).toEqual(new Set(['ok']));
    expect(presses.length).toBeGreaterThan(ROOM_RATES.all.burst);
  });
});

describe.concurrent('R10.2 the limits of a connection', () => {
  it('R10.2 passes a burst of 60 commands, tells the refusal once, and forgives', async () => {
    const { host, players } = await hall.openRoom({}, 1);
    const guest = players[1]!;
    // The join was a command, too; after this the bucket is full again.
    await sleep(100);
    const from = Date.now();
    const answers = volley(guest, 200, 'syncTime');
    await expect.poll(() => refusals(answers).length).toBeGreaterThan(0);
    await settle(host, [guest]);
    const passed = answers.filter(({ ok }) => ok).length;
    expect(passed).toBeGreaterThanOrEqual(60);
    // 30 a second come on top while the volley is on its way, and after each of them a refusal may be told once more.
    const more = Math.ceil((Date.now() - from) * 0.03);
    expect(passed).toBeLessThanOrEqual(60 + more);
    expect(new Set(refusals(answers))).toEqual(new Set(['RATE_LIMITED']));
    expect(refusals(answers).length).toBeLessThanOrEqual(Math.max(1, Math.min(more, passed - 59)));
    await sleep(100);
    expect(await guest.fail('syncTime', { t0: 1 })).toBe('ok');
    expect(guest.socket.connected).toBe(true);
    expect(host.all('updatePresence')).toEqual([]);
  });

  it('R10.2 passes ten messages of chat at once, and the rest of the commands besides', async () => {
    const { host, players } = await hall.openRoom({}, 1);
    const guest = players[1]!;
    const from = Date.now();
    const answers = volley(guest, 30, 'chatMessage');
    expect(await guest.fail('updatePosition', { newPosition: [0.5, 0.5] })).toBe('ok');
    await settle(host, players);
    const passed = answers.filter(({ ok }) => ok).length;
    expect(passed).toBeGreaterThanOrEqual(10);
    // Two a second come on top while they are on their way.
    expect(passed).toBeLessThanOrEqual(10 + Math.ceil((Date.now() - from) * 0.002));
    expect(refusals(answers)).toEqual(['RATE_LIMITED']);
    expect(
      chatOf(host)
        .slice(0, 10)
        .map(({ message }) => message),
    ).toEqual(Array.from({ length: 10 }, (_, n) => `${n}`));
  });

  it('R10.2 tells clients without acknowledgements by one exception', async () => {
    const { host, players } = await hall.openRoom({}, 1);
    const guest = players[1]!;
    for (let n = 0; n < 200; n++) guest.tell('updatePosition', { newPosition: [n / 200, 0] });
    await guest.wait('exception');
    await settle(host, players);
    expect(guest.all('exception')).toEqual([
      { event: 'updatePosition', code: 'RATE_LIMITED', message: expect.any(String) },
    ]);
  });

  it('R10.2 closes a connection that goes on flooding, and nobody else notices', async () => {
    const room = await hall.openRoom({}, 3);
    const [host, flooder, ...others] = room.players as [TestClient, TestClient, TestClient];
    await goTo(room, 'question');
    const before = host.heard.length;
    const answers = volley(flooder, 600, 'syncTime');
    await flooder.until(() => flooder.events().includes('disconnect'));
    expect(refusals(answers).length).toBeLessThanOrEqual(2);
    await host.wait('updatePresence');
    const [calm] = others;
    for (const client of [host, calm])
      expect(await client.fail('updatePosition', { newPosition: [0.5, 0.5] })).toBe('ok');
    await settle(host, [host, ...others]);
    expect(new Set(host.events(before))).toEqual(
      new Set(['updatePresence', 'updatePosition', 'chatMessage']),
    );
    const back = hall.comeBack(flooder, room.pin);
    await back.wait('startQuizTime');
    expect(back.playerId).toBe(flooder.playerId);
  });

  it('R10.2 counts commands of no use as well', async () => {
    const client = hall.connect();
    await client.wait('session');
    for (let n = 0; n < 600; n++) client.tell('nonsense', { n });
    await client.until(() => client.events().includes('disconnect'));
    expect(client.all('exception').map(({ code }) => code)).toContain('RATE_LIMITED');
  });
});

describe.concurrent('R10.2 the limits of an identity', () => {
  it('R10.2 talks no more by coming back on new connections', async () => {
    const { pin, host, players } = await hall.openRoom({}, 1);
    let guest = players[1]!;
    for (let visit = 0; visit < 4; visit++) {
      volley(guest, 10, 'chatMessage');
      await guest.do('syncTime', { t0: visit });
      guest.drop();
      guest = hall.comeBack(guest, pin);
      await guest.wait('phase');
    }
    await settle(host, [guest]);
    const said = chatOf(host).length - 1;
    expect(said).toBeGreaterThanOrEqual(10);
    expect(said).toBeLessThan(20);
  });

  it.each(['one connection', 'many connections'])(
    'R10.2 enters a room 20 times at once and then every two seconds, on %s',
    async (how) => {
      const { pin, host } = await hall.openRoom();
      const first = hall.connect();
      const { token = '' } = await first.wait('session');
      const codes: string[] = [];
      const before = Date.now();
      for (let visit = 0; visit < 40; visit++) {
        const client = how === 'one connection' ? first : hall.connect({ token });
        const code = await client.fail('joinRoom', { gameId: pin });
        codes.push(code);
        if (code === 'ok') await client.do('exitRoom', {});
        await host.do('syncTime', { t0: 1 });
      }
      const entered = codes.filter((code) => code === 'ok').length;
      expect(new Set(codes)).toEqual(new Set(['ok', 'RATE_LIMITED']));
      expect(entered).toBeGreaterThanOrEqual(20);
      expect(entered).toBeLessThanOrEqual(21 + (Date.now() - before) / 2_000);
    },
  );
});

describe.concurrent('R10.4 guessing PINs', () => {
  /** Tries wrong PINs, each another one, on as many connections as the rate needs; returns the codes. */
  async function guess(address: string, count: number, before = 0): Promise<string[]> {
    const codes: string[] = [];
    const pins = wrongPins(count + before).slice(before);
    for (let done = 0; done < count; done += 50) {
      const client = from(proxied, address);
      for (const gameId of pins.slice(done, done + 50))
        codes.push(await client.fail('joinRoom', { gameId }));
      client.close();
    }
    return codes;
  }

  async function roomOf(address: string) {
    const host = from(proxied, address);
    return { host, pin: (await host.do('createRoom', { maxPlayerCount: 3 })).gameId };
  }

  it('R10.4 stops an address after 60 wrong PINs, for right ones as well, and no other', async () => {
    const { pin } = await roomOf('198.51.100.1');
    const codes = await guess('198.51.100.2', 70);
    expect(codes.slice(0, 60)).toEqual(Array(60).fill('ROOM_NOT_FOUND'));
    expect(codes.slice(60)).toEqual(Array(10).fill('TOO_MANY_PINS'));
    const held = from(proxied, '198.51.100.2');
    expect(await held.fail('joinRoom', { gameId: pin })).toBe('TOO_MANY_PINS');
    const byQuery = proxied.connect(
      {},
      { query: { 'game-id': pin }, extraHeaders: { 'x-forwarded-for': '198.51.100.2' } },
    );
    expect(await byQuery.wait('exception')).toMatchObject({ code: 'TOO_MANY_PINS' });
    expect(await held.fail('createRoom', {})).toBe('ok');
    expect(await from(proxied, '198.51.100.3').fail('joinRoom', { gameId: pin })).toBe('ok');
  });

  it('R10.4 still lets a held address into rooms that somebody from it has been in', async () => {
    const { pin } = await roomOf('198.51.100.10');
    const foreign = await roomOf('198.51.100.11');
    const classmate = from(proxied, '198.51.100.12');
    await classmate.do('joinRoom', { gameId: pin });
    await guess('198.51.100.12', 60);
    const late = from(proxied, '198.51.100.12');
    expect(await late.fail('joinRoom', { gameId: foreign.pin })).toBe('TOO_MANY_PINS');
    expect(await late.fail('joinRoom', { gameId: pin })).toBe('ok');
    await late.do('exitRoom', {});
    await classmate.do('exitRoom', {});
    expect(await late.fail('joinRoom', { gameId: pin })).toBe('ok');
  });

  it('R10.4 counts neither successes nor full, locked or forbidden rooms', async () => {
    const { host, pin } = await roomOf('198.51.100.20');
    await from(proxied, '198.51.100.20').do('joinRoom', { gameId: pin });
    const stranger = (): TestClient => from(proxied, '198.51.100.21');
    for (let n = 0; n < 15; n++) {
      const [walker, full] = [stranger(), stranger()];
      await walker.do('joinRoom', { gameId: pin });
      for (let n = 0; n < 3; n++)
        expect(await full.fail('joinRoom', { gameId: pin })).toBe('ROOM_FULL');
      await walker.do('exitRoom', {});
    }
    await host.do('lockRoom', { locked: true });
    for (let n = 0; n < 25; n++)
      expect(await stranger().fail('joinRoom', { gameId: pin })).toBe('ROOM_LOCKED');
    expect((await guess('198.51.100.21', 60)).at(-1)).toBe('ROOM_NOT_FOUND');
    expect((await guess('198.51.100.21', 1, 60)).at(-1)).toBe('TOO_MANY_PINS');
  });

  it('R10.4 tells addresses apart by their sockets where no proxy is trusted', async () => {
    const { pin } = await hall.openRoom();
    const local = (localAddress: string, forged: string): TestClient =>
      hall.connect({}, {
        localAddress,
        extraHeaders: { 'x-forwarded-for': forged },
      } as object);
    for (let n = 0; n < 3; n++) {
      const guesser = local('127.0.0.7', `192.0.2.${n}`);
      for (const gameId of wrongPins(60).slice(20 * n, 20 * n + 20))
        await guesser.fail('joinRoom', { gameId });
    }
    expect(await local('127.0.0.7', '192.0.2.9').fail('joinRoom', { gameId: pin })).toBe(
      'TOO_MANY_PINS',
    );
    expect(await local('127.0.0.8', '192.0.2.0').fail('joinRoom', { gameId: pin })).toBe('ok');
  });
});

describe('R10.5 how many rooms', () => {
  it('R10.5 limits open rooms per identity, per address and in all', async () => {
    const [a, b, c] = ['198.51.100.1', '198.51.100.2', '198.51.100.3'] as const;
    const first = from(small, a);
    const open = async (client: TestClient): Promise<string> => {
      const code = await client.fail('createRoom', {});
      if (code === 'ok') await client.do('exitRoom', {});
      return code;
    };
    expect([await open(first), await open(first)]).toEqual(['ok', 'ok']);
    expect(await open(first)).toBe('TOO_MANY_ROOMS');
    expect(await open(from(small, b, first.token))).toBe('TOO_MANY_ROOMS');
    expect(await open(from(small, a))).toBe('ok');
    // The first has more rooms than the newcomer will have, so the newest of them gives way.
    expect(await open(from(small, a))).toBe('ok');
    expect(await open(from(small, a))).toBe('TOO_MANY_ROOMS');
    expect(await open(from(small, b))).toBe('ok');
    expect(await open(from(small, c))).toBe('TOO_MANY_ROOMS');
    const query = { 'create-room': 'title=T' };
    const byQuery = small.connectByQuery(query);
    expect(await byQuery.wait('exception')).toMatchObject({ code: 'TOO_MANY_ROOMS' });
  });
});
