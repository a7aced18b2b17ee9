import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toFraction } from '../../src/protocol/index.js';
import { AlignedTicker } from '../../src/server/live/batch/aligned-ticker.js';
import { TickRate } from '../../src/server/live/batch/tick-rate.js';
import { EPOCH } from '../support/game-data.js';
import { closeStage, INTERVAL_MS, openStage, type Actor, type Stage } from '../support/stage.js';

let stage: Stage;
let roomId: string;
let ann: Actor;
let bob: Actor;

beforeEach(async () => {
  stage = openStage();
  roomId = await stage.open();
  [ann, bob] = (await stage.seatAll(roomId, 'ann', 'bob')) as [Actor, Actor];
});
afterEach(() => {
  closeStage(stage);
});

describe('a flush', () => {
  it('carries the latest move of each player, the same frame for everybody', async () => {
    stage.move(ann, [1, 1]);
    stage.move(bob, [500, 600]);
    stage.move(ann, [700, 800]);
    await stage.flush();
    expect(stage.broadcaster.frames).toHaveLength(1);
    for (const { connectionId } of [ann, bob])
      expect(stage.broadcaster.payloads(connectionId, 'updatePosition')).toEqual([
        {
          seq: expect.any(Number) as number,
          updates: [
            { playerId: ann.seat.playerId, playerPosition: [toFraction(700), toFraction(800)] },
            { playerId: bob.seat.playerId, playerPosition: [toFraction(500), toFraction(600)] },
          ],
        },
      ]);
    const { seats } = await stage.state(roomId);
    expect([...seats.values()].map(({ position }) => position)).toEqual([
      [700, 800],
      [500, 600],
    ]);
  });

  it('R8.2 carries all chat in the order in which it was said', async () => {
    for (let n = 0; n < 5; n++) {
      stage.chat(ann, `a${n}`);
      stage.chat(bob, `b${n}`);
    }
    await stage.flush();
    expect(stage.broadcaster.frames).toHaveLength(1);
    const [frame] = stage.broadcaster.payloads(bob.connectionId, 'chatMessage');
    const spoken = ['a0', 'b0', 'a1', 'b1', 'a2', 'b2', 'a3', 'b3', 'a4', 'b4'];
    expect(frame?.messages.map(({ message }) => message)).toEqual(spoken);
    expect(frame?.messages.map(({ id }) => id)).toEqual(spoken.map((_, i) => i + 1));
    expect(frame?.seq).toBe(10);
  });

  it('sends each client at most one frame of each kind, however much happened', async () => {
    const names = Array.from({ length: 20 }, (_, n) => `guest ${n}`);
    for (const name of names) {
      stage.move(await stage.sit(roomId, name), [9, 9]);
      stage.move(ann, [1, 2]);
      stage.move(bob, [3, 4]);
      stage.chat(ann, name);
    }
    await stage.flush();
    const events = stage.broadcaster.eventsOf(ann.connectionId);
    expect(events).toEqual(['joinRoom', 'updatePosition', 'chatMessage']);
    const players = stage.broadcaster.payloads(ann.connectionId, 'joinRoom')[0]?.players;
    expect(players?.map(({ playerPosition }) => playerPosition)).toEqual(
      names.map(() => [toFraction(9), toFraction(9)]),
    );
    // Where newcomers are was in the roster's frame.
    expect(stage.broadcaster.payloads(ann.connectionId, 'updatePosition')[0]?.updates).toHaveLength(
      2,
    );
  });

  it('tells the roster before moves, moves before chat, and exits in order after them', async () => {
    const [carl, dora] = (await stage.seatAll(roomId, 'carl', 'dora')) as [Actor, Actor];
    await stage.sit(roomId, 'eve');
    stage.move(bob, [1, 2]);
    stage.chat(bob, 'hi');
    await stage.exit(carl);
    await stage.rooms.changeSettings(stage.room(roomId), { isLocked: true });
    await stage.exit(dora);
    await stage.flush();
    const frames = stage.broadcaster.heard(ann.connectionId);
    expect(frames.map(({ event }) => event)).toEqual([
      'joinRoom',
      'updatePosition',
      'chatMessage',
      'exitRoom',
      'updateRoomOption',
      'exitRoom',
    ]);
    expect(stage.broadcaster.payloads(ann.connectionId, 'exitRoom')).toEqual([
      { playerId: carl.seat.playerId },
      { playerId: dora.seat.playerId },
    ]);
  });

  it('does not tell of somebody who came and went in between', async () => {
    const eve = await stage.sit(roomId, 'eve');
    stage.move(eve, [1, 2]);
    await stage.exit(eve);
    await stage.flush();
    expect(stage.broadcaster.textOf(ann.connectionId)).not.toContain(eve.seat.playerId);
    expect(eve.isAdmitted()).toBe(true);
    expect(stage.broadcaster.heard(eve.connectionId)).toEqual([]);
  });

  it('R2.4 tells drops and returns in one frame, with where each ended', async () => {
    await stage.drop(bob);
    const carl = await stage.sit(roomId, 'carl');
    await stage.sit(roomId, 'bob');
    await stage.drop(carl);
    await stage.flush();
    expect(stage.broadcaster.payloads(ann.connectionId, 'updatePresence')).toEqual([
      {
        players: [
          { playerId: bob.seat.playerId, connected: true },
          { playerId: carl.seat.playerId, connected: false },
        ],
      },
    ]);
    expect(stage.broadcaster.eventsOf(ann.connectionId)).not.toContain('exitRoom');
  });

  it('counts positions up from flush to flush', async () => {
    for (let n = 1; n <= 3; n++) {
      stage.move(ann, [n, n]);
      await stage.flush();
    }
    const frames = stage.broadcaster.payloads(bob.connectionId, 'updatePosition');
    const first = frames[0]!.seq;
    expect(frames.map(({ seq }) => seq)).toEqual([first, first + 1, first + 2]);
  });

  it('R8.1 nobody but the host chats in a muted room', async () => {
    await stage.rooms.changeSettings(stage.room(roomId), { isMuted: true });
    await expect(stage.say(bob, 'psst')).rejects.toThrow('MUTED');
    stage.chat(ann, 'quiet please');
    await stage.flush();
    expect(stage.broadcaster.payloads(bob.connectionId, 'chatMessage')[0]?.messages).toHaveLength(
      1,
    );
  });

  it('is reported with what it carried, and only when it carried something', async () => {
    stage.flushes.length = 0;
    stage.move(ann, [1, 1]);
    stage.move(bob, [1, 1]);
    stage.chat(bob, 'x');
    await stage.sit(roomId, 'carl');
    await stage.pass(INTERVAL_MS * 5);
    stage.move(bob, [2, 2]);
    await stage.pass(INTERVAL_MS * 5);
    expect(stage.flushes).toEqual([
      { moves: 2, chats: 1, newcomers: 1 },
      { moves: 1, chats: 0, newcomers: 0 },
    ]);
  });
});

