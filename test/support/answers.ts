import { inZone } from './game-data.js';
import type { Actor, Stage } from './stage.js';
import { rightOf } from './drawn.js';

/** Goes to the next question, whose choices are two; those named stand right and wrong, and it is shared. */
export async function standApart(
  stage: Stage,
  roomId: string,
  rightOnes: readonly Actor[],
  wrongOnes: readonly Actor[],
): Promise<void> {
  await stage.driver.adjust(roomId, 'skip');
  const { phase, game } = await stage.state(roomId);
  if (phase.kind !== 'question') throw new Error(phase.kind);
  const right = rightOf(game?.questions[phase.index]);
  for (const one of rightOnes) stage.move(one, inZone(right));
  for (const one of wrongOnes) stage.move(one, inZone(3 - right));
  await stage.room(roomId).batch.share();
}
