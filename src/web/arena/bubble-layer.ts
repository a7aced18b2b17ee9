import { linesOf } from './bubble-lines.js';
import { shownTags, type Box } from './names.js';
import { aboveOwnDisc, ownDisc } from './own-avatar.js';
import { paint } from '../ui/palette.js';
import type { OverheadDrawing } from './scene.js';
import { DisplayTimer } from './display-timer.js';
import { FONT } from './sprites.js';

/** What somebody says, by the id that they are drawn with. */
export interface SaidAloud {
  playerId: string;
  message: string;
}

/** How long a bubble is seen. */
const SHOWN_MS = 5_000;
/** A frame may begin a little before the timer that asked for it. */
const EARLY_MS = 50;
/** In CSS pixels. */
const FONT_PX = 13;
const LINE_PX = 17;
const WIDEST_PX = 150;
const PADDING_PX = 7;
const TAIL_PX = 6;

interface Bubble {
  message: string;
  at: number;
  /** As it was painted for so many device pixels to a CSS pixel. */
  picture?: { canvas: HTMLCanvasElement; width: number; height: number; scale: number };
}

/** What those near have said just now, above their avatars (R23.7). Loaded with the first one. */
export class BubbleLayer implements OverheadDrawing {
  /** The newest of each, the newest of all last. */
  readonly #shown = new Map<string, Bubble>();
  readonly #timer: DisplayTimer;

  /** `wake` asks for a frame. */
  constructor(wake: () => void) {
    this.#timer = new DisplayTimer(SHOWN_MS, wake);
  }

  show(said: readonly SaidAloud[], now: number): void {
    for (const { playerId, message } of said) {
      this.#shown.delete(playerId);
      this.#shown.set(playerId, { message, at: now });
    }
    this.#timer.start();
  }

  draw(...[context, arena, crowd, scene, now]: Parameters<OverheadDrawing['draw']>): boolean {
    const { selfId, selfAt } = scene;
    let isEnding = false;
    for (const [id, { at }] of this.#shown) {
      if (now - at >= SHOWN_MS) this.#shown.delete(id);
      else if (now - at > SHOWN_MS - EARLY_MS) isEnding = true;
    }
    const { scale, spriteSize } = arena;
    const tops = new Map<string, { x: number; top: number }>();
    for (const { member, x, y, lift } of this.#shown.size > 0 ? crowd : [])
      tops.set(member.id, { x, top: y - spriteSize.disc / 2 - lift });
    if (selfId !== null && selfAt) {
      const own = ownDisc(spriteSize);
      const { x, y } = arena.place(selfAt, own / 2, aboveOwnDisc(own));
      tops.set(selfId, { x, top: y - own / 2 - aboveOwnDisc(own) });
    }
    const width = context.canvas.width / scale;
    // The newest comes first, and what it would cover is in the chat.
    const tags: Tag[] = [];
    for (const [id, bubble] of this.#shown) {
      const head = tops.get(id);
      if (head) tags.unshift(tagAbove(head, pictureOf(bubble, scale), width));
    }
    const drawn = shownTags(tags, [], 'legible');
    for (const { canvas, left, top } of drawn)
      context.drawImage(canvas, Math.round(left * scale), Math.round(top * scale));
    context.canvas.dataset['bubbles'] = String(drawn.length);
    return isEnding;
  }

  close(): void {
    this.#timer.close();
  }
}

type Picture = NonNullable<Bubble['picture']>;
type Tag = Box & { canvas: HTMLCanvasElement; left: number; top: number };

/** Inside the arena. */
function tagAbove(
  { x, top: below }: { x: number; top: number },
  { canvas, width, height }: Picture,
  arenaWidth: number,
): Tag {
  const left = Math.max(0, Math.min(arenaWidth - width, x - width / 2));
  const top = Math.max(0, below - height);
  return { x: left + width / 2, y: top + height / 2, width, height, canvas, left, top };
}

function pictureOf(bubble: Bubble, scale: number): Picture {
  if (bubble.picture?.scale !== scale) bubble.picture = paintBubble(bubble.message, scale);
  return bubble.picture;
}

function paintBubble(message: string, scale: number): Picture {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser has no 2D canvas');
  const font = `600 ${FONT_PX}px ${FONT}`;
  context.font = font;
  const widthOf = (text: string): number => context.measureText(text).width;
  const lines = linesOf(message, WIDEST_PX, widthOf);
  const width = Math.ceil(Math.max(...lines.map(widthOf))) + 2 * PADDING_PX;
  const boxHeight = lines.length * LINE_PX + PADDING_PX;
  const height = boxHeight + TAIL_PX;
  canvas.width = Math.ceil(width * scale);
  canvas.height = Math.ceil(height * scale);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  outline(context, width, boxHeight);
  context.fillStyle = paint('card');
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = paint('outline');
  context.stroke();
  context.font = font;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = paint('ink');
  for (const [n, line] of lines.entries())
    context.fillText(line, width / 2, PADDING_PX / 2 + (n + 0.5) * LINE_PX);
  return { canvas, width, height, scale };
}

/** A box with round corners, and a tail below its middle. */
function outline(context: CanvasRenderingContext2D, width: number, height: number): void {
  const [left, right, top, bottom, radius] = [1, width - 1, 1, height - 1, 8];
  const middle = width / 2;
  context.beginPath();
  context.moveTo(middle + TAIL_PX, bottom);
  context.lineTo(middle, bottom + TAIL_PX);
  context.lineTo(middle - TAIL_PX, bottom);
  context.arcTo(left, bottom, left, top, radius);
  context.arcTo(left, top, right, top, radius);
  context.arcTo(right, top, right, bottom, radius);
  context.arcTo(right, bottom, left, bottom, radius);
  context.closePath();
}
