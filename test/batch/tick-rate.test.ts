import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AlignedTicker } from '../../src/server/live/batch/aligned-ticker.js';
import { TickRate } from '../../src/server/live/batch/tick-rate.js';
import { EPOCH } from '../support/game-data.js';
import { closeStage, openStage, type Actor, type Stage } from '../support/stage.js';

const BASE_MS = 50;
/** On average, of a base of 50 ms: more than 15 is late, less than 5 is calm. */
const LATE_MS = 16;
const NEITHER_MS = 10;
const CALM_MS = 4;

/** A tick rate whose ticks come every 50 ms of a clock of its own. */
class Paced {
  readonly tickRate: TickRate;
  private now = 0;

  constructor(maxMs?: number, baseMs = BASE_MS) {
    this.tickRate = new TickRate(baseMs, maxMs);
    this.tickRate.note(0, this.now);
  }

  tick(latenessMs: number): void {
    this.tickRate.note(latenessMs, this.now);
  }

  /** Seconds in which every tick comes as late as told. */
  seconds(count: number, latenessMs: number): number {
    for (let tick = 0; tick < count * 20; tick++) {
      this.now += 50;
      this.tick(latenessMs);
    }
    return this.tickRate.intervalMs;
  }

  /** How many calm seconds pass before the interval shrinks. */
  calmUntilQuicker(): number {
    const before = this.tickRate.intervalMs;
    for (let count = 1; count <= 200; count++) if (this.seconds(1, CALM_MS) < before) return count;
    return Infinity;
  }
}

describe('the tick rate', () => {
  it('doubles the interval after a late second, again after another, and never beyond the bound', () => {
    const paced = new Paced(200);
    expect(paced.tickRate.intervalMs).toBe(50);
    expect(paced.seconds(1, LATE_MS)).toBe(100);
    expect(paced.seconds(1, LATE_MS)).toBe(200);
    expect(paced.seconds(50, 1_000)).toBe(200);
  });

  it.each([
    [100, 100],
    [199, 100],
    [399, 200],
    [400, 400],
  ])('up to %i ms stops at %i', (maxMs, widest) => {
    expect(new Paced(maxMs).seconds(10, 500)).toBe(widest);
  });

  it('is not stretched by a single late tick, nor by ticks that are late by a third of the bound', () => {
    const paced = new Paced(200);
    expect(paced.seconds(10, 15)).toBe(50);
    for (let n = 0; n < 30; n++) {
      paced.tick(250);
      expect(paced.seconds(1, 0)).toBe(50);
    }
  });

  it('looks once a second', () => {
    const tickRate = new TickRate(BASE_MS, 400);
    for (let now = 0; now < 1_000; now += 50) tickRate.note(500, now);
    expect(tickRate.intervalMs).toBe(50);
    tickRate.note(500, 1_000);
    expect(tickRate.intervalMs).toBe(100);
    for (let now = 1_050; now < 2_000; now += 50) tickRate.note(500, now);
    expect(tickRate.intervalMs).toBe(100);
    tickRate.note(500, 2_000);
    expect(tickRate.intervalMs).toBe(200);
  });

  it('comes back after four calm seconds in a row, one step at a time', () => {
    const paced = new Paced(200);
    paced.seconds(2, LATE_MS);
    expect(paced.seconds(3, CALM_MS)).toBe(200);
    expect(paced.seconds(1, CALM_MS)).toBe(100);
    expect(paced.seconds(3, CALM_MS)).toBe(100);
    expect(paced.seconds(1, CALM_MS)).toBe(50);
    expect(paced.seconds(100, CALM_MS)).toBe(50);
  });

  it('begins to count anew after a second that was neither late nor calm', () => {
    const paced = new Paced(100);
    paced.seconds(1, LATE_MS);
    for (let n = 0; n < 5; n++) {
      expect(paced.seconds(3, CALM_MS)).toBe(100);
      expect(paced.seconds(1, NEITHER_MS)).toBe(100);
    }
    expect(paced.calmUntilQuicker()).toBe(4);
  });

  it('begins to count anew after a late second at the bound', () => {
    const paced = new Paced(100);
    paced.seconds(1, LATE_MS);
    paced.seconds(3, CALM_MS);
    paced.seconds(1, LATE_MS);
    expect(paced.calmUntilQuicker()).toBe(4);
  });

  it('waits twice as long whenever it was too early, within bounds', () => {
    const paced = new Paced(100);
    paced.seconds(1, LATE_MS);
    const waits: number[] = [];
    for (let relapse = 0; relapse < 7; relapse++) {
      waits.push(paced.calmUntilQuicker());
      expect(paced.seconds(1, LATE_MS)).toBe(100);
    }
    expect(waits).toEqual([4, 8, 16, 32, 64, 64, 64]);
  });

  it.each([
    ['within its patience is a relapse', 3, 8],
    ['after that is bad luck, and starts from the beginning', 4, 4],
  ])('to be late again %s', (_, calmSeconds, patience) => {
    const paced = new Paced(100);
    paced.seconds(1, LATE_MS);
    paced.calmUntilQuicker();
    paced.seconds(calmSeconds, CALM_MS);
    expect(paced.seconds(1, LATE_MS)).toBe(100);
    expect(paced.calmUntilQuicker()).toBe(patience);
  });

  it('forgets its impatience once it has held for long', () => {
    const paced = new Paced(100);
    for (let relapse = 0; relapse < 4; relapse++) {
      paced.seconds(1, LATE_MS);
      paced.calmUntilQuicker();
    }
    paced.seconds(200, CALM_MS);
    paced.seconds(1, LATE_MS);
    expect(paced.calmUntilQuicker()).toBe(4);
  });

  it.each([undefined, 0, 49, 50, 99])('with %s as the bound stays as it is', (maxMs) => {
    expect(new Paced(maxMs).seconds(20, 1_000)).toBe(50);
  });

  it('goes on looking where the clock is set back', () => {
    const tickRate = new TickRate(BASE_MS, 100);
    for (let now = 3_600_000; now <= 3_600_500; now += 50) tickRate.note(0, now);
    for (let now = 0; now <= 2_000; now += 50) tickRate.note(LATE_MS, now);
    expect(tickRate.intervalMs).toBe(100);
  });

  it('of 0 stays 0', () => {
    expect(new Paced(100, 0).tickRate.intervalMs).toBe(0);
  });
});

