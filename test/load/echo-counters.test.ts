import { afterEach, describe, expect, it, vi } from 'vitest';
import { findingsOf, type Row } from '../../load-test/echo/experiment.js';
import { Account, Ledger, LOST_AFTER_MS, type Counts } from '../../load-test/echo/conversation.js';
import { type OpenLine, MessageKind, tcpLine } from '../../load-test/echo/lines.js';
import {
  runProfile,
  type Profile,
  type ProfileOptions,
  type Measured,
} from '../../load-test/echo/profiles.js';
import { startLyingEcho, type Lies } from './lying-echo.js';

/** So few that sending never waits for a message that is missing. */
const ROUND_TRIPS = 1_200;
const NO_FAULTS = {
  connectFailed: 0,
  notReceived: 0,
  duplicate: 0,
  wrong: 0,
  droppedByServer: 0,
};

async function runAgainst(
  openLine: OpenLine,
  profile: Profile,
  changes: Partial<ProfileOptions> = {},
): Promise<Measured> {
  return runProfile(profile, {
    openLine,
    serverParts: [],
    warmUpSeconds: 0.1,
    seconds: 0.3,
    roundTrips: ROUND_TRIPS,
    signal: new AbortController().signal,
    ...changes,
  });
}

async function run(
  profile: Profile,
  lies: Lies,
  changes?: Partial<ProfileOptions>,
): Promise<Measured> {
  const server = await startLyingEcho(lies);
  try {
    return await runAgainst(tcpLine(server.address), profile, changes);
  } finally {
    await server.close();
  }
}

function faultsOf(profile: Profile, measured: Measured): string[] {
  const row: Row = { profile, layer: 'tcp', measured };
  return findingsOf([row], { roundTrips: ROUND_TRIPS, interrupted: false }).faults;
}

describe('the account of a connection', () => {
  afterEach(() => vi.useRealTimers());

  function open(): { account: Account; counts: Counts; echo: (serial: number) => void } {
    vi.useFakeTimers({ toFake: ['performance'] });
    const ledger = new Ledger();
    const kind = new MessageKind(8, 1);
    const account = new Account(ledger, kind, 10);
    const echo = (serial: number): void => {
      const bytes = Buffer.alloc(kind.bytes);
      kind.write(bytes, 0, serial);
      account.receive(bytes, 0, bytes.length);
    };
    return { account, counts: ledger.counts, echo };
  }

  it('counts what is late once, whenever it comes, and no sooner', () => {
    const { account, counts, echo } = open();
    account.send(3);
    vi.advanceTimersByTime(LOST_AFTER_MS);
    account.giveUpLate();
    expect(counts.notReceived).toBe(0);
    vi.advanceTimersByTime(1);
    echo(0);
    expect(counts).toMatchObject({ notReceived: 1, echoed: 0 });
    account.giveUpLate();
    expect(counts).toMatchObject({ notReceived: 3, echoed: 0 });
    echo(1);
    expect(counts).toMatchObject({ ...NO_FAULTS, notReceived: 3 });
    echo(1);
    expect(counts).toMatchObject({ ...NO_FAULTS, notReceived: 3, duplicate: 1 });
    expect(account.waiting).toBe(0);
  });

  it('tells duplicates from messages that nobody sent', () => {
    const { account, counts, echo } = open();
    account.send(2);
    for (const serial of [1, 0, 0, 2]) echo(serial);
    expect(counts).toMatchObject({ ...NO_FAULTS, echoed: 2, duplicate: 1, wrong: 1 });
  });

  it('goes on without a message that is missing, for a while', () => {
    const { account, counts, echo } = open();
    account.send(10);
    expect(account.room).toBe(0);
    for (let serial = 1; serial < 40; serial++) {
      echo(serial);
      account.send(account.room);
    }
    expect(counts).toMatchObject({ ...NO_FAULTS, echoed: 39 });
    expect([account.waiting, account.room]).toEqual([1, 0]);
    vi.advanceTimersByTime(2 * LOST_AFTER_MS);
    account.giveUpLate();
    expect([account.waiting, account.room]).toEqual([0, 10]);
  });

  it('does not expect what was under way at a drop of our own', () => {
    const { account, counts } = open();
    account.send(4);
    account.close(true);
    expect(counts).toMatchObject({ ...NO_FAULTS, abandoned: 4 });
    account.send(5);
    account.close(false);
    expect(counts).toMatchObject({
      ...NO_FAULTS,
      abandoned: 4,
      notReceived: 5,
      droppedByServer: 1,
    });
  });
});

