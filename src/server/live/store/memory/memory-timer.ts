import type { Due, DueHandler, RoomTimer } from '../contract.js';

/** The longest delay that setTimeout takes, in ms; longer deadlines are re-armed on the way. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

interface Armed {
  due: Due;
  at: number;
  handle: NodeJS.Timeout;
}

/** One timeout per room and kind of deadline. */
export class MemoryTimer implements RoomTimer {
  private readonly armed = new Map<string, Armed>();
  private readonly handlers = new Set<DueHandler>();
  private isClosed = false;

  constructor(private readonly now: () => number) {}

  onDue(handler: DueHandler): () => void {
    this.handlers.add(handler);
    return () => this.handlers.delete(handler);
  }

  /** Replaces the deadline of the same room and kind. */
  arm(due: Due, at: number): void {
    // A change that was under way may come after the end.
    if (this.isClosed) return;
    const key = keyOf(due);
    clearTimeout(this.armed.get(key)?.handle);
    const delay = Math.min(Math.max(0, at - this.now()), MAX_TIMEOUT_MS);
    const handle = setTimeout(() => this.fire(key), delay).unref();
    this.armed.set(key, { due, at, handle });
  }

  armedAt(due: Pick<Due, 'kind' | 'roomId'>): number | undefined {
    return this.armed.get(keyOf(due))?.at;
  }

  disarm(due: Pick<Due, 'kind' | 'roomId'>): void {
    clearTimeout(this.armed.get(keyOf(due))?.handle);
    this.armed.delete(keyOf(due));
  }

  close(): void {
    this.isClosed = true;
    for (const { handle } of this.armed.values()) clearTimeout(handle);
    this.armed.clear();
    this.handlers.clear();
  }

  private fire(key: string): void {
    const armed = this.armed.get(key);
    if (armed === undefined) return;
    // Timeouts may fire a hair early, and long ones in stages.
    if (armed.at > this.now()) return this.arm(armed.due, armed.at);
    this.armed.delete(key);
    for (const handler of this.handlers) handler(armed.due, 'timeout');
  }
}

function keyOf(due: Pick<Due, 'kind' | 'roomId'>): string {
  return `${due.kind}:${due.roomId}`;
}
