import { describe, expect, it } from 'vitest';
import { builtInWalls } from '../../../src/game/map/built-in.js';
import { readMap, roomIn } from '../../../src/game/map/map-text.js';
import { TILES, Walls } from '../../../src/game/map/walls.js';
import { pollZonesFor } from '../../../src/game/kinds/poll-zones.js';
import { zonesFor } from '../../../src/game/shared/zones.js';

/** An open map with other tiles at some places, each `[x, y, tile]`. */
function drawn(...others: [x: number, y: number, tile: string][]): string[] {
  const rows = Array.from({ length: TILES }, () => Array.from({ length: TILES }, () => '.'));
  for (const [x, y, tile] of others) rows[y]![x] = tile;
  return rows.map((row) => row.join(''));
}

/** Walls in a rectangle. */
const block = (left: number, top: number, width: number, height: number) =>
  Array.from({ length: width * height }, (_, n): [number, number, string] => [
    left + (n % width),
    top + Math.floor(n / width),
    '#',
  ]);

function problemOf(lines: string[]): string {
  try {
    readMap(lines.join('\n'));
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

describe('R24.1 a map', () => {
  it('is read from text, whatever ends its lines', () => {
    const lines = drawn([3, 2, '#']);
    for (const text of [
      lines.join('\n'),
      `${lines.join('\r\n')}\r\n`,
      `\uFEFF${lines.join('\n')}\n`,
    ]) {
      const walls = readMap(text);
      expect(walls.isWall(3, 2)).toBe(true);
      expect(walls.isWall(2, 3)).toBe(false);
      expect(walls.isWall(-1, 0)).toBe(true);
    }
  });

  it('is written in digits and read again', () => {
    for (const walls of [
      builtInWalls('garden'),
      builtInWalls('maze'),
      readMap(drawn().join('\n')),
    ]) {
      const { digits } = walls as Walls;
      expect(digits).toMatch(/^[0-9a-f]{1024}$/);
      expect(Walls.read(digits).cells).toEqual(walls?.cells);
    }
    expect(Walls.read('').isWall(5, 5)).toBe(false);
  });

  it('is refused with line and column for what is no map', () => {
    const lines = drawn();
    expect(problemOf(drawn([6, 11, 'x']))).toMatch(/^line 12, column 7: /);
    expect(problemOf(drawn([6, 11, '🧱']))).toMatch(/^line 12, column 7: /);
    expect(problemOf(lines.with(3, lines[3]!.slice(1)))).toMatch(/^line 4, column 64: .*63$/);
    expect(problemOf(lines.with(3, `${lines[3]}.`))).toMatch(/^line 4, column 65: .*65$/);
    expect(problemOf(lines.slice(1))).toMatch(/^line 64, column 1: /);
    expect(problemOf([...lines, lines[0]!])).toMatch(/^line 65, column 1: /);
    expect(problemOf([])).toMatch(/^line 1, column 1: /);
    expect(problemOf(drawn(...block(0, 0, TILES, TILES)))).toMatch(/^line 1, column 1: nobody/);
  });

  it('is refused where a free place cannot be reached, past a corner neither', () => {
    const ring = block(20, 20, 3, 3).filter(([x, y]) => x !== 21 || y !== 21);
    expect(problemOf(drawn(...ring))).toBe(
      'line 22, column 22: there is no way here from line 1, column 1',
    );
    const corner = drawn([1, 0, '#'], [0, 1, '#']);
    expect(problemOf(corner)).toMatch(/^line 1, column 3: there is no way here/);
  });

  it('is refused where a wall is too thick, or no value of a ruler is left', () => {
    expect(problemOf(drawn(...block(10, 10, 4, 4), ...block(50, 10, 4, 4)))).toBe('');
    expect(problemOf(drawn(...block(10, 10, 5, 5)))).toMatch(/^line 13, column 13: .*2 tiles/);
    // Through both walls there is a way, but no place in their columns.
    expect(problemOf(drawn(...block(40, 0, 1, TILES)))).toMatch(/^line 1, column (41|42): /);
  });

  it('is refused where one zone of a question has less room than another', () => {
    const holes = [0, 6, 12, 18, 24, 30, 36, 42].flatMap((y) =>
      block(2, y, 4, 4).concat(block(10, y, 4, 4)),
    );
    expect(problemOf(drawn(...holes))).toMatch(
      /^line 1, column 1: with 2 choices, zone 1, which begins here, has room for 1792 tiles, and zone 2 has 2048;/,
    );
  });

  it('has zones of exactly the same room where every server has it', () => {
    for (const name of ['garden', 'maze'] as const) {
      const walls = builtInWalls(name) as Walls;
      for (let choices = 2; choices <= 10; choices++)
        for (const zones of [zonesFor(choices), pollZonesFor(choices).slice(0, -1)]) {
          const rooms = zones.map((zone) => roomIn(walls, zone));
          for (const room of rooms) expect(room, `${name}, ${choices}`).toBeCloseTo(rooms[0]!, 6);
        }
    }
    expect(builtInWalls('yard')).toBeUndefined();
  });
});
