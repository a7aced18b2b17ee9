import type { NodeAddress } from '../../../platform/redis/redis-address.js';

/** Knows which primary has which keys, and hears where that changes. */
export interface Topology {
  /** Undefined as long as nobody has told. */
  primaryOf(key: string): NodeAddress | undefined;
  close(): void;
}

export interface TopologySettings {
  logger: { warn(fields: object, message: string): void };
  /** Called at each change. */
  changed: () => void;
}
