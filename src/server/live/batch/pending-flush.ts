import {
  deletedIds,
  emptied,
  isAmong,
  isBy,
  type Audience,
  type DeletedMessage,
  type StoredChat,
} from '../../../game/chat-log.js';
import { isBig } from '../../../game/big-room.js';
import { unmaskedPayload } from '../../../game/unmasked.js';
import type { RoomChange } from '../../../game/room-change.js';
import type { FlushEvent, NearChat, SlotEmote } from '../../../protocol/index.js';
import type { HeardNear, ShareUpdate } from '../store/room-update.js';
import type { RoomView } from './room-view.js';
import { settingsEvents } from './settings-events.js';

/** What a flush sends, in this order: events, positions, emotes, chat, what was deleted or unmasked of it, events. */
export interface FlushContent {
  /** Newcomers, names, presence. */
  before: FlushEvent[];
  /** In a big room: slots that have come or are told anew, and those of which nobody knows any more who sits there. */
  joined: number[];
  forgotten: number[];
  /** Slots that have moved, as far as an audience sees them move (R7.1). */
  moved: Record<Audience, number[]>;
  emoted: Record<Audience, SlotEmote[]>;
  /** In a big room: for those near, oldest first. */
  near: Record<Audience, NearChat[]>;
  said: Record<Audience, StoredChat[]>;
  /** Deleted and unmasked messages, which each audience knows by other ids. */
  amended: Record<Audience, FlushEvent[]>;
  /** Exits, host and settings in the order in which they happened. */
  after: FlushEvent[];
  /** What only ghosts hear, behind everything else. */
  toGhosts: FlushEvent[];
}

export interface NewName {
  playerId: string;
  playerName: string;
}

/** What came from the room's channel since the last flush, folded so that it is sent once. */
export class PendingFlush {
  private readonly isBig: boolean;
  private readonly joined = new Set<number>();
  /** In a big room. */
  private readonly left = new Set<number>();
  /** By slot; a newcomer's name is in its roster entry already. */
  private renamed: ({ slot: number } & NewName)[] = [];
  private readonly presence = new Map<string, boolean>();
  /** Slots of those who are in another team now. */
  private readonly dealt = new Set<number>();
  private readonly moved = new Set<number>();
  /** By slot; `byGhost` as it was when the emote was shown, whatever the flush brings (R7.1). */
  private readonly emoted = new Map<number, SlotEmote & { byGhost: boolean }>();
  private near: HeardNear[] = [];
  private said: StoredChat[] = [];
  private deleted: DeletedMessage[] = [];
  private unmasked: DeletedMessage[] = [];
  private after: FlushEvent[] = [];

  constructor(private readonly view: RoomView) {
    this.isBig = isBig(view.settings);
  }

  get isEmpty(): boolean {
    const { joined, renamed, presence, dealt, moved, emoted } = this;
    const { near, said, deleted, unmasked, after } = this;
    const chat = near.length + said.length + deleted.length + unmasked.length;
    const lists = renamed.length + chat + after.length + this.left.size;
    return joined.size + presence.size + dealt.size + moved.size + emoted.size + lists === 0;
  }

  /** How much it would send, for the metrics. */
  get size(): { moves: number; chats: number } {
    return { moves: this.moved.size, chats: this.said.length + this.near.length };
  }

  /** Notes a change that the view has applied already; false if it changes nothing here. */
  add(change: RoomChange): boolean {
    switch (change.kind) {
      case 'seated':
        this.joined.add(change.seat.slot);
        return true;
      case 'attached':
      case 'dropped': {
        const seat = this.view.seats.get(change.slot);
        if (seat !== undefined) this.presence.set(seat.playerId, change.kind === 'attached');
        return true;
      }
      case 'left':
        this.addExit(change.slot, change.playerId, change.reason === 'kicked');
        return true;
      case 'renamed': {
        const { slot, playerName } = change;
        const playerId = this.view.seats.get(slot)?.playerId;
        if (playerId !== undefined) this.renamed.push({ slot, playerId, playerName });
        return true;
      }
      case 'dealt':
        for (const [slot] of change.seats) this.dealt.add(slot);
        return true;
      case 'host':
        this.after.push(['updateHost', { hostId: change.hostId }]);
        return true;
      case 'muted': {
        const { playerId, muted } = change;
        this.after.push(['mutePlayer', { playerId, muted }]);
        return true;
      }
      case 'helpers':
        if (change.helpers.coHosts === undefined) return false;
        this.after.push(['updateCoHosts', { coHostIds: this.view.coHostIds }]);
        return true;
      case 'acting':
        this.after.push(['actingHost', { playerId: change.actingId }]);
        return true;
      case 'settings':
        this.after.push(...settingsEvents(this.view.settings, Object.keys(change.settings)));
        return true;
      case 'messagesDeleted': {
        const isDeleted = isAmong(change.messages);
        // What was not told yet never is.
        this.said = this.said.map((chat) => (isDeleted(chat) ? emptied(chat) : chat));
        this.deleted.push(...change.messages);
        return true;
      }
      case 'messagesUnmasked':
        this.unmasked.push(...change.messages);
        return true;
      default:
        return false;
    }
  }

