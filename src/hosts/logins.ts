import type { Kysely } from 'kysely';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/schema.js';
import { limits, RoomError, type LoginRequest, type PasswordRequest } from '../protocol/index.js';
import { cleanName } from '../protocol/name.js';
import type { AttemptLimit } from '../rate/attempt-limit.js';
import type { Account } from './accounts.js';
import type { Passwords } from './passwords.js';
import { beginSession, endSessions, hashOf, type Sender } from './sessions.js';

/** Failed attempts are counted for a name at an address, and for all names there. */
export interface WrongLogins {
  ofName: AttemptLimit;
  ofAddress: AttemptLimit;
}

/** A name as it is shown, and as it is compared. */
export interface HostName {
  name: string;
  login: string;
}

/** Throws BAD_REQUEST where nobody can be called so. */
export function hostName(raw: string): HostName {
  const name = cleanName(raw, limits.NAME_BOUNDS);
  if (name === undefined || name === '') throw new RoomError('BAD_REQUEST', 'not a name');
  return { name, login: name.normalize('NFKC').toLowerCase() };
}

/** Throws BAD_REQUEST where a new password is none, or is the name. */
export function checkNewPassword(password: string, name: string): void {
  const folded = password.normalize('NFKC').toLowerCase();
  if (password.length < limits.PASSWORD_MIN_UNITS || folded === hostName(name).login)
    throw new RoomError('BAD_REQUEST', 'the password is too short, or is the name');
}

/** Signing in by name and password. */
export class Logins {
  constructor(
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly wrong: WrongLogins,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Begins a session; returns its token. Whether the name, the password or an end of the account is at fault, it
   * rejects with FORBIDDEN after the same work; with RATE_LIMITED after too many of these, and with BUSY.
   */
  async signIn({ name, password }: LoginRequest, { address, agent }: Sender): Promise<string> {
    const { login } = hostName(name);
    const host = await this.database.run((db) =>
      db
        .selectFrom('host')
        .select(['id', 'password'])
        .where('login', '=', login)
        .where('disabled_at', 'is', null)
        .executeTakeFirst(),
    );
    await this.check(password, host?.password, login, address);
    const token = await this.database.transact(async (db) => {
      const isSame = await isUnchanged(db, host?.id, host?.password, this.now());
      return isSame ? beginSession(db, host?.id ?? '', agent, this.now()) : undefined;
    });
    if (token === undefined) throw wrongLogin();
    return token;
  }

  /** Signs out all other browsers. Rejects as `signIn` does, and with BAD_REQUEST for a bad new password. */
  async changePassword(
    { hostId, name }: Account,
    { current, password }: PasswordRequest,
    { address }: Sender,
    ownToken: string | undefined,
  ): Promise<void> {
    // Who came by the operator's link has none.
    if (name === undefined) throw new RoomError('FORBIDDEN', 'this account has no password');
    checkNewPassword(password, name);
    const host = await this.database.run((db) =>
      db.selectFrom('host').select('password').where('id', '=', hostId).executeTakeFirst(),
    );
    await this.check(current, host?.password, hostName(name).login, address);
    const hash = await this.passwords.hash(password);
    await this.database.transact(async (db) => {
      if (!(await isUnchanged(db, hostId, host?.password, this.now()))) throw wrongLogin();
      await db.updateTable('host').set({ password: hash }).where('id', '=', hostId).execute();
      await endSessions(db, hostId, ownToken);
    });
  }

  /** An attempt counts before it is told from the others: of many at once no right one passes behind five wrong. */
  private async check(
    password: string,
    hash: string | null | undefined,
    login: string,
    address: string,
  ): Promise<void> {
    const { ofName, ofAddress } = this.wrong;
    const key = `${address}:${hashOf(login)}`;
    const mayTry = async (): Promise<boolean> =>
      (await ofName.mayPass(key)) && (await ofAddress.mayPass(address));
    if (!(await mayTry())) throw tooMany();
    if (await this.passwords.isRight(password, hash)) {
      if (!(await mayTry())) throw tooMany();
      return;
    }
    const [mayTell, mayTellAny] = [
      await ofName.noteFailure(key),
      await ofAddress.noteFailure(address),
    ];
    if (!mayTell || !mayTellAny) throw tooMany();
    throw wrongLogin();
  }
}

/**
 * Says that the account was seen, where it still has the password that was found right. Whoever changes the
 * account meanwhile waits for the end of the transaction.
 */
async function isUnchanged(
  db: Kysely<Tables>,
  hostId: string | undefined,
  password: string | null | undefined,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('host')
    .set({ seen_at: now })
    .where('id', '=', hostId ?? '')
    .where('password', '=', password ?? '')
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

const wrongLogin = (): RoomError => new RoomError('FORBIDDEN', 'wrong name or password');
const tooMany = (): RoomError => new RoomError('RATE_LIMITED', 'too many wrong passwords');
