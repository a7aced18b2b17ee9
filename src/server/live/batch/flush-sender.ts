import { chatPayload, type Audience, type StoredChat } from '../../../game/chat-log.js';
import {
  encodeChat,
  encodeEmotes,
  encodeEvent,
  type CompactChat,
  type CompactFlush,
  type FlushEvent,
  type SlotFinder,
} from '../../../protocol/index.js';
import { welcome, type Newcomer } from './admission.js';
import type { Audiences } from './audiences.js';
import type { SlowConsumers } from './slow-consumers.js';
import type { FlushContent, NewName } from './pending-flush.js';
import { channelsOf, type Broadcaster } from './broadcaster.js';
import type { RoomSender } from './room-sender.js';
import type { RoomView } from './room-view.js';

const AUDIENCES: readonly Audience[] = ['living', 'ghosts'];

/**
 * Sends a flush to the connections of a room on this process: JSON clients one event for each
 * kind, compact clients one frame. Everything is encoded once per audience and format.
 */
export class FlushSender implements RoomSender {
  /** Every compact client gets every number. */
  seq = 0;
  changes = 0;
  readonly mergesTransitions = true;
  readonly hasMore = false;
  lastChatId: number;
  private readonly channels: ReturnType<typeof channelsOf>;
  private readonly slotOf: SlotFinder = (...who) => this.view.slotOf(...who);

  constructor(
    private readonly view: RoomView,
    private readonly audiences: Audiences,
    private readonly slowConsumers: SlowConsumers,
    private readonly broadcaster: Broadcaster,
  ) {
    this.lastChatId = view.chat.lastGhostId();
    this.channels = channelsOf(view.roomId);
  }

  emit(events: readonly FlushEvent[], toGhosts: readonly FlushEvent[]): void {
    const nobody = { living: [], ghosts: [] };
    const told = { before: [], after: [...events], toGhosts: [...toGhosts] };
    const nothing = { moved: nobody, emoted: nobody, near: nobody, said: nobody, amended: nobody };
    this.send({ ...told, ...nothing, joined: [], forgotten: [] }, []);
  }

  send(content: FlushContent, refresh: readonly string[]): void {
    this.seq++;
    const { before, after, amended, toGhosts } = content;
    if (before.length + after.length + amended.ghosts.length + toGhosts.length > 0) this.changes++;
    const fresh = refresh.filter((id) => this.audiences.has(id));
    this.sendJson(content, fresh);
    this.sendCompact(content, fresh);
    this.slowConsumers.sent(this.seq, performance.now());
    this.lastChatId = content.said.ghosts.at(-1)?.ghostId ?? this.lastChatId;
  }

  /** Nobody waits here: who is admitted is sent everything within the call. */
  dropNewcomer(): void {}

  toldSeq(): number {
    return this.seq;
  }

  toldChat(): number {
    return this.lastChatId;
  }

  admit(newcomers: readonly Newcomer[], names: ReadonlyMap<Newcomer, NewName[]>): void {
    for (const audience of AUDIENCES) {
      const group = newcomers.filter(({ slot }) => this.view.audienceOf(slot) === audience);
      if (group.length === 0) continue;
      const [back, anew] = this.divide(group);
      if (back.length > 0) this.catchUp(back, audience);
      if (anew.length > 0) welcome(this.view, this.broadcaster, this.seq, audience, anew);
      for (const newcomer of group) {
        const { connectionId, slot, format, admitted } = newcomer;
        this.audiences.admit(connectionId, slot, format);
        if (format === 'compact') this.slowConsumers.add(connectionId, performance.now());
        for (const name of names.get(newcomer) ?? [])
          this.broadcaster.emit([connectionId], 'setPlayerName', name);
        admitted();
      }
    }
  }

  /** Those who lack places and chat alone, and all others. In a blind room each is told the own place apart. */
  private divide(newcomers: readonly Newcomer[]): [back: Newcomer[], anew: Newcomer[]] {
    const { isBlind, chat } = this.view;
    const isBack = ({ toldChanges, cursor }: Newcomer): boolean =>
      toldChanges === this.changes && !isBlind && cursor !== null && chat.reachesBack(cursor.id);
    return [newcomers.filter(isBack), newcomers.filter((one) => !isBack(one))];
  }

  private catchUp(newcomers: readonly Newcomer[], audience: Audience): void {
    const moves = this.view.packedPositions(this.view.seats.keys(), audience);
    const told = new Map<number, string[]>();
    // Cursors of clients that were set aside are all the room's own.
    for (const { connectionId, cursor } of newcomers) {
      const id = cursor?.id ?? 0;
      told.set(id, [...(told.get(id) ?? []), connectionId]);
    }
    for (const [id, connectionIds] of told) {
      const said = this.view.chat.history(audience, { audience: 'ghosts', id });
      this.broadcaster.emit(connectionIds, 'flush', [
        this.seq,
        moves,
        this.packChat(said, audience),
      ]);
    }
  }

