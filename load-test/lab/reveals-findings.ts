/** What `reveals` shows. */
import { round } from '../swarm/histogram.js';
import type { SwarmResult } from '../swarm/result.js';
import { coresOf, ms, partNames, problemsOf } from './figures.js';
import type { Cell, Findings, Metric, Table } from './findings.js';
import type { LoopDelay, LoopSample } from './loop-delay.js';
import type { Moment, MomentKind } from './moments.js';

export interface Revealed {
  result: SwarmResult;
  /** In order of time. */
  moments: readonly Moment[];
  samples: readonly LoopSample[];
  /** Of each game. */
  questions: number;
}

/** How late an event loop may be at a reveal or at the end of a game. */
const TARGET_MS = 30;
/** The work begins before the first player hears of it, and ends after the last observer does. */
const NEAR_MS = 200;

const KINDS: readonly MomentKind[] = ['reveal', 'end'];
const NAMES = { reveal: 'reveals', end: 'game ends', otherwise: 'otherwise' } as const;
type Time = keyof typeof NAMES;
const TIMES: readonly Time[] = [...KINDS, 'otherwise'];

export function describeReveals(revealed: Revealed): Findings {
  const { result, moments, samples, questions } = revealed;
  return {
    metrics: metricsOf(revealed),
    tables: [loopTable(revealed), momentTable(moments), meanwhileTable(result)],
    charts: [
      {
        title: 'Event loops, late at most',
        note: 'Each point tells of the second before it.',
        kind: 'line',
        x: {
          label: 'time',
          unit: 's',
          values: samples.map(({ until }) => round((until - (samples[0]?.from ?? 0)) / 1000, 1)),
        },
        y: { label: 'late', unit: 'ms' },
        series: processesOf(samples).map((index) => ({
          name: `madang ${index + 1}`,
          values: samples.map(({ delays }) => delays[index]?.max ?? null),
        })),
      },
    ],
    faults: [...problemsOf(result), ...faultsAt(moments, { result, questions })],
    notes: [verdictOn(revealed)],
    raw: { result, moments, samples },
  };
}

/** The longest delay of any process at such times; null where nobody told. */
export function latestAt(time: Time, { moments, samples }: Revealed): number | null {
  const delays = samplesAt(time, { moments, samples }).flatMap((sample) => sample.delays);
  return worst(delays, 'max');
}

/** A second that has a bit of several is told with each of them; `otherwise` has nothing of any. */
function samplesAt(
  time: Time,
  { moments, samples }: Pick<Revealed, 'moments' | 'samples'>,
): LoopSample[] {
  const touches = (sample: LoopSample, kind: MomentKind): boolean =>
    moments.some(
      (moment) =>
        moment.kind === kind &&
        sample.from < moment.until + NEAR_MS &&
        sample.until > moment.from - NEAR_MS,
    );
  return samples.filter((sample) =>
    time === 'otherwise' ? !KINDS.some((kind) => touches(sample, kind)) : touches(sample, time),
  );
}

function worst(
  delays: readonly (LoopDelay | null | undefined)[],
  rank: 'p99' | 'max',
): number | null {
  const known = delays.flatMap((delay) => delay?.[rank] ?? []);
  return known.length === 0 ? null : Math.max(...known);
}

function processesOf(samples: readonly LoopSample[]): number[] {
  return Array.from({ length: samples[0]?.delays.length ?? 0 }, (_, index) => index);
}

function verdictOn(revealed: Revealed): string {
  const target = `Event loops at reveals and game ends, target at most ${TARGET_MS} ms`;
  const known = KINDS.flatMap((kind) => latestAt(kind, revealed) ?? []);
  if (known.length === 0) return `${target}: not measured.`;
  const most = Math.max(...known);
  return `${target}: ${most <= TARGET_MS ? 'reached' : 'missed'} (${most} ms).`;
}

function faultsAt(
  moments: readonly Moment[],
  { result: { ended, options }, questions }: Pick<Revealed, 'result' | 'questions'>,
): string[] {
  const expected = { reveal: questions, end: 1 };
  const observers = options.rooms * Math.min(options.observers, options.players);
  const missing = KINDS.flatMap((kind) => {
    const heard = moments.filter((moment) => moment.kind === kind);
    const count = heard.reduce((sum, moment) => sum + moment.observers, 0);
    const wanted = expected[kind] * observers;
    return count === wanted ? [] : [`${count} observers heard of ${NAMES[kind]}, not ${wanted}`];
  });
  const differing = moments.reduce((sum, moment) => sum + moment.differing, 0);
  return [
    // A run that was cut short has seen a part of its games.
    ...(ended === 'complete' ? missing : []),
    ...(differing > 0 ? [`${differing} times the observers of a room were told differently`] : []),
  ];
}

