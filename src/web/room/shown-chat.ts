import type { Audience, ChatCursor, ChatEntry } from '../../protocol/events.js';
import type { DeletedIds, MaskedMessage, UnmaskedMessage } from '../../protocol/moderation.js';
import { CHAT_KEPT } from '../../protocol/limits.js';
import { personOf } from '../../protocol/person.js';

export type ChatRow =
  /** What was said to those near (R23.7) has no number: its `id` is 0. */
  | { kind: 'message'; key: string; entry: ChatEntry; audience: Audience; isNear?: true }
  | { kind: 'gap'; key: string; missed: number };

/** Rows kept for display; the server keeps more than anybody scrolls back. */
const ROWS_KEPT = 250;
/** Keys remembered against repeats: more than the history that a reconnect can bring. */
const KEYS_KEPT = 2 * CHAT_KEPT + ROWS_KEPT;

/**
 * Chat without repeats across reconnects (R8.1). Ids count per audience, so a message is
 * known by audience, id and time together.
 */
export class ShownChat {
  rows: ChatRow[] = [];
  audience: Audience = 'living';
  #last: ChatCursor | undefined;
  #incarnation: string | undefined;
  readonly #seen = new Set<string>();
  #isHistory = false;
  #nearCount = 0;
  /** What was said where words are masked, by audience and id; only hosts are told (R8.7). */
  readonly #originals = new Map<string, string>();

  /** The last message seen, to ask the server for what came after it. */
  get last(): ChatCursor | undefined {
    return this.#last;
  }

  /**
   * The next messages are history, of a new connection or after being behind: they may leave a gap. Under
   * another incarnation of the store, numbers cannot be compared with those of before.
   */
  startedAnew(incarnation?: string): void {
    if (this.#last?.incarnation !== incarnation) this.#last = undefined;
    this.#incarnation = incarnation;
    // Of what is kept it is told again.
    this.#originals.clear();
    this.#isHistory = this.#last !== undefined;
  }

  /** Adds a frame; answers the messages that were new. */
  add(entries: readonly ChatEntry[]): ChatEntry[] {
    const fresh: ChatRow[] = [];
    const first = entries[0];
    // Across a change of audience the numbers cannot be compared.
    const last = this.#last?.audience === this.audience ? this.#last.id : undefined;
    if (this.#isHistory && first && last !== undefined && first.id > last + 1) {
      const missed = first.id - last - 1;
      fresh.push({ kind: 'gap', key: `gap:${this.audience}:${first.id}`, missed });
    }
    if (first) this.#isHistory = false;
    const added: ChatEntry[] = [];
    for (const entry of entries) {
      const key = `${this.audience}:${entry.id}:${entry.timestamp}`;
      // It was taken back or deleted, and is there for its number.
      if (entry.message === '') {
        this.rows = this.rows.filter((row) => row.key !== key);
        this.#note(entry);
        continue;
      }
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      fresh.push({ kind: 'message', key, entry, audience: this.audience });
      this.#note(entry);
      added.push(entry);
    }
    if (fresh.length > 0) this.rows = [...this.rows, ...fresh].slice(-ROWS_KEPT);
    this.#forgetOldKeys();
    return added;
  }

  /** Adds what somebody has said to those near, of which nothing is told twice. */
  addNear(said: Pick<ChatEntry, 'playerId' | 'playerName' | 'message'>): void {
    const { audience } = this;
    const entry = { ...said, id: 0, timestamp: 0 };
    const key = `near:${++this.#nearCount}`;
    this.rows = [...this.rows, { kind: 'message', key, entry, audience, isNear: true } as const];
    this.rows = this.rows.slice(-ROWS_KEPT);
  }

  /** Takes everything away that a player said, who was kicked, in whatever seat. */
  takeBack(playerId: string): void {
    const person = personOf(playerId);
    this.rows = this.rows.filter(
      (row) => row.kind === 'gap' || personOf(row.entry.playerId) !== person,
    );
  }

  /** Takes away what the host has deleted. */
  delete(ids: DeletedIds): void {
    const deleted = { living: new Set(ids.living), ghosts: new Set(ids.ghosts) };
    this.rows = this.rows.filter(
      (row) => row.kind === 'gap' || !deleted[row.audience].has(row.entry.id),
    );
  }

  noteMasked({ audience, id, message }: MaskedMessage): void {
    this.#originals.set(`${audience}:${id}`, message);
    for (const oldest of this.#originals.keys())
      if (this.#originals.size > CHAT_KEPT) this.#originals.delete(oldest);
  }

  /** What was said in a message with masked words, as far as this page was told. */
  originalOf({ audience, entry }: ChatRow & { kind: 'message' }): string | undefined {
    const original = this.#originals.get(`${audience}:${entry.id}`);
    return original === entry.message ? undefined : original;
  }

  /** Shows messages as they were said, in which words were masked. */
  unmask(messages: readonly UnmaskedMessage[]): void {
    this.rows = this.rows.map((row) => {
      if (row.kind === 'gap') return row;
      const shown = messages.find((one) => one[row.audience] === row.entry.id);
      return shown ? { ...row, entry: { ...row.entry, message: shown.message } } : row;
    });
  }

  #note({ id }: ChatEntry): void {
    this.#last = { audience: this.audience, id, incarnation: this.#incarnation };
  }

  #forgetOldKeys(): void {
    for (const key of this.#seen) {
      if (this.#seen.size <= KEYS_KEPT) return;
      this.#seen.delete(key);
    }
  }
}
