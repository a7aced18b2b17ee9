import type { Audience, StoredChat } from '../../../../game/chat-log.js';
import type { FlushEvent } from '../../../../protocol/index.js';

/** What everybody of an audience is told, wherever they stand. */
export interface SharedEntry {
  said: Record<Audience, readonly StoredChat[]>;
  /** In the order in which they happened, behind what was said. */
  events: Record<Audience, readonly FlushEvent[]>;
}

/** What was filed for everybody and not told to all yet, counted from the room's start. */
export class SharedLog {
  private readonly entries: (SharedEntry & { lastChatId: number })[] = [];
  private first = 0;

  constructor(private lastChatId: number) {}

  get end(): number {
    return this.first + this.entries.length;
  }

  push(entry: SharedEntry): void {
    this.lastChatId = entry.said.ghosts.at(-1)?.ghostId ?? this.lastChatId;
    this.entries.push({ ...entry, lastChatId: this.lastChatId });
  }

  /** From this number on. */
  since(index: number): readonly SharedEntry[] {
    return this.entries.slice(this.offsetOf(index));
  }

  /** The newest message of the entries before this number. */
  chatBefore(index: number): number {
    const next = this.entries[this.offsetOf(index)];
    if (next === undefined) return this.lastChatId;
    return (next.said.ghosts[0]?.ghostId ?? next.lastChatId + 1) - 1;
  }

  /** Those before this number are told. */
  forget(index: number): void {
    this.entries.splice(0, this.offsetOf(index));
    this.first = index;
  }

  /** Throws for what is forgotten already, and for what is not there yet. */
  private offsetOf(index: number): number {
    if (index < this.first || index > this.end) throw new Error(`there is no entry ${index}`);
    return index - this.first;
  }
}
