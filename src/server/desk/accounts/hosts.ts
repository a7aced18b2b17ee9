import type { Database } from '../../platform/database/database.js';
import {
  RoomError,
  type DeskSession,
  type HostsPolicy,
  type PasswordReset,
} from '../../../protocol/index.js';
import type { AttemptLimit } from '../../platform/rate/attempt-limit.js';
import { guestOf, keepAccount, OPERATOR, type Account } from './accounts.js';
import type { Credentials } from '../../contracts/sign-in.js';
import { isOperatorKey } from './operator-key.js';
import {
  beginSession,
  endDevices,
  endSessions,
  hashOf,
  SESSION_MS,
  type Sender,
} from './sessions.js';

export type { Account } from './accounts.js';

/** How often a session that is used is written again. */
const SEEN_EVERY_MS = 3_600_000;
const RESETS_TOLD_MS = 90 * 24 * 3_600_000;
const MOST_RESETS = 5;

export interface HostsSettings {
  policy: HostsPolicy;
  secret: string;
}

/** Who may keep quiz sets, and their sessions. What asks the database rejects with DATABASE_AWAY. */
export class Hosts {
  constructor(
    private readonly database: Database,
    private readonly settings: HostsSettings,
    private readonly wrongKeys: AttemptLimit,
    private readonly now: () => number = Date.now,
  ) {}

  get policy(): HostsPolicy {
    return this.settings.policy;
  }

  /** Undefined where the sender may keep nothing. */
  find({ identityId, hostToken }: Credentials): Promise<Account | undefined> {
    return this.findBy(identityId, hostToken === undefined ? null : hashOf(hostToken));
  }

  /** The same by what a room remembers of who opened it: the digest of a session's token, if any. */
  async findBy(
    identityId: string | undefined,
    session: string | null,
  ): Promise<Account | undefined> {
    const bySession = session === null ? undefined : await this.bySession(session);
    if (bySession !== undefined) return bySession;
    if (this.settings.policy !== 'anyone' || identityId === undefined) return undefined;
    return (await this.byIdentity(identityId)) ?? guestOf(identityId);
  }

  /** Rejects with NOT_SIGNED_IN. */
  async demand(credentials: Credentials): Promise<Account> {
    const account = await this.find(credentials);
    if (account === undefined) throw new RoomError('NOT_SIGNED_IN');
    return account;
  }

  /** Begins a session of the operator; returns its token. Rejects with FORBIDDEN or RATE_LIMITED. */
  async signIn(key: string, { address, agent }: Sender): Promise<string> {
    const isRight = isOperatorKey(key, this.settings.secret);
    // The right one cannot be guessed, so wrong ones behind the same address keep nobody out (R16.12).
    if (!isRight && !(await this.wrongKeys.noteFailure(address)))
      throw new RoomError('RATE_LIMITED', 'too many wrong keys');
    if (!isRight) throw new RoomError('FORBIDDEN', 'this is not the key');
    const now = this.now();
    return this.database.transact(async (db) => {
      await keepAccount(db, OPERATOR, now);
      return beginSession(db, OPERATOR.hostId, agent, now);
    });
  }

  /** The account's sessions, the latest used first. */
  async sessions({ hostId }: Account, { hostToken }: Credentials): Promise<DeskSession[]> {
    const own = hostToken === undefined ? undefined : hashOf(hostToken);
    const rows = await this.database.run((db) =>
      db
        .selectFrom('host_session')
        .selectAll()
        .where('host_id', '=', hostId)
        .where('expires_at', '>', this.now())
        .orderBy('seen_at', 'desc')
        .execute(),
    );
    return rows.map(({ token_hash: id, created_at: createdAt, seen_at: seenAt, agent }) => {
      return { id, createdAt, seenAt, agent, isThis: id === own };
    });
  }

  /** Ends a session of the account, this one or another; one that is over already is no error. */
  async endSession({ hostId }: Account, id: string): Promise<void> {
    await this.database.run((db) =>
      db
        .deleteFrom('host_session')
        .where('host_id', '=', hostId)
        .where('token_hash', '=', id)
        .execute(),
    );
  }

  async signOut(hostToken: string): Promise<void> {
    await this.database.run((db) =>
      db.deleteFrom('host_session').where('token_hash', '=', hashOf(hostToken)).execute(),
    );
  }

  /** Ends all sessions of the account; no device is known to it any more. */
  async signOutEverywhere({ hostId }: Account): Promise<void> {
    await this.database.transact(async (db) => {
      await endSessions(db, hostId);
      await endDevices(db, hostId);
    });
  }

  /** New passwords that the account got by links of others in the last months, the latest first. */
  async resetsOf(hostId: string): Promise<PasswordReset[]> {
    const rows = await this.database.run((db) =>
      db
        .selectFrom('password_reset')
        .select(['at', 'made_by'])
        .where('host_id', '=', hostId)
        .where('at', '>', this.now() - RESETS_TOLD_MS)
        .orderBy('at', 'desc')
        .limit(MOST_RESETS)
        .execute(),
    );
    return rows.map(({ at, made_by: by }) => ({ at, by }));
  }

  private async byIdentity(identityId: string): Promise<Account | undefined> {
    const row = await this.database.run((db) =>
      db
        .selectFrom('host_identity as i')
        .innerJoin('host as h', 'h.id', 'i.host_id')
        .select(['h.id', 'h.role'])
        .where('i.identity_id', '=', identityId)
        .executeTakeFirst(),
    );
    return row && { hostId: row.id, role: row.role };
  }

  private async bySession(hash: string): Promise<Account | undefined> {
    const now = this.now();
    return this.database.run(async (db) => {
      const row = await db
        .selectFrom('host_session as s')
        .innerJoin('host as h', 'h.id', 's.host_id')
        .select(['h.id', 'h.role', 'h.name', 's.seen_at'])
        .where('s.token_hash', '=', hash)
        .where('s.expires_at', '>', now)
        .where('h.disabled_at', 'is', null)
        .executeTakeFirst();
      if (row === undefined) return undefined;
      if (now - row.seen_at >= SEEN_EVERY_MS)
        await db
          .updateTable('host_session')
          .set({ seen_at: now, expires_at: now + SESSION_MS })
          .where('token_hash', '=', hash)
          .execute();
      return { hostId: row.id, role: row.role, ...(row.name !== null && { name: row.name }) };
    });
  }
}
