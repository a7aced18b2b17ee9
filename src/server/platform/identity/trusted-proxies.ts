import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** No proxy of ours; so many in a row, of which each adds an address to `X-Forwarded-For`; or those of these addresses. */
export type TrustProxy = false | number | BlockList;

/** A chain of proxies is shorter; what a client writes in front of it costs nothing. */
const MOST_HOPS = 32;

/** Reads `true`, `false`, a number of proxies, or addresses and networks with commas; undefined for anything else. */
export function parseTrustProxy(text: string): TrustProxy | undefined {
  if (text === 'false') return false;
  if (text === 'true') return 1;
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    return hops >= 1 && hops <= MOST_HOPS ? hops : undefined;
  }
  const list = new BlockList();
  for (const item of text.split(',')) if (!add(list, item.trim())) return undefined;
  return list;
}

function add(list: BlockList, item: string): boolean {
  const [address = '', prefix, ...more] = item.split('/');
  const family = familyOf(address);
  if (family === undefined || more.length > 0) return false;
  if (prefix === undefined) {
    list.addAddress(address, family);
    return true;
  }
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Infinity;
  if (bits > (family === 'ipv4' ? 32 : 128)) return false;
  list.addSubnet(address, bits, family);
  return true;
}

/**
 * Whether the peer of the connection is a proxy of ours. Who comes over a socket file is on this machine, and has no
 * address at either end; nor has a connection that was closed already, which is believed nothing.
 */
export function isBelieved({ socket }: IncomingMessage, trustProxy: TrustProxy): boolean {
  if (typeof trustProxy !== 'object') return trustProxy !== false;
  const { remoteAddress, localAddress, destroyed } = socket;
  if (remoteAddress !== undefined) return isListed(trustProxy, remoteAddress);
  return localAddress === undefined && !destroyed;
}

/** The address that the outermost proxy of ours saw; that proxy's own where it named none. */
export function forwardedFor(request: IncomingMessage, trustProxy: TrustProxy): string | undefined {
  let nearest = request.socket.remoteAddress;
  if (trustProxy === false || !isBelieved(request, trustProxy)) return nearest;
  const header = request.headers['x-forwarded-for'];
  const hops = String(header ?? '')
    .split(',')
    .slice(-MOST_HOPS)
    .toReversed();
  for (const [n, text] of hops.entries()) {
    const address = addressIn(text);
    // Whatever this is, the proxy that wrote it down is known.
    if (address === undefined) return nearest;
    nearest = address;
    const isProxy =
      typeof trustProxy === 'number' ? n + 1 < trustProxy : isListed(trustProxy, address);
    if (!isProxy) return nearest;
  }
  return nearest;
}

/** Proxies write addresses with a port, or in brackets, too. */
function addressIn(text: string): string | undefined {
  const word = text.trim();
  const [, inBrackets] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(word) ?? [];
  const [, withPort] = /^([\d.]+):\d{1,5}$/.exec(word) ?? [];
  const address = inBrackets ?? withPort ?? word;
  return isIP(address) === 0 ? undefined : address;
}

function isListed(list: BlockList, address: string): boolean {
  const family = familyOf(address);
  return family !== undefined && list.check(address, family);
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6';
}
