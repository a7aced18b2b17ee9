import { describe, expect, it } from 'vitest';
import { EXIT_GOOD, EXIT_UNUSABLE, readArguments, runCli } from '../../load-test/bench/cli.js';
import {
  describeConditions,
  readConditions,
  formatOutcome,
  formatTime,
} from '../../load-test/bench/piece.js';

async function cli(...argv: string[]) {
  const said = { out: '', err: '' };
  const output = {
    out: (text: string) => (said.out += text),
    err: (text: string) => (said.err += text),
  };
  return { code: await runCli(argv, output), ...said };
}

const conditions = await readConditions({ server: 0, swarm: 1 });
const outcome = {
  title: 'encode',
  operation: 'one flush',
  figures: [
    { name: 'base', nsPerOp: 2_000, errorPercent: 1, bytes: 337 },
    { name: 'other', nsPerOp: 3_000, errorPercent: 2.25, bytes: 1_554 },
  ],
  note: '',
};

describe('arguments of the benchmarks', () => {
  it('run every piece unless some are named, in the order of the pieces', () => {
    const names = (argv: string[]) => readArguments(argv).pieces.map(({ name }) => name);
    expect(names([])).toEqual([
      'encode',
      'decode',
      'validate',
      'batch',
      'crowd',
      'emotes',
      'claim',
      'walking',
      'journal',
      'evening',
      'fan-out',
      'floor',
    ]);
    expect(names(['floor', 'encode', '--quick'])).toEqual(['encode', 'floor']);
  });

  it('say what the floor carries', () => {
    const { rooms, players, rate, seconds } = readArguments(['--rooms', '1,3,12', '--rate', '0.5']);
    expect({ rooms, players, rate, seconds }).toEqual({
      rooms: [1, 3, 12],
      players: 200,
      rate: 0.5,
      seconds: 10,
    });
  });

  it.each([
    [['ecnode'], 'there is no piece "ecnode"'],
    [['--fast'], "'--fast'"],
    [['--rooms', '1,,2'], '--rooms must be a whole number from 1'],
    [['--players', '0'], '--players must be a whole number from 1'],
    [['--seconds', 'ten'], '--seconds must be a number from 0.1'],
    [['--quick', '--save', 'x.json'], '--save keeps figures'],
  ])('are refused: %j', async (argv, reason) => {
    const { code, out, err } = await cli(...argv);
    expect(code).toBe(EXIT_UNUSABLE);
    expect(err).toContain(reason);
    expect(err).toContain('Usage: npm run bench');
    expect(out).toBe('');
  });
});

describe('a run', () => {
  it('tells the conditions and a table for each piece', async () => {
    const { code, out } = await cli('encode', 'validate', 'batch', '--quick');
    expect(code).toBe(EXIT_GOOD);
    expect(out).toContain(`Node ${process.version}`);
    expect(out).toMatch(/^base64, one text frame +[\d.]+ [nµ]s .* 1\.00 +337$/m);
    expect(out).toMatch(/^whole way of a move +[\d.]+ [nµ]s/m);
    expect(out).toMatch(/^push, share, flush: compact +[\d.]+ [nµ]s/m);
  });
});

describe('a table', () => {
  it('compares with the first line', () => {
    const lines = formatOutcome(outcome).split('\n');
    expect(lines[2]?.split(/\s{2,}/)).toEqual([
      'base',
      '2.00 µs',
      '500,000',
      '1.0 %',
      '1.00',
      '337',
    ]);
    expect(lines[3]?.split(/\s{2,}/)).toEqual([
      'other',
      '3.00 µs',
      '333,333',
      '2.3 %',
      '1.50',
      '1554',
    ]);
  });

  it('writes times with three digits', () => {
    expect([4.567, 45.67, 456.7, 4_567, 4_567_000].map(formatTime)).toEqual([
      '4.57 ns',
      '45.7 ns',
      '457 ns',
      '4.57 µs',
      '4567 µs',
    ]);
  });
});

describe('conditions', () => {
  it('tell how many cores had work, of those there are', () => {
    expect(conditions.busyCores).toBeGreaterThanOrEqual(0);
    expect(conditions.busyCores).toBeLessThanOrEqual(conditions.cores);
  });

  it('warn where figures cannot be compared', () => {
    const idle = { ...conditions, busyCores: 0.05 };
    expect(describeConditions(idle).split('\n')).toHaveLength(1);
    expect(describeConditions({ ...idle, busyCores: 1.2 })).toContain('THE MACHINE IS BUSY');
    expect(describeConditions({ ...idle, pinned: false })).toContain('Not pinned');
  });
});
