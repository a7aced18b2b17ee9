import { chatPayload, type Audience, type StoredChat } from '../game/chat-log.js';
import type { Position } from '../game/zones.js';
import { RoomError, type ServerEvent, type ServerPayload } from '../protocol/index.js';
import type { ShareBatch } from '../store/contract.js';
import type { RoomFact } from '../store/facts.js';
import { welcome, type Newcomer } from './admission.js';
import type { Audiences } from './audiences.js';
import { FlushGrid } from './flush-grid.js';
import { channelsOf, type Outlet } from './outlet.js';
import type { RoomView } from './room-view.js';

/** What observers of the pipeline may hook on to; nothing in it depends on them. */
export interface BatchHooks {
  /** After each flush of a room that had something to send. */
  flushed?(info: { moves: number; chats: number; newcomers: number; tookMs: number }): void;
  failed(error: unknown, stage: 'share' | 'flush' | 'compare'): void;
  /** At each place on the grid of flushes where the room was woken, so many ms after it. */
  woken?(lateMs: number): void;
  /** The store has taken what was collected. */
  shared?(tookMs: number): void;
}

export interface BatchSettings {
  /** 0 sends each event at once, for comparison. */
  flushIntervalMs: number;
  /** How long before its flush a room shares; 0 where the store answers within the call. */
  shareLeadMs: number;
  now: () => number;
  share: (batch: ShareBatch) => Promise<void>;
  hooks: BatchHooks;
}

/**
 * The batch of one room on one process: collects what its own players do, shares it with the store
 * once per interval, and flushes what the room's channel told to the players here, each frame encoded
 * once per audience.
 */
export class BatchProcessor {
  // Collected here since the last share.
  private readonly moves = new Map<number, ShareBatch['moves'][number]>();
  /** The last move to be shared of each slot, so that one that failed never comes back after a newer one. */
  private readonly latest = new Map<number, ShareBatch['moves'][number]>();
  private chats: ShareBatch['chats'] = [];
  /** Moves made after the deadline of a question; they wait for the next phase (R5.3). */
  private readonly held = new Map<number, ShareBatch['moves'][number]>();
  private moveDeadline: number | null = null;

  // Heard from the channel since the last flush.
  private readonly joined = new Set<number>();
  private renamed: { slot: number; playerId: string; playerName: string }[] = [];
  private presence = new Map<string, boolean>();
  private readonly moved = new Set<number>();
  private said: StoredChat[] = [];
  /** Exits, host and settings in the order in which they happened. */
  private tail: (() => void)[] = [];
  private newcomers: Newcomer[] = [];
  /** Connections that need all positions, because what they may see has changed (R7.4). */
  private readonly refresh = new Set<string>();

  private seq = 0;
  private readonly flushes: FlushGrid;
  private readonly shares: FlushGrid;
  private deadlineTimer: NodeJS.Timeout | undefined;
  private readonly channels: ReturnType<typeof channelsOf>;

  constructor(
    private readonly view: RoomView,
    private readonly audiences: Audiences,
    private readonly outlet: Outlet,
    private readonly settings: BatchSettings,
  ) {
    this.channels = channelsOf(view.roomId);
    const { flushIntervalMs, shareLeadMs, now, hooks } = settings;
    const offset = Number(view.pin);
    const share = (): void => void this.share();
    if (shareLeadMs === 0) {
      // The store publishes within the call, so what is shared is in the same flush.
      this.flushes = new FlushGrid(flushIntervalMs, offset, now, (lateMs) => {
        hooks.woken?.(lateMs);
        share();
        this.flush();
      });
      this.shares = this.flushes;
    } else {
      this.flushes = new FlushGrid(flushIntervalMs, offset, now, (lateMs) => {
        hooks.woken?.(lateMs);
        this.flush();
      });
      this.shares = new FlushGrid(flushIntervalMs, offset - shareLeadMs, now, share);
    }
  }

  /** Keeps the latest move per slot. */
  pushMove(slot: number, epoch: number, position: Position): void {
    this.collectOrHold({ slot, epoch, position });
  }

  private collectOrHold(move: ShareBatch['moves'][number]): void {
    const isLate = this.moveDeadline !== null && this.settings.now() >= this.moveDeadline;
    if (isLate) this.held.set(move.slot, move);
    else this.collect(move);
  }

  private collect(move: ShareBatch['moves'][number]): void {
    this.moves.set(move.slot, move);
    this.latest.set(move.slot, move);
    this.shares.request();
  }

