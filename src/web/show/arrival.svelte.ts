import { arrivalMs } from './final-told.js';
import type { FinalShow } from './final-show.svelte.js';

/** Whether those of the step that is on have come up to it, so that they may be named. */
export class Arrival {
  #rank = $state(0);

  constructor(
    private readonly show: FinalShow,
    /** Without motion they stand there at once. */
    private readonly isStill: () => boolean = () => false,
  ) {}

  hasArrived(rank: number): boolean {
    return this.#rank === rank;
  }

  /** For an effect, which runs anew with each beat. */
  follow(): (() => void) | undefined {
    const { beats } = this.show;
    const beat = beats.current?.beat;
    if (beat?.scene !== 'step') return undefined;
    const { rank } = beat;
    const leftMs = this.isStill() ? 0 : arrivalMs(rank) - (beats.now()?.t ?? 0);
    const timer = setTimeout(() => (this.#rank = rank), Math.max(0, leftMs));
    return () => {
      clearTimeout(timer);
      this.#rank = 0;
    };
  }
}
