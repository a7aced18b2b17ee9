import { DEVICE_DAYS } from '../../platform/identity/host-cookie.js';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const DEVICE_MS = DEVICE_DAYS * 24 * 3_600_000;
/** Accounts that one browser is remembered for, as a staff room's computer has many; the latest first. */
const MOST_ACCOUNTS = 5;
const BETWEEN = '~';
const ACCOUNT_LENGTH = 16;
const NONCE_BYTES = 9;
/** account.expiry.nonce.signature */
const TOKEN = /^([\w-]{16})\.([0-9a-z]{1,10})\.([\w-]{12})\.([\w-]{43})$/;
const COOKIE_MAX_UNITS = 1000;

/** An account as a device is known to it; who ends its devices changes `era`. */
export interface DeviceOwner {
  login: string;
  era: string | null;
}

interface Token {
  text: string;
  account: string;
  expiry: string;
  nonce: string;
  signature: string;
}

/**
 * Browsers that have signed in to an account before, by a cookie that proves it for 90 days (R16.12). It lets nobody
 * in: what such a browser tries counts for itself, and not for the address that it shares with others.
 */
export class KnownDevices {
  constructor(
    private readonly secret: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** The cookie's value with this account in it, in the place of what it said of it before. */
  remember(cookie: string | undefined, owner: DeviceOwner): string {
    const account = this.accountOf(owner.login);
    const others = tokensIn(cookie).filter((token) => token.account !== account);
    const expiry = (this.now() + DEVICE_MS).toString(36);
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const own = `${account}.${expiry}.${nonce}.${this.sign(account, expiry, nonce, owner.era)}`;
    return [own, ...others.map(({ text }) => text)].slice(0, MOST_ACCOUNTS).join(BETWEEN);
  }

  /** What the attempts of this browser for the account are counted by; undefined where it is not known there. */
  find(cookie: string | undefined, { login, era }: DeviceOwner): string | undefined {
    const account = this.accountOf(login);
    const token = tokensIn(cookie).find((one) => one.account === account);
    if (token === undefined || Number.parseInt(token.expiry, 36) <= this.now()) return undefined;
    const { expiry, nonce, signature } = token;
    const expected = Buffer.from(this.sign(account, expiry, nonce, era));
    const isRight = timingSafeEqual(Buffer.from(signature), expected);
    return isRight ? `${account}.${nonce}` : undefined;
  }

  private accountOf(login: string): string {
    return this.hmac('account', login).slice(0, ACCOUNT_LENGTH);
  }

  private sign(account: string, expiry: string, nonce: string, era: string | null): string {
    return this.hmac('device', account, expiry, nonce, era ?? '');
  }

  private hmac(...parts: string[]): string {
    const text = JSON.stringify(['known device', ...parts]);
    return createHmac('sha256', this.secret).update(text).digest('base64url');
  }
}

/** A name for a new era, in which no device is known. */
export function newEra(): string {
  return randomBytes(NONCE_BYTES).toString('base64url');
}

function tokensIn(cookie = ''): Token[] {
  if (cookie.length > COOKIE_MAX_UNITS) return [];
  return cookie.split(BETWEEN).flatMap((text) => {
    const [, account, expiry, nonce, signature] = TOKEN.exec(text) ?? [];
    if (!account || !expiry || !nonce || !signature) return [];
    return [{ text, account, expiry, nonce, signature }];
  });
}
