import type { IncomingHttpHeaders } from 'node:http';
import type { Credentials } from '../../contracts/sign-in.js';
import { cookieValues, setCookie } from './cookies.js';
import type { IdentityService } from './identity.js';

const COOKIE = 'madang-host';
const DEVICE_COOKIE = 'madang-device';
const TOKEN = /^[\w-]{43}$/;
export const SESSION_DAYS = 30;
/** How long a browser is known from which somebody has signed in. */
export const DEVICE_DAYS = 90;
const DAY_S = 24 * 3600;

export function credentialsOf(
  headers: IncomingHttpHeaders,
  identities: IdentityService,
): Credentials {
  return { identityId: identities.fromHeaders(headers), hostToken: tokenOf(headers.cookie) };
}

/** The session's token in a `Cookie` header, or undefined. */
export function tokenOf(header: string | undefined): string | undefined {
  return cookieValues(header, COOKIE).find((value) => TOKEN.test(value));
}

/** What `KnownDevices` reads in a `Cookie` header. */
export function deviceOf(header: string | undefined): string | undefined {
  return cookieValues(header, DEVICE_COOKIE)[0];
}

/**
 * Values of `Set-Cookie` headers that give a session to a browser, or take it away (undefined), which over TLS also
 * takes away what came by plain http.
 */
export function hostCookies(token: string | undefined, isSecure: boolean): string[] {
  const given = setCookie(COOKIE, token ?? '', {
    isSecure,
    maxAgeS: token === undefined ? 0 : SESSION_DAYS * DAY_S,
  });
  if (!isSecure || token !== undefined) return [given];
  return [given, setCookie(COOKIE, '', { isSecure: false, maxAgeS: 0 })];
}

/** The value of a `Set-Cookie` header by which this browser is known to the accounts that it tells. */
export function deviceCookie(value: string, isSecure: boolean): string {
  return setCookie(DEVICE_COOKIE, value, { isSecure, maxAgeS: DEVICE_DAYS * DAY_S });
}
