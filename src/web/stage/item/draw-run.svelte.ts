import { decodeBits } from '../../../protocol/crowd.js';
import type { DrawnLots } from '../../../protocol/programme.js';
import { fallsOf, fallTimes } from '../../../game/shared/draw-course.js';
import { drawLots } from '../../../game/shared/draw-lots.js';
import type { StageSession } from '../../arena/stage-session.js';

/** The people who are left after each fall, and when it begins. */
export interface DrawCourse {
  /** All slots, in the order in which they were drawn: the winners come first. */
  order: readonly number[];
  /** How many of them are left at first, and after each fall. */
  left: readonly number[];
  /** In ms from the start. */
  times: readonly number[];
}

/** The course of a draw, computed from what is told of it. */
export function courseOf({ seed, among, count, winners, ms }: DrawnLots): DrawCourse {
  return {
    order: drawLots(seed, decodeBits(among), count),
    left: [count, ...fallsOf(count, winners.length)],
    times: fallTimes(count, winners.length, ms),
  };
}

/** Follows a draw that is shown: written only when something else is to be said. */
export class DrawRun {
  /** How many falls have begun. */
  falls = $state(0);
  isOver = $state(false);

  constructor(
    private readonly session: StageSession,
    private readonly drawn: DrawnLots,
    private readonly course: DrawCourse,
  ) {
    this.#look();
  }

  /** Since it began, in ms; it stands while the game is paused. */
  get elapsedMs(): number {
    const { phase } = this.session.room;
    const { ms } = this.drawn;
    if (phase?.pausedLeftMs !== undefined) return ms - phase.pausedLeftMs;
    return this.session.clock.now() - (phase?.startTime ?? 0);
  }

  /** To be run anew for each phase; returns what stops it. */
  follow(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = (): void => {
      clearTimeout(timer);
      const elapsedMs = this.#look();
      const next = this.course.times[this.falls] ?? this.drawn.ms;
      const isRunning = this.session.room.phase?.pausedLeftMs === undefined;
      if (!this.isOver && isRunning) timer = setTimeout(read, Math.max(1, next - elapsedMs));
    };
    read();
    const forget = this.session.clock.whenSet(read);
    return () => {
      clearTimeout(timer);
      forget();
    };
  }

  #look(): number {
    const { elapsedMs } = this;
    this.falls = this.course.times.filter((time) => time <= elapsedMs).length;
    this.isOver = elapsedMs >= this.drawn.ms;
    return elapsedMs;
  }
}
