import { emptied, type Audience, type StoredChat } from '../game/chat-log.js';
import {
  personOf,
  type FlushFact,
  type ServerEvent,
  type ServerPayload,
} from '../protocol/index.js';
import type { RoomFact } from '../store/facts.js';
import type { RoomView } from './room-view.js';

/** What a flush tells, in this order: facts, where who stands, chat, facts. */
export interface FlushContent {
  /** Newcomers, names, presence. */
  before: FlushFact[];
  /** Slots that have moved, as far as an audience sees them move (R7.1). */
  moved: Record<Audience, number[]>;
  said: Record<Audience, StoredChat[]>;
  /** Exits, host and settings in the order in which they happened. */
  after: FlushFact[];
}

export interface NewName {
  playerId: string;
  playerName: string;
}

/** What was heard from the room's channel since the last flush, folded so that it is told once. */
export class News {
  private readonly joined = new Set<number>();
  /** By slot; a newcomer's name is in its roster entry already. */
  private renamed: ({ slot: number } & NewName)[] = [];
  private readonly presence = new Map<string, boolean>();
  private readonly moved = new Set<number>();
  private said: StoredChat[] = [];
  private after: FlushFact[] = [];

  constructor(private readonly view: RoomView) {}

  get isEmpty(): boolean {
    const { joined, renamed, presence, moved, said, after } = this;
    return (
      joined.size + renamed.length + presence.size + moved.size + said.length + after.length === 0
    );
  }

  /** How much it would tell, for the metrics. */
  get size(): { moves: number; chats: number } {
    return { moves: this.moved.size, chats: this.said.length };
  }

  /** Takes note of a fact that the view has applied already; false if it changes nothing here. */
  hear(fact: RoomFact): boolean {
    switch (fact.kind) {
      case 'seated':
        this.joined.add(fact.seat.slot);
        return true;
      case 'attached':
      case 'dropped': {
        const seat = this.view.seats.get(fact.slot);
        if (seat !== undefined) this.presence.set(seat.playerId, fact.kind === 'attached');
        return true;
      }
      case 'left':
        this.hearExit(fact.slot, fact.playerId, fact.reason === 'kicked');
        return true;
      case 'renamed': {
        const { slot, playerName } = fact;
        const playerId = this.view.seats.get(slot)?.playerId;
        if (playerId !== undefined) this.renamed.push({ slot, playerId, playerName });
        return true;
      }
      case 'shared':
        for (const { slot } of fact.moves) this.moved.add(slot);
        for (const chat of fact.chats) this.said.push(chat);
        return true;
      case 'host':
        return this.tellLater('updateHost', { hostId: fact.hostId });
      case 'options':
        return this.tellLater('updateRoomOption', fact.options);
      case 'quizSet':
        return this.tellLater('updateRoomQuizset', fact.quizSet);
      case 'screen':
        return this.tellLater('updateScreen', fact.screen);
      case 'muted':
        return this.tellLater('muteChat', { muted: fact.muted });
      case 'phase':
      case 'screensFreed':
      case 'closed':
        return false;
    }
  }

  /** Names set since the last flush by those who sit in a slot. */
  namesOf(slot: number | null): NewName[] {
    return this.renamed.flatMap(({ slot: renamed, playerId, playerName }) =>
      renamed === slot ? [{ playerId, playerName }] : [],
    );
  }

  /** Hands over everything; what comes next is for the next flush. */
  take(): FlushContent {
    const content = {
      before: this.rosterFacts(),
      moved: this.moves(),
      said: { living: this.said.filter(({ livingId }) => livingId !== null), ghosts: this.said },
      after: this.after,
    };
    this.joined.clear();
    this.renamed = [];
    this.presence.clear();
    this.moved.clear();
    this.said = [];
    this.after = [];
    return content;
  }

  private hearExit(slot: number, playerId: string, kicked: boolean): void {
    this.moved.delete(slot);
    this.presence.delete(playerId);
    this.renamed = this.renamed.filter((name) => name.playerId !== playerId);
    if (kicked) this.said = this.said.map((chat) => emptied(chat, personOf(playerId)));
    // Nobody has been told of somebody who came and went within a flush.
    if (this.joined.delete(slot)) return;
    this.tellLater(kicked ? 'kickRoom' : 'exitRoom', { playerId });
  }

  private tellLater<E extends Exclude<ServerEvent, 'flush'>>(
    event: E,
    payload: ServerPayload<E>,
  ): true {
    this.after.push([event, payload] as FlushFact);
    return true;
  }

  private rosterFacts(): FlushFact[] {
    const facts: FlushFact[] = [];
    const seats = [...this.joined].flatMap((slot) => this.view.seats.get(slot) ?? []);
    if (seats.length > 0)
      facts.push(['joinRoom', { players: seats.map((seat) => this.view.player(seat, 'living')) }]);
    // The newcomers' entries above carry their newest names already.
    for (const { slot, playerId, playerName } of this.renamed)
      if (!this.joined.has(slot)) facts.push(['setPlayerName', { playerId, playerName }]);
    if (this.presence.size > 0) {
      const players = Array.from(this.presence, ([playerId, connected]) => ({
        playerId,
        connected,
      }));
      facts.push(['updatePresence', { players }]);
    }
    return facts;
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
}
