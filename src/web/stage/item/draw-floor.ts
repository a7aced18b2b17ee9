/** The floor of a draw: a tile for everybody, which falls away in halves, while those who are left move together. */
import { FrameLoop } from '../../arena/frame-loop.js';
import { emoji } from '../../arena/sprites.js';
import { avatarFor } from '../../ui/avatar.js';
import { paint } from '../../ui/palette.js';
import { NIGHT } from '../../show/floor-paint.js';
import type { DrawCourse } from './draw-run.svelte.js';

/** How long a tile falls, and when and for how long the others then move together, in ms. */
const FALL_MS = 430;
const CLOSE_AT_MS = 330;
const CLOSE_MS = 400;
/** The widest tile, as a share of the shorter side. */
const WIDEST = 0.5;
/** Sides of the painted tiles, in pixels of the canvas; the next larger one is scaled. */
const SIZES = [12, 24, 48, 96, 192];
/** More tiles are pictures that fall and fade as a whole: to draw each in every frame takes too long. */
const MANY = 120;
/** Painting ahead takes so long in each frame. */
const AHEAD_MS = 4;

/** Where the tiles of those who are left after a fall lie. */
interface Layout {
  side: number;
  place: ReadonlyMap<number, readonly [x: number, y: number]>;
}

/** Many tiles, painted once: those that stay at the next fall, and those that fall. */
interface Painted {
  stays: HTMLCanvasElement;
  falls: HTMLCanvasElement;
  isReady: boolean;
}

const eased = (t: number): number => 1 - (1 - t) ** 3;
const within = (ms: number, of: number): number => Math.min(1, Math.max(0, ms / of));

