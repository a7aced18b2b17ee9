import { Agent } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TestBank } from '../support/app.js';
import { Figures } from '../support/figures.js';
import { Hall, settle, SLOW, slowSet } from '../support/hall.js';
import {
  isListening,
  openWithBroadcaster,
  type BroadcasterInside,
} from '../support/broadcaster-inside.js';
import { RawClient } from '../support/raw-client.js';
import { seeded } from '../../load-test/swarm/seeded.js';
import { recordSent, type Sent } from '../support/sent-record.js';
import { PATIENT } from '../support/patience.js';

const PING_EVERY_MS = 50;
const BIG = 'x'.repeat(100_000);

let hall: Hall;
let broadcaster: BroadcasterInside;
/** By transport id. */
let record: Map<string, Sent[]>;
let clients: RawClient[];
/** Frames that the tests sent to everybody; each bears its number. */
let said: number;

beforeEach(async () => {
  hall = new Hall();
  broadcaster = await openWithBroadcaster(hall, SLOW, new TestBank([slowSet()]));
  const { engine } = broadcaster.namespace.server as unknown as {
    engine: { opts: { pingInterval: number } };
  };
  engine.opts.pingInterval = PING_EVERY_MS;
  record = recordSent(broadcaster);
  clients = [];
  said = 0;
});

afterEach(async () => {
  for (const client of [...clients, ...hall.clients]) client.close();
  // Those who are gone leave nothing behind, whatever a test did.
  await vi.waitUntil(() => broadcaster.channels.size === 0, PATIENT);
  await hall.close();
});

/** A client that speaks by hand, in the room of a PIN or in one that it opens. */
async function enterRoom(pin?: string): Promise<RawClient> {
  const query = pin === undefined ? '&create-room=title=T' : `&game-id=${pin}`;
  const client = await RawClient.open(hall.app.url, query);
  clients.push(client);
  await client.enter({ wantToken: true });
  await client.wait((frame) => frame.startsWith('42/game,["joinRoom"'));
  await vi.waitUntil(() => isListening(broadcaster, idOf(client)), PATIENT);
  return client;
}

async function openRoom(): Promise<{ pin: string; host: RawClient }> {
  const host = await enterRoom();
  const pin = /"gameId":"(\d{6})"/.exec(host.frames.join('\n'))![1]!;
  return { pin, host };
}

/** Of a client's socket in the namespace. */
function idOf({ frames }: RawClient): string {
  const agreed = frames.find((frame) => frame.startsWith('40/game,'))!;
  return (JSON.parse(agreed.slice('40/game,'.length)) as { sid: string }).sid;
}

const serverEnd = (client: RawClient) => broadcaster.namespace.sockets.get(idOf(client))!;

/** Everything that was sent to a client so far, except the packet that opened its transport. */
function sentTo({ frames }: RawClient): Sent[] {
  const { sid } = JSON.parse(frames[0]!.slice(1)) as { sid: string };
  return [...record.get(sid)!];
}

/** Sends the next number, to everybody in any channel unless told to whom. */
function say(padding = '', targets = [...broadcaster.channels.keys()]): void {
  const code = `${said++}/${padding}` as 'STORE_BACK';
  broadcaster.emit(targets, 'notice', { code });
}

