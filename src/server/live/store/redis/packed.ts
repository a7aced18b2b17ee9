/**
 * What appends say as JSON, in which the marks of a large hall are short: each is a tuple, as its names would be
 * most of it.
 */
import type { RoomChange } from '../../../../game/room-change.js';
import type { PlayerMark, Tally } from '../../../../game/room-state.js';
import type { LeaguePlace } from '../../../../game/league.js';
import type { Arg } from './scripts.js';

/** 1 where the answer was right, 2 where it counted. */
type Flags = 0 | 1 | 2 | 3;

type MarkRow = readonly [
  playerId: string,
  score: number,
  rank: number,
  gain: number,
  flags: Flags,
  fellAt?: PlayerMark['fellAt'],
  league?: LeaguePlace | null,
  tieMs?: number,
];

type PackedTally = Omit<Tally, 'marks'> & { marks: readonly MarkRow[] };

function packMark({ playerId, score, rank, gain, ...rest }: PlayerMark): MarkRow {
  const { isAnswer, played, fellAt, league, tieMs, ...none } = rest;
  none satisfies Record<string, never>;
  const row = [
    playerId,
    score,
    rank,
    gain,
    ((isAnswer ? 1 : 0) + (played ? 2 : 0)) as Flags,
  ] as const;
  if (tieMs !== undefined) return [...row, fellAt, league ?? null, tieMs];
  if (league !== undefined) return [...row, fellAt, league];
  return fellAt === null ? row : [...row, fellAt];
}

function unpackMark([
  playerId,
  score,
  rank,
  gain,
  flags,
  fellAt,
  league,
  tieMs,
]: MarkRow): PlayerMark {
  const isAnswer = (flags & 1) !== 0;
  const mark = {
    playerId,
    score,
    isAnswer,
    played: flags >= 2,
    rank,
    gain,
    fellAt: fellAt ?? null,
  };
  return { ...mark, ...(league && { league }), ...(tieMs !== undefined && { tieMs }) };
}

const packTally = ({ marks, ...rest }: Tally): PackedTally => ({
  ...rest,
  marks: marks.map(packMark),
});

const unpackTally = ({ marks, ...rest }: PackedTally): Tally => ({
  ...rest,
  marks: marks.map(unpackMark),
});

export function formatTally(tally: Tally): string {
  return JSON.stringify(packTally(tally));
}

export function parseTally(json: string): Tally {
  return unpackTally(JSON.parse(json) as PackedTally);
}

/**
 * The JSON of changes in pieces, which joined are the whole. Each value of a phase is one, written as the room's
 * fields are.
 */
export function formatChanges(changes: readonly RoomChange[]): string[] {
  if (changes.length === 0) return [];
  const pieces = changes.map((change) =>
    change.kind === 'phase' ? phasePieces(change) : [JSON.stringify(change)],
  );
  return ['[', ...pieces.flatMap((some, i) => (i === 0 ? some : [',', ...some])), ']'];
}

function phasePieces({ kind, ...values }: Extract<RoomChange, { kind: 'phase' }>): string[] {
  const pieces = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`,${JSON.stringify(name)}:`, ...valuePieces(name, value)],
  );
  return [`{"kind":"${kind}"`, ...pieces, '}'];
}

function valuePieces(name: string, value: object | null): string[] {
  if (name === 'tally') return [formatTally(value as Tally)];
  if (!Array.isArray(value)) return [JSON.stringify(value)];
  const all = value.flatMap((one, i) =>
    i === 0 ? [JSON.stringify(one)] : [',', JSON.stringify(one)],
  );
  return ['[', ...all, ']'];
}

/** Shorter ones are sent again. */
const LONG = 64;

/** The pieces of `changes`, of which a long one that is among the writes is only named: `@` and its index there. */
export function referring(changes: readonly string[], writes: readonly Arg[]): string[] {
  const written = new Map(writes.map((value, index) => [value, index]));
  return changes.map((piece) => {
    const index = piece.length < LONG ? undefined : written.get(piece);
    return index === undefined ? piece : `@${index}`;
  });
}

export function parseChanges(json: string): RoomChange[] {
  const packed = JSON.parse(json) as (RoomChange | { kind: 'phase'; tally?: PackedTally })[];
  return packed.map((change) =>
    change.kind === 'phase' && change.tally !== undefined
      ? ({ ...change, tally: unpackTally(change.tally as PackedTally) } as RoomChange)
      : (change as RoomChange),
  );
}
