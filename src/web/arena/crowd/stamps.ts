/** Red, green and blue, 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Pixels of a picture as an `ImageData` has them, read as one little-endian number each. */
export interface Pixels {
  data: Uint32Array;
  width: number;
  height: number;
}

/** A small figure with a rim, ready to be written into pictures of one width. */
export interface Stamp {
  /** Pixels on each side. */
  side: number;
  /** Where the full pixels lie, counted from the upper left corner, and their colours. */
  full: Int32Array;
  fullColours: Uint32Array;
  /** The same of those at the edge. */
  soft: Int32Array;
  softColours: Uint32Array;
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
const mix = (one: number, other: number, share: number): number => one + (other - one) * share;

const pack = ([red, green, blue]: Rgb, alpha: number): number =>
  ((Math.round(alpha * 255) << 24) |
    (Math.round(blue) << 16) |
    (Math.round(green) << 8) |
    Math.round(red)) >>>
  0;

/** Less of a pixel is left out, and more is all of it: only those in between have to be mixed. */
const FAINT = 0.15;
/** Lower than this, in pixels, nobody would see more than a disc. */
const LOWEST_FIGURE = 7;

/** How far a point is outside of a disc, in pixels; less than 0 inside. */
const outsideDisc = (x: number, y: number, size: number): number => Math.hypot(x, y) - size / 2;

/** The same of a figure with a head and shoulders, which is as high as it is `size`. */
function outsideFigure(x: number, y: number, size: number): number {
  const head = Math.hypot(x, y + size * 0.24) - size * 0.25;
  const round = Math.hypot(x / 0.4, (y - size * 0.46) / 0.5) - size;
  const shoulders = Math.max(round * 0.4, y - size * 0.5);
  return Math.min(head, shoulders);
}

/** `size` and `rimWidth` in pixels; `width` is that of the pictures. */
export function makeStamp(
  width: number,
  size: number,
  { fill, rim, rimWidth }: { fill: Rgb; rim: Rgb; rimWidth: number },
): Stamp {
  const side = Math.ceil(size) + 1;
  const outside = size < LOWEST_FIGURE ? outsideDisc : outsideFigure;
  const full: [at: number, colour: number][] = [];
  const soft: [at: number, colour: number][] = [];
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const away = outside(x + 0.5 - side / 2, y + 0.5 - side / 2, size);
      const alpha = clamp(0.5 - away);
      if (alpha < FAINT) continue;
      const inner = clamp(0.5 - away - rimWidth);
      const colour: Rgb = [
        mix(rim[0], fill[0], inner),
        mix(rim[1], fill[1], inner),
        mix(rim[2], fill[2], inner),
      ];
      const isFull = alpha > 1 - FAINT;
      (isFull ? full : soft).push([y * width + x, pack(colour, isFull ? 1 : alpha)]);
    }
  return {
    side,
    full: Int32Array.from(full, ([at]) => at),
    fullColours: Uint32Array.from(full, ([, colour]) => colour),
    soft: Int32Array.from(soft, ([at]) => at),
    softColours: Uint32Array.from(soft, ([, colour]) => colour),
  };
}

/** Writes a stamp with its middle at `x`, `y`, moved inwards where it would lie over the edge of the picture. */
export function putStamp(
  { data, width, height }: Pixels,
  stamp: Stamp,
  x: number,
  y: number,
): void {
  const { side, full, fullColours, soft, softColours } = stamp;
  if (side > width || side > height) return;
  const left = Math.min(width - side, Math.max(0, Math.round(x - side / 2)));
  const top = Math.min(height - side, Math.max(0, Math.round(y - side / 2)));
  const corner = top * width + left;
  for (let i = 0; i < full.length; i++)
    data[corner + (full[i] as number)] = fullColours[i] as number;
  for (let i = 0; i < soft.length; i++) {
    const at = corner + (soft[i] as number);
    const colour = softColours[i] as number;
    const below = data[at] as number;
    data[at] = below === 0 ? colour : over(below, colour);
  }
}

/** An edge over what is there already: colours are mixed, and the more opaque of both is kept. */
function over(below: number, colour: number): number {
  const share = colour >>> 24;
  const rest = 255 - share;
  const alpha = Math.max(below >>> 24, share);
  // Red and blue at once: eight bits are free between them.
  const purple = ((below & 0xff00ff) * rest + (colour & 0xff00ff) * share + 0x800080) >>> 8;
  const green = ((below & 0xff00) * rest + (colour & 0xff00) * share + 0x8000) >>> 8;
  return ((alpha << 24) | (purple & 0xff00ff) | (green & 0xff00)) >>> 0;
}
