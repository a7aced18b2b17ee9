import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { cookieValues, hasOwnCookie, setCookie } from './cookies.js';

const COOKIE = 'madang';
const COOKIE_MAX_AGE_S = 365 * 24 * 3600;
const TOKEN = /^v1\.([\w-]{22})\.[\w-]{43}$/;

/**
 * Signed identities (R2.1). A token is `v1.<id>.<HMAC-SHA256 of "v1.<id>">`, base64url; whoever shows
 * one is that player, so it goes only to its owner, and ids alone are worth nothing.
 */
export class IdentityService {
  constructor(private readonly secret: string) {}

  create(): { identityId: string; token: string } {
    const identityId = randomBytes(16).toString('base64url');
    return { identityId, token: this.tokenOf(identityId) };
  }

  /** The identity that a token proves, or undefined. */
  verify(token: string): string | undefined {
    const identityId = TOKEN.exec(token)?.[1];
    if (identityId === undefined) return undefined;
    // As text: base64 has more than one spelling of the same bytes.
    const [given, expected] = [token, this.tokenOf(identityId)].map((text) => Buffer.from(text));
    return timingSafeEqual(given as Buffer, expected as Buffer) ? identityId : undefined;
  }

  /** The identity in a `Cookie` header, or undefined. */
  fromCookies(header: string | undefined): string | undefined {
    for (const value of cookieValues(header, COOKIE)) {
      // Another service on this host may have set one of the same name.
      const identityId = this.verify(value);
      if (identityId !== undefined) return identityId;
    }
    return undefined;
  }

  /** The identity in a `Cookie` or `Authorization: Bearer` header, or undefined. */
  fromHeaders(headers: IncomingHttpHeaders): string | undefined {
    const bearer = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
    return bearer === undefined ? this.fromCookies(headers.cookie) : this.verify(bearer);
  }

  /**
   * The value of a `Set-Cookie` header for who opens a page: a new identity, or the one that an older version or a
   * visit without TLS has given, under the name that belongs to this connection. Undefined where all is well.
   */
  cookieFor(header: string | undefined, isSecure: boolean): string | undefined {
    const known = this.fromCookies(header);
    if (known !== undefined && (!isSecure || hasOwnCookie(header, COOKIE, true))) return undefined;
    const token = known === undefined ? this.create().token : this.tokenOf(known);
    return setCookie(COOKIE, token, { isSecure, maxAgeS: COOKIE_MAX_AGE_S });
  }

  tokenOf(identityId: string): string {
    return `v1.${identityId}.${this.sign(identityId).toString('base64url')}`;
  }

  private sign(identityId: string): Buffer {
    return createHmac('sha256', this.secret).update(`v1.${identityId}`).digest();
  }
}
