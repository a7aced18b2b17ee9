import { describe, expect, it } from 'vitest';
import { inPieces, namesIn } from '../../src/web/host/name-list.js';

describe('a list of names that a host pastes (R1.7)', () => {
  it('R1.7 has one name a line, or a cell of a table', () => {
    expect(namesIn(' 김민지 \r\n\nAnna Lee\tZoë;Bob\n')).toEqual([
      '김민지',
      'Anna Lee',
      'Zoë',
      'Bob',
    ]);
    expect(namesIn('\n \n')).toEqual([]);
  });

  it('R1.7 goes in pieces that fit into a frame of 16 kB, in order', () => {
    const names = Array.from({ length: 2_000 }, (_, n) => `${'가'.repeat(24)} ${n}`);
    const pieces = inPieces(names);
    expect(pieces.flat()).toEqual(names);
    for (const piece of pieces) {
      expect(Buffer.byteLength(JSON.stringify(piece))).toBeLessThan(16 * 1024 - 500);
      expect(piece.length).toBeLessThanOrEqual(500);
    }
    expect(inPieces(Array(1_001).fill('a')).map(({ length }) => length)).toEqual([500, 500, 1]);
    expect(inPieces([])).toEqual([[]]);
  });
});