  pushChat(slot: number, epoch: number, message: string): void {
    this.chats.push({ slot, epoch, message });
    this.shares.request();
  }

  /** Admits a connection at the next flush. */
  pushNewcomer(newcomer: Newcomer): void {
    this.newcomers.push(newcomer);
    this.flushes.request();
  }

  dropNewcomer(connectionId: string): void {
    this.newcomers = this.newcomers.filter((one) => one.connectionId !== connectionId);
  }

  /** Takes note of a fact that the view has applied already. */
  hear(fact: RoomFact): void {
    switch (fact.kind) {
      case 'seated':
        this.joined.add(fact.seat.slot);
        break;
      case 'attached':
      case 'dropped': {
        const seat = this.view.seats.get(fact.slot);
        if (seat !== undefined) this.presence.set(seat.playerId, fact.kind === 'attached');
        break;
      }
      case 'left':
        this.hearExit(fact.slot, fact.playerId, fact.reason === 'kicked');
        break;
      case 'renamed': {
        const seat = this.view.seats.get(fact.slot);
        if (seat !== undefined)
          this.renamed.push({
            slot: fact.slot,
            playerId: seat.playerId,
            playerName: fact.playerName,
          });
        break;
      }
      case 'shared':
        for (const { slot } of fact.moves) this.moved.add(slot);
        for (const chat of fact.chats) this.said.push(chat);
        break;
      case 'host':
        this.tellLater('updateHost', { hostId: fact.hostId });
        break;
      case 'options':
        this.tellLater('updateRoomOption', fact.options);
        break;
      case 'quizSet':
        this.tellLater('updateRoomQuizset', fact.quizSet);
        break;
      case 'screen':
        this.tellLater('updateScreen', fact.screen);
        break;
      case 'muted':
        this.tellLater('muteChat', { muted: fact.muted });
        break;
      case 'phase':
      case 'closed':
        return;
    }
    this.flushes.request();
  }

  /** A new phase stands: moves up to `deadline` count for it, and those that waited go on. */
  enterPhase(deadline: number | null, refresh: readonly string[]): void {
    this.moveDeadline = deadline;
    const waited = [...this.held.values()];
    this.held.clear();
    // It may be the same phase again, told anew by a catch-up.
    for (const move of waited) this.collectOrHold(move);
    for (const connectionId of refresh) this.refresh.add(connectionId);
    if (this.refresh.size > 0) this.flushes.request();
    // What was collected until the deadline has to be with the store before anybody judges it.
    clearTimeout(this.deadlineTimer);
    if (deadline !== null)
      this.deadlineTimer = setTimeout(() => void this.share(), deadline - this.settings.now());
  }

  /** Sends to the store what was collected; resolves when it is stored and published. */
  async share(): Promise<void> {
    if (this.moves.size === 0 && this.chats.length === 0) return;
    const batch = { moves: [...this.moves.values()], chats: this.chats };
    this.moves.clear();
    this.chats = [];
    const startedAt = performance.now();
    try {
      await this.settings.share(batch);
      this.settings.hooks.shared?.(performance.now() - startedAt);
    } catch (error) {
      if (!(error instanceof RoomError)) return this.settings.hooks.failed(error, 'share');
      // The room has ended meanwhile.
      if (error.code !== 'STORE_AWAY') return;
      // Where players stand is shared when the store is back. Chat may have got through, and must
      // not be told twice.
      for (const move of batch.moves) if (this.latest.get(move.slot) === move) this.collect(move);
    }
  }

  /** Sends to the sockets here everything that was heard, and admits newcomers. */
  flush(): void {
    if (!this.hasNews()) return;
    const startedAt = performance.now();
    const info = {
      moves: this.moved.size,
      chats: this.said.length,
      newcomers: this.newcomers.length,
    };
    try {
      this.flushRoster();
      this.flushMoves();
      this.flushChat();
      const tail = this.tail;
      this.tail = [];
      for (const tell of tail) tell();
      this.admitNewcomers();
    } catch (error) {
      this.settings.hooks.failed(error, 'flush');
    }
    this.settings.hooks.flushed?.({ ...info, tookMs: performance.now() - startedAt });
  }

  close(): void {
    clearTimeout(this.deadlineTimer);
    this.flushes.close();
    this.shares.close();
  }

  private hasNews(): boolean {
    const { joined, presence, moved, refresh, renamed, said, tail, newcomers } = this;
    const sizes = joined.size + presence.size + moved.size + refresh.size;
    return sizes + renamed.length + said.length + tail.length + newcomers.length > 0;
  }

