import type { Redis } from 'ioredis';
import { isAway } from '../../../../protocol/index.js';
import { askRedis, isElsewhere } from './redis-errors.js';

/**
 * After a message that took longer, in ms, the others wait for the next turn of the event loop, so that
 * halls that change their phases together do not keep everything else waiting.
 */
const HEAVY_MS = 1;
/** While so many wait there is no rest: what comes next stays in the socket, and does not pile up here. */
const MAX_WAITING = 256;
/** After a node of a cluster refused a channel, or dropped it, in ms: its slot is on its way. */
const RENEW_AGAIN_MS = 200;
/** Each node of a cluster tells of its own keys alone, and not by the slot of this channel. */
const KEY_EVENTS = '__keyevent@';

type Handler = (message: string) => void;
export type ReportError = (error: unknown, where: string) => void;

/**
 * The subscriptions of the one subscriber connection; they outlive its reconnections. In a cluster a channel is where
 * the keys of its slot are.
 */
export class Channels {
  private readonly handlers = new Map<string, Set<Handler>>();
  private readonly renewed = new Set<() => void>();
  /** Messages for the next turn, in order. */
  private readonly waiting: [channel: string, message: string][] = [];
  private isResting = false;
  private renewing: NodeJS.Timeout | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly isCluster: boolean,
    private readonly report: ReportError,
  ) {
    for (const event of ['message', 'smessage'])
      redis.on(event, (channel: string, message: string) => {
        this.waiting.push([channel, message]);
        if (!this.isResting) this.work();
      });
    redis.on('moved', () => this.renewSoon());
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
    await askRedis(this.listenTo(channel));
  }

  async unsubscribe(channel: string, handler: Handler): Promise<void> {
    const handlers = this.handlers.get(channel);
    handlers?.delete(handler);
    if (handlers?.size !== 0) return;
    this.handlers.delete(channel);
    // A connection that is away has forgotten its subscriptions by itself.
    if (this.redis.status !== 'ready') return;
    const isSharded = this.isSharded(channel);
    const { redis } = this;
    await askRedis(isSharded ? redis.sunsubscribe(channel) : redis.unsubscribe(channel));
  }

  /** Calls the listener when all subscriptions stand again after a reconnection; returns the disposer. */
  onRenewed(listener: () => void): () => void {
    this.renewed.add(listener);
    return () => this.renewed.delete(listener);
  }

  private isSharded(channel: string): boolean {
    return this.isCluster && !channel.startsWith(KEY_EVENTS);
  }

  /** One at a time, as channels of several slots cannot be named in one command. */
  private async listenTo(channel: string): Promise<void> {
    try {
      await (this.isSharded(channel)
        ? this.redis.ssubscribe(channel)
        : this.redis.subscribe(channel));
    } catch (error) {
      if (isElsewhere(error)) this.renewSoon();
      throw error;
    }
  }

  /** By then a channel has been moved to another node by those who follow its room, or it belongs here. */
  private renewSoon(): void {
    if (this.renewing !== undefined) return;
    this.renewing = setTimeout(() => {
      this.renewing = undefined;
      if (this.redis.status === 'ready') void this.renew();
    }, RENEW_AGAIN_MS).unref();
  }

  private async renew(): Promise<void> {
    const here = Array.from(this.handlers.keys(), async (channel) => {
      await this.listenTo(channel).catch((error: unknown) => {
        if (!isElsewhere(error)) throw error;
      });
    });
    try {
      await askRedis(Promise.all(here));
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