describe('the ticks of a stretching interval', () => {
  beforeEach(() => void vi.useFakeTimers({ now: EPOCH }));
  afterEach(() => void vi.useRealTimers());

  it.each([0, 7, 123_456, 999_999])('at offset %i has its wide ticks on the narrow', (offset) => {
    const tickRate = { intervalMs: BASE_MS, note: () => undefined };
    const at: number[] = [];
    const ticker = new AlignedTicker(tickRate, offset, Date.now, () => {
      at.push(Date.now() - offset);
      ticker.request();
    });
    ticker.request();
    for (const intervalMs of [50, 100, 200, 100, 50, 200, 50]) {
      tickRate.intervalMs = intervalMs;
      at.length = 0;
      vi.advanceTimersByTime(2_000);
      expect(at.every((tickAt) => tickAt % BASE_MS === 0)).toBe(true);
      // The first tick after a change may still be one of the old width.
      expect(at.slice(1).every((tickAt) => tickAt % intervalMs === 0)).toBe(true);
      const gaps = at.slice(2).map((tickAt, n) => tickAt - (at[n + 1] ?? 0));
      expect(new Set(gaps)).toEqual(new Set([intervalMs]));
    }
    ticker.close();
  });

  it('does not tick twice where timers fire a hair too early', () => {
    const at: number[] = [];
    // The clock is 0.4 ms behind when a timer wakes.
    let behindMs = 0;
    const ticker = new AlignedTicker(
      new TickRate(BASE_MS),
      0,
      () => Date.now() - behindMs,
      () => {
        behindMs = 0.4;
        at.push(Date.now());
        ticker.request();
      },
    );
    ticker.request();
    vi.advanceTimersByTime(510);
    ticker.close();
    expect(at.map((tickAt) => tickAt % BASE_MS < 2)).toEqual(at.map(() => true));
    expect(at).toHaveLength(10);
  });

  it('measures how late a tick came, by the clock that the processes share', () => {
    const tickRate = new TickRate(BASE_MS, 100);
    const note = vi.spyOn(tickRate, 'note');
    const ticker = new AlignedTicker(tickRate, 0, Date.now, () => {});
    ticker.request();
    vi.advanceTimersByTime(BASE_MS);
    ticker.request();
    vi.setSystemTime(Date.now() + 37);
    vi.advanceTimersByTime(BASE_MS);
    expect(note.mock.calls).toEqual([
      [0, EPOCH + 50],
      [37, EPOCH + 137],
    ]);
  });
});

