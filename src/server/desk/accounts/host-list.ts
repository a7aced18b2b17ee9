import { sql, type Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.js';
import type { Tables } from '../../platform/database/schema.js';
import { RoomError, type InvitedRole, type ListedHost } from '../../../protocol/index.js';
import type { Account } from './accounts.js';
import { endDevices, endSessions } from './sessions.js';

/** Everybody who came by an invitation, for who may end their accounts. */
export class HostList {
  constructor(
    private readonly database: Database,
    private readonly now: () => number = Date.now,
  ) {}

  async list({ hostId }: Account): Promise<ListedHost[]> {
    const rows = await this.database.run((db) =>
      db
        .selectFrom('host as h')
        .leftJoin('quiz_set as s', (join) =>
          join.onRef('s.owner_id', '=', 'h.id').on('s.deleted_at', 'is', null),
        )
        .where('h.login', 'is not', null)
        .groupBy([
          'h.id',
          'h.name',
          'h.login',
          'h.role',
          'h.created_at',
          'h.seen_at',
          'h.disabled_at',
        ])
        .select(['h.id', 'h.name', 'h.role', 'h.created_at', 'h.seen_at', 'h.disabled_at'])
        .select([
          sql<number>`count(s.id)`.as('sets'),
          sql<number>`cast(coalesce(sum(s.bytes), 0) as bigint)`.as('bytes'),
        ])
        .orderBy('h.login')
        .execute(),
    );
    return rows.map(({ id, name, role, created_at, seen_at, disabled_at, sets, bytes }) => {
      const isDisabled = disabled_at !== null;
      const times = { createdAt: created_at, seenAt: seen_at };
      // Only who was invited has a login.
      const known = { id, name: name ?? '', role: role as InvitedRole };
      return { ...known, ...times, sets, bytes, isDisabled, isSelf: id === hostId };
    });
  }

  /** Who is disabled is signed out everywhere at once. Rejects with PLAYER_NOT_FOUND, and FORBIDDEN for oneself. */
  async setDisabled(by: Account, id: string, isDisabled: boolean): Promise<void> {
    await this.database.transact(async (db) => {
      await demandOther(db, by, id);
      const disabledAt = isDisabled ? this.now() : null;
      await db.updateTable('host').set({ disabled_at: disabledAt }).where('id', '=', id).execute();
      if (isDisabled) await endEverything(db, id);
    });
  }

  /** With all sets. Rooms keep what they have chosen. Rejects as `setDisabled` does. */
  async remove(by: Account, id: string): Promise<void> {
    await this.database.transact(async (db) => {
      await demandOther(db, by, id);
      // So that nobody who keeps a set meanwhile leaves it behind.
      await db.updateTable('host').set({ disabled_at: this.now() }).where('id', '=', id).execute();
      await endEverything(db, id);
      await db.deleteFrom('invite').where('made_by', '=', id).execute();
      await db.deleteFrom('quiz_set').where('owner_id', '=', id).execute();
      await db.deleteFrom('host').where('id', '=', id).execute();
    });
  }
}

async function demandOther(db: Kysely<Tables>, by: Account, id: string): Promise<void> {
  if (by.hostId === id) throw new RoomError('FORBIDDEN', 'not oneself');
  const host = await db
    .selectFrom('host')
    .select('id')
    .where('id', '=', id)
    .where('login', 'is not', null)
    .executeTakeFirst();
  if (host === undefined) throw new RoomError('PLAYER_NOT_FOUND');
}

/** Sessions, a way back in, and what lets others in. */
async function endEverything(db: Kysely<Tables>, id: string): Promise<void> {
  await endSessions(db, id);
  await endDevices(db, id);
  await db.deleteFrom('invite').where('resets', '=', id).execute();
  await db.deleteFrom('invite').where('made_by', '=', id).where('used_at', 'is', null).execute();
}
