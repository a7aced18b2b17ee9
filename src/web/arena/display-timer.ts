/** Asks for a frame when something is shown, and for another when it ends. */
export class DisplayTimer {
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(
    private readonly ms: number,
    private readonly wake: () => void,
  ) {}

  start(): void {
    this.wake();
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.wake();
    }, this.ms);
    this.#timers.add(timer);
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
