import type { Audience } from '../../../../game/chat-log.js';
import { limits, type NearChat, type SlotEmote } from '../../../../protocol/index.js';

/** Where an area is: a cell of a grid, or cell 0 of 1 for screens, which see everybody. */
export interface Place {
  audience: Audience;
  grid: number;
  cell: number;
}

/** Moves in a frame, and in one that tells of everybody near. */
export interface AreaBounds {
  moves: number;
  all: number;
}

/** The connections here of one audience in one cell, and what they are still to be told of those near. */
export class Area {
  /** Connections that are told who is near with their next frame. */
  readonly fresh = new Set<string>();
  readonly connections = new Set<string>();
  private readonly moved = new Set<number>();
  private readonly forgotten = new Set<number>();
  private emotes: SlotEmote[] = [];
  private said: NearChat[] = [];

  constructor(
    readonly place: Place,
    readonly group: number,
    readonly channel: string,
    readonly bounds: AreaBounds,
  ) {}

  get hasMore(): boolean {
    return this.hasNews || this.fresh.size > 0;
  }

  /** Whether anything happened near that was not told. */
  get hasNews(): boolean {
    return this.moved.size + this.forgotten.size + this.emotes.length + this.said.length > 0;
  }

  /** A slot that waits already keeps its place, so that none waits for ever. */
  move(slot: number): void {
    this.moved.add(slot);
  }

  /** Who sat in the slot is known no more. */
  forget(slot: number): void {
    this.moved.delete(slot);
    this.forgotten.add(slot);
  }

  show(emote: SlotEmote): void {
    this.emotes.push(emote);
  }

  say(chat: NearChat): void {
    this.said.push(chat);
  }

  /** The slots that have waited longest, at most `bounds.moves`, and what else happened. */
  take(): { moved: number[]; forgotten: number[]; emotes: SlotEmote[]; said: NearChat[] } {
    const moved: number[] = [];
    for (const slot of this.moved) {
      if (moved.length >= this.bounds.moves) break;
      moved.push(slot);
    }
    for (const slot of moved) this.moved.delete(slot);
    const { emotes } = this;
    const forgotten = [...this.forgotten];
    // What somebody said who is known no more cannot wait: the slot may be another's soon.
    const isDue = ({ slot }: NearChat, index: number): boolean =>
      index < limits.NEAR_CHATS_IN_FRAME || this.forgotten.has(slot);
    const said = this.said.filter(isDue);
    this.said = this.said.filter((chat, index) => !isDue(chat, index));
    this.emotes = [];
    this.forgotten.clear();
    return { moved, forgotten, emotes, said };
  }

  /** Everything is told in another way. */
  clear(): void {
    this.moved.clear();
    this.forgotten.clear();
    this.emotes = [];
    this.said = [];
  }

  isToTell(slot: number): boolean {
    return this.moved.has(slot);
  }

  /** What nobody here was told yet. */
  get untold(): { untold: number[]; forgotten: number[] } {
    return { untold: [...this.moved], forgotten: [...this.forgotten] };
  }

  /** What those near have said, and nobody here was told yet. */
  get unsaid(): NearChat[] {
    return [...this.said];
  }
}
