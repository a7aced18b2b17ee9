import type { Database } from '../../platform/database/database.js';
import {
  AttemptLimit,
  WRONG_INVITES,
  WRONG_LOGINS,
  WRONG_LOGINS_OF_ADDRESS,
  WRONG_LOGINS_OF_DEVICE,
} from '../../platform/rate/attempt-limit.js';
import type { SharedCounts } from '../../contracts/shared-counts.js';
import { HostList } from './host-list.js';
import { Invitations, type NoteReset } from './invitations.js';
import { KnownDevices } from './known-devices.js';
import { Logins } from './logins.js';
import { Passwords } from './passwords.js';

/** Accounts with a name and a password: how they come, are used and end. */
export interface AccountParts {
  logins: Logins;
  invitations: Invitations;
  list: HostList;
}

export const ACCOUNTS = Symbol('ACCOUNTS');

export function buildAccounts(
  database: Database,
  counts: SharedCounts,
  secret: string,
  noted?: NoteReset,
  now?: () => number,
): AccountParts {
  const passwords = new Passwords();
  const devices = new KnownDevices(secret, now);
  const wrong = {
    ofName: new AttemptLimit(WRONG_LOGINS, counts, now),
    ofAddress: new AttemptLimit(WRONG_LOGINS_OF_ADDRESS, counts, now),
    ofDevice: new AttemptLimit(WRONG_LOGINS_OF_DEVICE, counts, now),
  };
  const wrongTokens = new AttemptLimit(WRONG_INVITES, counts, now);
  return {
    logins: new Logins(database, passwords, wrong, devices, now),
    invitations: new Invitations(database, passwords, wrongTokens, devices, noted, now),
    list: new HostList(database, now),
  };
}