describe('a room that fails', () => {
  it('R10.1 does not stop the others, and goes on itself', async () => {
    const otherId = await stage.open();
    const [carl, dora] = (await stage.seatAll(otherId, 'carl', 'dora')) as [Actor, Actor];
    stage.broadcaster.breaks = ({ targets }) => targets.some((target) => target.startsWith(roomId));
    stage.move(ann, [1, 1]);
    stage.move(carl, [2, 2]);
    await stage.flush();
    expect(stage.failures.splice(0)).toHaveLength(1);
    expect(stage.broadcaster.eventsOf(dora.connectionId)).toEqual(['updatePosition']);
    expect(stage.broadcaster.heard(bob.connectionId)).toEqual([]);

    stage.broadcaster.breaks = () => false;
    stage.move(ann, [3, 3]);
    await stage.flush();
    expect(stage.broadcaster.eventsOf(bob.connectionId)).toEqual(['updatePosition']);
  });

  it('R10.1 a share that the store refuses is reported, and the next one goes through', async () => {
    const share = vi.spyOn(stage.store, 'share').mockRejectedValueOnce(new Error('away'));
    stage.move(ann, [1, 1]);
    await stage.flush();
    expect(stage.failures.splice(0)).toHaveLength(1);
    stage.move(ann, [2, 2]);
    await stage.flush();
    expect(share).toHaveBeenCalledTimes(2);
    expect(stage.broadcaster.eventsOf(bob.connectionId)).toEqual(['updatePosition']);
  });
});

