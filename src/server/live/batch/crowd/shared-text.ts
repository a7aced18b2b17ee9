import { chatPayload, type Audience, type StoredChat } from '../../../../game/chat-log.js';
import {
  encodeChat,
  encodeEmotes,
  encodeEvent,
  type CompactEvent,
  type SlotEmote,
} from '../../../../protocol/index.js';
import { FlushText } from '../broadcaster.js';
import type { SharedLog } from './shared-log.js';

/** What everybody of an audience is told, as JSON; null where there is nothing. */
export interface Told {
  chat: Buffer | null;
  /** An array. */
  events: Buffer | null;
}

/** What happens in one area: `before` goes before the moves. */
export interface Happened {
  seq: number;
  moves: string;
  before: readonly CompactEvent[];
  emotes: readonly SlotEmote[];
}

const NULL = Buffer.from('null');
const EMPTY = Buffer.from('[]');
const COMMA = Buffer.from(',');
const END = Buffer.from(']');

/** Names are told with what is said: a page of a big room knows few slots. */
export const nobody = (): undefined => undefined;

/** The entries of a log as JSON, each stretch of it encoded once, however many areas are told of it. */
export class SharedText {
  private end = 0;
  private readonly known = new Map<string, Told>();

  constructor(private readonly log: SharedLog) {}

  /** From this entry on. */
  since(index: number, audience: Audience): Told {
    if (this.end !== this.log.end) {
      this.end = this.log.end;
      this.known.clear();
    }
    const key = `${index}/${audience}`;
    const known = this.known.get(key) ?? this.encode(index, audience);
    this.known.set(key, known);
    return known;
  }

  private encode(index: number, audience: Audience): Told {
    const entries = this.log.since(index);
    const said = entries.flatMap(({ said }) => said[audience]);
    const events = entries.flatMap(({ events }) => events[audience]);
    return {
      chat: said.length === 0 ? null : jsonOf(chatOf(said, audience)),
      events:
        events.length === 0 ? null : jsonOf(events.map((event) => encodeEvent(event, nobody))),
    };
  }
}

/** A flush of both; fields at the end that say nothing are left out. */
export function flushText({ seq, moves, before, emotes }: Happened, told: Told): FlushText {
  // Digits need no escapes.
  const pieces: Uint8Array[] = [Buffer.from(`[${seq},"${moves}"`, 'latin1')];
  const shown = emotes.length === 0 ? null : jsonOf(encodeEmotes(emotes));
  const fields = [
    [told.chat, NULL],
    [before.length === 0 ? null : jsonOf(before), EMPTY],
    [told.events, EMPTY],
    [shown, NULL],
  ] as const;
  const count = 1 + fields.findLastIndex(([text]) => text !== null);
  for (const [text, nothing] of fields.slice(0, count)) pieces.push(COMMA, text ?? nothing);
  pieces.push(END);
  return new FlushText(Buffer.concat(pieces));
}

function jsonOf(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function chatOf(said: readonly StoredChat[], audience: Audience) {
  return encodeChat(chatPayload(said, audience).messages, nobody);
}
