import type { Rect } from '../field.js';
import type { Ground } from '../scene.js';
import { paint } from '../../ui/palette.js';
import { seenAt, type Dots } from './dots.js';
import { makeStamp, putStamp, type Pixels, type Rgb, type Stamp } from './stamps.js';

/** Dots are stamped 20 times a second; frames in between copy what is there. */
const STAMP_MS = 50;
/** Time for stamping in a frame; the rest of ten thousand follows in the next frames, and is seen when all are there. */
const SLICE_MS = 4;
/** The clock is read once for so many dots. */
const DOTS_AT_ONCE = 250;
/** Who comes or goes grows or shrinks for so long. */
const CHANGE_MS = 200;
/** Larger pictures are stamped at half of their size. */
const MOST_PIXELS = 2_200_000;
/** Tokens of the theme that stand out from every floor. */
const FILLS = ['clay', 'indigo', 'pine', 'badge-5', 'badge-10', 'badge-7', 'badge-6', 'ink-soft'];
const RIM = 'card';
/** Sizes of dots in a crowd, as parts of the usual one. */
const SIZES = [0.88, 1, 1.12];
/** Diameters in CSS pixels. */
const SMALLEST = 4.5;
const LARGEST = 20;
/** Nobody sees a smaller part of a dot. */
const SMALLEST_PART = 0.06;
/** Part of the way to a neighbour that a dot fills where all stand evenly. */
const FILLED = 0.95;

/** Dots on their way. */
export interface DotsOnWay {
  dots: Dots;
  /** When they set out, and how long they take; 0 for no time. */
  beganAt: number;
  glideMs: number;
  /** Dots that are not drawn, by their number. */
  isHidden?: (dot: number) => boolean;
  /** What part of its size a dot has that is seen at `x`, `y` (0..1), 0 for none; 1 unless this tells otherwise. */
  sizeOf?: ((dot: number, x: number, y: number) => number) | undefined;
}

/** What part of their way dots have gone. */
export const doneOf = ({ beganAt, glideMs }: DotsOnWay, now: number): number =>
  glideMs === 0 ? 1 : Math.min(1, Math.max(0, (now - beganAt) / glideMs));

interface Pass extends DotsOnWay {
  field: Rect;
  /** What part of their way they have gone, and of its size somebody has who comes or goes. */
  done: number;
  part: (change: number) => number;
  /** How many of the order are done. */
  next: number;
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

/**
 * Stamps thousands of dots into one pixel buffer: to draw a picture for each costs the browser 12 µs, and a stamp less
 * than one. What is seen of floor and dots is kept as one picture, so that a frame is one copy.
 */
export class DotLayer {
  #size = '';
  #image = new ImageData(1, 1);
  #pixels: Pixels = { data: new Uint32Array(1), width: 1, height: 1 };
  #stamped = canvasOf(1, 1);
  #ground = canvasOf(1, 1);
  /** Pixels of the buffer for each CSS pixel. */
  #scale = 1;
  #diameter = 0;
  #look = '';
  readonly #stamps = new Map<number, Stamp>();
  #fills: readonly Rgb[] = [];
  #rim: Rgb = [0, 0, 0];
  /** What is being stamped: all dots as they were when it began. */
  #pass: Pass | undefined;
  #passBeganAt = -Infinity;
  /** What is seen: the dots, and which floor. */
  #dots: Dots | undefined;
  #shown: string | undefined;
  #isAtRest = false;

  /** Something else than the way of the dots has changed: who is hidden. */
  touch(): void {
    this.#isAtRest = false;
  }

