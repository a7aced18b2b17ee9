import type { NodeAddress } from '../../../platform/redis/redis-address.js';
import type { StartRefused } from './start-refused.js';

/** Knows which primary has which keys, and hears where that changes. */
export interface Topology {
  /** Undefined as long as nobody has told, or where nobody has the slot. */
  primaryOf(slot: number): NodeAddress | undefined;
  /** Asks at once, as something tells that it has changed. */
  look(): void;
  close(): void;
}

export interface TopologySettings {
  logger: { warn(fields: object, message: string): void };
  /** Called at each change. */
  changed: () => void;
  /** Called where nothing can come of it. */
  refused: (why: StartRefused) => void;
}