const numbersIn = (frames: string[]): number[] =>
  frames.flatMap((frame) => /\["notice",\{"code":"(\d+)\//.exec(frame)?.[1] ?? []).map(Number);

const upTo = (end: number): number[] => Array.from({ length: end }, (_, n) => n);

/** What a client gets is what it was sent so far, in that order; returns that. */
async function expectInOrder(client: RawClient): Promise<Sent[]> {
  const sent = sentTo(client);
  await client.wait(() => client.frames.length > sent.length);
  expect(client.frames.slice(1, sent.length + 1)).toEqual(sent.map(({ text }) => text));
  expect(numbersIn(client.frames)).toEqual(upTo(said));
  return sent;
}

/** The room's next frame, or something that Socket.IO sends. */
function sendAny(client: RawClient, draw: number): void {
  const error = { event: 'test', code: 'INTERNAL', message: `at ${draw}` } as const;
  if (draw < 0.6) say();
  else if (draw < 0.8) serverEnd(client).emit('exception', error);
  else broadcaster.announce('STORE_BACK');
}

async function expectCounted(all: RawClient[]): Promise<void> {
  await vi.waitFor(async () => {
    const now = await Figures.read(hall.app.url);
    const frames = all.flatMap((client) => client.frames);
    const bytes = frames.reduce((sum, frame) => sum + Buffer.byteLength(frame), 0);
    expect(now.of('madang_frames_out_total')).toBe(frames.length);
    expect(now.of('madang_bytes_out_total')).toBe(bytes);
  }, PATIENT);
}

describe('frames that go past Socket.IO', () => {
  it('keep their order among acknowledgements, pings and everything that it sends, and are counted', async () => {
    const random = seeded(1);
    const { pin, host } = await openRoom();
    const all = [host, await enterRoom(pin), await enterRoom(pin)];
    for (let round = 0; round < 30; round++) {
      for (const client of all) {
        client.send(`42/game,${round}["syncTime",{"t0":${round}}]`);
        client.send(`42/game,["unknown${round}"]`);
        for (let n = 0; n < 10; n++) sendAny(client, random());
      }
      await turn();
    }
    for (let n = 0; n < 1_000; n++) sendAny(host, random());
    for (const client of all) {
      await client.wait((frame) => frame.startsWith('43/game,29['));
      await client.wait((frame) => frame === '2');
      const sent = await expectInOrder(client);
      const byItself = sent.filter(({ isDirect }) => !isDirect).map(({ text }) => text);
      for (const start of [
        '2',
        '40/game,',
        '42/game,["session"',
        '42/game,["exception"',
        '43/game,',
      ])
        expect(byItself.some((text) => text.startsWith(start))).toBe(true);
      expect(sent.filter(({ isDirect }) => isDirect).length).toBeGreaterThan(100);
    }
    await expectCounted(all);
  });

  it('keep it for a client that does not read for a while, too, and hold nobody up', async () => {
    const random = seeded(2);
    const { pin, host } = await openRoom();
    const slow = await enterRoom(pin);
    const { conn, request } = serverEnd(slow);
    const { writeBuffer } = conn as unknown as { writeBuffer: { length: number } };
    expect(writeBuffer).toHaveLength(0);
    slow.socket.pause();
    while (request.socket.writableLength === 0) {
      say(BIG);
      await turn();
    }
    const before = sentTo(slow).length;
    for (let n = 0; n < 300; n++) {
      sendAny(slow, random());
      if (n % 50 === 0) await turn();
    }
    await expectInOrder(host);
    expect(numbersIn(slow.frames).length).toBeLessThan(said);
    slow.socket.resume();
    const queued = (await expectInOrder(slow)).slice(before);
    // Until Socket.IO has something that waits, and then not.
    const ways = queued.filter(({ text }) => numbersIn([text]).length > 0);
    expect(ways.map(({ isDirect }) => isDirect)).toEqual(
      ways.map((_, n) => n < ways.findIndex(({ isDirect }) => !isDirect)),
    );
    expect(ways.filter(({ isDirect }) => !isDirect).length).toBeGreaterThan(100);
    await vi.waitUntil(() => request.socket.writableLength === 0, PATIENT);
    say();
    expect(sentTo(slow).at(-1)?.isDirect).toBe(true);
    await expectCounted([host, slow]);
  });

  it('reach the others where a connection closes in the middle', async () => {
    const { pin, host } = await openRoom();
    const rest = await enterRoom(pin);
    const [broken, gone, closing] = [
      await enterRoom(pin),
      await enterRoom(pin),
      await enterRoom(pin),
    ];
    say();
    serverEnd(broken).request.socket.destroy();
    say();
    gone.socket.terminate();
    closing.close();
    for (let n = 0; n < 200; n++) {
      say(n % 10 === 0 ? BIG.slice(0, 1_000) : '');
      if (n === 50) serverEnd(closing)?.conn.close();
      if (n % 5 === 0) await turn();
    }
    for (const client of [host, rest]) await expectInOrder(client);
    for (const client of [broken, gone, closing]) {
      await client.closed;
      const numbers = numbersIn(client.frames);
      expect(numbers).toEqual(upTo(numbers.length));
      await vi.waitUntil(() => !isListening(broadcaster, idOf(client)), PATIENT);
    }
  });
});

describe('a client that begins with polling', () => {
  it.each([
    ['and stays with it', ['polling'], {}],
    ['and takes a WebSocket then', ['polling', 'websocket'], {}],
    ['as if it were a WebSocket, and takes one then', ['polling', 'websocket'], { Upgrade: 'x' }],
  ])('%s gets everything once and in order', async (_, transports, extraHeaders) => {
    const began: string[] = [];
    const ids: string[] = [];
    broadcaster.namespace.on('connection', (socket) => {
      began.push(socket.conn.transport.name);
      ids.push(socket.id);
      broadcaster.enter(socket.id, 'yard');
      socket.on('disconnect', () => broadcaster.leave(socket.id, 'yard'));
      say();
    });
    // As through a proxy, whose connections stay open and serve others, too.
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const client = hall.connect({}, { transports, extraHeaders, agent: agent as never });
    const name = (): string => client.socket.io.engine.transport.name;
    const answers: Promise<unknown>[] = [];
    let after = 0;
    await vi.waitUntil(
      () => {
        if (said > 0) {
          say();
          if (client.socket.connected) answers.push(client.do('syncTime', { t0: said }));
          say('', ids);
        }
        if (name() === transports.at(-1)) after++;
        return after > 20;
      },
      { ...PATIENT, interval: 5 },
    );
    await Promise.all(answers);
    const sent = [...record.get(client.socket.io.engine.id)!]
      .map(({ text }) => text)
      .filter((text) => text.startsWith('4'));
    await client.until(() => client.raw.length >= sent.length);
    expect(client.raw.map((packet) => `4${packet}`)).toEqual(sent);
    expect(numbersIn(sent)).toEqual(upTo(said));
    expect(began).toEqual(['polling']);
  });
});

describe('a client that is out of the room, but not away', () => {
  it.each([
    ['leaves the namespace', '41/game,'],
    ['leaves the room', '42/game,["exitRoom",{}]'],
    ['is kicked', undefined],
  ])('as it %s gets no frame of the room', async (_, command) => {
    const { pin, host } = await openRoom();
    const client = await enterRoom(pin);
    say();
    const id = idOf(client);
    const self = client.frames.find((frame) => frame.includes('"getSelfId"'))!;
    const [, { playerId }] = JSON.parse(self.slice('42/game,'.length)) as [
      string,
      { playerId: string },
    ];
    if (command === undefined) host.send(`42/game,["kickRoom",{"kickPlayerId":"${playerId}"}]`);
    else client.send(command);
    await vi.waitUntil(() => !isListening(broadcaster, id), PATIENT);
    for (let n = 0; n < 5; n++) say();
    host.send('42/game,["chatMessage",{"message":"behind your back"}]');
    await host.wait((frame) => frame.includes('behind your back'));
    // The answer comes after everything that was sent to it.
    client.send('40/nowhere,');
    await client.wait((frame) => frame.startsWith('44/nowhere'));
    expect(numbersIn(client.frames)).toEqual([0]);
    expect(numbersIn(host.frames)).toEqual(upTo(6));
    expect(client.frames.join('\n')).not.toContain('behind your back');
  });
});

it('nothing is left of those who are gone, however they went', async () => {
  const { pin, host, players } = await hall.openRoom({}, 4);
  const [, leaver, kicked, replaced, dropped] = players;
  const screen = await hall.join(pin, '', { role: 'screen', format: 'compact' });
  const compact = await hall.join(pin, 'Compact', { format: 'compact' });
  await settle(host, [...players, screen, compact]);
  expect(broadcaster.channels.size).toBe(2);
  await leaver!.do('exitRoom', {});
  await host.do('kickRoom', { kickPlayerId: kicked!.playerId });
  const anew = hall.comeBack(replaced!, pin);
  await replaced!.wait('notice');
  dropped!.drop();
  await anew.wait('joinRoom');
  await settle(host, [host, anew, compact]);
  await vi.waitFor(
    () =>
      expect(
        [...broadcaster.channels.values()].flatMap((members) => [...members.keys()]).toSorted(),
      ).toEqual([host, anew, screen, compact].map(({ socket }) => socket.id!).toSorted()),
    PATIENT,
  );
});
