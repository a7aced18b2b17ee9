import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RoomCommand } from '../../src/game/room-command.js';
import { rename, sit } from '../../src/game/seat-commands.js';
import { changeSettings } from '../../src/game/settings-commands.js';
import type { Append, AppendOutcome } from '../../src/server/live/store/contract.js';
import type { RedisParts } from '../../src/server/live/store/redis/redis-parts.js';
import { decideAll } from '../../src/server/live/store/room-writer.js';
import { codeOf, request } from '../support/game-data.js';
import { TestRedis } from '../support/redis.js';
import { claimOf, seatPlayer } from '../support/store-verbs.js';
import { TcpProxy } from '../../load-test/rig/tcp-proxy.js';
import { countdownFrom, heardUpTo, listen, open, read, seatAll, seatsOf } from './parts.js';
import { newPrefix, redisParts } from './redis-hall.js';
import { usePace } from '../support/pace.js';

const pace = usePace();

/** Longer than the program's: what a test does in a turn is done in it. */
const TURN_MS = 2_000;

let redis: TestRedis;
let prefix: string;
let running: RedisParts[];
beforeAll(async () => {
  redis = await TestRedis.start();
});
afterAll(() => redis.stop());
beforeEach(() => {
  prefix = newPrefix();
  running = [];
});
afterEach(() => Promise.all(running.map((parts) => parts.close())));

async function another(url = redis.url): Promise<RedisParts> {
  const parts = await redisParts(url, { prefix, turnMs: TURN_MS });
  running.push(parts);
  return parts;
}

describe('an append whose answer gets lost', () => {
  let proxy: TcpProxy;
  beforeEach(async () => {
    proxy = await TcpProxy.start(redis.port);
  });
  afterEach(() => proxy.close());

  /** A process behind a proxy, one that hears what happens, and a room in which two sit. */
  async function hall(): Promise<{ behind: RedisParts; direct: RedisParts; roomId: string }> {
    const direct = await another();
    const behind = await another(`redis://127.0.0.1:${proxy.port}`);
    const { roomId } = await open(direct.store);
    await seatAll(behind, roomId, 2);
    return { behind, direct, roomId };
  }
  const newcomer = request(7, { playerName: 'Lost Answer' });

  it.each<[string, (text: string) => void]>([
    ['comes to a connection that is cut', (text) => proxy.cutAt(text, { isHeard: true })],
    ['never came, as its connection was cut', (text) => proxy.cutAt(text, { isHeard: false })],
    ['comes to a connection that has died unnoticed', (text) => proxy.loseAnswerTo(text)],
  ])('R4.5 happens exactly once: it %s', async (_what, lose) => {
    const { behind, direct, roomId } = await hall();
    const heard = await listen(direct, roomId);
    const { seq } = await read(direct.store, roomId);
    lose('Lost Answer');
    const { seat, resumed } = await seatPlayer(behind, roomId, newcomer);
    expect([seat.slot, seat.generation, resumed]).toEqual([2, 3, false]);
    expect((await seatsOf(direct.store, roomId))[2]).toEqual(seat);
    // It is over: nothing of it is still to come.
    const last = await seatPlayer(behind, roomId, request(8));
    expect(last.seat.generation).toBe(4);
    const updates = await heardUpTo(heard, seq + 2);
    expect(updates.map((update) => update.seq)).toEqual([seq + 1, seq + 2]);
    expect(await behind.store.lastAppendOf(roomId)).toMatchObject({ seq: seq + 2 });
  });

  it('is found though others have appended since', async () => {
    const { behind, direct, roomId } = await hall();
    const heard = await listen(direct, roomId);
    const { seq } = await read(direct.store, roomId);
    proxy.loseAnswerTo('Lost Answer');
    const lost = seatPlayer(behind, roomId, newcomer);
    await heardUpTo(heard, seq + 1);
    await direct.writer.run(roomId, rename('p1', 'New'));
    expect(await lost).toMatchObject({ resumed: false, seat: { slot: 2, generation: 3 } });
    expect((await read(direct.store, roomId)).seq).toBe(seq + 2);
  });

  it('is decided anew where it never came and others have appended since', async () => {
    const { behind, direct, roomId } = await hall();
    proxy.cutAt('Lost Answer', { isHeard: false });
    const [grant] = await Promise.all([
      seatPlayer(behind, roomId, newcomer),
      seatPlayer(direct, roomId, request(3)),
      seatPlayer(direct, roomId, request(4)),
    ]);
    const seats = await seatsOf(direct.store, roomId);
    expect(seats.map(({ playerId }) => playerId).toSorted()).toEqual([
      'p0',
      'p1',
      'p3',
      'p4',
      'p7',
    ]);
    expect(seats.find(({ playerId }) => playerId === 'p7')).toEqual(grant.seat);
    expect(new Set(seats.map(({ generation }) => generation)).size).toBe(5);
    expect((await read(direct.store, roomId)).seq).toBe(5);
  });

  it('says so at once where it could not even be sent', async () => {
    const { behind, roomId } = await hall();
    const room = await read(behind.store, roomId);
    await proxy.close();
    await expect.poll(() => behind.status().isAway).toBe(true);
    const { append } = decideAll(room, [sit(newcomer)], behind.store.now());
    const askedAt = performance.now();
    expect(await codeOf(() => behind.writer.append(roomId, append))).toBe('STORE_AWAY');
    expect(performance.now() - askedAt).toBeLessThan(pace.allow(200));
    proxy = await TcpProxy.start(redis.port);
  });
});

