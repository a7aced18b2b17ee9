import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.js';
import type { Account } from '../accounts/accounts.js';

interface GameQuota {
  mostGames: number;
  mostBytes: number;
}

/** Guests cost nothing to make, so that they are also bounded in all. */
const GUEST: GameQuota = { mostGames: 50, mostBytes: 10_000_000 };
const OTHERS: GameQuota = { mostGames: 2_000, mostBytes: 500_000_000 };
const GUESTS_MOST_BYTES = 1_000_000_000;

/** Deletes the oldest games of a host, and of all guests, as long as there are more than may be. */
export async function makeRoom(
  db: Kysely<Tables>,
  { hostId, role }: Account,
  newest: string,
): Promise<void> {
  const { mostGames, mostBytes } = role === 'guest' ? GUEST : OTHERS;
  const games = await db
    .selectFrom('game')
    .select(['id', 'bytes'])
    .where('owner_id', '=', hostId)
    .where('id', '!=', newest)
    .orderBy('started_at', 'desc')
    .execute();
  let bytes = 0;
  const isOver = games.map((game, i) => {
    bytes += game.bytes;
    return i + 2 > mostGames || bytes > mostBytes;
  });
  await removeGames(
    db,
    games.flatMap(({ id }, i) => (isOver[i] ? id : [])),
  );
  if (role === 'guest') await makeRoomAmongGuests(db, newest);
}

async function makeRoomAmongGuests(db: Kysely<Tables>, newest: string): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ bytes: number }>`
      select cast(coalesce(sum(g.bytes), 0) as bigint) as bytes
      from game g join host h on h.id = g.owner_id where h.role = 'guest'`.execute(db);
    if ((rows[0]?.bytes ?? 0) <= GUESTS_MOST_BYTES) return;
    const oldest = await db
      .selectFrom('game as g')
      .innerJoin('host as h', 'h.id', 'g.owner_id')
      .select('g.id')
      .where('h.role', '=', 'guest')
      .where('g.id', '!=', newest)
      .orderBy('g.started_at')
      .limit(10)
      .execute();
    if (oldest.length === 0) return;
    await removeGames(
      db,
      oldest.map(({ id }) => id),
    );
  }
}

async function removeGames(db: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('game').where('id', 'in', ids).execute();
}
