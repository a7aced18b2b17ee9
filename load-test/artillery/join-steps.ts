/** The functions of join-storm.yml: everybody comes within a second, and has to find everybody. */
import { until } from '../swarm/waiting.js';
import { Run, type Seat, Settings, roomSteps, type Metrics, type VirtualUser } from './run.js';

const ROSTERS_TIMEOUT_MS = 10_000;

class JoinStorm extends Run {
  #over: Promise<void> | undefined;

  constructor(vars: Record<string, unknown>, metrics: Metrics) {
    const settings = new Settings(vars);
    // Whoever opened the room before is one more.
    super(settings, metrics, ['RANKING'], settings.number('players') + 1);
  }

  /** Resolves when everybody knows everybody, or had the time to. */
  over(): Promise<void> {
    this.#over ??= this.#compare();
    return this.#over;
  }

  async #compare(): Promise<void> {
    const present = (): Seat[] => this.rooms.flatMap(({ byId }) => [...byId.values()]);
    const missing = (): number =>
      present().reduce((sum, { room, roster }) => {
        return sum + [...room.byId.keys()].filter((id) => !roster.has(id)).length;
      }, 0);
    const complete = (): boolean =>
      this.rooms.every((room) => room.isFull(this.expected)) && missing() === 0;
    const limitMs = ROSTERS_TIMEOUT_MS + this.settings.number('joinSeconds') * 1000;
    await until(complete, { limitMs });
    this.recorder.set('rosters kept', present().length);
    this.recorder.set('players missing in rosters', missing());
    this.finish();
  }
}

const steps = roomSteps((vars, metrics) => new JoinStorm(vars, metrics));

export const { takeSeat, enterRoom } = steps;

export async function leave(user: VirtualUser): Promise<void> {
  const { run, seat } = steps.of(user);
  await run.over();
  seat.leaving = true;
}
