import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/database.js';
import type { Tables } from '../../platform/database/schema.js';
import {
  limits,
  RoomError,
  type LoginRequest,
  type PasswordRequest,
} from '../../../protocol/index.js';
import { cleanName } from '../../../protocol/name.js';
import type { AttemptLimit } from '../../platform/rate/attempt-limit.js';
import type { Account } from './accounts.js';
import type { KnownDevices } from './known-devices.js';
import type { Passwords } from './passwords.js';
import {
  beginSession,
  endDevices,
  endSessions,
  hashOf,
  type Sender,
  type SignedIn,
} from './sessions.js';

/**
 * Failed attempts are counted for a name at an address, and for all names there; those of a browser that is known to
 * the account for itself alone (R16.12).
 */
export interface WrongLogins {
  ofName: AttemptLimit;
  ofAddress: AttemptLimit;
  ofDevice: AttemptLimit;
}

/** What is known of the account that somebody says is theirs. */
interface Claimed {
  login: string;
  password: string | null | undefined;
  era: string | null;
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
    private readonly devices: KnownDevices,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Begins a session; returns its token. Whether the name, the password or an end of the account is at fault, it
   * rejects with FORBIDDEN after the same work; with RATE_LIMITED after too many of these, and with BUSY.
   */
  async signIn({ name, password }: LoginRequest, sender: Sender): Promise<SignedIn> {
    const { login } = hostName(name);
    const host = await this.database.run((db) =>
      db
        .selectFrom('host')
        .select(['id', 'password', 'device_era'])
        .where('login', '=', login)
        .where('disabled_at', 'is', null)
        .executeTakeFirst(),
    );
    const era = host?.device_era ?? null;
    await this.check(password, { login, password: host?.password, era }, sender);
    // Of an older kind: nobody else can make it anew.
    const isOutdated =
      typeof host?.password === 'string' && this.passwords.isOutdated(host.password);
    const anew = isOutdated ? await this.passwords.hash(password) : undefined;
    const token = await this.database.transact(async (db) => {
      const isSame = await isUnchanged(db, host?.id, host?.password, this.now());
      if (!isSame || host === undefined) return undefined;
      if (anew !== undefined)
        await db.updateTable('host').set({ password: anew }).where('id', '=', host.id).execute();
      return beginSession(db, host.id, sender.agent, this.now());
    });
    if (token === undefined) throw wrongLogin();
    return { token, device: this.devices.remember(sender.device, { login, era }) };
  }

  /**
   * Signs out all other browsers, which the account does not know any more; returns what this one is known by. Rejects
   * as `signIn` does, and with BAD_REQUEST for a bad new password.
   */
  async changePassword(
    { hostId, name }: Account,
    { current, password }: PasswordRequest,
    sender: Sender,
    ownToken: string | undefined,
  ): Promise<string> {
    // Who came by the operator's link has none.
    if (name === undefined) throw new RoomError('FORBIDDEN', 'this account has no password');
    checkNewPassword(password, name);
    const { login } = hostName(name);
    const host = await this.database.run((db) =>
      db
        .selectFrom('host')
        .select(['password', 'device_era'])
        .where('id', '=', hostId)
        .executeTakeFirst(),
    );
    const era = host?.device_era ?? null;
    await this.check(current, { login, password: host?.password, era }, sender);
    const hash = await this.passwords.hash(password);
    const next = await this.database.transact(async (db) => {
      if (!(await isUnchanged(db, hostId, host?.password, this.now()))) throw wrongLogin();
      await db.updateTable('host').set({ password: hash }).where('id', '=', hostId).execute();
      await endSessions(db, hostId, ownToken);
      return endDevices(db, hostId);
    });
    return this.devices.remember(sender.device, { login, era: next });
  }

  /** An attempt counts before it is told from the others: of many at once no right one passes behind five wrong. */
  private async check(
    given: string,
    { login, password, era }: Claimed,
    { address, device }: Sender,
  ): Promise<void> {
    const known = this.devices.find(device, { login, era });
    const counts = this.countsFor(login, address, known);
    const mayTry = async (): Promise<boolean> => {
      for (const [limit, key] of counts) if (!(await limit.mayPass(key))) return false;
      return true;
    };
    if (!(await mayTry())) throw tooMany();
    const lane = known === undefined ? 'others' : 'known';
    if (await this.passwords.isRight(given, password, lane)) {
      if (!(await mayTry())) throw tooMany();
      return;
    }
    const told = await Promise.all(counts.map(([limit, key]) => limit.noteFailure(key)));
    throw told.every(Boolean) ? wrongLogin() : tooMany();
  }

  private countsFor(login: string, address: string, known?: string): [AttemptLimit, string][] {
    const { ofName, ofAddress, ofDevice } = this.wrong;
    if (known !== undefined) return [[ofDevice, known]];
    return [
      [ofName, `${address}:${hashOf(login)}`],
      [ofAddress, address],
    ];
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
