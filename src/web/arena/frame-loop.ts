/** Draws one frame, `elapsedMs` after the last or after the change that woke it; tells whether something still moves. */
type DrawFrame = (now: number, elapsedMs: number) => boolean;

/** Draws frame after frame while something moves, and one frame for a change: a still arena costs nothing. */
export class FrameLoop {
  #isWaiting = false;
  #isStopped = false;
  #last = 0;

  /** `request` is that of the browser: it calls once, with the time at which the next frame begins. */
  constructor(
    private readonly draw: DrawFrame,
    private readonly request: (frame: (now: number) => void) => void,
  ) {}

  /** Something looks different from now on, or begins to move. */
  wake(): void {
    if (this.#isWaiting) return;
    // Else the first step would be as long as the rest before it.
    this.#last = performance.now();
    this.#wait();
  }

  stop(): void {
    this.#isStopped = true;
  }

  #wait(): void {
    if (this.#isWaiting || this.#isStopped) return;
    this.#isWaiting = true;
    this.request(this.#frame);
  }

  readonly #frame = (now: number): void => {
    this.#isWaiting = false;
    if (this.#isStopped) return;
    // A frame begins before its code runs, and maybe before the change that asked for it.
    const elapsedMs = Math.max(0, now - this.#last);
    this.#last = now;
    if (this.draw(now, elapsedMs)) this.#wait();
  };
}
