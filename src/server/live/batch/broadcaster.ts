import type { Audience } from '../../../game/chat-log.js';
import type {
  CompactFlush,
  Format,
  NoticeCode,
  ServerEvent,
  ServerPayload,
  Transport,
} from '../../../protocol/index.js';

/** A compact flush as the bytes of its JSON, for senders that know better than `JSON.stringify` what changes in it. */
export class FlushText {
  private parsed: CompactFlush | undefined;

  constructor(readonly json: Buffer) {}

  /** For connections to which the bytes cannot be written as they are. */
  get payload(): CompactFlush {
    return (this.parsed ??= JSON.parse(this.json.toString()) as CompactFlush);
  }
}

/**
 * Where a room's frames go: the sockets of this process. Targets are connection ids or channels,
 * which connections enter and leave. One call encodes its payload once, however many it reaches.
 */
export interface Broadcaster {
  emit<E extends ServerEvent>(
    targets: string[],
    event: E,
    payload: ServerPayload<E>,
    except?: string[],
  ): void;
  /** Sends these, one behind the other, and writes them at once. */
  emitFlushes(targets: string[], flushes: readonly FlushText[]): void;
  enter(connectionId: string, channel: string): void;
  leave(connectionId: string, channel: string): void;
  /**
   * Tells a connection, on whatever process it is, why it has to go, and ends it for good: its client
   * does not come back by itself.
   */
  disconnect(connectionId: string, notice?: NoticeCode): void;
  /** Ends a connection of this process so that its client connects anew and takes its seat again. */
  reconnect(connectionId: string): void;
  /** The same for a client that does not read: nothing waits for it any more. */
  terminate(connectionId: string): void;
  /** How a connection of this process is carried, where that is known. */
  transportOf(connectionId: string): Transport | undefined;
}

/** Those who have been admitted: two audiences (R7), and in each those who read one format. */
export function channelsOf(roomId: string): Record<Format, Record<Audience, string>> {
  return {
    json: { living: `${roomId}/living/json`, ghosts: `${roomId}/ghosts/json` },
    compact: { living: `${roomId}/living/compact`, ghosts: `${roomId}/ghosts/compact` },
  };
}
