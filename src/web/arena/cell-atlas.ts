/** Side of one page in device pixels. Painting on a page that was just copied from costs the browser a copy of it all. */
const PAGE_SIDE = 1_024;

export interface Cell {
  page: HTMLCanvasElement;
  /** Device pixels. */
  x: number;
  y: number;
  fingerprint: string;
  /** Width of what was painted, in CSS pixels. */
  used: number;
}

/** Answers how much of the width it used, in CSS pixels. */
export type PaintCell = (context: CanvasRenderingContext2D) => number;

/**
 * Small pictures, all of one size, on a few shared bitmaps. Drawing text and emoji costs a hundred
 * times more than copying pixels, so each is drawn once and copied every frame.
 */
export class CellAtlas {
  readonly #cells = new Map<string, Cell>();
  readonly #free: { page: HTMLCanvasElement; x: number; y: number }[] = [];
  #deadline = 0;
  #isBehind = false;
  readonly widthPx: number;
  readonly heightPx: number;

  /** Sizes in CSS pixels. */
  constructor(
    width: number,
    height: number,
    readonly scale: number,
  ) {
    this.widthPx = Math.ceil(width * scale);
    this.heightPx = Math.ceil(height * scale);
  }

  /** How long painting may take until the next call: a hall that joins at once must not stop the frame. */
  allow(paintMs: number): void {
    this.#deadline = performance.now() + paintMs;
    this.#isBehind = false;
  }

  /** Whether a picture had to wait for the next call, as the time was up. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** The picture of `id`, painted anew when `fingerprint` tells that it looks different; what there is, maybe nothing, when the time is up. */
  cell(id: string, fingerprint: string, paint: PaintCell): Cell | undefined {
    const known = this.#cells.get(id);
    if (known?.fingerprint === fingerprint) return known;
    if (performance.now() > this.#deadline) {
      this.#isBehind = true;
      return known;
    }
    const cell = known ?? { ...this.#place(), fingerprint, used: 0 };
    cell.fingerprint = fingerprint;
    this.#cells.set(id, cell);
    const context = cell.page.getContext('2d');
    if (!context) return undefined;
    context.save();
    context.translate(cell.x, cell.y);
    context.beginPath();
    context.rect(0, 0, this.widthPx, this.heightPx);
    context.clip();
    context.clearRect(0, 0, this.widthPx, this.heightPx);
    context.scale(this.scale, this.scale);
    cell.used = paint(context);
    context.restore();
    return cell;
  }

  /** Gives back the cells of everybody who is not among `ids`. */
  keepOnly(ids: ReadonlyMap<string, unknown>): void {
    for (const [id, { page, x, y }] of this.#cells) {
      if (ids.has(id)) continue;
      this.#cells.delete(id);
      this.#free.push({ page, x, y });
    }
  }

  get size(): number {
    return this.#cells.size;
  }

  #place(): { page: HTMLCanvasElement; x: number; y: number } {
    if (this.#free.length === 0) this.#addPage();
    const cell = this.#free.pop();
    if (!cell) throw new Error('a new page has room');
    return cell;
  }

  #addPage(): void {
    const columns = Math.max(1, Math.floor(PAGE_SIDE / this.widthPx));
    const rows = Math.max(1, Math.floor(PAGE_SIDE / this.heightPx));
    const page = document.createElement('canvas');
    page.width = columns * this.widthPx;
    page.height = rows * this.heightPx;
    for (let cell = columns * rows - 1; cell >= 0; cell--)
      this.#free.push({
        page,
        x: (cell % columns) * this.widthPx,
        y: Math.floor(cell / columns) * this.heightPx,
      });
  }
}
