/** The functions of hall.yml and many-rooms.yml. */
import { Hall } from './hall.js';
import { roomSteps, type Done, type Metrics, type VirtualUser } from './run.js';

const steps = roomSteps(
  (vars, metrics) => new Hall(vars, metrics),
  (hall, seat) => hall.watch(seat),
);

export const { takeSeat } = steps;

export async function enterRoom(user: VirtualUser): Promise<void> {
  await steps.enterRoom(user);
  const pauseMs = 1000 / steps.of(user).run.settings.number('rate');
  user.vars['pause'] = `${pauseMs}ms`;
  // Players who came at regular intervals would otherwise all send in the same few moments.
  user.vars['offset'] = `${Math.random() * pauseMs}ms`;
}

export function whileOpen(user: VirtualUser, done: (open: boolean) => void): void {
  const { run, seat } = steps.of(user);
  done(run.isOpen(seat));
}

/** A move, or a message when its turn has come. */
export function nextEvent(user: VirtualUser, _metrics: Metrics, done: Done): void {
  const { run, seat } = steps.of(user);
  const [event, payload] = run.nextEvent(seat);
  user.vars['event'] = event;
  user.vars['payload'] = payload;
  done();
}

/** Nobody leaves before everything is accounted for. */
export async function leave(user: VirtualUser): Promise<void> {
  const { run, seat } = steps.of(user);
  await run.over();
  seat.leaving = true;
}