export class DrawFloor {
  readonly #context: CanvasRenderingContext2D;
  readonly #loop: FrameLoop;
  readonly #sprites = new Map<string, HTMLCanvasElement>();
  /** In order of slots, after so many falls. */
  readonly #sets: readonly (readonly number[])[];
  #layouts: Layout[] = [];
  /** After so many falls, where there are many tiles. */
  #painted: (Painted | undefined)[] = [];
  /** Each step paints one tile of what comes. */
  #ahead: Iterator<void> = [][Symbol.iterator]();
  #hasAhead = false;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly course: DrawCourse,
    private readonly elapsedMs: () => number,
    /** The slot of who looks at it. */
    private readonly own: number | undefined,
  ) {
    this.#context = contextOf(canvas);
    this.#sets = course.left.map((left) => course.order.slice(0, left).sort((a, b) => a - b));
    this.#loop = new FrameLoop(
      () => this.#draw(),
      (frame) => requestAnimationFrame(frame),
    );
  }

  /** Follows the size of its box; returns what ends it. */
  run(): () => void {
    const observer = new ResizeObserver(() => this.#resize());
    observer.observe(this.canvas);
    return () => {
      observer.disconnect();
      this.#loop.stop();
    };
  }

  /** The clock goes on, or was set. */
  wake(): void {
    this.#loop.wake();
  }

  #resize(): void {
    const { canvas } = this;
    const ratio = Math.min(2, window.devicePixelRatio);
    canvas.width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    canvas.height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    this.#layouts = this.#sets.map((set) => layoutOf(set, canvas.width, canvas.height));
    this.#painted = this.#sets.map((set, index) =>
      set.length > MANY && index < this.#sets.length - 1
        ? { stays: this.#blank(), falls: this.#blank(), isReady: false }
        : undefined,
    );
    this.#ahead = this.#paintAhead();
    this.#hasAhead = true;
    this.wake();
  }

  #blank(): HTMLCanvasElement {
    const blank = document.createElement('canvas');
    blank.width = this.canvas.width;
    blank.height = this.canvas.height;
    return blank;
  }

  *#paintAhead(): Generator<void> {
    for (const [index, set] of this.#sets.entries()) {
      const layout = this.#layouts[index];
      const painted = this.#painted[index];
      if (layout === undefined) continue;
      if (painted === undefined)
        for (const slot of set) {
          this.#sprite(slot, sizeFor(layout.side));
          yield;
        }
      else {
        const staying = new Set(this.#sets[index + 1]);
        const [stays, falls] = [contextOf(painted.stays), contextOf(painted.falls)];
        for (const slot of set) {
          this.#tile(staying.has(slot) ? stays : falls, slot, layout, layout, 1);
          yield;
        }
        painted.isReady = true;
      }
    }
  }

  /** Many tiles after so many falls, painted by now. */
  #manyAt(index: number): Painted | undefined {
    const painted = this.#painted[index];
    while (this.#hasAhead) {
      if (painted?.isReady !== false) break;
      this.#hasAhead = this.#ahead.next().done !== true;
    }
    return painted;
  }

  /** Whether something still moves. */
  #draw(): boolean {
    const { times } = this.course;
    const elapsedMs = this.elapsedMs();
    const falls = times.filter((time) => time <= elapsedMs).length;
    const sinceMs = elapsedMs - (times[falls - 1] ?? 0);
    const { width, height } = this.canvas;
    const context = this.#context;
    context.globalAlpha = 1;
    context.fillStyle = NIGHT;
    context.fillRect(0, 0, width, height);
    const now = this.#layouts[falls];
    const before = this.#layouts[falls - 1];
    if (now === undefined) return false;
    if (before === undefined) this.#all(falls, now, 1);
    else {
      const closing = eased(within(sinceMs - CLOSE_AT_MS, CLOSE_MS));
      const many = this.#manyAt(falls - 1);
      if (sinceMs < FALL_MS) this.#falling(falls, before, sinceMs / FALL_MS, many);
      if (many === undefined)
        for (const slot of this.#sets[falls] ?? []) this.#tile(context, slot, before, now, closing);
      else {
        context.globalAlpha = 1 - closing;
        if (closing < 1) context.drawImage(many.stays, 0, 0);
        if (closing > 0) this.#all(falls, now, closing);
      }
    }
    this.#goAhead();
    const isMoving = falls > 0 && sinceMs < CLOSE_AT_MS + CLOSE_MS;
    return isMoving || this.#hasAhead;
  }

  #goAhead(): void {
    const until = performance.now() + AHEAD_MS;
    while (this.#hasAhead && performance.now() < until)
      this.#hasAhead = this.#ahead.next().done !== true;
  }

  /** Everybody who is left after so many falls. */
  #all(falls: number, layout: Layout, alpha: number): void {
    const context = this.#context;
    // At first they come one after the other, where painting all of them takes long.
    const many = falls === 0 ? this.#painted[0] : this.#manyAt(falls);
    context.globalAlpha = alpha;
    if (many) for (const part of [many.stays, many.falls]) context.drawImage(part, 0, 0);
    else for (const slot of this.#sets[falls] ?? []) this.#tile(context, slot, layout, layout, 1);
    context.globalAlpha = 1;
  }

  #falling(falls: number, { side, place }: Layout, t: number, many: Painted | undefined): void {
    const context = this.#context;
    const { order, left } = this.course;
    const size = side * (1 - 0.55 * t);
    const drop = t * t * Math.max(side * 1.5, this.canvas.height * 0.12);
    context.globalAlpha = 1 - t;
    if (many) context.drawImage(many.falls, 0, Math.round(drop));
    else
      for (const slot of order.slice(left[falls], left[falls - 1])) {
        const [x, y] = place.get(slot) ?? [0, 0];
        const sprite = this.#sprite(slot, sizeFor(side));
        context.drawImage(sprite, x - size / 2, y - size / 2 + drop, size, size);
      }
    context.globalAlpha = 1;
  }

  #tile(
    context: CanvasRenderingContext2D,
    slot: number,
    from: Layout,
    to: Layout,
    t: number,
  ): void {
    const [x0, y0] = from.place.get(slot) ?? [0, 0];
    const [x1, y1] = to.place.get(slot) ?? [0, 0];
    const side = from.side + (to.side - from.side) * t;
    const x = x0 + (x1 - x0) * t - side / 2;
    const y = y0 + (y1 - y0) * t - side / 2;
    context.drawImage(this.#sprite(slot, sizeFor(to.side)), x, y, side, side);
    if (slot !== this.own) return;
    context.lineWidth = Math.max(2, side * 0.1);
    context.strokeStyle = paint('clay');
    context.strokeRect(x, y, side, side);
  }

  #sprite(slot: number, size: number): HTMLCanvasElement {
    const { emoji: face, ground } = avatarFor(slot);
    return this.#once(`${face}${ground}${size}`, size, (context) => {
      const gap = size * 0.05;
      context.fillStyle = ground;
      context.beginPath();
      context.roundRect(gap, gap, size - 2 * gap, size - 2 * gap, size * 0.14);
      context.fill();
      context.drawImage(this.#face(face, size), 0, 0);
    });
  }

  /** Emojis are slow to write, and each stands on several grounds. */
  #face(face: string, size: number): HTMLCanvasElement {
    return this.#once(`${face}${size}`, size, (context) => {
      context.fillStyle = '#000';
      emoji(context, face, size / 2, size / 2, size * 0.62);
    });
  }

  #once(
    key: string,
    size: number,
    draw: (context: CanvasRenderingContext2D) => void,
  ): HTMLCanvasElement {
    const known = this.#sprites.get(key);
    if (known !== undefined) return known;
    const sprite = document.createElement('canvas');
    sprite.width = sprite.height = size;
    draw(contextOf(sprite));
    this.#sprites.set(key, sprite);
    return sprite;
  }
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  return context;
}

const sizeFor = (side: number): number => SIZES.find((size) => size >= side) ?? SIZES.at(-1) ?? 0;

/** As large as they can be, in rows from the first slot on, in the middle. */
function layoutOf(slots: readonly number[], width: number, height: number): Layout {
  const count = Math.max(1, slots.length);
  let side = Math.min(Math.sqrt((width * height) / count), Math.min(width, height) * WIDEST);
  while (Math.floor(width / side) * Math.floor(height / side) < count) side *= 0.995;
  const columns = Math.min(count, Math.floor(width / side));
  const rows = Math.ceil(count / columns);
  const left = (width - columns * side) / 2;
  const top = (height - rows * side) / 2;
  const place = new Map<number, readonly [number, number]>();
  for (const [i, slot] of slots.entries()) {
    const row = Math.floor(i / columns);
    // The last row stands in the middle, too.
    const inRow = row === rows - 1 ? count - row * columns : columns;
    const shift = ((columns - inRow) * side) / 2;
    place.set(slot, [left + shift + ((i % columns) + 0.5) * side, top + (row + 0.5) * side]);
  }
  return { side, place };
}
