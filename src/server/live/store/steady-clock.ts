/**
 * Epoch ms that pass as timers do. The clock of the machine jumps: when it is set, by hand or by NTP, and on Linux while a
 * laptop sleeps. By that one a question would end in the past, or an hour late, and rooms would be closed for a silence that
 * nobody kept.
 */
export class SteadyClock {
  private offsetMs = 0;

  constructor(
    private readonly wallNow: () => number = Date.now,
    private readonly steadyNow: () => number = () => performance.now(),
  ) {
    this.adjust();
  }

  readonly now = (): number => Math.floor(this.steadyNow() + this.offsetMs);

  /** Takes over the time of the machine; to be called while no deadline stands. */
  adjust(): void {
    this.offsetMs = this.wallNow() - this.steadyNow();
  }
}