describe('the counters of an echo', () => {
  it('find nothing wrong with a server that is right', async () => {
    const measured = await run('pipelined', {});
    expect(measured.counts).toEqual({
      ...NO_FAULTS,
      connected: 1,
      echoed: ROUND_TRIPS,
      abandoned: 0,
    });
    expect(measured.roundTrips).toBe(ROUND_TRIPS);
    expect(measured.ms.p50).toBeGreaterThan(0);
    expect(measured.ms.max).toBeGreaterThanOrEqual(measured.ms.p99);
    // A length and eight bytes, there and back.
    expect(measured.wireBytes).toBe(24);
    expect(faultsOf('pipelined', measured)).toEqual([]);
  });

  it('find messages that do not come back', async () => {
    const measured = await run('pipelined', { swallowEvery: 500 });
    expect(measured.counts).toMatchObject({
      ...NO_FAULTS,
      notReceived: 2,
      echoed: ROUND_TRIPS - 2,
    });
    expect(faultsOf('pipelined', measured)).toEqual([
      'pipelined over TCP: 2 messages not received within 1 s',
    ]);
  });

  it('find a server that answers nothing', async () => {
    const measured = await run(
      'pipelined',
      { swallowEvery: 1 },
      { signal: AbortSignal.timeout(200) },
    );
    expect(measured.counts).toMatchObject({ notReceived: 250, echoed: 0 });
    expect(faultsOf('pipelined', measured)).toEqual(['pipelined over TCP: nothing came back']);
  });

  it('find duplicates', async () => {
    const measured = await run('pipelined', { repeatEvery: 400 });
    // The last one may come after all that was awaited.
    expect(measured.counts).toMatchObject({ ...NO_FAULTS, duplicate: expect.any(Number) });
    expect(measured.counts.duplicate).toBeGreaterThanOrEqual(2);
    expect(faultsOf('pipelined', measured)[0]).toMatch(/duplicate messages/);
  });

  it('find changed messages', async () => {
    const measured = await run('reconnect', { alterEvery: 1_000 });
    expect(measured.counts.wrong).toBeGreaterThan(0);
    expect(faultsOf('reconnect', measured)).toContainEqual(
      expect.stringMatching(/^reconnect over TCP: \d+ wrong messages$/),
    );
  });

  it('find messages of another connection', async () => {
    const measured = await run('paced', { strayEvery: 5_000 });
    expect(measured.counts.wrong).toBeGreaterThan(0);
    // Whoever sent them waits in vain.
    expect(measured.counts.notReceived).toBe(measured.counts.wrong);
  });

  it('find connections that the server ends', async () => {
    const measured = await run('pipelined', { cutEvery: 1_000 });
    expect(measured.counts).toMatchObject({ droppedByServer: 1, connectFailed: 0 });
    expect(measured.counts.notReceived).toBeGreaterThan(0);
    expect(measured.roundTrips).toBeLessThan(1_000);
    expect(faultsOf('pipelined', measured)).toContain(
      'pipelined over TCP: 1 connections dropped by the server',
    );
  });

  it('find connections that fail', async () => {
    const { address, close } = await startLyingEcho({});
    await close();
    const { counts } = await runAgainst(tcpLine(address), 'paced');
    expect(counts).toMatchObject({ connected: 0, connectFailed: 100, echoed: 0 });
  });
});

describe('the profile reconnect', () => {
  it('drops connections in the middle of it, and calls nothing a fault that it did itself', async () => {
    const measured = await run('reconnect', {}, { seconds: 0.9 });
    expect(measured.counts).toMatchObject(NO_FAULTS);
    // 100 clients for a second, and a connection lasts for half of it.
    expect(measured.counts.connected).toBeGreaterThan(100);
    expect(measured.counts.abandoned).toBeGreaterThan(0);
    expect(measured.counts.echoed).toBeGreaterThan(measured.roundTrips);
  });
});

describe('the profile paced', () => {
  it('sends at its rate, not faster', async () => {
    const measured = await run('paced', {});
    expect(measured.counts).toMatchObject({ ...NO_FAULTS, connected: 100, abandoned: 0 });
    // What was held up before may come on top: 50 ms of it, and as much that was under way.
    expect(measured.roundTrips / measured.seconds).toBeLessThan(100_000 * (1 + 0.1 / 0.3));
  });
});
