import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Histogram } from '../../load-test/swarm/histogram.js';
import { describe, expect, it, vi } from 'vitest';
import { LabError } from '../../load-test/swarm/command-line.js';
import { sampleLoops, type LoopSample, momentsOf, type Moment } from '../../load-test/rig/watch.js';
import { describeReveals, latestAt, revealsExperiment } from '../../load-test/lab/reveals.js';
import { DEFAULT_OPTIONS, type SwarmOptions } from '../../load-test/swarm/options.js';
import type { Told } from '../../load-test/swarm/room.js';
import { runSwarm } from '../../load-test/swarm/swarm.js';
import { Hall } from '../support/hall.js';
import { sampleResult } from './sample-result.js';
import { PATIENT } from '../support/patience.js';

function told(pin: string, player: number, at: number, name: Told['update']['name']): Told {
  const update: Told['update'] =
    name === 'endGame'
      ? { name, payload: { hostId: 'h', results: [] } }
      : { name, payload: { answer: 1, players: [] } };
  return { pin, player, at, update, bytes: 1_000 + player };
}

const reveal = (pin: string, player: number, at: number): Told =>
  told(pin, player, at, 'endQuizTime');
const end = (pin: string, player: number, at: number): Told => told(pin, player, at, 'endGame');

describe('moments', () => {
  it('are the same reveal of every room, and know how far apart it was heard', () => {
    const all = [
      reveal('a', 0, 100),
      reveal('b', 0, 90),
      reveal('a', 2, 104),
      reveal('b', 2, 120),
      // The next question of the one is over before all of the other have heard.
      reveal('a', 0, 9_000),
      end('a', 0, 12_000),
      reveal('a', 2, 9_001),
    ];
    expect(momentsOf(all)).toEqual([
      {
        kind: 'reveal',
        number: 1,
        from: 90,
        until: 120,
        observers: 4,
        apartMs: 30,
        bytes: 1_001,
        differing: 0,
      },
      expect.objectContaining({ kind: 'reveal', number: 2, observers: 2, apartMs: 1 }),
      expect.objectContaining({ kind: 'end', number: 1, from: 12_000, apartMs: 0 }),
    ]);
  });

  it('know the rooms whose observers were told differently, and compare no two rooms', () => {
    const other = reveal('a', 1, 3);
    (other.update.payload as { answer: number }).answer = 2;
    expect(momentsOf([reveal('a', 0, 1), other])[0]!.differing).toBe(1);
    expect(momentsOf([reveal('b', 0, 1), other])[0]!.differing).toBe(0);
  });
});

const late = (max: number) => ({ p50: 0, p99: max / 2, max });
const second = (n: number, ...delays: LoopSample['delays']): LoopSample => ({
  from: n * 1000,
  until: n * 1000 + 1005,
  delays,
});

/** Two rooms of three observers that reveal at 2.5 s and end their games at 5.1 s. */
function revealed({ atEnd = 12 } = {}) {
  const observers = [0, 1, 2].flatMap((player) => [
    reveal('a', player, 2_500 + player),
    reveal('b', player, 2_510),
    end('a', player, 5_100),
    end('b', player, 5_104),
  ]);
  const result = sampleResult();
  Object.assign(result.options, { rooms: 2, players: 20 });
  result.answers = {
    questions: 40,
    reveals: 2,
    judged: 40,
    mismarked: 0,
    groupsMs: new Histogram().summary(),
  };
  result.stalls = { ...result.stalls, reveals: { count: 2, maxMs: 21 } };
  const samples = [
    second(0, late(3), null),
    second(1, late(50), late(2)),
    second(2, late(20), late(25)),
    second(3, late(4), late(5)),
    // The end is heard shortly after it, so its work may be in here.
    second(4, late(atEnd), late(1)),
    second(5, late(6), late(7)),
    second(6, late(8), null),
  ];
  return { result, moments: momentsOf(observers), samples, questions: 1 };
}

