import type { PhasePayload } from '../../protocol/events.js';
import type { ServerClock } from './clock.js';
import { StageLength, viewPhase, type Stage } from './phase-view.js';

/** The running countdown as state, written only when what is shown changes. */
export class Countdown {
  stage = $state<Stage>('lobby');
  seconds = $state(0);
  /** What is left of the stage, 0..1 in steps of a hundredth. */
  part = $state(0);
  paused = $state(false);
  /** All wait for the host to go on. */
  waiting = $state(false);
  readonly #length = new StageLength();

  constructor(
    private readonly clock: () => ServerClock,
    private readonly phase: () => PhasePayload | null,
  ) {}

  /** Follows the clock of a running phase from frame to frame; returns what stops it. An effect runs it anew for each phase. */
  run(): () => void {
    const phase = this.phase();
    if (!phase || phase.kind === 'lobby' || phase.pausedLeftMs !== undefined) {
      this.#read();
      return () => undefined;
    }
    let frame = 0;
    const tick = () => {
      this.#read();
      frame = requestAnimationFrame(tick);
    };
    tick();
    // Frames stop in a hidden page, whose title and announcements go on.
    const slow = setInterval(() => this.#read(), 500);
    return () => {
      cancelAnimationFrame(frame);
      clearInterval(slow);
    };
  }

  #read(): void {
    const clock = this.clock();
    const view = viewPhase(this.phase(), clock.now());
    const totalMs = this.#length.read(view, clock.synced);
    this.stage = view.stage;
    this.seconds = Math.ceil(view.leftMs / 1000);
    this.part = totalMs > 0 ? Math.round((view.leftMs / totalMs) * 100) / 100 : 0;
    this.paused = view.paused;
    this.waiting = view.waiting;
  }
}
