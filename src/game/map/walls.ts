/** The walls of the arena (R24.1), the same for the page, which draws them and walks around them. */

/** The arena is so many tiles wide and high. */
export const TILES = 64;
/** With a tile of wall around all of them, so that nobody has to look where the arena ends. */
export const SIDE = TILES + 2;
const DIGITS_PER_ROW = TILES / 4;

/** A place in the arena, in tiles: 0..`TILES` on each axis. */
export interface Spot {
  x: number;
  y: number;
}

/** Which tiles are wall. It never changes. */
export class Walls {
  private constructor(
    /** 1 for a wall, by `indexOf`. */
    readonly cells: Uint8Array,
  ) {}

  static from(isWall: (x: number, y: number) => boolean): Walls {
    const cells = new Uint8Array(SIDE * SIDE).fill(1);
    for (let y = 0; y < TILES; y++)
      for (let x = 0; x < TILES; x++) cells[indexOf(x, y)] = isWall(x, y) ? 1 : 0;
    return new Walls(cells);
  }

  /** From the digits of `digits`; what is missing is free. */
  static read(digits: string): Walls {
    return Walls.from((x, y) => {
      const digit = parseInt(digits[y * DIGITS_PER_ROW + (x >> 2)] ?? '0', 16);
      return ((digit >> (3 - (x & 3))) & 1) === 1;
    });
  }

  /** As they are stored and sent: hexadecimal, four tiles a digit, row by row. */
  get digits(): string {
    let digits = '';
    for (let y = 0; y < TILES; y++)
      for (let x = 0; x < TILES; x += 4) {
        const bits = [0, 1, 2, 3].map((n) => (this.isWall(x + n, y) ? 8 >> n : 0));
        digits += bits.reduce((sum, bit) => sum + bit, 0).toString(16);
      }
    return digits;
  }

  /** Looks at the tile at `x`, `y`, each from -1 to `TILES`; what is outside of the arena is wall. */
  isWall(x: number, y: number): boolean {
    return this.cells[indexOf(x, y)] === 1;
  }

  isFree({ x, y }: Spot): boolean {
    return !this.isWall(tileAt(x), tileAt(y));
  }
}

export function indexOf(x: number, y: number): number {
  return (y + 1) * SIDE + x + 1;
}

/** The tile in which a coordinate lies; the outer edge belongs to the last one. */
export function tileAt(coordinate: number): number {
  return Math.min(TILES - 1, Math.max(0, Math.floor(coordinate)));
}
