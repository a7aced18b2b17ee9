/** The functions of reconnect-storm.yml: everybody drops in the second question and comes back. */
import { performance } from 'node:perf_hooks';
import type { PlayerPayload, QuestionPayload } from '../../src/protocol/events.js';
import { pause } from '../swarm/waiting.js';
import { Game, type GamePlayer, gameFunctions } from './game.js';
import { type Metrics, type VirtualUser, Signal, within } from './run.js';

/**
 * Share of the time for the answer, counted from when the question is heard: everybody stands in a
 * zone by then, and there is time left to come back.
 */
const DROP_AT = 0.6;
const RETURN_TIMEOUT_MS = 15_000;

const steps = gameFunctions((vars: Record<string, unknown>, metrics: Metrics) => {
  const game = new Game(vars, metrics, ['RANKING']);
  for (const name of ['not back', 'seats changed', 'questions changed', 'players back'])
    game.recorder.set(name, 0);
  return game;
});

export const { takeSeat, enterRoom, awaitQuestion, awaitReveal, compare } = steps;

export async function dropAndReturn(user: VirtualUser): Promise<void> {
  const player = steps.playerOf(user);
  const question = player.questions.at(-1);
  if (question === undefined) throw new Error('no question to come back to');
  const answerMs = question.endTime - question.startTime;
  await pause(player.askedAt + answerMs * DROP_AT - performance.now());
  const { recorder } = player.game;
  try {
    await storm(player, question);
    recorder.count('players back');
  } catch (error) {
    recorder.count('not back');
    throw error;
  }
}

async function storm(player: GamePlayer, asked: QuestionPayload): Promise<void> {
  const { game, seat } = player;
  const { socket, playerId, self } = seat;
  const score = player.reveals.at(-1)?.players.find((mark) => mark.playerId === playerId)?.score;
  const again = new Signal<QuestionPayload>();
  player.asksAgain = again;
  seat.self = undefined;
  seat.leaving = true;
  const droppedAt = performance.now();
  let attemptAt = droppedAt;
  socket.io.on('reconnect_attempt', () => (attemptAt = performance.now()));
  // As when a phone loses its network; the client's own reconnection does the rest.
  socket.io.engine.close();
  const question = await within(RETURN_TIMEOUT_MS, again.promise, 'not back');
  seat.leaving = false;
  player.asksAgain = undefined;
  game.recorder.latency('back', performance.now() - attemptAt);
  game.recorder.latency('away', performance.now() - droppedAt);
  // What it got by the roster of its new connection.
  const now = seat.self as PlayerPayload | undefined;
  if (seat.playerId !== playerId || now?.slot !== self?.slot || now?.score !== score)
    game.recorder.count('seats changed');
  if (JSON.stringify(question) !== JSON.stringify(asked)) game.recorder.count('questions changed');
}
