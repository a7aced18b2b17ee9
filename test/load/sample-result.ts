import { Histogram } from '../../load-test/swarm/histogram.js';
import { DEFAULT_OPTIONS } from '../../load-test/swarm/options.js';
import type { Spread, SwarmResult } from '../../load-test/swarm/result.js';
import { NO_STALLS } from '../../load-test/swarm/stall-probe.js';

/** Ten seconds of one room in which nothing went wrong, on a server elsewhere. */
export function sampleResult(): SwarmResult {
  const latency = new Histogram();
  for (const sample of [10, 20, 30, 40]) latency.record(sample);
  const ms = latency.summary();
  const spread = (mean: number): Spread => ({ mean, min: mean - 1, max: mean + 1 });
  return {
    ok: true,
    options: { ...DEFAULT_OPTIONS, seconds: 10 },
    ended: 'complete',
    swarmSaturated: false,
    windowSeconds: 10,
    joins: { asked: 200, joined: 200, failed: 0, reasons: {}, incompleteRosters: 0, bytes: 0, ms },
    rosters: { checked: 3, complete: 3, missing: 0 },
    moves: {
      sentPerSecond: 360,
      judged: 10_800,
      lost: 0,
      folded: 0,
      skipped: 0,
      repeated: 0,
      backwards: 0,
      unknown: 0,
      ms,
    },
    chat: {
      sentPerSecond: 40,
      judged: 1_200,
      lost: 0,
      duplicates: 0,
      idGaps: 0,
      disordered: 0,
      strayed: 0,
      asked: 0,
      accepted: 0,
      refused: 0,
      uncertain: 0,
      toldThough: 0,
      ms,
    },
    answers: null,
    crowd: null,
    perClient: { frames: spread(20), payloadBytes: spread(900), wireBytes: spread(1_000) },
    perObserver: {},
    refusals: {},
    drops: {},
    server: null,
    stalls: NO_STALLS,
    swarm: {
      cores: 0.2,
      rssMb: 100,
      loopDelayMs: { p50: 0, p99: 1, max: 5 },
      saturated: false,
    },
  };
}