describe('the aligned ticker', () => {
  it('leaves nothing scheduled while a room is idle', async () => {
    const caring = vi.getTimerCount();
    stage.move(ann, [1, 1]);
    expect(vi.getTimerCount()).toBe(caring + 1);
    await stage.pass(INTERVAL_MS * 3);
    expect(vi.getTimerCount()).toBe(caring);
  });

  it('wakes a room where epoch time modulo the interval is its offset', () => {
    const offsets: number[] = [];
    const tickers = Array.from({ length: 200 }, (_, key) => {
      const ticker = new AlignedTicker(new TickRate(INTERVAL_MS), key * 7, Date.now, () =>
        offsets.push((((Date.now() - key * 7) % INTERVAL_MS) + INTERVAL_MS) % INTERVAL_MS),
      );
      return ticker;
    });
    for (const ticker of tickers) ticker.request();
    vi.advanceTimersByTime(INTERVAL_MS);
    expect(offsets).toEqual(tickers.map(() => 0));
  });

  it('spreads rooms evenly over the interval', () => {
    const ticks = new Map<number, number>();
    for (let key = 0; key < 500; key++) {
      const note = (): void => {
        const at = Date.now() - EPOCH;
        ticks.set(at, (ticks.get(at) ?? 0) + 1);
      };
      new AlignedTicker(new TickRate(INTERVAL_MS), key, Date.now, note).request();
    }
    vi.setSystemTime(EPOCH);
    vi.advanceTimersByTime(INTERVAL_MS);
    expect(ticks.size).toBe(INTERVAL_MS);
    expect(new Set(ticks.values())).toEqual(new Set([10]));
  });

  it('ticks once however often it was asked, and not once it is closed', () => {
    let ticks = 0;
    const ticker = new AlignedTicker(new TickRate(INTERVAL_MS), 3, Date.now, () => (ticks += 1));
    for (let n = 0; n < 10; n++) ticker.request();
    vi.advanceTimersByTime(INTERVAL_MS * 10);
    expect(ticks).toBe(1);
    ticker.request();
    ticker.close();
    vi.advanceTimersByTime(INTERVAL_MS * 10);
    expect(ticks).toBe(1);
  });

  it('a tick knows how late it is', () => {
    const late: number[] = [];
    const ticker = new AlignedTicker(new TickRate(INTERVAL_MS), 0, Date.now, (lateMs) =>
      late.push(lateMs),
    );
    vi.setSystemTime(EPOCH);
    ticker.request();
    // The process stands still past its membership.
    vi.setSystemTime(EPOCH + 40);
    vi.advanceTimersByTime(INTERVAL_MS);
    expect(late).toEqual([40]);
  });

  it('a late tick comes back to the common ticks', () => {
    const at: number[] = [];
    const ticker = new AlignedTicker(new TickRate(INTERVAL_MS), 0, Date.now, () =>
      at.push(Date.now() % INTERVAL_MS),
    );
    vi.setSystemTime(EPOCH + 17);
    ticker.request();
    vi.advanceTimersByTime(INTERVAL_MS);
    vi.setSystemTime(EPOCH + 1_023);
    ticker.request();
    vi.advanceTimersByTime(INTERVAL_MS);
    expect(at).toEqual([0, 0]);
  });
});
