import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { bestLanguage } from './accept-language.js';
import type { HostNames } from './host-names.js';
import type { Language } from '../../../protocol/index.js';
import { forwardedFor, isBelieved, type TrustProxy } from './trusted-proxies.js';

export interface ProxySettings {
  /** Whose `X-Forwarded-*` headers are believed. */
  trustProxy: TrustProxy;
  /** Origins beside the page's own host that may connect, as `https://example.org`. */
  allowedOrigins: readonly string[];
  /** Where it is not given, every name counts as ours. */
  hostNames?: HostNames;
}

/** Whether the name by which the request came is one of this server's (R10.8). */
export function isOurHost(request: IncomingMessage, { hostNames }: ProxySettings): boolean {
  return hostNames?.isOurs(request) ?? true;
}

/** The address of the client; behind trusted proxies the one that the outermost of them saw. */
export function addressOf(request: IncomingMessage, { trustProxy }: ProxySettings): string {
  return customerOf(forwardedFor(request, trustProxy));
}

/** Returns the /64 of an IPv6 address, as one customer has all of it, or the IPv4 address that it stands for. */
export function customerOf(address = 'unknown'): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const behind = tail === '' ? [] : tail.split(':');
    while (groups.length + behind.length < 8) groups.push('0');
    groups.push(...behind);
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Returns the /48 of a result of `customerOf`, as one site or one tunnel has all 65,536 in it; undefined for IPv4. */
export function siteOf(customer: string): string | undefined {
  const [, site] = /^(.+):[^:]+::\/64$/.exec(customer) ?? [];
  return site === undefined ? undefined : `${site}::/48`;
}

/**
 * Whether a browser page may talk to us: one of our own host, of the list, or no browser at all. What a
 * page asks for without telling its origin (a script, an image), browsers mark as from another site.
 */
export function isOriginAllowed(request: IncomingMessage, settings: ProxySettings): boolean {
  const origin = headerOf(request, 'origin');
  if (origin === undefined)
    return ['same-origin', 'none', undefined].includes(headerOf(request, 'sec-fetch-site'));
  if (settings.allowedOrigins.includes(origin)) return true;
  const host = isBelieved(request, settings.trustProxy)
    ? (headerOf(request, 'x-forwarded-host') ?? headerOf(request, 'host'))
    : headerOf(request, 'host');
  return URL.canParse(origin) && new URL(origin).host === host;
}

export function isSecure(request: IncomingMessage, { trustProxy }: ProxySettings): boolean {
  return isBelieved(request, trustProxy) && headerOf(request, 'x-forwarded-proto') === 'https';
}

/** Whether the proxy in front sends all connections of a room to one process, if they tell its PIN (`BALANCE=room`). */
export function isSentByRoom(request: IncomingMessage, { trustProxy }: ProxySettings): boolean {
  return isBelieved(request, trustProxy) && headerOf(request, 'x-balance') === 'room';
}

/** The page language that somebody's browser asks for. */
export function languageOf(request: IncomingMessage): Language {
  return bestLanguage(headerOf(request, 'accept-language') ?? '');
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

export const PROXY_SETTINGS = Symbol('PROXY_SETTINGS');
