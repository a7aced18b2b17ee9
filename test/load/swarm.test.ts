import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, type SwarmOptions } from '../../load-test/swarm/options.js';
import { formatReport } from '../../load-test/swarm/result.js';
import { runSwarm } from '../../load-test/swarm/swarm.js';
import { startToyServer, type Faults, type ToyServer } from './toy-server.js';

let server: ToyServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function run(faults: Faults = {}, changes: Partial<SwarmOptions> = {}, signal?: AbortSignal) {
  server = await startToyServer(faults);
  const options: SwarmOptions = {
    ...DEFAULT_OPTIONS,
    target: server.target,
    players: 6,
    rate: 10,
    seconds: 0.6,
    chatShare: 0.3,
    joinSeconds: 0.2,
    warmupSeconds: 0,
    lostAfterSeconds: 0.5,
    ...changes,
  };
  return runSwarm(options, signal === undefined ? {} : { signal });
}

describe('a run', () => {
  it('finds nothing wrong with a server that is right', async () => {
    const result = await run({}, { checkRosters: true, walk: true });
    expect(result).toMatchObject({
      ok: true,
      ended: 'complete',
      joins: { asked: 6, joined: 6, failed: 0, incompleteRosters: 0, ms: { count: 6 } },
      rosters: { checked: 6, complete: 6, missing: 0 },
      moves: { lost: 0, skipped: 0, backwards: 0, unknown: 0 },
      chat: { lost: 0, duplicates: 0, idGaps: 0, disordered: 0, strayed: 0 },
      answers: null,
      refusals: {},
      drops: {},
    });
    // 60 events a second among six players, heard by three observers.
    expect(result.moves.sentPerSecond + result.chat.sentPerSecond).toBeGreaterThan(50);
    expect(result.moves.ms.count).toBeGreaterThan(60);
    expect(result.chat.ms.count).toBeGreaterThan(20);
    expect(result.perClient.frames.min).toBeGreaterThan(10);
    expect(result.perObserver).toHaveProperty('updatePosition');
    expect(result.server?.pids).toEqual([process.pid]); // found by its listening port
    expect(formatReport(result)).toContain('good: complete');
  });

  it('finds lost messages', async () => {
    const result = await run({ loseEveryNthMessage: 3 });
    expect(result.ok).toBe(false);
    expect(result.chat.lost).toBeGreaterThan(0);
    expect(result.chat.idGaps).toBeGreaterThan(0);
    expect(result.moves.lost).toBe(0);
    expect(formatReport(result)).toContain('NOT GOOD');
  });

  it('finds incomplete rosters', async () => {
    const result = await run({ hideSecondPlayer: true }, { joinSeconds: 0.5 });
    expect(result.ok).toBe(false);
    expect(result.joins.incompleteRosters).toBeGreaterThan(0);
    expect(result.rosters.missing).toBeGreaterThan(0);
  });

  it('tells why joins failed', async () => {
    const result = await run({}, { pin: '999999' });
    expect(result).toMatchObject({
      ok: false,
      ended: 'nobody joined',
      joins: { joined: 0, failed: 6, reasons: { ROOM_NOT_FOUND: 6 } },
    });
  });

  it('counts refused commands by their code', async () => {
    const result = await run({}, { names: true });
    expect(result.refusals).toEqual({ WRONG_PHASE: 6 });
  });

  it('ends when the server is gone', async () => {
    const result = await run({ dieAfter: 10 }, { seconds: 60 });
    expect(result).toMatchObject({ ok: false, ended: 'server lost' });
    expect(Object.values(result.drops)).toEqual([6]);
  });

  it('can be cut short and tells what it knows', async () => {
    const result = await run({}, { seconds: 60 }, AbortSignal.timeout(700));
    expect(result).toMatchObject({ ok: true, ended: 'interrupted', joins: { joined: 6 } });
    expect(result.windowSeconds).toBeLessThan(5);
  });
});
