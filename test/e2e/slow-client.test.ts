import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { TestBank } from '../support/app.js';
import type { TestClient } from '../support/client.js';
import { Hall } from '../support/hall.js';
import {
  isListening,
  openWithBroadcaster,
  type BroadcasterInside,
} from '../support/broadcaster-inside.js';
import { SlowClient } from '../support/slow-client.js';
import { usePace } from '../support/pace.js';
import { PATIENT } from '../support/patience.js';

const pace = usePace();

/** Fixed, so that the number of frames tells whether the others were held up. */
const ENV = { FLUSH_INTERVAL_MS: '50', FLUSH_MAX_MS: '50' };
const MOVE_EVERY_MS = 40;
const ECHO_MS = 1_000;
/** Skipped 2.5 s after the first flush that was not seen, cut off 5 s after it; the looks are a second apart. */
const SKIPPED_MS = { least: 2_400, most: 5_500 };
const CUT_MS = { least: 4_900, most: 9_500 };
/** How late the late one tells what it has seen, and how often; late, but never 5 s behind. */
const LATE_MS = 1_500;
const LATE_ECHO_MS = 300;
/** What may still go to a skipped client: pings and acknowledgements. */
const SMALL_TALK_BYTES = 500;

const hall = new Hall();
let broadcaster: BroadcasterInside;
let pin: string;
const timers: NodeJS.Timeout[] = [];

/** Read compact frames as pages do. */
const others: TestClient[] = [];
/** Stops reading its socket; as a phone does that is out of sight. */
let deaf: SlowClient;
/** The same, but goes on answering pings. */
let deafButAlive: SlowClient;
/** Reads everything and answers pings, but never tells what it has seen. */
let mute: SlowClient;
/** Tells everything late. */
let late: SlowClient;

let startedAt: number;
const skippedAfter = new Map<SlowClient, number>();
const cutAfter = new Map<SlowClient, number>();
const bytesAtSkip = new Map<SlowClient, number>();
const bytesAtCut = new Map<SlowClient, number>();
const tcpOf = new Map<SlowClient, Socket>();
let mostWaiting = 0;
let framesFrom: number[];
let secondsPassed: number;

/** The server's end of a connection. */
function endOf(
  client: SlowClient,
): { inRoom: boolean; sent: number; waiting: number; tcp: Socket } | undefined {
  const socket = broadcaster.namespace.sockets.get(client.id);
  if (socket === undefined) return undefined;
  const { conn } = socket as unknown as {
    conn: {
      writeBuffer: { data?: string }[];
      transport: { socket: { bufferedAmount: number; _socket: Socket } };
    };
  };
  const { bufferedAmount, _socket } = conn.transport.socket;
  const queued = conn.writeBuffer.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
  return {
    inRoom: isListening(broadcaster, client.id),
    sent: _socket.bytesWritten + queued,
    waiting: bufferedAmount + queued,
    tcp: _socket,
  };
}

function look(): void {
  const now = performance.now() - startedAt;
  for (const client of [deaf, deafButAlive, mute]) {
    const end = endOf(client);
    if (end === undefined) {
      if (!cutAfter.has(client)) cutAfter.set(client, now);
      continue;
    }
    mostWaiting = Math.max(mostWaiting, end.waiting);
    bytesAtCut.set(client, end.sent);
    tcpOf.set(client, end.tcp);
    if (end.inRoom || skippedAfter.has(client)) continue;
    skippedAfter.set(client, now);
    bytesAtSkip.set(client, end.sent);
  }
}

function every(ms: number, work: () => void): void {
  timers.push(setInterval(work, ms));
}

async function joinReader(name: string): Promise<TestClient> {
  const client = await hall.join(pin, name, { format: 'compact' });
  every(ECHO_MS, () => client.tell('syncTime', { t0: 0, flush: client.last('flush')?.[0] ?? 0 }));
  every(MOVE_EVERY_MS, () =>
    client.tell('updatePosition', { newPosition: [Math.random(), Math.random()] }),
  );
  return client;
}