describe('the delay of event loops', () => {
  it('is told for reveals, ends and what is neither', () => {
    const found = revealed();
    expect(latestAt('reveal', found)).toBe(25);
    expect(latestAt('end', found)).toBe(12);
    expect(latestAt('otherwise', found)).toBe(50);
    const { tables } = describeReveals(found);
    expect(tables[1]!.rows).toEqual([
      ['reveals', 'madang 1', 20, 10, 1],
      ['reveals', 'madang 2', 25, 12.5, 1],
      ['game ends', 'madang 1', 12, 6, 2],
      ['game ends', 'madang 2', 7, 3.5, 2],
      ['otherwise', 'madang 1', 50, 25, 4],
      ['otherwise', 'madang 2', 5, 2.5, 2],
    ]);
  });

  it('is held against the target, which is no fault', () => {
    const verdicts = (found: Parameters<typeof describeReveals>[0]) =>
      describeReveals(found).tables[0]!.rows.map(([, value, , , verdict]) => [value, verdict]);
    expect(verdicts(revealed())).toEqual([
      [25, 'met'],
      [12, 'met'],
    ]);
    expect(verdicts(revealed({ atEnd: 31 }))[1]).toEqual([31, 'MISSED']);
    expect(verdicts({ ...revealed(), samples: [] })[0]).toEqual([null, 'not measured']);
    expect(describeReveals(revealed({ atEnd: 31 })).faults).toEqual([]);
  });

  it('is sampled until that is ended, without the time that was cut short', async () => {
    let asked = 0;
    const server = createServer((_, response) => {
      const lines = ['p50', 'p99', 'max'].map((rank) => {
        return `nodejs_eventloop_lag_${rank}_seconds ${(20 + asked) / 1000}`;
      });
      asked++;
      response.end(lines.join('\n'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const tell = sampleLoops([origin], 20);
    await vi.waitUntil(() => asked >= 3, PATIENT);
    const samples = await tell();
    server.close();
    // The first answer tells of the time before.
    expect(samples.slice(0, 2).map(({ delays }) => delays[0]?.max)).toEqual([1, 2]);
    expect(samples).toHaveLength(asked - 1);
    expect(samples[0]!.until - samples[0]!.from).toBeGreaterThanOrEqual(20);
    expect(samples[1]!.from).toBeLessThan(samples[0]!.until);
  });
});

describe('what reveals shows', () => {
  it('has the delays first, then what a player got and how long it took', () => {
    const { metrics, tables, faults } = describeReveals(revealed());
    expect(metrics.map(({ name, value }) => [name, value])).toEqual([
      ['reveals: event loop late, max', 25],
      ['game ends: event loop late, max', 12],
      ['otherwise: event loop late, max', 50],
      ['reveals: longest ping of an idle connection', 21],
      ['reveals: bytes to each player', 1_001],
      ['reveals: first to last observer of a room', 2],
      ['game ends: bytes to each player', 1_001],
      ['game ends: first to last observer of a room', 0],
      ['otherwise: moves p95', 40],
    ]);
    expect(tables[2]!.rows).toEqual([
      ['reveal 1', 6, 1_001, 2, 10],
      ['end of the game', 6, 1_001, 0, 4],
    ]);
    expect(faults).toEqual([]);
  });

  it('calls it a fault where somebody heard nothing, or something else', () => {
    const found = revealed();
    const withFirst = (change: Partial<Moment>) => {
      const [first, ...others] = found.moments;
      return describeReveals({ ...found, moments: [{ ...first!, ...change }, ...others] }).faults;
    };
    expect(withFirst({ observers: 5 })).toEqual(['5 observers heard of reveals, not 6']);
    expect(withFirst({ differing: 2 })).toEqual([
      '2 times the observers of a room were told differently',
    ]);
    expect(describeReveals({ ...found, questions: 2 }).faults).toEqual([
      '6 observers heard of reveals, not 12',
    ]);
    found.result.ended = 'interrupted';
    expect(describeReveals({ ...found, questions: 2 }).faults).toEqual([]);
  });

  it('has figures of what happened only', () => {
    const { metrics, faults } = describeReveals({ ...revealed(), moments: [], samples: [] });
    expect(metrics.map(({ name }) => name)).toEqual([
      'reveals: longest ping of an idle connection',
      'otherwise: moves p95',
    ]);
    expect(faults).toHaveLength(2);
  });
});

describe('the experiment', () => {
  it.each([
    [{ questions: '0' }, '--questions must be a whole number from 1 to 20'],
    [{ rooms: 'all' }, '--rooms must be a whole number'],
    [{ format: 'xml' }, '--format must be compact or json'],
  ])('refuses %j', async (change, message) => {
    const defaults = Object.entries(revealsExperiment.options).map(
      ([name, spec]) => [name, spec.default] as const,
    );
    const refused = revealsExperiment.run({
      options: { ...Object.fromEntries(defaults), ...change },
      serverCore: undefined,
      swarmCore: undefined,
      signal: new AbortController().signal,
      progress: () => {},
    });
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(LabError);
  });
});

describe('a swarm that brings its questions', () => {
  const play = async (hall: Hall, change: Partial<SwarmOptions>) => {
    const heard: Told[] = [];
    const over = new AbortController();
    const options: SwarmOptions = {
      ...DEFAULT_OPTIONS,
      target: hall.app.url,
      rooms: 2,
      players: 6,
      rate: 5,
      joinSeconds: 0.1,
      // Who has just come in may have walked before the question, and is not judged.
      warmupSeconds: 1,
      answer: true,
      quiz: { questions: 1, answerSeconds: 3 },
      ...change,
    };
    const onTold = (one: Told): void => {
      heard.push(one);
      // A reveal and an end for three observers in each of two rooms.
      if (heard.length === 12) over.abort();
    };
    const result = await runSwarm(options, { onTold, signal: over.signal });
    return { result, moments: momentsOf(heard) };
  };

  it.each(['compact', 'json'] as const)(
    'answers them and tells of each moment: %s',
    async (format) => {
      const short = { COUNTDOWN_MS: '200', GET_READY_MS: '200', REVEAL_MS: '200' };
      const hall = await Hall.start(short);
      const { result, moments } = await play(hall, { format });
      await hall.close();
      expect(result).toMatchObject({ ok: true, refusals: {} });
      // Everybody was asked, not only the observers.
      expect(result.answers).toMatchObject({ questions: 12, reveals: 2, mismarked: 0 });
      expect(result.answers!.judged).toBeGreaterThan(0);
      expect(moments.map(({ kind, observers }) => [kind, observers])).toEqual([
        ['reveal', 6],
        ['end', 6],
      ]);
      for (const { bytes, differing } of moments) {
        expect(bytes).toBeGreaterThan(50);
        expect(differing).toBe(0);
      }
    },
  );

  it('does not play without them', async () => {
    const hall = await Hall.start();
    const refused = play(hall, { quiz: { questions: 1, answerSeconds: 1 } });
    await expect(refused).rejects.toThrow(/^no questions could be brought: quiz file refused: 4/);
    await expect(refused).rejects.toBeInstanceOf(LabError);
    await hall.close();
  });
});