describe('a process that came too late again and again', () => {
  type Decide = (
    command: RoomCommand<unknown>,
    changes?: Partial<Append>,
  ) => Promise<Omit<Append, 'id'>>;

  interface Rivals {
    /** Asks for its turn. */
    late: RedisParts;
    other: RedisParts;
    roomId: string;
    /** Decides on the room as it is now. */
    decide: Decide;
    /** What the one decided before the other changed the room. */
    tooLate: Omit<Append, 'id'>;
  }

  async function rivals(): Promise<Rivals> {
    const [late, other] = [await another(), await another()];
    const { roomId } = await open(late.store);
    await seatAll(late, roomId, 3);
    const decide: Decide = async (command, changes = {}) => {
      const room = await read(late.store, roomId);
      return { ...decideAll(room, [command], late.store.now()).append, ...changes };
    };
    const tooLate = await decide(rename('p1', 'Late'));
    await other.writer.run(roomId, rename('p2', 'Other'));
    return { late, other, roomId, decide, tooLate };
  }

  /** Asks for the turn and does something while it lasts; anew where that took longer. */
  async function inTurn<T>(
    { late, roomId, tooLate }: Rivals,
    work: () => Promise<() => Promise<T>>,
  ): Promise<T> {
    for (let tries = 0; tries < 10; tries++) {
      const act = await work();
      const askedAt = performance.now();
      expect((await late.writer.append(roomId, tooLate)).kind).toBe('stale');
      const done = await act();
      if (performance.now() - askedAt < TURN_MS) return done;
      await sleep(TURN_MS);
    }
    throw new Error('this machine is too slow');
  }

  it('has the roster to itself for a moment', async () => {
    const both = await rivals();
    const { late, other, roomId, decide } = both;
    let n = 0;
    const outcomes = await inTurn(both, async () => {
      n += 1;
      const [own, others] = [
        await decide(rename('p1', `Late ${n}`)),
        await decide(rename('p2', `Again ${n}`)),
      ];
      const { seq } = own.before;
      return async () => ({
        held: await other.writer.append(roomId, others),
        own: await late.writer.append(roomId, own),
        seq,
      });
    });
    const { held, own, seq } = outcomes;
    if (held.kind !== 'turn') throw new Error(held.kind);
    expect(held.waitMs).toBeGreaterThan(0);
    expect(held.waitMs).toBeLessThanOrEqual(TURN_MS);
    expect(own).toEqual({ kind: 'done', seq: seq + 1 });
    // With that its turn is over.
    const next = await other.writer.append(roomId, await decide(rename('p2', 'Again')));
    expect(next).toEqual({ kind: 'done', seq: seq + 2 });
  });

  it('R4.5 holds up neither claims nor settings', async () => {
    const both = await rivals();
    const { other, roomId, decide } = both;
    const kinds = await inTurn(both, async () => {
      const room = await read(other.store, roomId);
      const muting = await decide(changeSettings({ isMuted: true }));
      const check: Partial<Append> = { changes: [], expects: new Set(['roster']) };
      const looking = await decide(rename('p2', 'x'), check);
      const renaming = await decide(rename('p2', 'Again'), { expects: new Set(['roster']) });
      const claiming = await decide(claimOf(countdownFrom(room, 2 ** 41)), { expects: new Set() });
      return async () => {
        const outcomes: AppendOutcome[] = [];
        // None of them ends it.
        for (const append of [
          muting,
          looking,
          { ...claiming, deadline: 'open' as const },
          renaming,
        ])
          outcomes.push(await other.writer.append(roomId, append));
        return outcomes.map(({ kind }) => kind);
      };
    });
    expect(kinds).toEqual(['done', 'turn', 'done', 'turn']);
  });

  it('is told by the update before it that it is next, in the order in which all came', async () => {
    const both = await rivals();
    const { late, other, roomId, decide, tooLate } = both;
    const heard = await listen(late, roomId);
    const updates = await inTurn(both, async () => {
      const own = await decide(rename('p1', 'First'));
      const others = await decide(rename('p2', 'Next'));
      return async () => {
        const held = await other.writer.append(roomId, others);
        const done = await late.writer.append(roomId, own);
        if (done.kind !== 'done' || held.kind !== 'turn')
          throw new Error(`${held.kind} ${done.kind}`);
        return heardUpTo(heard, done.seq);
      };
    });
    expect(updates.at(-1)).toMatchObject({ next: other.store.processId });
    // It has the turn now, and what it had decided is too late.
    expect(await other.writer.append(roomId, tooLate)).toMatchObject({ kind: 'stale', waitMs: 0 });
    expect(await late.writer.append(roomId, tooLate)).toMatchObject({ kind: 'turn' });
    const last = await decide(rename('p2', 'Last'));
    expect((await other.writer.append(roomId, last)).kind).toBe('done');
  });

  it('keeps nobody waiting later, however many came too late and never came again', async () => {
    const { roomId, tooLate } = await rivals();
    for (let n = 0; n < 4; n++) await (await another()).writer.append(roomId, tooLate);
    await sleep(5 * TURN_MS + 100);
    const alone = await another();
    const sent = vi.spyOn(alone.store, 'append');
    expect(await alone.writer.run(roomId, rename('p1', 'Alone'))).toBe('Alone');
    expect(sent).toHaveBeenCalledTimes(1);
  });

  it('loses its turn where it does not take it', async () => {
    const both = await rivals();
    const { other, roomId, decide } = both;
    const renaming = await decide(rename('p2', 'Again'));
    const held = await inTurn(both, async () => () => other.writer.append(roomId, renaming));
    if (held.kind !== 'turn') throw new Error(held.kind);
    await sleep(held.waitMs + 5);
    expect((await other.writer.append(roomId, renaming)).kind).toBe('done');
  });

  it('gets through beside others who never rest, as all do', async () => {
    const all = [await another(), await another(), await another()];
    const { roomId } = await open(all[0]!.store);
    await seatAll(all[0]!, roomId, 3);
    const { seq } = await read(all[0]!.store, roomId);
    const ROUNDS = 15;
    const codes = await Promise.all(
      all.map(async ({ writer }, i) => {
        const seen: string[] = [];
        for (let n = 0; n < ROUNDS; n++)
          seen.push(await codeOf(() => writer.run(roomId, rename(`p${i}`, `Name ${i} ${n}`))));
        return seen;
      }),
    );
    expect(codes.flat().filter((code) => code !== 'ok')).toEqual([]);
    expect((await read(all[0]!.store, roomId)).seq).toBe(seq + 3 * ROUNDS);
  });
});
