/** The functions of game.yml: half of the rooms play for points, the other half for survival. */
import { Game, gameFunctions } from './game.js';

const MODES = ['RANKING', 'SURVIVAL'] as const;

const steps = gameFunctions((vars, metrics) => {
  const rooms = Number(vars['rooms']);
  const modes = Array.from({ length: rooms }, (_, n) => MODES[n % MODES.length] ?? 'RANKING');
  return new Game(vars, metrics, modes);
});

export const { takeSeat, enterRoom, awaitQuestion, awaitReveal, whileGoingOn, compare } = steps;
