import type { Kysely } from 'kysely';
import type { AccountRole, Tables } from '../../platform/database/schema.js';
import { RoomError } from '../../../protocol/errors.js';

/** Of pictures, in bytes; guests cost nothing to make, so that they are also bounded in all. */
export const MOST_IMAGE_BYTES: Record<AccountRole, number> = {
  admin: 500_000_000,
  host: 200_000_000,
  guest: 10_000_000,
};
const GUESTS_MOST_BYTES = 500_000_000;

/** Throws TOO_MUCH_KEPT where a host has more pictures than it may have. */
export async function checkImageQuota(
  db: Kysely<Tables>,
  { hostId, role }: { hostId: string; role: AccountRole },
): Promise<void> {
  if ((await imageBytesOf(db, hostId)) > MOST_IMAGE_BYTES[role])
    throw new RoomError(
      'TOO_MUCH_KEPT',
      `at most ${MOST_IMAGE_BYTES[role]} bytes of pictures are kept`,
    );
  if (role !== 'guest') return;
  const { bytes } = await sizes(db)
    .innerJoin('host as h', 'h.id', 'o.host_id')
    .where('h.role', '=', 'guest')
    .executeTakeFirstOrThrow();
  if (Number(bytes ?? 0) > GUESTS_MOST_BYTES)
    throw new RoomError('TOO_MUCH_KEPT', 'the server has no more room for guests');
}

async function imageBytesOf(db: Kysely<Tables>, hostId: string): Promise<number> {
  const { bytes } = await sizes(db).where('o.host_id', '=', hostId).executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

function sizes(db: Kysely<Tables>) {
  return db
    .selectFrom('host_image as o')
    .innerJoin('image as i', 'i.id', 'o.image_id')
    .select(({ fn }) => fn.sum<number | string | null>('i.size').as('bytes'));
}
