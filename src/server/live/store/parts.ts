import type { RoomWriter } from './room-writer.js';
import type { RoomBus, RoomStore, RoomTimer } from './contract.js';
import type { SharedCounts } from '../../contracts/shared-counts.js';

export interface StoreStatus {
  kind: 'memory' | 'redis';
  /** Whether the store cannot be reached now. */
  isAway: boolean;
  /** What works, but not as it should; for whoever runs the server. */
  warnings: string[];
  /** Those of a store in Redis. */
  shards: readonly ShardStatus[];
  /** How often another primary took rooms over. */
  switches: number;
}

/** One primary of Redis that has rooms. */
export interface ShardStatus {
  /** As `host:port`. */
  name: string;
  isAway: boolean;
  /** By how much its clock is ahead of that of all deadlines, in ms. */
  clockMs: number;
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
  /** Called when updates may have been missed though the store was there; returns the disposer. */
  onGap(listener: () => void): () => void;
  /** Ends timers, subscriptions and connections; rooms stay in a store that outlives the process. */
  close(): Promise<void>;
}
