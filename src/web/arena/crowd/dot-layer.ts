import type { Ground } from '../scene.js';
import { paint } from '../palette.js';
import { seenAt, type Dots } from './dots.js';
import { makeStamp, putStamp, type Pixels, type Rgb, type Stamp } from './stamps.js';

/** Dots are stamped 20 times a second; frames in between copy what is there. */
const STAMP_MS = 50;
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
const LARGEST = 13;
/** Part of the way to a neighbour that a dot fills where all stand evenly. */
const FILLED = 0.82;

/** Dots on their way. */
export interface DotsOnWay {
  dots: Dots;
  /** When they set out, and how long they take; 0 for no time. */
  beganAt: number;
  glideMs: number;
  /** Dots that are not drawn, by their number. */
  isHidden?: (dot: number) => boolean;
}

/** What part of their way dots have gone. */
export const doneOf = ({ beganAt, glideMs }: DotsOnWay, now: number): number =>
  glideMs === 0 ? 1 : Math.min(1, Math.max(0, (now - beganAt) / glideMs));

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
  #pixels: Pixels | undefined;
  #image: ImageData | undefined;
  #stamped = canvasOf(1, 1);
  #ground = canvasOf(1, 1);
  /** Pixels of the buffer for each CSS pixel. */
  #scale = 1;
  #diameter = 0;
  #look = '';
  #stamps = new Map<number, Stamp>();
  #fills: readonly Rgb[] = [];
  #rim: Rgb = [0, 0, 0];
  #stampedAt = -Infinity;
  #isAtRest = false;
  #shown: { dots: Dots; floor: string } | undefined;

  /** Something else than the way of the dots has changed: who is hidden. */
  touch(): void {
    this.#isAtRest = false;
  }

  /** Draws the floor and the dots; answers whether the next frame differs. */
  draw(context: CanvasRenderingContext2D, ground: Ground, way: DotsOnWay, now: number): boolean {
    const isOther = this.#resize(ground) || this.#shown?.floor !== ground.floorKey;
    const isDue = this.#shown?.dots !== way.dots || !this.#isAtRest;
    if (isOther || (isDue && now - this.#stampedAt >= STAMP_MS)) {
      this.#stampedAt = now;
      this.#shown = { dots: way.dots, floor: ground.floorKey };
      this.#isAtRest = now - way.beganAt >= Math.max(CHANGE_MS, way.glideMs);
      this.#stamp(ground, way, now);
      this.#compose(ground);
    }
    context.drawImage(this.#ground, 0, 0);
    return !this.#isAtRest || this.#shown?.dots !== way.dots;
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

  #stamp({ field, alpha }: Ground, { isHidden, ...way }: DotsOnWay, now: number): void {
    const pixels = this.#pixels;
    if (!pixels) return;
    const { dots } = way;
    this.#refreshStamps(field.width * field.height, dots.count);
    const done = doneOf(way, now);
    const changed = way.glideMs === 0 ? 1 : Math.min(1, (now - way.beganAt) / CHANGE_MS);
    const scale = this.#scale;
    const [left, top] = [field.left * scale, field.top * scale];
    const [width, height] = [field.width * scale, field.height * scale];
    pixels.data.fill(0);
    if (alpha === 0) return;
    for (let dot = 0; dot < dots.count; dot++) {
      const change = dots.change[dot];
      const part = change === 0 ? 1 : change === 1 ? changed : 1 - changed;
      if (part === 0 || isHidden?.(dot)) continue;
      const stamp = this.#stampOf(dots.seeds[dot] as number, part);
      const [x, y] = [seenAt(dots, dot * 2, done), seenAt(dots, dot * 2 + 1, done)];
      putStamp(pixels, stamp, left + x * width, top + y * height);
    }
  }

  #compose({ canvas, alpha }: Ground): void {
    const ground = this.#ground.getContext('2d', { alpha: false });
    if (!ground || !this.#image) return;
    this.#stamped.getContext('2d')?.putImageData(this.#image, 0, 0);
    ground.globalAlpha = 1;
    ground.drawImage(canvas, 0, 0);
    ground.globalAlpha = alpha;
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
    const rimWidth = Math.max(1, diameter * 0.11);
    const width = this.#pixels?.width ?? 1;
    const stamp = makeStamp(width, diameter, { fill, rim: this.#rim, rimWidth });
    this.#stamps.set(key, stamp);
    return stamp;
  }
}

/** What a token of the theme is now. A canvas tells every colour without transparency as #rrggbb. */
function rgbOf(token: string): Rgb {
  const context = canvasOf(1, 1).getContext('2d');
  if (context) context.fillStyle = paint(token);
  const hex = Number.parseInt(String(context?.fillStyle).slice(1, 7), 16) || 0;
  return [hex >> 16, (hex >> 8) & 255, hex & 255];
}
