/** Between two tables of one game, which everybody is sent whole. */
const APART_MS = 1_000;

/** Tells of results that are corrected after a game, however often: the first time soon, then once a second (R10.6). */
export class CorrectedResults {
  private timer: NodeJS.Timeout | undefined;
  private toldAt = -Infinity;

  constructor(private readonly tell: () => void) {}

  note(): void {
    const waitMs = Math.max(0, this.toldAt + APART_MS - performance.now());
    this.timer ??= setTimeout(() => this.tellWaiting(), waitMs);
  }

  /** Tells at once what waits, before something that does not tell the table. */
  tellWaiting(): void {
    if (this.timer === undefined) return;
    this.forget();
    this.toldAt = performance.now();
    this.tell();
  }

  /** Everybody is told something newer, or nobody is there. */
  forget(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
