import type { PhasePayload } from '../../protocol/events.js';
import type { ServerClock } from './clock.js';
import { StageLength, viewPhase, type Stage } from './phase-view.js';

/** Steps of what is left, in ms; all divide a second, so that seconds change with one of them. */
const STEPS_MS = [125, 200, 250, 500, 1_000];
const PARTS = 100;
/** A timer for longer fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** How long a stage of that length looks the same, in ms. */
function stepOf(totalMs: number): number {
  return STEPS_MS.find((stepMs) => stepMs >= totalMs / PARTS) ?? 1_000;
}

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

  /**
   * Follows the clock of a running phase from change to change, with a timer and without frames, which would
   * keep a phone awake; returns what stops it. An effect runs it anew for each phase.
   */
  run(): () => void {
    const phase = this.phase();
    const clock = this.clock();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isRunning = phase !== null && phase.kind !== 'lobby' && phase.pausedLeftMs === undefined;
    const tick = () => {
      clearTimeout(timer);
      const nextMs = this.#read();
      if (isRunning && nextMs > 0)
        timer = setTimeout(tick, Math.min(Math.ceil(nextMs), LONGEST_TIMER_MS));
    };
    tick();
    // Another guess of the server's time is another time that is left, when all has run out, too.
    const forget = clock.whenSet(tick);
    return () => {
      clearTimeout(timer);
      forget();
    };
  }

  /** Answers in how many ms something changes, 0 where time changes nothing any more. */
  #read(): number {
    const clock = this.clock();
    const view = viewPhase(this.phase(), clock.now());
    const { leftMs, beginsInMs } = view;
    const totalMs = this.#length.read(view, clock.synced);
    this.stage = view.stage;
    this.seconds = Math.ceil(leftMs / 1000);
    this.part = totalMs > 0 ? Math.round((leftMs / totalMs) * PARTS) / PARTS : 0;
    this.paused = view.paused;
    this.waiting = view.waiting;
    if (beginsInMs !== undefined) return beginsInMs;
    const stepMs = stepOf(totalMs);
    return leftMs === 0 ? 0 : leftMs - (Math.ceil(leftMs / stepMs) - 1) * stepMs;
  }
}
