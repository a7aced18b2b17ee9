import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { isBelieved, type TrustProxy } from './trusted-proxies.js';

export interface HostNameSettings {
  publicUrl: string | undefined;
  allowedOrigins: readonly string[];
  /** Behind a proxy of ours the proxy says which names lead here. */
  trustProxy: TrustProxy;
}

/** Names that the log tells; whoever makes up more of them fills nothing. */
const MOST_TOLD = 20;

/**
 * Under which names this server is asked (R10.8). A page of a foreign name that leads to this machine would be of
 * the same origin as ours, and could play and read what only this network is to see.
 */
export class HostNames {
  private readonly names: ReadonlySet<string>;
  private readonly told = new Set<string>();

  constructor(
    private readonly settings: HostNameSettings,
    /** Hears once of each name that is not ours. */
    private readonly refused: (name: string) => void = () => {},
    machine: string = hostname(),
  ) {
    const { publicUrl, allowedOrigins } = settings;
    const urls = publicUrl === undefined ? allowedOrigins : [publicUrl, ...allowedOrigins];
    const own = [machine, machine.split('.')[0] ?? machine].map((name) => name.toLowerCase());
    this.names = new Set([
      'localhost',
      ...own,
      ...urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).hostname] : [])),
    ]);
  }

  /** Whether the name that the request was sent to is one of ours. */
  isOurs(request: IncomingMessage): boolean {
    const { host } = request.headers;
    // A program of HTTP/1.0 tells none, and is no browser.
    if (host === undefined || isBelieved(request, this.settings.trustProxy)) return true;
    const url = `http://${host}`;
    const name = URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '';
    const isAddress = isIP(name.replace(/^\[|\]$/g, '')) !== 0;
    if (isAddress || name.endsWith('.local') || this.names.has(name)) return true;
    if (this.told.size < MOST_TOLD && !this.told.has(name)) {
      this.told.add(name);
      this.refused(name);
    }
    return false;
  }
}

/** What is told to who came by another name. */
export const UNKNOWN_HOST =
  'this server does not know the name in the address: open it by its address, or set PUBLIC_URL to this one';
