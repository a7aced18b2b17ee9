import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  healthHere,
  percentile,
  playersHealth,
  RoomHealthReader,
  summarizeHealth,
  type ConnectionHealth,
} from '../../src/server/live/room/room-health.js';
import { aSeat, EPOCH } from '../support/game-data.js';
import { closeStage, INTERVAL_MS, openStage, type Stage } from '../support/stage.js';

const connection = (slot: number, changes: Partial<ConnectionHealth> = {}): ConnectionHealth => ({
  slot,
  roundTripMs: 40,
  format: 'compact',
  transport: 'websocket',
  isBehind: false,
  ...changes,
});
const gone = (slot: number, droppedAt: number) =>
  aSeat(slot, { connectionId: null, process: null, droppedAt });

describe('R11.1 the health of a room', () => {
  it('counts who is here, slow, behind and gone, and how they read', () => {
    const seats = [0, 1, 2, 3, 4].map((slot) => aSeat(slot));
    const bot = aSeat(6, { isBot: true });
    const players = playersHealth(
      [...seats, gone(5, EPOCH), bot],
      [
        connection(0, { roundTripMs: 20.4 }),
        connection(1, { roundTripMs: 301 }),
        connection(2, { roundTripMs: 5_000, isBehind: true }),
        connection(3, { roundTripMs: null, format: 'json', transport: 'polling' }),
        // Its seat was dropped meanwhile, or is another one's.
        connection(5),
        connection(6),
        connection(77),
      ],
    );
    const health = summarizeHealth(players, true);
    expect(health).toMatchObject({
      connected: 5,
      slow: 1,
      behind: 1,
      gone: 1,
      formats: { json: 1, compact: 3 },
      transports: { websocket: 3, polling: 1 },
      roundTripMs: { players: 3, median: 301, p95: 5_000 },
      isComplete: true,
    });
    expect(health.worst.map(({ playerId, goneSince }) => [playerId, goneSince])).toEqual([
      ['p2', null],
      ['p1', null],
      ['p5', EPOCH],
    ]);
  });

  it('has no round trip where nobody echoes, and calls nobody slow', () => {
    const health = summarizeHealth(playersHealth([aSeat(0)], []), false);
    expect(health).toMatchObject({ connected: 1, slow: 0, roundTripMs: null, isComplete: false });
    expect(health.worst).toEqual([]);
  });

  it('names ten of the connected and ten of the gone, the worst first', () => {
    const seats = Array.from({ length: 60 }, (_, slot) =>
      slot < 30 ? aSeat(slot) : gone(slot, EPOCH + slot),
    );
    const connections = seats.map(({ slot }) => connection(slot, { roundTripMs: 400 + slot }));
    const { worst } = summarizeHealth(playersHealth(seats, connections), true);
    expect(worst.map(({ playerId }) => playerId)).toEqual([
      ...Array.from({ length: 10 }, (_, n) => `p${29 - n}`),
      ...Array.from({ length: 10 }, (_, n) => `p${59 - n}`),
    ]);
  });

  it('takes the value that so many percent do not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, n) => 100 - n);
    expect([50, 95, 100, 0].map((p) => percentile(hundred, p))).toEqual([50, 95, 100, 1]);
    expect([percentile([7], 95), percentile([], 50)]).toEqual([7, Number.NaN]);
  });
});

describe('R11.1 what a process knows', () => {
  let stage: Stage;
  beforeEach(() => (stage = openStage()));
  afterEach(() => closeStage(stage));

  it('of its players and not of projectors, is measured by their echoes', async () => {
    const roomId = await stage.open();
    const [ann] = await stage.seatAll(roomId, 'ann');
    stage.format = 'compact';
    const bob = await stage.sit(roomId, 'bob');
    await stage.watch(roomId);
    const room = stage.room(roomId);
    for (let n = 0; n < 10; n++) {
      stage.move(ann!, [n, n]);
      await stage.flush();
    }
    const seqs = stage.broadcaster.payloads(bob.connectionId, 'flush').map(([seq]) => seq);
    // Seen three intervals ago.
    room.echo(bob.connectionId, seqs.at(-4)!);
    const expected = [
      { slot: 0, roundTripMs: null, format: 'json' },
      { slot: 1, format: 'compact', isBehind: false },
    ];
    const health = healthHere(room);
    expect(health).toMatchObject(expected);
    expect(health[1]!.roundTripMs).toBeGreaterThanOrEqual(3 * INTERVAL_MS);
    expect(health[1]!.roundTripMs).toBeLessThan(5 * INTERVAL_MS);
  });

  it('is asked of the others once a second at most', async () => {
    const roomId = await stage.open();
    await stage.seatAll(roomId, 'ann', 'bob');
    let asked = 0;
    const reader = new RoomHealthReader(async () => {
      asked++;
      return { facts: [connection(1, { roundTripMs: 999 })], isComplete: asked < 2 };
    });
    const room = stage.room(roomId);
    const answers = await Promise.all([1, 2, 3].map(() => reader.read(room)));
    expect([asked, answers[2]]).toEqual([1, answers[0]]);
    await stage.pass(1_000);
    expect(await reader.read(room)).toMatchObject({ connected: 2, isComplete: false });
    expect(asked).toBe(2);
  });
});
