import { describe, expect, it } from 'vitest';
import { seeded } from '../../load-test/swarm/seeded.js';
import type { RoomChange } from '../../src/game/room-change.js';
import type { PlayerMark, Tally } from '../../src/game/room-state.js';
import { STEPS } from '../../src/protocol/index.js';
import {
  formatChanges,
  formatTally,
  parseChanges,
  parseTally,
  referring,
} from '../../src/server/live/store/redis/packed.js';
import {
  emptyWrites,
  formatMove,
  parseMoves,
  placeOf,
} from '../../src/server/live/store/redis/places.js';

const SEEDS = Array.from({ length: 20 }, (_, seed) => seed);

/** What a seed draws. */
function drawing(seed: number) {
  const random = seeded(seed);
  const whole = (most: number): number => Math.floor(random() * (most + 1));
  const coin = (): boolean => random() < 0.5;
  const position = (): [number, number] => [whole(STEPS), whole(STEPS)];
  const mark = (): PlayerMark => ({
    playerId: `${whole(1e9).toString(36)}.;,"é${whole(99)}`,
    score: coin() ? whole(30_000) : random() * 1e6 - 1e5,
    isAnswer: coin(),
    played: coin(),
    rank: 1 + whole(9_999),
    gain: whole(2_050),
    fellAt: coin() ? position() : null,
    ...(coin() ? { league: { rights: whole(20), rank: 1 + whole(99), isAnswer: coin() } } : {}),
    ...(coin() ? { tieMs: whole(99_999) } : {}),
  });
  const tally = (): Tally => ({
    game: whole(99),
    marks: Array.from({ length: whole(30) }, mark),
    ...(coin() ? { teams: [{ team: 1, figure: whole(99) / 8, rank: 1 }] } : {}),
  });
  return { whole, coin, position, tally };
}

describe('what is packed', () => {
  it.each(SEEDS)('is a tally as it was (seed %i)', (seed) => {
    const tally = drawing(seed).tally();
    expect(parseTally(formatTally(tally))).toStrictEqual(tally);
  });

  it.each(SEEDS)('are changes as they were (seed %i)', (seed) => {
    const { tally, coin } = drawing(seed);
    const phase = { kind: 'lobby', version: 7, results: null } as const;
    const changes: RoomChange[] = [
      { kind: 'phase', phase, tally: tally() },
      { kind: 'muted', playerId: 'p', identityId: 'i', muted: coin() },
      { kind: 'phase', phase },
    ];
    expect(parseChanges(formatChanges(changes).join(''))).toStrictEqual(changes);
  });

  it('are sent once where they are written as well', () => {
    const { tally } = drawing(1);
    const phase = { kind: 'lobby', version: 7, results: null } as const;
    const marks = { ...tally(), marks: Array.from({ length: 9 }, () => tally().marks).flat() };
    const pieces = formatChanges([{ kind: 'phase', phase, tally: marks }]);
    const writes = ['HSET', 1, 2, 'tally', formatTally(marks)];
    const sent = referring(pieces, writes);
    expect(sent.join('').length).toBeLessThan(200);
    const whole = sent.map((piece) =>
      piece.startsWith('@') ? writes[Number(piece.slice(1))] : piece,
    );
    expect(whole.join('')).toBe(pieces.join(''));
  });

  it.each(SEEDS)('R5.3 is where everybody stands, slot by slot (seed %i)', (seed) => {
    const { whole, coin, position } = drawing(seed);
    const moves = Array.from({ length: whole(300) }, (_, slot) => ({ slot, position: position() }));
    const positions = moves.map(formatMove).join('');
    expect(parseMoves(positions)).toEqual(moves);
    const entries = moves.map(() =>
      coin()
        ? { question: `${whole(99_999)}.${whole(199)}.${whole(10)}`, ms: whole(1e6) - 500 }
        : null,
    );
    const entered = entries
      .map((one) =>
        one ? one.question.padStart(16) + String(one.ms).padStart(8) : '\0'.repeat(24),
      )
      .join('');
    for (const { slot, position: stands } of moves)
      expect(placeOf(slot, { positions, entered })).toEqual({
        position: stands,
        entered: entries[slot],
      });
  });

  it('is nothing of a slot that nobody has, and of texts that are not there yet', () => {
    const move = { slot: 2, position: [3, 4] } as const;
    const gap = '\0'.repeat(16);
    expect(parseMoves(gap + formatMove(move))).toEqual([move]);
    const [taken, entry] = emptyWrites(0).map(([, , , part]) => String(part));
    expect(parseMoves(taken! + formatMove(move))).toEqual([move]);
    const nowhere = { position: [0, 0], entered: null };
    expect(placeOf(0, { positions: taken!, entered: entry! })).toEqual(nowhere);
    expect(placeOf(9, { positions: '', entered: '' })).toEqual(nowhere);
  });
});