  private hearExit(slot: number, playerId: string, kicked: boolean): void {
    this.moved.delete(slot);
    // Nobody has been told of somebody who came and went within a flush.
    if (this.joined.delete(slot)) return;
    this.tellLater(kicked ? 'kickRoom' : 'exitRoom', { playerId });
  }

  private tellLater<E extends ServerEvent>(event: E, payload: ServerPayload<E>): void {
    this.tail.push(() => this.outlet.emit([this.channels.everyone], event, payload));
  }

  private flushRoster(): void {
    const { everyone } = this.channels;
    const seats = [...this.joined].flatMap((slot) => this.view.seats.get(slot) ?? []);
    if (seats.length > 0)
      this.outlet.emit([everyone], 'joinRoom', {
        players: seats.map((seat) => this.view.player(seat, 'living')),
      });
    // The newcomers' frame above carries their newest names already.
    for (const { slot, playerId, playerName } of this.renamed)
      if (!this.joined.has(slot))
        this.outlet.emit([everyone], 'setPlayerName', { playerId, playerName });
    if (this.presence.size > 0) {
      const players = Array.from(this.presence, ([playerId, connected]) => ({
        playerId,
        connected,
      }));
      this.presence = new Map();
      this.outlet.emit([everyone], 'updatePresence', { players });
    }
  }

  private flushMoves(): void {
    // The roster's frame told where newcomers are; of a ghost only where the living see it.
    const isUntold = (slot: number): boolean =>
      !this.joined.has(slot) || this.view.audienceOf(slot) === 'ghosts';
    const slots = [...this.moved].filter(isUntold);
    this.moved.clear();
    this.joined.clear();
    const refresh = [...this.refresh].filter((id) => this.audiences.has(id));
    this.refresh.clear();
    if (slots.length + refresh.length === 0) return;

    const seq = ++this.seq;
    const alive = slots.filter((slot) => this.view.audienceOf(slot) === 'living');
    const seen = { living: alive, ghosts: slots };
    // While no ghost moves, both audiences see the same: one frame for both.
    const groups: Audience[][] =
      alive.length === slots.length ? [['living', 'ghosts']] : [['living'], ['ghosts']];
    for (const group of groups) {
      const updates = this.view.positions(seen[group[0] as Audience], group[0] as Audience);
      if (updates.length === 0) continue;
      const targets = group.map((audience) => this.channels[audience]);
      this.outlet.emit(targets, 'updatePosition', { seq, updates }, refresh);
    }
    for (const audience of ['living', 'ghosts'] as const) {
      const ids = refresh.filter((id) => this.audiences.audienceOf(id) === audience);
      if (ids.length === 0) continue;
      const updates = this.view.positions(this.view.seats.keys(), audience);
      this.outlet.emit(ids, 'updatePosition', { seq, updates });
    }
  }

  private flushChat(): void {
    const said = this.said;
    if (said.length === 0) return;
    this.said = [];
    const heard = { living: said.filter(({ livingId }) => livingId !== null), ghosts: said };
    for (const audience of ['living', 'ghosts'] as const) {
      const chats = heard[audience];
      if (chats.length === 0 || !this.audiences.hasAny(audience)) continue;
      this.outlet.emit([this.channels[audience]], 'chatMessage', chatPayload(chats, audience));
    }
  }

  private admitNewcomers(): void {
    // The store's answer may be faster than the room's channel, without which a newcomer is a stranger.
    const isKnown = ({ slot, connectionId }: Newcomer): boolean =>
      slot === null || this.view.seats.get(slot)?.connectionId === connectionId;
    const newcomers = this.newcomers.filter(isKnown);
    const renamed = this.renamed;
    this.newcomers = this.newcomers.filter((one) => !isKnown(one));
    this.renamed = [];
    if (newcomers.length === 0) return;
    for (const audience of ['living', 'ghosts'] as const) {
      const group = newcomers.filter(({ slot }) => this.view.audienceOf(slot) === audience);
      if (group.length === 0) continue;
      welcome(this.view, this.outlet, audience, group);
      for (const { connectionId, slot, admitted } of group) {
        this.audiences.admit(connectionId, slot);
        // Who set a name while waiting hears which one stands.
        for (const { playerId, playerName } of renamed.filter((name) => name.slot === slot))
          this.outlet.emit([connectionId], 'setPlayerName', { playerId, playerName });
        admitted();
      }
    }
  }
}
