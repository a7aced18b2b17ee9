import type { Redis } from 'ioredis';
import { isAway } from '../../../../protocol/index.js';
import { askRedis } from './redis-errors.js';

/**
 * After a message that took longer, in ms, the others wait for the next turn of the event loop, so that
 * halls that change their phases together do not keep everything else waiting.
 */
const HEAVY_MS = 1;
/** While so many wait there is no rest: what comes next stays in the socket, and does not pile up here. */
const MAX_WAITING = 256;

type Handler = (message: string) => void;
export type ReportError = (error: unknown, where: string) => void;

/** The subscriptions of the one subscriber connection; they outlive its reconnections. */
export class Channels {
  private readonly handlers = new Map<string, Set<Handler>>();
  private readonly renewed = new Set<() => void>();
  /** Messages for the next turn, in order. */
  private readonly waiting: [channel: string, message: string][] = [];
  private isResting = false;

  constructor(
    private readonly redis: Redis,
    private readonly report: ReportError,
  ) {
    redis.on('message', (channel: string, message: string) => {
      this.waiting.push([channel, message]);
      if (!this.isResting) this.work();
    });
    // All that this connection brought is heard before the next one is renewed and everybody catches up.
    redis.on('close', () => this.deliverAll());
    redis.on('ready', () => void this.renew());
  }

  /**
   * Resolves when Redis has confirmed. Where it rejects, the handler stays subscribed all the same and
   * hears messages from the next reconnection on.
   */
  async subscribe(channel: string, handler: Handler): Promise<void> {
    const handlers = this.handlers.get(channel) ?? new Set();
    this.handlers.set(channel, handlers.add(handler));
    await askRedis(this.redis.subscribe(channel));
  }

  async unsubscribe(channel: string, handler: Handler): Promise<void> {
    const handlers = this.handlers.get(channel);
    handlers?.delete(handler);
    if (handlers?.size !== 0) return;
    this.handlers.delete(channel);
    // A connection that is away has forgotten its subscriptions by itself.
    if (this.redis.status === 'ready') await askRedis(this.redis.unsubscribe(channel));
  }

  /** Calls the listener when all subscriptions stand again after a reconnection; returns the disposer. */
  onRenewed(listener: () => void): () => void {
    this.renewed.add(listener);
    return () => this.renewed.delete(listener);
  }

  private async renew(): Promise<void> {
    const channels = [...this.handlers.keys()];
    try {
      if (channels.length > 0) await askRedis(this.redis.subscribe(...channels));
      for (const listener of this.renewed) listener();
    } catch (error) {
      // Gone again: the next connection subscribes anew.
      if (!isAway(error)) this.report(error, 'subscribe');
      // At any other time this would end the connection for good.
      else if (this.redis.status === 'ready') this.redis.disconnect(true);
    }
  }

  /** Delivers what waits, up to the first heavy message. */
  private work(): void {
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
      const startedAt = performance.now();
      this.deliver(...next);
      const isHeavy = performance.now() - startedAt > HEAVY_MS;
      if (isHeavy && this.waiting.length < MAX_WAITING) return this.rest();
    }
  }

  private deliverAll(): void {
    for (const [channel, message] of this.waiting.splice(0)) this.deliver(channel, message);
  }

  private rest(): void {
    this.isResting = true;
    setImmediate(() => {
      this.isResting = false;
      this.work();
    });
  }

  private deliver(channel: string, message: string): void {
    for (const handler of this.handlers.get(channel) ?? []) {
      try {
        handler(message);
      } catch (error) {
        this.report(error, channel);
      }
    }
  }
}
