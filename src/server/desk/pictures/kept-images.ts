import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { PictureBytes } from '../../contracts/picture-bytes.js';
import type { Database } from '../../platform/database/database.js';
import type { Tables } from '../../platform/database/schema.js';
import { keepAccount, type Account } from '../accounts/accounts.js';
import type { DraftRow } from '../../../protocol/desk.js';
import { imagesOf, type KeptImage } from '../../../protocol/images.js';
import type { EncodedImage } from './encoder.js';
import { checkImageQuota } from './image-quotas.js';

const MEDIA_TYPE = 'image/webp';
/** So long a picture is kept that no set and no version has. */
const UNUSED_MS = 24 * 3_600_000;
const TIDY_EVERY_MS = 3_600_000;
const IMAGE_ID = /^[0-9a-f]{64}$/;

/** The pictures that hosts keep. Everything rejects with DATABASE_AWAY where it cannot be reached. */
export class KeptImages {
  private tidying: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly failed: (error: unknown) => void,
    private readonly now: () => number = Date.now,
    /** Pictures that come with the program: everybody has them, and they take no room. */
    private readonly ready: (id: string) => PictureBytes | undefined = () => undefined,
  ) {}

  /** Begins to remove what nobody uses. */
  start(): void {
    this.tidying = setInterval(() => void this.tidy().catch(this.failed), TIDY_EVERY_MS).unref();
  }

  close(): void {
    clearInterval(this.tidying);
  }

  /** One that is kept already gets what it lacks. Throws TOO_MUCH_KEPT. */
  async add(
    account: Account,
    { width, height, large, small, square }: EncodedImage,
  ): Promise<KeptImage> {
    const id = createHash('sha256').update(large).digest('hex');
    const now = this.now();
    const size = large.length + small.length + square.length;
    await this.database.transact(async (db) => {
      await keepAccount(db, account, now);
      await db
        .insertInto('image')
        .values({
          id,
          width,
          height,
          size,
          media_type: MEDIA_TYPE,
          created_at: now,
          bytes: large,
          bytes_small: small,
          bytes_square: square,
        })
        .onConflict((known) =>
          known
            .column('id')
            .doUpdateSet({ bytes_square: square, size })
            .where('image.bytes_square', 'is', null),
        )
        .execute();
      await adopt(db, account, [id], now);
    });
    return { id, width, height, bytes: size };
  }

  /** Gives a picture that is kept its square, where it has none. */
  async addSquare(id: string, square: Buffer): Promise<void> {
    await this.database.run((db) =>
      db
        .updateTable('image')
        .set(({ eb }) => ({ bytes_square: square, size: eb('size', '+', square.length) }))
        .where('id', '=', id)
        .where('bytes_square', 'is', null)
        .execute(),
    );
  }

  /** Undefined where this host has no such picture. */
  async find(hostId: string, id: string): Promise<PictureBytes | undefined> {
    const ready = this.ready(id);
    if (ready !== undefined) return ready;
    const row = await this.database.run((db) =>
      bytesOf(db, id)
        .innerJoin('host_image as o', 'o.image_id', 'i.id')
        .where('o.host_id', '=', hostId)
        .executeTakeFirst(),
    );
    return row && readable(row);
  }

  /** For a game whose set names it; undefined where there is none. */
  async load(id: string): Promise<PictureBytes | undefined> {
    const ready = this.ready(id);
    if (ready !== undefined) return ready;
    const row = await this.database.run((db) => bytesOf(db, id).executeTakeFirst());
    return row && readable(row);
  }

  /** Which of these pictures are on this server, whosever they are. */
  async here(ids: readonly string[]): Promise<Set<string>> {
    const ready = ids.filter((id) => this.ready(id) !== undefined);
    if (ready.length === ids.length) return new Set(ready);
    const rows = await this.database.run((db) => known(db, ids).execute());
    return new Set([...ready, ...rows.map(({ id }) => id)]);
  }

  /** All that this host has. */
  async owned(hostId: string): Promise<Set<string>> {
    const rows = await this.database.run((db) =>
      db.selectFrom('host_image').select('image_id').where('host_id', '=', hostId).execute(),
    );
    return new Set(rows.map(({ image_id }) => image_id));
  }

  /** Those of these pictures that this host has, and those that come with the program. */
  async ownedOf(hostId: string, ids: readonly string[]): Promise<string[]> {
    const owned = await this.owned(hostId);
    return ids.filter((id) => owned.has(id) || this.ready(id) !== undefined);
  }

  /** Takes pictures that no set of a host has from that host, and those off the server that nobody has then. */
  async discard(hostId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.database.transact(async (db) => {
      const ofSets = db
        .selectFrom('set_image as i')
        .select('i.image_id')
        .where('i.image_id', 'in', ids);
      const ofOwnSets = ofSets
        .innerJoin('quiz_set as s', 's.id', 'i.set_id')
        .where('s.owner_id', '=', hostId);
      await db
        .deleteFrom('host_image')
        .where('host_id', '=', hostId)
        .where('image_id', 'in', ids)
        .where('image_id', 'not in', ofOwnSets)
        .execute();
      const ofHosts = db.selectFrom('host_image').select('image_id').where('image_id', 'in', ids);
      await db
        .deleteFrom('image')
        .where('id', 'in', ids)
        .where('id', 'not in', ofSets)
        .where('id', 'not in', ofHosts)
        .execute();
    });
  }

  /** Removes what has been of no set and no version for a day. */
  async tidy(): Promise<void> {
    const before = this.now() - UNUSED_MS;
    await this.database.transact(async (db) => {
      await sql`
        delete from host_image where added_at < ${before} and not exists (
          select 1 from set_image i join quiz_set s on s.id = i.set_id
          where i.image_id = host_image.image_id and s.owner_id = host_image.host_id)`.execute(db);
      await sql`
        delete from image where created_at < ${before}
          and not exists (select 1 from host_image o where o.image_id = image.id)
          and not exists (select 1 from set_image i where i.image_id = image.id)`.execute(db);
    });
  }
}

