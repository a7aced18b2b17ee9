import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresAdapter, sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../platform/database/database.js';
import type { Tables } from '../../platform/database/schema.js';
import { RoomError } from '../../../protocol/errors.js';
import { SEARCHED_BYTES } from './search-text.js';

/** Sets of one query, 1 MB at most, so that saves, sign-ins and lists get their turns between two of them. */
const AT_ONCE = 16;
/** A search that takes longer is given up. */
const SEARCH_MS = 4_000;

/**
 * Those of these sets, in their order, in which all words are. Asks for a few at a time and waits as long
 * as that took, as SQLite works in one thread. Rejects with BUSY where it takes too long.
 */
export async function setsWith(
  database: Database,
  sets: readonly string[],
  words: readonly string[],
  mostMs: number = SEARCH_MS,
): Promise<string[]> {
  const found = new Set<string>();
  const until = performance.now() + mostMs;
  for (let from = 0; from < sets.length; from += AT_ONCE) {
    const ids = sets.slice(from, from + AT_ONCE);
    const began = performance.now();
    const rows = await database.run((db) => {
      let query = db.selectFrom('quiz_set').select('id').where('id', 'in', ids);
      for (const word of words) query = query.where(hasWord(db, word));
      return query.execute();
    });
    for (const { id } of rows) found.add(id);
    const now = performance.now();
    if (now > until) throw new RoomError('BUSY', 'the search takes too long');
    await sleep(now - began);
  }
  return sets.filter((id) => found.has(id));
}

/** Both find plain text in a time that goes with its length, which LIKE does not. */
function hasWord(db: Kysely<Tables>, word: string): RawBuilder<boolean> {
  const text = sql`substr(search_text, 1, ${sql.lit(SEARCHED_BYTES)})`;
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<boolean>`strpos(${text}, ${word}) > 0`
    : sql<boolean>`instr(${text}, ${word}) > 0`;
}
