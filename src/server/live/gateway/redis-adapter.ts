import { createAdapter } from '@socket.io/redis-adapter';
import { Cluster, Redis } from 'ioredis';
import { NAMESPACE } from '../../../protocol/index.js';
import { comesBack, type ClientOptions } from '../../platform/redis/client.js';
import { parseRedisUrl, type RedisAddress } from '../../platform/redis/redis-address.js';
import { PEER_ANSWER_MS } from './room-peers.js';

const MAX_RETRY_DELAY_MS = 500;

export interface SharedAdapter {
  adapter: ReturnType<typeof createAdapter>;
  close: () => void;
}

const keyOf = (prefix: string): string => `${prefix}:socket.io`;

/** The adapter subscribes to one pattern for each namespace. */
export function adapterPatterns(prefix: string): string[] {
  return ['/', NAMESPACE].map((name) => `${keyOf(prefix)}#${name}#*`);
}

/**
 * The Socket.IO adapter for what concerns sockets on other processes: closing a replaced or kicked
 * connection, and how players are connected there. It does not catch what `publish` throws, which would end the process when Redis is away,
 * so here a message that cannot be sent is dropped: the store decides who holds a seat, and what a
 * connection sends that has lost it is void.
 */
export function createRedisAdapter(url: string, prefix: string): SharedAdapter {
  // Its subscriptions are queued until Redis is there, and made again after each reconnect.
  const address = parseRedisUrl(url);
  const clients = [connect(address), connect(address)] as const;
  const [publisher, subscriber] = clients;
  // That Redis is away is told by the store's connections.
  for (const client of clients) client.on('error', () => {});
  const publish = publisher.publish.bind(publisher);
  publisher.publish = async (channel: string | Buffer, message: string | Buffer) =>
    publisher.status === 'ready' ? publish(channel, message).catch(() => 0) : 0;
  // It does not await its subscriptions either; that one is refused is told by the store.
  const ask = subscriber.sendCommand.bind(subscriber);
  subscriber.sendCommand = (...[command, ...rest]: Parameters<typeof ask>) => {
    command.promise.catch(() => {});
    return ask(command, ...rest);
  };
  return {
    adapter: createAdapter(publisher, subscriber, {
      key: keyOf(prefix),
      requestsTimeout: PEER_ANSWER_MS,
    }),
    close: () => {
      for (const client of clients) client.disconnect();
    },
  };
}

/** It follows sentinels and a cluster by ioredis's own means, which are late by seconds: what it sends may get lost all the same. */
function connect(address: RedisAddress): Redis | Cluster {
  const { login } = address;
  const common = { ...login, maxRetriesPerRequest: null };
  switch (address.kind) {
    case 'one':
      return comesBack(new Redis({ ...common, ...address.node }));
    case 'cluster':
      return comesBack(
        new Cluster([...address.nodes], {
          redisOptions: common,
          // It asks for `CLUSTER INFO`, which the least user may not.
          enableReadyCheck: false,
          clusterRetryStrategy: retryDelay,
        }),
      );
    case 'sentinels':
      return comesBack(new Redis({ ...common, ...sentinelOptions(address) }));
  }
}

function sentinelOptions({
  nodes,
  name,
  sentinelLogin,
}: Extract<RedisAddress, { kind: 'sentinels' }>): ClientOptions {
  const { username, password, tls } = sentinelLogin;
  return {
    sentinels: nodes,
    name,
    ...(username != null && { sentinelUsername: username }),
    ...(password != null && { sentinelPassword: password }),
    ...(tls !== undefined && { sentinelTLS: tls, enableTLSForSentinelMode: true }),
    failoverDetector: true,
    sentinelRetryStrategy: retryDelay,
  };
}

const retryDelay = (attempt: number): number => Math.min(attempt * 50, MAX_RETRY_DELAY_MS);
