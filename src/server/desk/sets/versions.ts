import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.js';

/** Between two versions that are kept, so that a morning of typing is some twenty of them. */
const EVERY_MS = 600_000;
const MOST_KEPT = 20;

const COLUMNS = [
  'revision',
  'title',
  'language',
  'question_count',
  'bytes',
  'questions',
  'languages',
  'texts',
] as const;

/** Keeps a set as it stands, to be called before it is saved; too soon after the last time it does nothing. */
export async function keepVersion(
  db: Kysely<Tables>,
  { id, updated_at }: { id: string; updated_at: number },
): Promise<void> {
  const newest = await db
    .selectFrom('quiz_version')
    .select('saved_at')
    .where('set_id', '=', id)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest !== undefined && updated_at - newest.saved_at < EVERY_MS) return;
  await db
    .insertInto('quiz_version')
    .columns(['set_id', 'saved_at', ...COLUMNS])
    .expression(
      db
        .selectFrom('quiz_set')
        .select(['id', 'updated_at', ...COLUMNS])
        .where('id', '=', id),
    )
    .execute();
  const kept = db
    .selectFrom('quiz_version')
    .select('revision')
    .where('set_id', '=', id)
    .orderBy('revision', 'desc')
    .limit(MOST_KEPT);
  await db
    .deleteFrom('quiz_version')
    .where('set_id', '=', id)
    .where('revision', 'not in', kept)
    .execute();
}