/**
 * Makes the pictures that a set names the host's as well, as they may come from another host's file: whoever
 * knows such an id has, or had, the picture. Returns those that are here. Throws TOO_MUCH_KEPT.
 */
export async function adoptImages(
  db: Kysely<Tables>,
  account: Account,
  questions: readonly DraftRow[],
  now: number,
): Promise<string[]> {
  const named = imageIdsOf(questions);
  if (named.length === 0) return [];
  const rows = await known(db, named).execute();
  const ids = rows.map(({ id }) => id);
  await adopt(db, account, ids, now);
  return ids;
}

/** Notes which pictures a set has since a revision; the versions that it has keep theirs. */
export async function noteImages(
  db: Kysely<Tables>,
  setId: string,
  revision: number,
  ids: readonly string[],
): Promise<void> {
  const versions = db.selectFrom('quiz_version').select('revision').where('set_id', '=', setId);
  await db
    .deleteFrom('set_image')
    .where('set_id', '=', setId)
    .where('revision', 'not in', versions)
    .execute();
  if (ids.length === 0) return;
  const rows = ids.map((image_id) => ({ set_id: setId, revision, image_id }));
  await db.insertInto('set_image').values(rows).execute();
}

async function adopt(
  db: Kysely<Tables>,
  account: Account,
  ids: readonly string[],
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  const rows = ids.map((image_id) => ({ host_id: account.hostId, image_id, added_at: now }));
  await db
    .insertInto('host_image')
    .values(rows)
    .onConflict((known) => known.columns(['host_id', 'image_id']).doUpdateSet({ added_at: now }))
    .execute();
  await checkImageQuota(db, account);
}

/** The pictures that questions name, each once. */
export function imageIdsOf(questions: readonly DraftRow[]): string[] {
  const ids = questions.flatMap(imagesOf).map(({ id }) => id);
  return [...new Set(ids)].filter((id) => IMAGE_ID.test(id));
}

function known(db: Kysely<Tables>, ids: readonly string[]) {
  return db.selectFrom('image').select('id').where('id', 'in', ids);
}

export function bytesOf(db: Kysely<Tables>, id: string) {
  return db
    .selectFrom('image as i')
    .select(['i.bytes as large', 'i.bytes_small as small', 'i.bytes_square as square'])
    .where('i.id', '=', id);
}

/** libsql gives an ArrayBuffer, the others bytes. */
export function readable(row: {
  large: Uint8Array;
  small: Uint8Array;
  square: Uint8Array | null;
}): PictureBytes {
  const { large, small, square } = row;
  return {
    large: Buffer.from(large),
    small: Buffer.from(small),
    ...(square && { square: Buffer.from(square) }),
  };
}