describe('a room whose process falls behind', () => {
  const LEAD_MS = 10;
  let stage: Stage;
  let players: Actor[];
  let shares: number[];
  let said: number;
  let offset: number;

  beforeEach(async () => {
    stage = openStage({ flushMaxMs: 200, shareLeadMs: LEAD_MS });
    const roomId = await stage.open();
    stage.format = 'json';
    players = await stage.seatAll(roomId, 'ann', 'bob');
    stage.format = 'compact';
    await stage.watch(roomId);
    stage.format = 'json';
    await stage.pass(100);
    stage.broadcaster.clear();
    offset = Number(stage.room(roomId).view.pin);
    said = 0;
    shares = [];
    const share = stage.store.share.bind(stage.store);
    stage.store.share = (...args) => {
      shares.push(Date.now());
      return share(...args);
    };
  });
  afterEach(() => {
    closeStage(stage);
  });

  /** Everybody moves and speaks every 25 ms, on a loop that comes back late each time. */
  async function play(ms: number, blockedMs: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 25 + blockedMs) {
      for (const [n, player] of players.entries()) {
        stage.move(player, [said, n]);
        stage.chat(player, `${said++}`);
      }
      vi.setSystemTime(Date.now() + blockedMs);
      await stage.pass(25);
    }
  }

  const flushes = (): number[] =>
    stage.broadcaster.frames.filter(({ event }) => event === 'updatePosition').map(({ at }) => at);

  /** Where the flushes and shares of some seconds of a loop that is on time lie. */
  async function positionsOf(ms: number): Promise<{ flush: number[]; share: number[] }> {
    await play(200, 0);
    const [from, shared] = [flushes().length, shares.length];
    await play(ms, 0);
    return { flush: flushes().slice(from), share: shares.slice(shared) };
  }

  const gaps = (at: number[]): number[] => [
    ...new Set(at.slice(1).map((tickAt, n) => tickAt - (at[n] ?? 0))),
  ];

  it('flushes less often, comes back, and loses nothing', async () => {
    for (const [blockedMs, interval] of [
      [0, 50],
      [30, 200],
      [0, 200],
    ] as const) {
      await play(3_000, blockedMs);
      if (blockedMs > 0) continue;
      const { flush, share } = await positionsOf(500);
      expect(gaps(flush)).toEqual([interval]);
      expect(gaps(share)).toEqual([interval]);
      // What is shared is in the flush right after it, in every width.
      expect(flush.map((at) => at - LEAD_MS)).toEqual(share.slice(0, flush.length));
      for (const at of flush) expect((at - offset) % interval).toBe(0);
    }
    await play(8_000, 0);
    expect(gaps((await positionsOf(500)).flush)).toEqual([50]);
    await stage.pass(400);

    const [ann] = players as [Actor];
    const messages = stage.broadcaster
      .payloads(ann.connectionId, 'chatMessage')
      .flatMap((frame) => frame.messages);
    expect(messages.map(({ id }) => id)).toEqual(messages.map((_, n) => n + 1));
    expect(messages.map(({ message }) => message)).toEqual(
      Array.from({ length: said }, (_, n) => `${n}`),
    );
    const { seats } = await stage.state(ann.membership.room.view.roomId);
    expect([...seats.values()].map(({ position }) => position[0])).toEqual([said - 2, said - 1]);
  });
});
