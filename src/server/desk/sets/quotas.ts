import { sql, type Kysely } from 'kysely';
import type { AccountRole, Tables } from '../../platform/database/schema.js';
import { RoomError, type Quota } from '../../../protocol/index.js';

/** Guests cost nothing to make, so that they are also bounded in all. */
const QUOTAS: Record<AccountRole, Quota> = {
  admin: { mostSets: 500, mostBytes: 50_000_000 },
  host: { mostSets: 200, mostBytes: 20_000_000 },
  guest: { mostSets: 20, mostBytes: 1_000_000 },
};
const GUESTS_MOST_BYTES = 500_000_000;

export interface Usage {
  sets: number;
  bytes: number;
}

export function quotaOf(role: AccountRole): Quota {
  return QUOTAS[role];
}

/** What a host has, without what is deleted. */
export async function usageOf(db: Kysely<Tables>, hostId: string): Promise<Usage> {
  const { rows } = await sql<Usage>`
    select count(*) as sets, cast(coalesce(sum(bytes), 0) as bigint)
      + (select cast(coalesce(sum(v.bytes), 0) as bigint) from quiz_version v
         join quiz_set s on s.id = v.set_id where s.owner_id = ${hostId} and s.deleted_at is null) as bytes
    from quiz_set where owner_id = ${hostId} and deleted_at is null`.execute(db);
  return rows[0] ?? { sets: 0, bytes: 0 };
}

/** Throws TOO_MUCH_KEPT where a host may not have so much more. */
export async function checkQuota(
  db: Kysely<Tables>,
  { hostId, role }: { hostId: string; role: AccountRole },
  more: Usage,
): Promise<void> {
  const { sets, bytes } = await usageOf(db, hostId);
  const { mostSets, mostBytes } = QUOTAS[role];
  if (sets + more.sets > mostSets)
    throw new RoomError('TOO_MUCH_KEPT', `at most ${mostSets} sets are kept`);
  if (bytes + more.bytes > mostBytes)
    throw new RoomError('TOO_MUCH_KEPT', `at most ${mostBytes} bytes are kept`);
  if (role === 'guest' && (more.sets > 0 || more.bytes > 0)) await checkGuests(db, more.bytes);
}

async function checkGuests(db: Kysely<Tables>, more: number): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    select cast(coalesce(sum(s.bytes), 0) as bigint)
      + (select cast(coalesce(sum(v.bytes), 0) as bigint) from quiz_version v
         join quiz_set s on s.id = v.set_id join host h on h.id = s.owner_id
         where h.role = 'guest') as bytes
    from quiz_set s join host h on h.id = s.owner_id where h.role = 'guest'`.execute(db);
  if ((rows[0]?.bytes ?? 0) + more > GUESTS_MOST_BYTES)
    throw new RoomError('TOO_MUCH_KEPT', 'the server has no more room for guests');
}
