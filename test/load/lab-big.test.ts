import { describe, expect, it } from 'vitest';
import { bigExperiment, describeBig, type BigRun } from '../../load-test/lab/big.js';
import { bigLoad } from '../../load-test/lab/capacity.js';
import { median, play, ratioOf } from '../../load-test/rig/play.js';
import { startRig, withRig } from '../../load-test/rig/rig.js';
import { LabError } from '../../load-test/swarm/command-line.js';
import { Histogram } from '../../load-test/swarm/histogram.js';
import { areBig, DEFAULT_OPTIONS, observes } from '../../load-test/swarm/options.js';
import type { SwarmResult } from '../../load-test/swarm/result.js';
import { sampleResult } from './sample-result.js';

const SETUP = { players: 2_000, flushMs: 80, direct: false, faults: [] };
const late = (max: number) => ({ p50: 0, p99: max / 2, max });

function summaryOf(...samples: number[]) {
  const histogram = new Histogram();
  for (const sample of samples) histogram.record(sample);
  return histogram.summary();
}

function sampleBig(frames = 12.5): SwarmResult {
  const result = sampleResult();
  const rssMb = { start: 80, middle: 90, end: 90, max: 95 };
  Object.assign(result.options, bigLoad(2_000, 2), { warmupSeconds: 5 });
  result.perClient.frames = { mean: frames, min: frames, max: frames };
  result.perClient.wireBytes = { mean: 6_000, min: 5_000, max: 8_000 };
  result.joins.bytes = 20_000_000;
  result.server = { pids: [1], cores: 0.9, rssMb, alive: true, parts: [] };
  const counts = { counts: 40, wrongCounts: 0, named: 100, misnamed: 0, fills: 300 };
  result.crowd = { ...counts, markings: [], nearMs: summaryOf(100, 200, 400) };
  return result;
}

/** A room in which all went well, with two reveals: the second one slower than it should be. */
function sampleRun(): BigRun {
  const sample = (second: number, max: number) => ({
    from: second * 1000,
    until: (second + 1) * 1000,
    delays: [late(max), late(1)],
  });
  const moment = (second: number) => ({
    kind: 'reveal' as const,
    number: second,
    from: second * 1000 + 400,
    until: second * 1000 + 450,
    observers: 20,
    apartMs: 50,
    bytes: 3_000,
    differing: 0,
  });
  const marking = (last: number) => {
    return {
      kind: 'reveal' as const,
      marked: 2_000,
      missing: 0,
      wrong: 0,
      afterMs: summaryOf(90, last),
    };
  };
  const game = sampleBig();
  game.crowd!.markings.push(marking(120), marking(170));
  return {
    walked: { result: sampleBig(), samples: [sample(0, 20), sample(1, 49)], memory: [] },
    game: {
      result: game,
      samples: [sample(0, 70), sample(1, 30), sample(2, 90), sample(3, 40)],
      moments: [moment(1), moment(3)],
      questions: 2,
    },
    floors: [0.3, 0.3],
  };
}

describe('what big shows', () => {
  it('holds each figure against its target', () => {
    const { tables, faults } = describeBig(sampleRun(), SETUP);
    expect(tables[0]!.rows.map(([what, value, , , verdict]) => [what, value, verdict])).toEqual([
      ['CPU / floor', 3, 'met'],
      ['moves p95', 40, 'met'],
      ['moves p99', 40, 'met'],
      ['chat p95', 40, 'met'],
      ['kB per client', 6, 'met'],
      ['event loop late, max', 49, 'met'],
      ['reveals: event loop late, median', 30, 'met'],
      ['reveals: told to all after the deadline, max', 170, 'MISSED'],
      ['joins: until those near are told, p95', 400, 'met'],
      ['joins: MB to all meanwhile', 20, 'met'],
    ]);
    expect(faults).toEqual([]);
  });

  it('has no figures of what was not measured', () => {
    const { walked } = sampleRun();
    const { tables } = describeBig({ walked, floors: [] }, SETUP);
    const missing = tables[0]!.rows.filter(([, value]) => value === null);
    expect(missing.map(([what]) => what)).toEqual([
      'CPU / floor',
      'reveals: event loop late, median',
      'reveals: told to all after the deadline, max',
    ]);
    expect(tables.map(({ title }) => title)).not.toContain('Marks');
  });

  it('calls it a fault that a server falls behind, and a note where that is what is asked', () => {
    const run = sampleRun();
    run.walked = { ...run.walked, result: sampleBig(11) };
    expect(describeBig(run, SETUP).faults).toEqual([
      expect.stringMatching(/^each player got 11 frames a second, not 12.5/),
    ]);
    const direct = describeBig({ walked: run.walked, floors: [] }, { ...SETUP, direct: true });
    expect(direct.faults).toEqual([]);
    expect(direct.notes).toContainEqual(expect.stringMatching(/^each player got 11 frames/));
    expect(direct.tables[0]!.rows).toEqual([
      ['moves p95', 40, 500, 'ms', 'met'],
      ['lost', 0, 0, '', 'met'],
    ]);
  });

  it('calls wrong and missing marks and reveals faults', () => {
    const run = sampleRun();
    const [first] = run.game!.result.crowd!.markings;
    run.game!.result.crowd!.markings.splice(0, 2, { ...first!, missing: 1, wrong: 3 });
    expect(describeBig(run, SETUP).faults).toEqual([
      'game: 1 players were not told their own marks',
      'game: 3 marks were not as the rules say',
      '1 reveals were told, not 2',
    ]);
  });
});

