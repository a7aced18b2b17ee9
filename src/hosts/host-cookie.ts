import type { IncomingHttpHeaders } from 'node:http';
import type { IdentityService } from '../identity/identity.js';

const COOKIE = 'madang-host';
const TOKEN = /^[\w-]{43}$/;
export const SESSION_DAYS = 30;

/** What a request brings by which a host may be known. */
export interface Credentials {
  /** Of the browser, as a player. */
  identityId: string | undefined;
  /** The token of a session, which proves nothing before it is looked up. */
  hostToken: string | undefined;
}

export function credentialsOf(
  headers: IncomingHttpHeaders,
  identities: IdentityService,
): Credentials {
  return { identityId: identities.fromHeaders(headers), hostToken: tokenOf(headers.cookie) };
}

/** The session's token in a `Cookie` header, or undefined. */
export function tokenOf(header: string | undefined): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, value = ''] = pair.trim().split('=', 2);
    if (name === COOKIE && TOKEN.test(value)) return value;
  }
  return undefined;
}

/** Value of a `Set-Cookie` header that gives a session to a browser, or takes it away (undefined). */
export function hostCookie(token: string | undefined, isSecure: boolean): string {
  const maxAgeS = token === undefined ? 0 : SESSION_DAYS * 24 * 3600;
  const parts = [`${COOKIE}=${token ?? ''}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  parts.push(`Max-Age=${maxAgeS}`);
  if (isSecure) parts.push('Secure');
  return parts.join('; ');
}