  /** Draws the floor and the dots; answers whether the next frame differs. */
  draw(context: CanvasRenderingContext2D, ground: Ground, way: DotsOnWay, now: number): boolean {
    const isResized = this.#resize(ground);
    const isDue = now - this.#passBeganAt >= STAMP_MS;
    const differs = way.dots !== this.#dots || !this.#isAtRest;
    if (isResized || (!this.#pass && differs && isDue)) this.#begin(ground, way, now);
    if (this.#pass && this.#continue(this.#pass, isResized ? Infinity : SLICE_MS)) {
      this.#dots = this.#pass.dots;
      this.#pass = undefined;
      this.#stamped.getContext('2d')?.putImageData(this.#image, 0, 0);
      this.#shown = undefined;
    }
    this.#compose(ground);
    context.drawImage(this.#ground, 0, 0);
    return this.#pass !== undefined || !this.#isAtRest || way.dots !== this.#dots;
  }

  /** Draws the dots alone on what is there already, all of them in this frame if it is time for them. */
  drawOver(context: CanvasRenderingContext2D, ground: Ground, way: DotsOnWay, now: number): void {
    const isResized = this.#resize(ground);
    if (isResized || now - this.#passBeganAt >= STAMP_MS) {
      this.#begin(ground, way, now);
      if (this.#pass) this.#continue(this.#pass, Infinity);
      this.#pass = undefined;
      this.#stamped.getContext('2d')?.putImageData(this.#image, 0, 0);
      // The floor is drawn anew when it is its turn again.
      this.#shown = undefined;
      this.#isAtRest = false;
    }
    context.drawImage(this.#stamped, 0, 0, ground.canvas.width, ground.canvas.height);
  }

  #resize({ canvas, scale }: Ground): boolean {
    const { width, height } = canvas;
    const size = `${width} ${height}`;
    if (size === this.#size) return false;
    this.#size = size;
    const part = width * height > MOST_PIXELS ? 0.5 : 1;
    this.#scale = scale * part;
    const [across, down] = [Math.ceil(width * part), Math.ceil(height * part)];
    this.#image = new ImageData(across, down);
    const data = new Uint32Array(this.#image.data.buffer);
    this.#pixels = { data, width: across, height: down };
    this.#stamped = canvasOf(across, down);
    this.#ground = canvasOf(width, height);
    this.#stamps.clear();
    return true;
  }

  #begin({ field }: Ground, way: DotsOnWay, now: number): void {
    const { dots, glideMs, beganAt } = way;
    this.#passBeganAt = now;
    this.#isAtRest = now - beganAt >= Math.max(CHANGE_MS, glideMs);
    this.#refreshStamps(field.width * field.height, dots.count);
    this.#pixels.data.fill(0);
    const changed = glideMs === 0 ? 1 : Math.min(1, (now - beganAt) / CHANGE_MS);
    const part = (change: number): number =>
      change === 0 ? 1 : change === 1 ? changed : change === -1 ? 1 - changed : 0;
    this.#pass = { ...way, field, done: doneOf(way, now), part, next: 0 };
  }

  /** Stamps for about so long; answers whether all is done. */
  #continue(pass: Pass, ms: number): boolean {
    const { dots, field, done, part, isHidden, sizeOf } = pass;
    const scale = this.#scale;
    const [left, top] = [field.left * scale, field.top * scale];
    const [width, height] = [field.width * scale, field.height * scale];
    const until = performance.now() + ms;
    while (pass.next < dots.count) {
      if (pass.next % DOTS_AT_ONCE === 0 && performance.now() > until) return false;
      const dot = dots.order[pass.next++] as number;
      const [x, y] = [seenAt(dots, dot * 2, done), seenAt(dots, dot * 2 + 1, done)];
      const size = part(dots.change[dot] as number) * (sizeOf?.(dot, x, y) ?? 1);
      if (size < SMALLEST_PART || isHidden?.(dot)) continue;
      const stamp = this.#stampOf(dots.seeds[dot] as number, size);
      putStamp(this.#pixels, stamp, left + x * width, top + y * height);
    }
    return performance.now() <= until;
  }

  /** Only where floor or dots are others than what is seen. */
  #compose({ canvas, floorKey }: Ground): void {
    if (floorKey === this.#shown) return;
    this.#shown = floorKey;
    const ground = this.#ground.getContext('2d', { alpha: false });
    if (!ground) return;
    ground.drawImage(canvas, 0, 0);
    ground.drawImage(this.#stamped, 0, 0, canvas.width, canvas.height);
  }

  /** The more people share the floor, the smaller they are; with a margin, so that one more or less changes nothing. */
  #refreshStamps(area: number, people: number): void {
    const fitting = FILLED * Math.sqrt(area / Math.max(1, people));
    const diameter = Math.min(LARGEST, Math.max(SMALLEST, fitting)) * this.#scale;
    const look = document.documentElement.dataset['theme'] ?? '';
    if (Math.abs(diameter - this.#diameter) < 0.75 && look === this.#look) return;
    this.#diameter = diameter;
    this.#look = look;
    this.#stamps.clear();
    this.#fills = FILLS.map(rgbOf);
    this.#rim = rgbOf(RIM);
  }

  #stampOf(seed: number, part: number): Stamp {
    const colour = seed % FILLS.length;
    const size = SIZES[(seed >>> 8) % SIZES.length] ?? 1;
    const diameter = Math.max(2, Math.round(this.#diameter * size * part));
    const key = diameter * FILLS.length + colour;
    const known = this.#stamps.get(key);
    if (known) return known;
    const fill = this.#fills[colour] ?? this.#rim;
    const rimWidth = Math.max(0.8, diameter * 0.08);
    const stamp = makeStamp(this.#pixels.width, diameter, { fill, rim: this.#rim, rimWidth });
    this.#stamps.set(key, stamp);
    return stamp;
  }
}

/** What a token of the theme is now. A canvas tells every colour without transparency as #rrggbb. */
function rgbOf(token: string): Rgb {
  const context = canvasOf(1, 1).getContext('2d');
  if (context) context.fillStyle = paint(token);
  const told = context?.fillStyle;
  const hex = typeof told === 'string' ? Number.parseInt(told.slice(1, 7), 16) || 0 : 0;
  return [hex >> 16, (hex >> 8) & 255, hex & 255];
}
