/** How a Redis is reached, as `REDIS_URL` says: at one address, by sentinels that know its primary, or as a cluster. */
import type { ClientOptions } from './client.js';

export interface NodeAddress {
  host: string;
  port: number;
}

/** How connections introduce themselves, and whether by TLS. */
export type RedisLogin = Pick<ClientOptions, 'username' | 'password' | 'db' | 'tls'>;

export type RedisAddress = { login: RedisLogin } & (
  | { kind: 'one'; node: NodeAddress }
  | { kind: 'sentinels'; nodes: NodeAddress[]; name: string; sentinelLogin: RedisLogin }
  | { kind: 'cluster'; nodes: NodeAddress[] }
);

const REDIS_PORT = 6379;
const SENTINEL_PORT = 26_379;
const MOST_NODES = 16;
const MOST_DATABASE = 9_999;
const PARAMETERS = ['db', 'sentinelUser', 'sentinelPassword'];

const URL_PARTS =
  /^(?<scheme>[a-z+]+):\/\/(?:(?<login>[^/?#]*)@)?(?<nodes>[^/?#@]+)(?:\/(?<path>[^?#]*))?(?:\?(?<query>[^#]*))?$/;

export const nameOfNode = ({ host, port }: NodeAddress): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** Undefined where what another program says is no address. */
export function nodeIn(host?: unknown, port?: unknown): NodeAddress | undefined {
  const number = Number(port);
  const isPort = Number.isInteger(number) && number >= 1 && number <= 65_535;
  return typeof host === 'string' && host !== '' && isPort ? { host, port: number } : undefined;
}

/** Throws an error that says what is wrong with the text, without quoting a password. */
export function parseRedisUrl(text: string): RedisAddress {
  const parts = URL_PARTS.exec(text)?.groups;
  if (parts === undefined) throw new Error('this is no address like redis://host:6379/0');
  const { scheme = '', path = '' } = parts;
  const [isKnown, tls, kind] = /^redis(s)?(?:\+(sentinel|cluster))?$/.exec(scheme) ?? [];
  if (isKnown === undefined)
    throw new Error(
      `it begins with redis://, rediss://, redis+sentinel:// or redis+cluster://, not ${scheme}://`,
    );
  const login: RedisLogin = { ...userOf(parts['login']), ...(tls && { tls: {} }) };
  // In front of the `?` a plus is a plus as well.
  const query = new URLSearchParams(parts['query']?.replaceAll('+', '%2B'));
  for (const name of query.keys())
    if (kind !== 'sentinel' || !PARAMETERS.includes(name))
      throw new Error(
        // Else it may be the end of a password with a `?` in it.
        /^\w+$/.test(name)
          ? `${name} is no parameter of a ${scheme}:// address`
          : 'what follows the ? is no parameter; in a password it is %3F',
      );
  const nodes = nodesOf(parts['nodes'] ?? '', kind === 'sentinel' ? SENTINEL_PORT : REDIS_PORT);
  if (kind === undefined) {
    const [node, ...others] = nodes;
    if (node === undefined || others.length > 0)
      throw new Error('several hosts are for redis+sentinel:// and redis+cluster:// only');
    return { kind: 'one', node, login: { ...login, db: databaseOf(path) } };
  }
  if (kind === 'cluster') {
    if (databaseOf(path) !== 0) throw new Error('a cluster has the database 0 only');
    return { kind: 'cluster', nodes, login: { ...login, db: 0 } };
  }
  const name = decoded(path);
  if (name === '' || name.includes('/'))
    throw new Error('the name of the primary is missing: redis+sentinel://host:26379/NAME');
  const user = query.get('sentinelUser');
  const password = query.get('sentinelPassword');
  return {
    kind: 'sentinels',
    nodes,
    name,
    login: { ...login, db: databaseOf(query.get('db') ?? '') },
    sentinelLogin: {
      ...(user !== null && { username: user }),
      ...(password !== null && { password }),
      ...(tls && { tls: {} }),
    },
  };
}

function userOf(login: string | undefined): RedisLogin {
  if (login === undefined || login === '') return {};
  const [user = '', password] = login.split(/:(.*)/s).map(decoded);
  return { ...(user !== '' && { username: user }), ...(password !== undefined && { password }) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error('a % in it does not begin an encoded character');
  }
}

function databaseOf(text: string): number {
  const db = text === '' ? 0 : Number(text);
  if (!Number.isInteger(db) || db < 0 || db > MOST_DATABASE)
    throw new Error('the database is a number from 0 on');
  return db;
}

function nodesOf(text: string, defaultPort: number): NodeAddress[] {
  const nodes = text.split(',').map((one) => nodeOf(one, defaultPort));
  if (nodes.length > MOST_NODES) throw new Error(`it has more than ${MOST_NODES} hosts`);
  return nodes;
}

function nodeOf(text: string, defaultPort: number): NodeAddress {
  const [, inBrackets, plain, given] =
    /^(?:\[([\da-fA-F:.]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(text) ?? [];
  const host = inBrackets ?? plain;
  const port = Number(given ?? defaultPort);
  if (host === undefined || port < 1 || port > 65_535)
    throw new Error('each host is a name or an address, an IPv6 one in brackets, with a port');
  return { host, port };
}