it('takes the median, and the ratio to the mean of the floors', () => {
  expect(median([])).toBeNull();
  expect(median([9, 1, 5, 7, 3])).toBe(5);
  const { walked } = sampleRun();
  expect(ratioOf({ ...walked, floors: [0.2, 0.4] })).toBe(3);
  expect(ratioOf({ ...walked, floors: [] })).toBeNull();
});

describe('the players of a big room', () => {
  const options = { ...DEFAULT_OPTIONS, players: 2_000, observers: 20 };
  const observing = (all: typeof options) =>
    Array.from({ length: all.players }, (_, index) => index).filter((index) =>
      observes(index, all),
    );

  it('have observers among those who come first and last', () => {
    expect(observing(options)).toEqual(Array.from({ length: 20 }, (_, n) => n * 100));
    expect(observing({ ...options, players: 10, observers: 3 })).toEqual([0, 1, 2]);
    expect(observing({ ...options, players: 60, seats: 600, observers: 7 })).toHaveLength(7);
    expect(areBig({ players: 500, seats: undefined })).toBe(false);
    expect(areBig({ players: 60, seats: 501 })).toBe(true);
  });

  it('say a few messages together, however many they are', () => {
    for (const players of [600, 10_000]) {
      const { chatShare = 0, rate = 0 } = bigLoad(players, 2, 24);
      expect(chatShare * rate * players).toBeCloseTo(24);
    }
    expect(bigLoad(2, 2, 24).chatShare).toBe(1);
  });
});

describe('the experiment', () => {
  const context = {
    serverCore: undefined,
    swarmCore: undefined,
    signal: new AbortController().signal,
    progress: () => {},
  };

  it('says how many open files are missing', async () => {
    const options = { ...defaults(), players: '65500' };
    await expect(bigExperiment.run({ ...context, options })).rejects.toThrow(LabError);
    await expect(bigExperiment.run({ ...context, options })).rejects.toThrow(/ulimit -n 131256/);
  });

  it('plays a big room and its game on a real server', { timeout: 120_000 }, async () => {
    const settings = {
      MAX_ROOM_PLAYERS: '600',
      COUNTDOWN_MS: '500',
      GET_READY_MS: '500',
      REVEAL_MS: '1500',
    };
    const load = {
      // More messages than the room takes.
      ...bigLoad(60, 2, 60),
      seats: 600,
      observers: 6,
      answer: true,
      quiz: { questions: 1, answerSeconds: 4 },
      joinSeconds: 2,
      warmupSeconds: 0.5,
      seconds: 9,
    };
    const result = await withRig(
      startRig({ core: undefined, settings }, () => {}),
      async (rig) => {
        return (await play(rig, load, context)).result;
      },
    );
    expect(result).toMatchObject({
      ok: true,
      joins: { joined: 60 },
      rosters: { checked: 6, missing: 0 },
      moves: { lost: 0, backwards: 0, unknown: 0 },
      chat: { lost: 0, duplicates: 0, toldThough: 0, uncertain: 0 },
      crowd: { wrongCounts: 0, misnamed: 0, nearMs: { count: 60 } },
    });
    const { moves, chat, crowd } = result;
    expect(moves.ms.count).toBeGreaterThan(100);
    expect(chat.ms.count).toBeGreaterThan(100);
    expect(chat.refused).toBeGreaterThan(0);
    expect(chat.accepted + chat.refused).toBe(chat.asked);
    expect(crowd!.named).toBeGreaterThan(0);
    expect(crowd!.fills).toBeGreaterThan(6);
    expect(crowd!.markings).toMatchObject([
      { kind: 'reveal', marked: 60, missing: 0, wrong: 0, afterMs: { count: 60 } },
      { kind: 'end', marked: 60, missing: 0, wrong: 0 },
    ]);
  });

  function defaults(): Record<string, string | undefined> {
    const options = Object.entries(bigExperiment.options);
    return Object.fromEntries(options.map(([name, one]) => [name, one.default]));
  }
});