  /** Notes moves, emotes and chat that the view has applied already. */
  addShared({ moves, emotes = [], chats, near = [] }: ShareUpdate): void {
    if (!this.view.isBlind) for (const { slot } of moves) this.moved.add(slot);
    for (const shown of emotes) {
      const byGhost = this.view.audienceOf(shown.slot) === 'ghosts';
      this.emoted.set(shown.slot, { ...shown, byGhost });
    }
    for (const chat of chats) this.said.push(chat);
    for (const heard of near) this.near.push(heard);
  }

  /** Names set since the last flush by those who sit in a slot. */
  namesOf(slot: number | null): NewName[] {
    return this.renamed.flatMap(({ slot: renamed, playerId, playerName }) =>
      renamed === slot ? [{ playerId, playerName }] : [],
    );
  }

  /** Hands over everything; what comes next is for the next flush. */
  take(): FlushContent {
    const content: FlushContent = {
      ...this.roster(),
      moved: this.moves(),
      emoted: this.emotes(),
      near: this.nearChats(),
      said: { living: this.said.filter(({ livingId }) => livingId !== null), ghosts: this.said },
      amended: { living: this.amendments('living'), ghosts: this.amendments('ghosts') },
      after: this.after,
      toGhosts: [],
    };
    this.joined.clear();
    this.left.clear();
    this.renamed = [];
    this.presence.clear();
    this.dealt.clear();
    this.moved.clear();
    this.emoted.clear();
    this.near = [];
    this.said = [];
    this.deleted = [];
    this.unmasked = [];
    this.after = [];
    return content;
  }

  private addExit(slot: number, playerId: string, kicked: boolean): void {
    this.moved.delete(slot);
    this.emoted.delete(slot);
    this.dealt.delete(slot);
    this.presence.delete(playerId);
    this.renamed = this.renamed.filter((name) => name.playerId !== playerId);
    const isTheirs = isBy(playerId);
    if (kicked) {
      this.said = this.said.map((chat) => (isTheirs(chat) ? emptied(chat) : chat));
      this.near = this.near.filter((heard) => heard.slot !== slot);
    }
    // Who came and went within a flush was announced to nobody.
    if (this.joined.delete(slot)) return;
    if (this.isBig) this.left.add(slot);
    if (kicked || !this.isBig) this.after.push([kicked ? 'kickRoom' : 'exitRoom', { playerId }]);
  }

  private amendments(audience: Audience): FlushEvent[] {
    const { chat, hasGhosts } = this.view;
    const ids = deletedIds(this.deleted, audience, hasGhosts);
    const shown = unmaskedPayload(chat, this.unmasked, audience, hasGhosts);
    const events: FlushEvent[] = [];
    if (ids.living.length + ids.ghosts.length > 0) events.push(['deleteMessages', ids]);
    if (shown.messages.length > 0) events.push(['unmaskMessages', shown]);
    return events;
  }

  /** A big room is told of nobody by name: those near ask anew who is there. */
  private roster(): Pick<FlushContent, 'before' | 'joined' | 'forgotten'> {
    if (!this.isBig) return { before: this.rosterEvents(), joined: [], forgotten: [] };
    const renamed = this.renamed.map(({ slot }) => slot);
    const changed = [...new Set([...renamed, ...this.dealt])].filter(
      (one) => !this.joined.has(one),
    );
    return {
      before: [],
      joined: [...this.joined, ...changed],
      forgotten: [...this.left, ...changed],
    };
  }

  private rosterEvents(): FlushEvent[] {
    const events: FlushEvent[] = [];
    const seats = [...this.joined].flatMap((slot) => this.view.seats.get(slot) ?? []);
    if (seats.length > 0)
      events.push(['joinRoom', { players: seats.map((seat) => this.view.player(seat, 'living')) }]);
    // The newcomers' entries above carry their newest names already.
    for (const { slot, playerId, playerName } of this.renamed)
      if (!this.joined.has(slot)) events.push(['setPlayerName', { playerId, playerName }]);
    const players = [...this.dealt].flatMap((slot) =>
      this.joined.has(slot) ? [] : this.view.teamOf(slot),
    );
    if (players.length > 0) events.push(['setTeam', { players }]);
    if (this.presence.size > 0) {
      const players = Array.from(this.presence, ([playerId, connected]) => ({
        playerId,
        connected,
      }));
      events.push(['updatePresence', { players }]);
    }
    return events;
  }

  private moves(): Record<Audience, number[]> {
    const living: number[] = [];
    const ghosts: number[] = [];
    for (const slot of this.moved) {
      const isGhost = this.view.audienceOf(slot) === 'ghosts';
      // The roster told where newcomers are; of a ghost only where the living see it.
      if (this.joined.has(slot) && !isGhost) continue;
      ghosts.push(slot);
      if (!isGhost) living.push(slot);
    }
    return { living, ghosts };
  }

  private emotes(): Record<Audience, SlotEmote[]> {
    const ghosts = [...this.emoted.values()];
    return { living: ghosts.filter(({ byGhost }) => !byGhost), ghosts };
  }

  private nearChats(): Record<Audience, NearChat[]> {
    const told = (some: readonly HeardNear[]): NearChat[] =>
      some.map(({ slot, message }) => ({ slot, message }));
    return { living: told(this.near.filter(({ byGhost }) => !byGhost)), ghosts: told(this.near) };
  }
}
