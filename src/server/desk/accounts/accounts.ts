import type { Kysely } from 'kysely';
import type { AccountRole, Tables } from '../../platform/database/schema.js';
import { RoomError } from '../../../protocol/errors.js';

/** Who keeps sets here. */
export interface Account {
  hostId: string;
  role: AccountRole;
  /** Of a guest who is not known yet: the browser that owns what they will keep. */
  identityId?: string;
  /** Of who came by an invitation. */
  name?: string;
}

/** Whoever runs the server, by whatever browser. */
export const OPERATOR: Account = { hostId: 'operator', role: 'admin' };

/** A guest who has kept nothing so far has no row anywhere. */
export function guestOf(identityId: string): Account {
  return { hostId: `guest-${identityId}`, role: 'guest', identityId };
}

/**
 * Makes the row of the operator or a guest, or says that the account was seen. In a transaction, other
 * transactions of this account that do the same wait until it is over. Throws NOT_SIGNED_IN where the account
 * has ended meanwhile.
 */
export async function keepAccount(
  db: Kysely<Tables>,
  { hostId, role, identityId }: Account,
  now: number,
): Promise<void> {
  if (role !== 'guest' && hostId !== OPERATOR.hostId) return sawAccount(db, hostId, now);
  await db
    .insertInto('host')
    .values({ id: hostId, role, created_at: now, seen_at: now })
    .onConflict((known) => known.column('id').doUpdateSet({ seen_at: now }))
    .execute();
  if (identityId === undefined) return;
  await db
    .insertInto('host_identity')
    .values({ identity_id: identityId, host_id: hostId })
    .onConflict((known) => known.column('identity_id').doNothing())
    .execute();
}

async function sawAccount(db: Kysely<Tables>, hostId: string, now: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('host')
    .set({ seen_at: now })
    .where('id', '=', hostId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new RoomError('NOT_SIGNED_IN');
}
