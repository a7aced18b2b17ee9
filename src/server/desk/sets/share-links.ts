import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.js';
import type { Tables } from '../../platform/database/schema.js';
import { hashOf } from '../accounts/sessions.js';
import {
  limits,
  RoomError,
  type DraftRow,
  type DraftSet,
  type ShareKind,
  type ShareLink,
} from '../../../protocol/index.js';
import { withImages } from '../../../protocol/images.js';
import type { PictureBytes } from '../../contracts/picture-bytes.js';
import { bytesOf, readable } from '../pictures/kept-images.js';
import { furtherIn } from './kept-sets.js';

const TOKEN_BYTES = 24;

export interface Shared {
  set: Omit<DraftSet, 'labels'>;
  kind: ShareKind;
  answers: boolean;
}

/** Links by which others look at a set, or take a copy. Of its token, the server keeps the hash. */
export class ShareLinks {
  constructor(
    private readonly database: Database,
    private readonly now: () => number = Date.now,
    /** A picture that comes with the program. */
    private readonly ready: (id: string) => PictureBytes | undefined = () => undefined,
  ) {}

  /** The latest first. */
  async list(hostId: string, setId: string): Promise<ShareLink[]> {
    const rows = await this.database.run((db) =>
      ownLinks(db, hostId, setId).orderBy('link.created_at', 'desc').execute(),
    );
    return rows.map(({ token_hash, kind, answers, created_at }) => {
      return { id: token_hash, kind, answers: answers === 1, createdAt: created_at };
    });
  }

  /** Makes a link; returns its token. Throws QUIZ_SET_NOT_FOUND, and TOO_MUCH_KEPT where there are many. */
  async add(hostId: string, setId: string, kind: ShareKind, answers: boolean): Promise<string> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await this.database.transact(async (db) => {
      const set = await db
        .selectFrom('quiz_set')
        .select('id')
        .where('id', '=', setId)
        .where('owner_id', '=', hostId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (set === undefined) throw new RoomError('QUIZ_SET_NOT_FOUND');
      const links = await ownLinks(db, hostId, setId).execute();
      if (links.length >= limits.MAX_SHARE_LINKS)
        throw new RoomError('TOO_MUCH_KEPT', `at most ${limits.MAX_SHARE_LINKS} links of a set`);
      const link = { kind, answers: Number(answers), created_at: this.now() };
      await db
        .insertInto('share_link')
        .values({ token_hash: hashOf(token), set_id: setId, ...link })
        .execute();
    });
    return token;
  }

  /** From then on the link leads nowhere. */
  async end(hostId: string, setId: string, id: string): Promise<void> {
    await this.database.run(async (db) => {
      const own = db.selectFrom('quiz_set').select('id').where('owner_id', '=', hostId);
      await db
        .deleteFrom('share_link')
        .where('token_hash', '=', id)
        .where('set_id', '=', setId)
        .where('set_id', 'in', own)
        .execute();
    });
  }

  /** What a link leads to; throws QUIZ_SET_NOT_FOUND where it was ended, or its set deleted. */
  async open(token: string): Promise<Shared> {
    const row = await this.database.run((db) =>
      db
        .selectFrom('share_link as link')
        .innerJoin('quiz_set as set', 'set.id', 'link.set_id')
        .where('link.token_hash', '=', hashOf(token))
        .where('set.deleted_at', 'is', null)
        .select(['link.kind', 'link.answers', 'set.title', 'set.questions'])
        .select(['set.language', 'set.languages', 'set.texts'])
        .executeTakeFirst(),
    );
    if (row === undefined) throw new RoomError('QUIZ_SET_NOT_FOUND');
    const { kind, answers, title, language } = row;
    const kept = JSON.parse(row.questions) as DraftSet['questions'];
    const questions = kind === 'copy' ? kept : kept.map((one) => this.withShownId(one, token));
    const set = { title, language, ...furtherIn(row), questions };
    return { set, kind, answers: answers === 1 };
  }

  /**
   * A picture of the set that a link leads to, as the set is now, by the id that the link tells; undefined where it
   * has none with this id. Of a link to look it is the small one alone: the id of what is kept follows from the other.
   */
  async picture(token: string, shownId: string): Promise<PictureBytes | undefined> {
    const ready = this.ready(shownId);
    if (ready !== undefined) return ready;
    return this.database.run(async (db) => {
      const named = await db
        .selectFrom('share_link as link')
        .innerJoin('quiz_set as set', 'set.id', 'link.set_id')
        .innerJoin('set_image as of', (join) =>
          join.onRef('of.set_id', '=', 'set.id').onRef('of.revision', '=', 'set.revision'),
        )
        .where('link.token_hash', '=', hashOf(token))
        .where('set.deleted_at', 'is', null)
        .select(['of.image_id', 'link.kind'])
        .execute();
      const found = named.find(
        ({ image_id, kind }) =>
          shownId === (kind === 'copy' ? image_id : shownIdOf(image_id, token)),
      );
      const row = found && (await bytesOf(db, found.image_id).executeTakeFirst());
      if (!found || !row) return undefined;
      const { large, small } = readable(row);
      return { large: found.kind === 'copy' ? large : small, small };
    });
  }

  private withShownId(row: DraftRow, token: string): DraftRow {
    return withImages(row, ({ id, alt }) => {
      return { id: this.ready(id) === undefined ? shownIdOf(id, token) : id, alt };
    });
  }
}

/**
 * Whoever knows under which id a host keeps a picture could keep it for good (R18.2), so a link to look tells ids
 * that are its own.
 */
function shownIdOf(imageId: string, token: string): string {
  return createHmac('sha256', token).update(imageId).digest('hex');
}

function ownLinks(db: Kysely<Tables>, hostId: string, setId: string) {
  return db
    .selectFrom('share_link as link')
    .innerJoin('quiz_set as set', 'set.id', 'link.set_id')
    .where('set.id', '=', setId)
    .where('set.owner_id', '=', hostId)
    .where('set.deleted_at', 'is', null)
    .select(['link.token_hash', 'link.kind', 'link.answers', 'link.created_at']);
}