  private sendJson(content: FlushContent, refresh: string[]): void {
    const { before, moved, emoted, said, amended, after, toGhosts } = content;
    const present = AUDIENCES.filter((audience) => this.audiences.hasAny('json', audience));
    if (present.length === 0) return;
    const everyone = present.map((audience) => this.channels.json[audience]);
    const emit = (events: FlushEvent[]): void => {
      for (const [event, payload] of events) this.broadcaster.emit(everyone, event, payload);
    };
    emit(before);
    for (const group of this.sameMoves(moved, present)) {
      const updates = this.view.positions(moved[group[0] as Audience], group[0] as Audience);
      const targets = group.map((audience) => this.channels.json[audience]);
      if (updates.length > 0)
        this.broadcaster.emit(targets, 'updatePosition', { seq: this.seq, updates }, refresh);
    }
    for (const audience of present) {
      const ids = this.among(refresh, 'json', audience);
      if (ids.length === 0) continue;
      const updates = this.view.positions(this.view.seats.keys(), audience);
      this.broadcaster.emit(ids, 'updatePosition', { seq: this.seq, updates });
    }
    for (const audience of present) {
      const emotes = emoted[audience].flatMap(({ slot, emote }) => {
        const playerId = this.view.seats.get(slot)?.playerId;
        return playerId === undefined ? [] : { playerId, emote };
      });
      if (emotes.length > 0)
        this.broadcaster.emit([this.channels.json[audience]], 'emote', { emotes });
    }
    for (const audience of present) {
      // The speaker may have been kicked since, or the message was amended.
      const chats = said[audience].filter(({ message }) => message !== '');
      const channel = [this.channels.json[audience]];
      if (chats.length > 0)
        this.broadcaster.emit(channel, 'chatMessage', chatPayload(chats, audience));
      for (const [event, payload] of amended[audience])
        this.broadcaster.emit(channel, event, payload);
    }
    emit(after);
    if (present.includes('ghosts'))
      for (const [event, payload] of toGhosts)
        this.broadcaster.emit([this.channels.json.ghosts], event, payload);
  }

  private sendCompact(content: FlushContent, refresh: string[]): void {
    const { moved, emoted, said, amended, toGhosts } = content;
    const present = AUDIENCES.filter((audience) => this.audiences.hasAny('compact', audience));
    // Ids differ between the audiences, so a frame that names messages is never the same for both.
    const byGhosts = emoted.ghosts.length - emoted.living.length;
    const groups =
      said.ghosts.length + amended.ghosts.length + toGhosts.length + byGhosts === 0
        ? this.sameMoves(moved, present)
        : present.map((audience) => [audience]);
    for (const group of groups) {
      const audience = group[0] as Audience;
      const targets = group.map((one) => this.channels.compact[one]);
      this.broadcaster.emit(
        targets,
        'flush',
        this.pack(moved[audience], audience, content),
        refresh,
      );
      for (const one of group) {
        const ids = this.among(refresh, 'compact', one);
        if (ids.length > 0)
          this.broadcaster.emit(ids, 'flush', this.pack(this.view.seats.keys(), one, content));
      }
    }
  }

  /** While no ghost moves, both audiences see the same. */
  private sameMoves(
    moved: FlushContent['moved'],
    present: readonly Audience[],
  ): readonly (readonly Audience[])[] {
    return present.length === 2 && moved.living.length === moved.ghosts.length
      ? [present]
      : present.map((audience) => [audience]);
  }

  private among(ids: string[], format: 'json' | 'compact', audience: Audience): string[] {
    return ids.filter((id) => {
      const member = this.audiences.get(id);
      return member?.format === format && member.audience === audience;
    });
  }

  private packChat(said: StoredChat[], audience: Audience): CompactChat | null {
    if (said.length === 0) return null;
    const { messages } = chatPayload(said, audience);
    return encodeChat(messages, this.slotOf);
  }

  private pack(
    slots: Iterable<number>,
    audience: Audience,
    { before, emoted, said, amended, after, toGhosts }: FlushContent,
  ): CompactFlush {
    const moves = this.view.packedPositions(slots, audience);
    const chat = this.packChat(said[audience], audience);
    const compact = (events: FlushEvent[]) =>
      events.map((event) => encodeEvent(event, this.slotOf));
    const first = before.length > 0 ? compact(before) : null;
    // Fields at the end that say nothing are left out.
    const heard = audience === 'ghosts' ? toGhosts : [];
    const last = [...amended[audience], ...after, ...heard];
    const emotes = encodeEmotes(emoted[audience]);
    if (emotes !== '') return [this.seq, moves, chat, first ?? [], compact(last), emotes];
    if (last.length > 0) return [this.seq, moves, chat, first, compact(last)];
    if (first !== null) return [this.seq, moves, chat, first];
    return chat === null ? [this.seq, moves] : [this.seq, moves, chat];
  }
}
