import { setImmediate as breathe } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.js';
import type { GameRules } from '../../../game/shared/judged.js';
import type { Movement } from '../../../protocol/results.js';
import { movementOf } from './movement.js';
import { unpackSteps } from './packed-track.js';
import type { KeptQuestion } from './stored-question.js';

/** From the tracks of a game that were recorded after `from`, by number of the question. */
export async function movementsIn(
  db: Kysely<Tables>,
  id: string,
  questions: readonly KeptQuestion[],
  { rules, from }: { rules: GameRules; from: number },
): Promise<Map<number, Movement>> {
  const rows = await db
    .selectFrom('game_track')
    .selectAll()
    .where('game_id', '=', id)
    .where('recorded_at', '>', from)
    .execute();
  const movements = new Map<number, Movement>();
  for (const { number, every_ms: everyMs, samples, bytes } of rows) {
    const question = questions.find(({ index }) => index === number);
    if (question === undefined) continue;
    const track = { everyMs, samples, steps: await unpackSteps(bytes, samples) };
    movements.set(number, movementOf(question, track, rules));
    // A question of a full hall takes some ms, and games go on meanwhile.
    await breathe();
  }
  return movements;
}
