import type { RoomBus } from '../contract.js';
import type { RoomUpdate } from '../room-update.js';
import type { Channels } from './channels.js';
import type { Shards } from './shards.js';
import type { RedisKeys } from './keys.js';
import { isAway } from '../../../../protocol/index.js';
import { parseUpdate } from './room-codec.js';

type Listener = (update: RoomUpdate) => void;

/** Another part that needs to know which rooms this process follows. */
export interface BusObserver {
  followed(roomId: string): void;
  heard(roomId: string, update: RoomUpdate): void;
  left(roomId: string): void;
}

interface Followed {
  /** Those of the primary that has the room. */
  channels: Channels;
  listeners: Set<Listener>;
  handler: (message: string) => void;
}

/** The rooms' channels in Redis; what a room's scripts publish is heard in the order in which they ran. */
export class RedisBus implements RoomBus {
  private readonly rooms = new Map<string, Followed>();

  constructor(
    private readonly shards: Pick<Shards, 'of'>,
    private readonly keys: RedisKeys,
    private readonly observer: BusObserver,
  ) {}

  async subscribe(roomId: string, listener: Listener): Promise<() => Promise<void>> {
    const followed = this.rooms.get(roomId) ?? this.follow(roomId);
    followed.listeners.add(listener);
    const stop = (): Promise<void> => this.unsubscribe(roomId, followed, listener);
    try {
      // Again for each listener, so that each waits until the subscription stands.
      await followed.channels.subscribe(this.keys.updates(roomId), followed.handler);
    } catch (error) {
      await stop();
      throw error;
    }
    this.observer.followed(roomId);
    return stop;
  }

  /** Rooms have another primary; resolves when their channels stand there. */
  async move(isMoved: (roomId: string) => boolean): Promise<void> {
    const moved = [...this.rooms].filter(([roomId]) => isMoved(roomId));
    await Promise.all(
      moved.map(async ([roomId, followed]) => {
        const channel = this.keys.updates(roomId);
        // The primary of before may go on for some seconds, and whatever it tells is void.
        followed.channels.unsubscribe(channel, followed.handler).catch(() => {});
        followed.channels = this.shards.of(roomId).channels;
        await followed.channels.subscribe(channel, followed.handler);
      }),
    );
  }

  private follow(roomId: string): Followed {
    const listeners = new Set<Listener>();
    const handler = (message: string): void => {
      const update = parseUpdate(message);
      this.observer.heard(roomId, update);
      for (const listener of listeners) listener(update);
    };
    const { channels } = this.shards.of(roomId);
    const followed = { channels, listeners, handler };
    this.rooms.set(roomId, followed);
    return followed;
  }

  private async unsubscribe(roomId: string, followed: Followed, listener: Listener): Promise<void> {
    followed.listeners.delete(listener);
    if (followed.listeners.size > 0 || this.rooms.get(roomId) !== followed) return;
    this.rooms.delete(roomId);
    this.observer.left(roomId);
    try {
      await followed.channels.unsubscribe(this.keys.updates(roomId), followed.handler);
    } catch (error) {
      // The handler is gone, whatever Redis goes on sending.
      if (!isAway(error)) throw error;
    }
  }
}
