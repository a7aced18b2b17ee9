import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import { RoomError, type Look, type LookColours } from '../../../protocol/index.js';
import type { KeptLooks } from '../../contracts/kept-looks.js';
import type { Database } from '../../platform/database/database.js';
import type { Tables } from '../../platform/database/schema.js';
import { lookTheme } from '../../platform/theme/look.js';
import type { Account } from '../accounts/hosts.js';
import { hashOf } from '../accounts/sessions.js';

const LOGOS_BYTES = 16 * 1024 * 1024;
/** Before a logo that could not be loaded is looked for again. */
const RETRY_MS = 5_000;
const MOST_FAILED = 1_000;

interface LookRow {
  main: string;
  second: string;
  logo_id: string | null;
}

/** The looks of accounts (R21.4): one for each, in the database. Rooms and pages have copies. */
export class Looks implements KeptLooks {
  /** By the digest of the bytes, so they never change. A room that was given one shows it while the database is away. */
  private readonly logos: LRUCache<string, Buffer>;
  private readonly failed = new LRUCache<string, true>({ max: MOST_FAILED, ttl: RETRY_MS });

  constructor(
    private readonly database: Database,
    private readonly now: () => number = Date.now,
  ) {
    this.logos = new LRUCache({
      maxSize: LOGOS_BYTES,
      sizeCalculation: ({ length }) => length,
      // Concurrent callers share one load.
      fetchMethod: (id) => this.load(id),
    });
  }

  /** The look of an account; its logo is ready from then on. Rejects with DATABASE_AWAY. */
  async find(hostId: string): Promise<Look | undefined> {
    const row = await this.database.run((db) => ofHost(db, hostId).executeTakeFirst());
    const look = row && lookOf(row);
    if (look?.logo !== undefined) void this.logo(look.logo);
    return look;
  }

  /** The look of the account whose results a public link shows with names; without them it tells nothing of whose they are (R17.6). */
  async ofReport(secret: string): Promise<Look | undefined> {
    const row = await this.database.run((db) =>
      db
        .selectFrom('look as l')
        .innerJoin('game as g', 'g.owner_id', 'l.host_id')
        .where('g.link_hash', '=', hashOf(secret))
        .where('g.link_names', '=', 1)
        .where('g.keep_until', '>', this.now())
        .select(['l.main', 'l.second', 'l.logo_id'])
        .executeTakeFirst(),
    );
    return row && lookOf(row);
  }

  /** Throws FAINT_COLOURS, and FORBIDDEN for a guest: of those there is no end. */
  async setColours(account: Account, colours: LookColours): Promise<Look> {
    checkAccount(account);
    const theme = lookTheme(colours);
    if ('faults' in theme) throw new RoomError('FAINT_COLOURS', theme.faults.join('; '));
    const [main, second] = colours;
    await this.database.run((db) =>
      db
        .insertInto('look')
        .values({ host_id: account.hostId, main, second })
        .onConflict((known) => known.column('host_id').doUpdateSet({ main, second }))
        .execute(),
    );
    return this.demand(account);
  }

  /** `logo` is WebP; null takes it away. Throws BAD_REQUEST for an account without colours. */
  async setLogo(account: Account, logo: Buffer | null): Promise<Look> {
    checkAccount(account);
    const logoId = logo && createHash('sha256').update(logo).digest('hex');
    await this.database.run((db) =>
      db
        .updateTable('look')
        .set({ logo, logo_id: logoId })
        .where('host_id', '=', account.hostId)
        .execute(),
    );
    if (logoId !== null) this.failed.delete(logoId);
    return this.demand(account);
  }

  async remove({ hostId }: Account): Promise<void> {
    await this.database.run((db) => db.deleteFrom('look').where('host_id', '=', hostId).execute());
  }

  /** The bytes of a logo, WebP; undefined where there is none, or the database is away. Never rejects. */
  async logo(id: string): Promise<Buffer | undefined> {
    if (this.failed.has(id)) return undefined;
    const bytes = await this.logos.fetch(id).catch(() => undefined);
    if (bytes === undefined) this.failed.set(id, true);
    return bytes;
  }

  private async load(id: string): Promise<Buffer | undefined> {
    const row = await this.database.run((db) =>
      db.selectFrom('look').select('logo').where('logo_id', '=', id).executeTakeFirst(),
    );
    // One database gives an ArrayBuffer, the others bytes.
    return row?.logo ? Buffer.from(row.logo) : undefined;
  }

  private async demand({ hostId }: Account): Promise<Look> {
    const look = await this.find(hostId);
    if (look === undefined) throw new RoomError('BAD_REQUEST', 'choose the colours first');
    return look;
  }
}

function ofHost(db: Kysely<Tables>, hostId: string) {
  return db.selectFrom('look').select(['main', 'second', 'logo_id']).where('host_id', '=', hostId);
}

function lookOf({ main, second, logo_id }: LookRow): Look {
  return { colours: [main, second], ...(logo_id !== null && { logo: logo_id }) };
}

/** Throws FORBIDDEN for a guest. */
export function checkAccount({ role }: Account): void {
  if (role === 'guest') throw new RoomError('FORBIDDEN', 'only accounts have a look');
}
