import type { RoomWriter } from './room-writer.js';
import type { RoomBus, RoomStore, RoomTimer } from './contract.js';
import type { SharedCounts } from '../../contracts/shared-counts.js';

/** One server that has rooms. */
export interface ShardStatus {
  /** Its address, without a password. */
  name: string;
  isAway: boolean;
  /** How far its clock is ahead of this machine's, in ms. */
  clockMs: number;
}

export interface StoreStatus {
  kind: 'memory' | 'redis';
  /** Whether the store cannot be reached now. */
  isAway: boolean;
  /** What works, but not as it should; for whoever runs the server. */
  warnings: string[];
  /** None where rooms are in this process. */
  shards: ShardStatus[];
  /** How often rooms have moved to another server, since the start. */
  switches: number;
}

export const STORE_PARTS = Symbol('STORE_PARTS');

/** A store with what belongs to it. */
export interface StoreParts {
  store: RoomStore;
  writer: RoomWriter;
  bus: RoomBus;
  timer: RoomTimer;
  counts: SharedCounts;
  /** Resolves when the store could first be reached; rejects where this process must not use it. */
  ready: Promise<void>;
  status(): StoreStatus;
  /** Called when rooms cannot be reached, and when they can again, with which those are; returns the disposer. */
  onChange(listener: (isAway: boolean, concerns: (roomId: string) => boolean) => void): () => void;
  /** Called when updates of these rooms may have been missed though the store was there; returns the disposer. */
  onGap(listener: (concerns: (roomId: string) => boolean) => void): () => void;
  /** Ends timers, subscriptions and connections; rooms stay in a store that outlives the process. */
  close(): Promise<void>;
}
