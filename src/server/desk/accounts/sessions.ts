import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/schema.js';
import { SESSION_DAYS } from '../../platform/identity/host-cookie.js';
import { newEra } from './known-devices.js';

export const SESSION_MS = SESSION_DAYS * 24 * 3_600_000;
const AGENT_MAX_UNITS = 200;
/** Of one account; beyond that the one unused for longest ends. */
const MOST_SESSIONS = 50;

/** Who signs in: where from, and what the browser calls itself. */
export interface Sender {
  address: string;
  agent: string;
  /** What it says of accounts that it has signed in to before (`KnownDevices`). */
  device?: string | undefined;
}

/** What a browser gets that has signed in by a password: its session's token, and what makes it known. */
export interface SignedIn {
  token: string;
  device: string;
}

/** A secret that stands in a cookie or a link, and nowhere here. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** By which a token is found. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Begins a session of an account that has its row; returns the token. To be called in a transaction. */
export async function beginSession(
  db: Kysely<Tables>,
  hostId: string,
  agent: string,
  now: number,
): Promise<string> {
  const token = newToken();
  await db
    .insertInto('host_session')
    .values({
      token_hash: hashOf(token),
      host_id: hostId,
      created_at: now,
      seen_at: now,
      expires_at: now + SESSION_MS,
      agent: agent.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '').slice(0, AGENT_MAX_UNITS),
    })
    .execute();
  const kept = db
    .selectFrom('host_session')
    .select('token_hash')
    .where('host_id', '=', hostId)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .limit(MOST_SESSIONS);
  await db
    .deleteFrom('host_session')
    .where('host_id', '=', hostId)
    .where('token_hash', 'not in', kept)
    .execute();
  return token;
}

/** From then on no browser is known to the account (R16.12); returns what those are known by that come after it. */
export async function endDevices(db: Kysely<Tables>, hostId: string): Promise<string> {
  const era = newEra();
  await db.updateTable('host').set({ device_era: era }).where('id', '=', hostId).execute();
  return era;
}

/** Ends the sessions of an account but one. */
export async function endSessions(
  db: Kysely<Tables>,
  hostId: string,
  exceptToken?: string,
): Promise<void> {
  await db
    .deleteFrom('host_session')
    .where('host_id', '=', hostId)
    .where('token_hash', '!=', exceptToken === undefined ? '' : hashOf(exceptToken))
    .execute();
}
