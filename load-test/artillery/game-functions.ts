/** The steps that scenarios with a game have in common. */
import type { Game, GamePlayer } from './game.js';
import { roomSteps, type Steps } from './steps.js';
import type { Metrics, VirtualUser } from './virtual-user.js';

export interface GameFunctions<G extends Game> extends Steps<G> {
  playerOf: (user: VirtualUser) => GamePlayer;
  /** Sets where to go and when; at the end of the game there is nowhere to go. */
  awaitQuestion: (user: VirtualUser) => Promise<void>;
  awaitReveal: (user: VirtualUser) => Promise<void>;
  whileGoingOn: (user: VirtualUser, done: (goesOn: boolean) => void) => void;
  /** Nobody leaves before everybody has the results. */
  compare: (user: VirtualUser) => Promise<void>;
}

export function gameFunctions<G extends Game>(
  begin: (vars: Record<string, unknown>, metrics: Metrics) => G,
): GameFunctions<G> {
  const steps = roomSteps(begin, (game, seat) => game.join(seat));
  const playerOf = (user: VirtualUser): GamePlayer => {
    const { run, seat } = steps.of(user);
    return run.playerOf(seat);
  };
  const over = new WeakSet<VirtualUser>();
  return {
    ...steps,
    playerOf,
    awaitQuestion: async (user) => {
      const player = playerOf(user);
      const question = await player.question();
      if (question === undefined) {
        over.add(user);
        user.vars['walk'] = '0ms';
        user.vars['position'] ??= [0.5, 0.5];
        return;
      }
      const { position, walkMs } = player.choose(question);
      user.vars['position'] = position;
      user.vars['walk'] = `${Math.round(walkMs)}ms`;
    },
    awaitReveal: async (user) => {
      if (!over.has(user)) await playerOf(user).reveal();
    },
    whileGoingOn: (user, done) => done(!over.has(user)),
    compare: async (user) => {
      const { run, seat } = steps.of(user);
      await run.over();
      seat.leaving = true;
    },
  };
}
