import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.js';
import type { Tables } from '../../platform/database/schema.js';
import {
  RoomError,
  type InviteRequest,
  type MadeInvite,
  type OpenInvite,
  type ShownInvite,
  type UseInviteRequest,
} from '../../../protocol/index.js';
import type { AttemptLimit } from '../../platform/rate/attempt-limit.js';
import { keepAccount, type Account } from './accounts.js';
import { checkNewPassword, hostName, type HostName } from './logins.js';
import type { KnownDevices } from './known-devices.js';
import type { Passwords } from './passwords.js';
import {
  beginSession,
  endDevices,
  endSessions,
  hashOf,
  newToken,
  type Sender,
  type SignedIn,
} from './sessions.js';

const INVITE_MS = 7 * 24 * 3_600_000;
const MOST_OPEN = 500;

/** Hears of links for new passwords, for the log: who gives somebody else a way in is to be seen. */
export type NoteReset = (reset: {
  what: 'made' | 'used';
  accountId: string;
  madeBy: string;
  address?: string;
}) => void;

/** Links by which somebody gets an account, or a new password for it: each is used once, within a week. */
export class Invitations {
  constructor(
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly wrongTokens: AttemptLimit,
    private readonly devices: KnownDevices,
    private readonly noted: NoteReset = () => {},
    private readonly now: () => number = Date.now,
  ) {}

  /** Rejects with TOO_MUCH_KEPT where too many are open. */
  make(by: Account, { role, note }: InviteRequest): Promise<MadeInvite> {
    return this.database.transact((db) => this.add(db, by, { role, note, resets: null }));
  }

  /** Gives a host a way to a new password; what was made for that before is over. Rejects with PLAYER_NOT_FOUND. */
  async makeReset(by: Account, hostId: string): Promise<MadeInvite> {
    const made = await this.database.transact(async (db) => {
      const host = await db
        .selectFrom('host')
        .select(['role', 'name'])
        .where('id', '=', hostId)
        .where('login', 'is not', null)
        .where('disabled_at', 'is', null)
        .executeTakeFirst();
      if (host === undefined || host.role === 'guest') throw new RoomError('PLAYER_NOT_FOUND');
      await db.deleteFrom('invite').where('resets', '=', hostId).execute();
      return this.add(db, by, { role: host.role, note: host.name ?? '', resets: hostId });
    });
    this.noted({ what: 'made', accountId: hostId, madeBy: by.hostId });
    return made;
  }

  list(): Promise<OpenInvite[]> {
    return this.database.run(async (db) => {
      const rows = await openInvites(db, this.now())
        .leftJoin('host as h', 'h.id', 'i.resets')
        .select(['i.token_hash', 'i.role', 'i.note', 'i.created_at', 'i.expires_at', 'h.name'])
        .orderBy('i.created_at', 'desc')
        .execute();
      return rows.map(({ token_hash: id, role, note, created_at, expires_at, name: resets }) => {
        return { id, role, note, createdAt: created_at, expiresAt: expires_at, resets };
      });
    });
  }

  /** One that is over already is no error. */
  async revoke(id: string): Promise<void> {
    await this.database.run((db) =>
      db.deleteFrom('invite').where('token_hash', '=', id).where('used_at', 'is', null).execute(),
    );
  }

  /** What a link is for. Rejects with FORBIDDEN where it is used, over or none, and with RATE_LIMITED. */
  async look(token: string, address: string): Promise<ShownInvite> {
    const { role, name } = await this.find(token, address);
    return { role, resets: name };
  }

  /**
   * Makes the account, or gives it a new password and signs out its browsers; returns its session.
   * Rejects as `look` does, with NAME_TAKEN, and with BAD_REQUEST for a bad name or password.
   */
  async use(
    { token, name: raw = '', password }: UseInviteRequest,
    { address, agent, device }: Sender,
  ): Promise<SignedIn> {
    const { role, resets, name, made_by, maker } = await this.find(token, address);
    checkNewPassword(password, name ?? raw);
    const hash = await this.passwords.hash(password);
    const now = this.now();
    const session = await this.database.transact(async (db) => {
      // The account first, as who ends an account does.
      if (resets !== null) await keepAccount(db, { hostId: resets, role }, now);
      const { numUpdatedRows } = await db
        .updateTable('invite')
        .set({ used_at: now })
        .where('token_hash', '=', hashOf(token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw isOver();
      const id = resets ?? (await addHost(db, { ...hostName(raw), role, password: hash }, now));
      if (resets !== null) {
        await db.updateTable('host').set({ password: hash }).where('id', '=', id).execute();
        await endSessions(db, id);
        await db
          .insertInto('password_reset')
          .values({ host_id: id, at: now, made_by: maker ?? '' })
          .execute();
      }
      const era = await endDevices(db, id);
      return { token: await beginSession(db, id, agent, now), era };
    });
    if (resets !== null) this.noted({ what: 'used', accountId: resets, madeBy: made_by, address });
    const { login } = hostName(name ?? raw);
    const known = this.devices.remember(device, { login, era: session.era });
    return { token: session.token, device: known };
  }

  private async find(token: string, address: string) {
    const found = await this.database.run((db) =>
      openInvites(db, this.now())
        .where('i.token_hash', '=', hashOf(token))
        .leftJoin('host as h', 'h.id', 'i.resets')
        .leftJoin('host as m', 'm.id', 'i.made_by')
        .select(['i.role', 'h.name', 'i.resets', 'i.made_by', 'm.name as maker'])
        .executeTakeFirst(),
    );
    // A right one cannot be guessed, so wrong ones behind the same address keep nobody out (R16.12).
    if (found === undefined && !(await this.wrongTokens.noteFailure(address)))
      throw new RoomError('RATE_LIMITED', 'too many wrong invitations');
    if (found === undefined) throw isOver();
    return found;
  }

  private async add(
    db: Kysely<Tables>,
    by: Account,
    invite: InviteRequest & { resets: string | null },
  ): Promise<MadeInvite> {
    const now = this.now();
    await keepAccount(db, by, now);
    await db.deleteFrom('invite').where('expires_at', '<=', now).execute();
    const { open } = await openInvites(db, now)
      .select((all) => all.fn.countAll<number>().as('open'))
      .executeTakeFirstOrThrow();
    if (open >= MOST_OPEN) throw new RoomError('TOO_MUCH_KEPT', 'too many invitations are open');
    const [token, expiresAt] = [newToken(), now + INVITE_MS];
    await db
      .insertInto('invite')
      .values({
        ...invite,
        token_hash: hashOf(token),
        made_by: by.hostId,
        created_at: now,
        expires_at: expiresAt,
        used_at: null,
      })
      .execute();
    return { token, expiresAt };
  }
}

/** Throws NAME_TAKEN. */
async function addHost(
  db: Kysely<Tables>,
  host: HostName & { role: 'host' | 'admin'; password: string },
  now: number,
): Promise<string> {
  const id = randomUUID();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('host')
    .values({ ...host, id, created_at: now, seen_at: now })
    .onConflict((known) => known.column('login').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw new RoomError('NAME_TAKEN');
  return id;
}

function openInvites(db: Kysely<Tables>, now: number) {
  return db
    .selectFrom('invite as i')
    .where('i.used_at', 'is', null)
    .where('i.expires_at', '>', now);
}

const isOver = (): RoomError =>
  new RoomError('FORBIDDEN', 'this invitation was used or taken back, or has expired');
