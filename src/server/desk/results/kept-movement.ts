import { setImmediate as breathe } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.js';
import type { GameRules } from '../../../game/shared/judged.js';
import { named, nameKey } from '../../../protocol/judged-name.js';
import type { Movement } from '../../../protocol/results.js';
import { nameIn } from './name-columns.js';
import { movementOf } from './movement.js';
import { unpackSteps } from './packed-track.js';
import type { KeptQuestion } from './stored-question.js';

/** From the tracks of a game that were recorded after `from`, by `nameKey`. */
export async function movementsIn(
  db: Kysely<Tables>,
  id: string,
  questions: readonly KeptQuestion[],
  { rules, from }: { rules: GameRules; from: number },
): Promise<Map<string, Movement>> {
  const rows = await db
    .selectFrom('game_track')
    .selectAll()
    .where('game_id', '=', id)
    .where('recorded_at', '>', from)
    .execute();
  const movements = new Map<string, Movement>();
  for (const { number, part, drops, every_ms: everyMs, samples, bytes } of rows) {
    const question = named(questions, nameIn({ number, part, drops }));
    if (question === undefined) continue;
    const track = { everyMs, samples, steps: await unpackSteps(bytes, samples) };
    movements.set(nameKey(question), movementOf(question, track, rules));
    // A question of a full hall takes some ms, and games go on meanwhile.
    await breathe();
  }
  return movements;
}