/** What the target is about comes first. */
function metricsOf(revealed: Revealed): Metric[] {
  const { result, moments } = revealed;
  const ofKind = (kind: MomentKind, read: (moment: Moment) => number): number | null => {
    const values = moments.filter((moment) => moment.kind === kind).map(read);
    return values.length === 0 ? null : Math.max(...values);
  };
  const figures: [name: string, unit: Metric['unit'], value: number | null][] = [
    ...TIMES.map((time): (typeof figures)[number] => [
      `${NAMES[time]}: event loop late, max`,
      'ms',
      latestAt(time, revealed),
    ]),
    ['reveals: longest ping of an idle connection', 'ms', pingAtReveals(result)],
    ...KINDS.flatMap((kind): typeof figures => [
      [`${NAMES[kind]}: bytes to each player`, 'count', ofKind(kind, ({ bytes }) => bytes)],
      [
        `${NAMES[kind]}: first to last observer of a room`,
        'ms',
        ofKind(kind, ({ apartMs }) => apartMs),
      ],
    ]),
    ['otherwise: moves p95', 'ms', ms(result.moves.ms, 'p95')],
  ];
  return figures.flatMap(([name, unit, value]) =>
    value === null ? [] : [{ name, unit, value, better: 'lower' }],
  );
}

function pingAtReveals({ stalls: { reveals } }: SwarmResult): number | null {
  return reveals.count === 0 ? null : reveals.maxMs;
}

function loopTable({ moments, samples }: Revealed): Table {
  return {
    title: 'Event loops of the processes',
    note:
      'How late they were, from what each process tells once a second. The 99th percentile is that of ' +
      'the worst second.',
    columns: [
      { label: '' },
      { label: 'process' },
      { label: 'late at most', unit: 'ms' },
      { label: 'late p99', unit: 'ms' },
      { label: 'seconds' },
    ],
    rows: TIMES.flatMap((time) => {
      const found = samplesAt(time, { moments, samples });
      return processesOf(samples).map((index): Cell[] => {
        const delays = found.map((sample) => sample.delays[index]);
        const seconds = delays.filter((delay) => delay != null).length;
        return [
          NAMES[time],
          `madang ${index + 1}`,
          worst(delays, 'max'),
          worst(delays, 'p99'),
          seconds,
        ];
      });
    }),
  };
}

function momentTable(moments: readonly Moment[]): Table {
  return {
    title: 'What everybody is told at once',
    note: 'By the observers of each room. A frame of JSON events has the marks or results only.',
    columns: [
      { label: '' },
      { label: 'observers' },
      { label: 'bytes to each player' },
      { label: 'first to last of a room', unit: 'ms' },
      { label: 'of all rooms', unit: 'ms' },
    ],
    rows: moments.map(({ kind, number, from, until, observers, bytes, apartMs }) => [
      kind === 'end' ? 'end of the game' : `reveal ${number}`,
      observers,
      bytes,
      apartMs,
      round(until - from, 1),
    ]),
  };
}

function meanwhileTable(result: SwarmResult): Table {
  const parts = partNames([result]);
  return {
    title: 'Over the whole games',
    columns: [
      { label: 'longest ping near a reveal', unit: 'ms' },
      { label: 'longest ping', unit: 'ms' },
      { label: 'move p95', unit: 'ms' },
      { label: 'p99', unit: 'ms' },
      { label: 'max', unit: 'ms' },
      { label: 'marks judged' },
      ...parts.map((label) => ({ label, unit: 'cores' })),
      { label: 'the players’ own', unit: 'cores' },
    ],
    rows: [
      [
        pingAtReveals(result),
        ms(result.stalls.ms, 'max'),
        ms(result.moves.ms, 'p95'),
        ms(result.moves.ms, 'p99'),
        ms(result.moves.ms, 'max'),
        result.answers?.judged ?? null,
        ...parts.map((part) => coresOf(result, part)),
        result.swarm.cores,
      ],
    ],
  };
}
