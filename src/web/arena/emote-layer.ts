import { EMOTES, type ShownEmote } from '../../protocol/emotes.js';
import type { OverheadDrawing } from './scene.js';
import { CellAtlas, type Cell } from './cell-atlas.js';
import { aboveOwnDisc, ownDisc } from './own-avatar.js';
import { paint } from '../ui/palette.js';
import { DisplayTimer } from './display-timer.js';
import { emoji } from './sprites.js';

/** How long an emote is seen. */
const SHOWN_MS = 2_000;
/** It rises for so long from the avatar to its place above. */
const RISE_MS = 160;
/** A frame may begin a little before the timer that asked for it. */
const EARLY_MS = 50;

/** Diameter of an emote above avatars of this size; on the projector the last row tells it apart. */
const emoteSize = (disc: number, forScreen: boolean): number =>
  forScreen ? Math.max(56, Math.round(disc * 1.2)) : Math.max(28, Math.round(disc * 0.85));

/** What people have shown just now, above their avatars (R22.1). Loaded with the first one. */
export class EmoteLayer implements OverheadDrawing {
  readonly #shown = new Map<string, { emote: number; at: number }>();
  readonly #timer: DisplayTimer;
  #atlas: { key: string; cells: CellAtlas } | undefined;

  /** `wake` asks for a frame. */
  constructor(
    wake: () => void,
    private readonly forScreen: boolean,
  ) {
    this.#timer = new DisplayTimer(SHOWN_MS, wake);
  }

  show(emotes: readonly ShownEmote[], now: number): void {
    // An emote of a newer server is none that this page knows.
    for (const { playerId, emote } of emotes)
      if (EMOTES[emote] !== undefined) this.#shown.set(playerId, { emote, at: now });
    this.#timer.start();
  }

  draw(...[context, arena, crowd, scene, now]: Parameters<OverheadDrawing['draw']>): boolean {
    const { selfId, selfAt, hop: rises } = scene;
    let isMoving = false;
    for (const [id, { at }] of this.#shown) {
      const age = now - at;
      if (age >= SHOWN_MS) this.#shown.delete(id);
      else if ((rises && age < RISE_MS) || age > SHOWN_MS - EARLY_MS) isMoving = true;
    }
    context.canvas.dataset['emotes'] = String(this.#shown.size);
    if (this.#shown.size === 0) return false;
    const { disc } = arena.spriteSize;
    const size = emoteSize(disc, this.forScreen);
    const cells = this.#cells(size, arena.scale);
    const above = (id: string, x: number, top: number): void => {
      const shown = this.#shown.get(id);
      const cell = shown && this.#cell(cells, shown.emote, size);
      if (!shown || !cell) return;
      const risen = rises ? Math.min(1, Math.max(0, (now - shown.at) / RISE_MS)) : 1;
      const width = context.canvas.width / arena.scale;
      const left = Math.min(width - size, Math.max(0, x - size / 2));
      copy(context, cells, cell, left, Math.max(0, top - size * risen));
    };
    for (const { member, x, y, lift } of crowd) above(member.id, x, y - disc / 2 - lift);
    if (selfId === null || !selfAt) return isMoving;
    const own = ownDisc(arena.spriteSize);
    const { x, y } = arena.place(selfAt, own / 2, aboveOwnDisc(own));
    above(selfId, x, y - own / 2 - aboveOwnDisc(own));
    return isMoving;
  }

  close(): void {
    this.#timer.close();
  }

  /** Pictures of this size. */
  #cells(size: number, scale: number): CellAtlas {
    const key = `${size}|${scale}`;
    if (this.#atlas?.key !== key) this.#atlas = { key, cells: new CellAtlas(size, size, scale) };
    return this.#atlas.cells;
  }

  #cell(cells: CellAtlas, emote: number, size: number): Cell | undefined {
    cells.allow(Infinity);
    return cells.cell(String(emote), '', (context) => {
      context.beginPath();
      context.arc(size / 2, size / 2, size / 2 - 1, 0, Math.PI * 2);
      context.fillStyle = paint('card');
      context.fill();
      context.lineWidth = 1.5;
      context.strokeStyle = paint('outline');
      context.stroke();
      context.fillStyle = '#000';
      emoji(context, EMOTES[emote] ?? '', size / 2, size / 2, size * 0.66);
      return size;
    });
  }
}

/** Whole device pixels, as all of the arena. */
function copy(
  context: CanvasRenderingContext2D,
  { widthPx, heightPx, scale }: CellAtlas,
  { page, x, y }: Cell,
  left: number,
  top: number,
): void {
  const at = [Math.round(left * scale), Math.round(top * scale)] as const;
  context.drawImage(page, x, y, widthPx, heightPx, ...at, widthPx, heightPx);
}