beforeAll(async () => {
  broadcaster = await openWithBroadcaster(hall, ENV, new TestBank());
  const room = await hall.openRoom();
  pin = room.pin;
  for (let n = 0; n < 4; n++) others.push(await joinReader(`Reader ${n}`));
  const [first] = others as [TestClient];
  const { url } = hall.app;
  deaf = await SlowClient.join(url, pin, 'Deaf');
  deafButAlive = await SlowClient.join(url, pin, 'Deaf but alive');
  late = await SlowClient.join(url, pin, 'Late');
  every(LATE_ECHO_MS, () => {
    const seen = late.lastFlush;
    timers.push(setTimeout(() => late.echo(seen), LATE_MS));
  });
  mute = await SlowClient.join(url, pin, 'Mute');

  for (const client of [deaf, deafButAlive, mute]) client.echo(client.lastFlush);
  startedAt = performance.now();
  framesFrom = others.map((client) => client.heard.length);
  for (const client of [deaf, deafButAlive]) client.stopReading();
  every(1_000, () => deafButAlive.client.send('3'));
  let said = 0;
  every(700, () => first.tell('chatMessage', { message: `line ${said++}` }));
  const watched = others[1]!;
  await watched.until(() => {
    look();
    return cutAfter.size === 3;
  }, 'three to be cut off');
  const gone = (client: TestClient): number =>
    client.all('updatePresence').flatMap(({ players }) => players).length;
  await Promise.all(others.map((client) => client.until(() => gone(client) === 3)));
  secondsPassed = (performance.now() - startedAt) / 1_000;
}, 120_000);

afterAll(async () => {
  for (const timer of timers) clearTimeout(timer);
  for (const client of [deaf, deafButAlive, mute, late]) client.close();
  await hall.close();
});

describe('a client that does not keep up', () => {
  it.each([
    ['stops reading', () => deaf],
    ['stops reading but answers pings', () => deafButAlive],
    ['reads but never tells what it has seen', () => mute],
  ])('that %s is skipped and then cut off in time', (_, who) => {
    const [skipped, cut] = [skippedAfter.get(who())!, cutAfter.get(who())!];
    expect(skipped).toBeGreaterThan(SKIPPED_MS.least);
    expect(skipped).toBeLessThan(pace.allow(SKIPPED_MS.most));
    expect(cut).toBeGreaterThan(CUT_MS.least);
    expect(cut).toBeLessThan(pace.allow(CUT_MS.most));
    // Two looks at least.
    expect(cut - skipped).toBeGreaterThan(1_500);
    // A closing handshake, which it would not read, is not waited for.
    expect(tcpOf.get(who())?.destroyed).toBe(true);
  });

  it('is sent nothing of the room while it is skipped, and nothing piles up for it', () => {
    for (const client of [deaf, deafButAlive, mute]) {
      const sent = bytesAtCut.get(client)! - bytesAtSkip.get(client)!;
      expect(sent).toBeLessThan(SMALL_TALK_BYTES);
    }
    expect(mostWaiting).toBeLessThan(64 * 1024);
    expect(hall.app.logs).toEqual([]);
  });

  it('holds nobody up: the others get every flush at full rate', () => {
    for (const [n, client] of others.entries()) {
      const seqs = client.heard
        .slice(framesFrom[n])
        .flatMap(({ event, payload }) => (event === 'flush' ? [(payload as [number])[0]] : []));
      expect(seqs).toEqual(seqs.map((_, at) => seqs[0]! + at));
      // 20 a second; half of that where the machine is busy with other things.
      expect((1_000 * secondsPassed) / seqs.length).toBeLessThan(pace.allow(100));
      const dropped = new Set(
        client.all('updatePresence').flatMap(({ players }) => players.map((one) => one.playerId)),
      );
      expect(dropped).toEqual(new Set([deaf, deafButAlive, mute].map(({ seat }) => seat.playerId)));
    }
  });

  it('that comes back has its seat', async () => {
    for (const client of [deaf, deafButAlive, mute]) {
      const again = hall.connect({ token: client.token, format: 'compact' });
      const { slot, playerId, resumed } = await again.do('joinRoom', { gameId: pin });
      expect({ slot, playerId, resumed }).toEqual({ ...client.seat, resumed: true });
      again.close();
    }
  });
});

describe('a client that tells everything late', () => {
  it('is skipped and let in again over and over, loses no chat, and is never cut off', async () => {
    await vi.waitUntil(() => late.comebacks >= 3, PATIENT);
    expect(late.client.isOpen).toBe(true);
    expect(endOf(late)).toBeDefined();
    const missed = late.lastFlush - late.firstFlush + 1 - late.flushes;
    expect(missed).toBeGreaterThan(10);
    const ids = late.chatIds;
    expect(ids.length).toBeGreaterThan(3);
    expect(ids).toEqual(ids.map((_, n) => ids[0]! + n));
  });

  it('stays when it becomes faster', async () => {
    every(300, () => late.echo(late.lastFlush));
    await vi.waitUntil(() => endOf(late)?.inRoom, PATIENT);
    const { comebacks, flushes } = late;
    await vi.waitUntil(() => late.flushes > flushes + 60, PATIENT);
    expect(late.comebacks - comebacks).toBeLessThanOrEqual(1);
  });
});
