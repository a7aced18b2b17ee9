import type {
  NoticeCode,
  ServerEvent,
  ServerPayload,
  Transport,
} from '../../src/protocol/index.js';
import type { Broadcaster, FlushText } from '../../src/server/live/batch/broadcaster.js';

/** One call of `emit`: it would be encoded once. */
export interface Frame {
  targets: string[];
  except: string[];
  event: ServerEvent;
  payload: unknown;
  /** The connections that it reached, by the channels as they were. */
  reached: string[];
  /** What would go over the wire, written down at once. */
  text: string;
  /** By the (fake) clock, epoch ms. */
  at: number;
}

/** Records every frame in order and who got it. */
export class FakeBroadcaster implements Broadcaster {
  readonly frames: Frame[] = [];
  /** The same frames by whom they reached, as halls hear thousands of them. */
  private readonly byConnection = new Map<string, Frame[]>();
  readonly disconnected: string[] = [];
  readonly reconnected: string[] = [];
  readonly terminated: string[] = [];
  private readonly channels = new Map<string, Set<string>>();
  /** Return true to make the sending of a frame fail. */
  breaks: (frame: Pick<Frame, 'targets' | 'event'>) => boolean = () => false;

  emit<E extends ServerEvent>(
    targets: string[],
    event: E,
    payload: ServerPayload<E>,
    except: string[] = [],
  ): void {
    if (this.breaks({ targets, event })) throw new Error(`cannot send ${event}`);
    const reached = new Set(
      targets.flatMap((target) => [...(this.channels.get(target) ?? [target])]),
    );
    for (const id of except) reached.delete(id);
    const text = JSON.stringify([event, payload]);
    const copy = structuredClone(payload);
    const at = Date.now();
    const frame = { targets, except, event, payload: copy, reached: [...reached], text, at };
    this.frames.push(frame);
    for (const id of reached) {
      const heard = this.byConnection.get(id);
      if (heard === undefined) this.byConnection.set(id, [frame]);
      else heard.push(frame);
    }
  }

  emitFlushes(targets: string[], flushes: readonly FlushText[]): void {
    for (const { payload } of flushes) this.emit(targets, 'flush', payload);
  }

  enter(connectionId: string, channel: string): void {
    const members = this.channels.get(channel) ?? new Set();
    this.channels.set(channel, members.add(connectionId));
  }

  leave(connectionId: string, channel: string): void {
    this.channels.get(channel)?.delete(connectionId);
  }

  /** Whether a connection is in any channel. */
  isListening(connectionId: string): boolean {
    return [...this.channels.values()].some((members) => members.has(connectionId));
  }

  disconnect(connectionId: string, notice?: NoticeCode): void {
    if (notice !== undefined) this.emit([connectionId], 'notice', { code: notice });
    this.disconnected.push(connectionId);
  }

  reconnect(connectionId: string): void {
    this.reconnected.push(connectionId);
  }

  terminate(connectionId: string): void {
    this.terminated.push(connectionId);
  }

  transportOf(): Transport {
    return 'websocket';
  }

  /** Forgets what was sent so far. */
  clear(): void {
    this.frames.length = 0;
    this.byConnection.clear();
  }

  /** What a connection got, in order. */
  heard(connectionId: string): Frame[] {
    return this.byConnection.get(connectionId)?.slice() ?? [];
  }

  eventsOf(connectionId: string): ServerEvent[] {
    return this.heard(connectionId).map(({ event }) => event);
  }

  payloads<E extends ServerEvent>(connectionId: string, event: E): ServerPayload<E>[] {
    const frames = this.heard(connectionId).filter((frame) => frame.event === event);
    return frames.map(({ payload }) => payload as ServerPayload<E>);
  }

  /** Everything that a connection got as it would come over the wire. */
  textOf(connectionId: string): string {
    return this.heard(connectionId)
      .map(({ text }) => text)
      .join('\n');
  }
}
