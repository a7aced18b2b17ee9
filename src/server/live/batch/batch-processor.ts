import { isBig } from '../../../game/big-room.js';
import { entriesOn } from '../../../game/kinds/entry.js';
import type { Position } from '../../../game/shared/zones.js';
import { isAway, RoomError, type FlushEvent } from '../../../protocol/index.js';
import type { ShareBatch } from '../store/contract.js';
import type { RoomChange, Transition } from '../../../game/room-change.js';
import type { ShareUpdate } from '../store/room-update.js';
import {
  catchUpEvents,
  ghostEvents,
  givenEvents,
  isCorrectionAfterGame,
  transitionEvents,
  type Newcomer,
} from './admission.js';
import type { RoomSender } from './room-sender.js';
import { AlignedTicker } from './aligned-ticker.js';
import { ChatSender, type BatchHost } from './chat-sender.js';
import { CorrectedResults } from './corrected-results.js';
import { PendingFlush } from './pending-flush.js';
import { TURNS } from './crowd/areas.js';
import { BigRoomRate } from './big-room-rate.js';
import { RoomRate, type SmallRooms } from './room-rate.js';
import type { TickRate } from './tick-rate.js';
import type { RoomView } from './room-view.js';
import { walk, type Given } from './given-places.js';
import { TrackRecorder } from './track-recorder.js';

const RECHECK_MS = 250; // after a deadline, for a clock that was set back

/** The texts of a player, on their way to the store. */
type WrittenMove = NonNullable<ShareBatch['texts']>[number];

/** What observers of the pipeline may hook on to; nothing in it depends on them. */
export interface BatchHooks {
  /** After each flush of a room that had something to send. */
  flushed?(info: { moves: number; chats: number; newcomers: number; tookMs: number }): void;
  /** A client was cut off as it did not read. */
  gaveUp?(): void;
  failed(error: unknown, step: 'share' | 'flush' | 'compare'): void;
  /** The room was woken for a flush, so many ms after its tick. */
  woken?(lateMs: number): void;
  /** The store has taken what was collected. */
  shared?(tookMs: number): void;
}

export interface BatchSettings {
  tickRate: TickRate;
  /** There where small rooms have shorter intervals. */
  smallRooms?: SmallRooms | undefined;
  /** How long before its flush a room shares; 0 where the store answers within the call. */
  shareLeadMs: number;
  /** Whether tracks are kept on this server. */
  keepsTracks?: boolean;
  hooks: BatchHooks;
}

/**
 * The batch of one room on one process: collects what its own players do, shares it with the store
 * once per interval, and flushes what the room's channel brought to the players here, each frame encoded
 * once per audience.
 */
export class BatchProcessor {
  // Collected here since the last share.
  private readonly moves = new Map<number, ShareBatch['moves'][number]>();
  /** The last move to be shared of each slot, so that one that failed never comes back after a newer one. */
  private readonly latest = new Map<number, ShareBatch['moves'][number]>();
  /** With the question that each is written for. */
  private readonly texts = new Map<number, { text: WrittenMove; question: string }>();
  private readonly emotes = new Map<number, NonNullable<ShareBatch['emotes']>[number]>();
  private readonly chat: ChatSender;
  private readonly given = new Map<number, Given>();
  /** Moves made after the deadline of a question; they wait for the next phase (R5.3). */
  private readonly held = new Map<number, ShareBatch['moves'][number]>();
  private moveDeadline: number | null = null;

  // Received from the channel since the last flush.
  private readonly pending: PendingFlush;
  private newcomers: Newcomer[] = [];
  /** Connections that need all positions, because what they may see has changed (R7.4). */
  private readonly refresh = new Set<string>();

  readonly track: TrackRecorder;
  private readonly rate: RoomRate | BigRoomRate;
  private readonly flushes: AlignedTicker;
  private readonly shares: AlignedTicker;
  private deadlineTimer: NodeJS.Timeout | undefined;
  private readonly corrected = new CorrectedResults(() => this.flush(catchUpEvents(this.view)));

  constructor(
    private readonly view: RoomView,
    private readonly sender: RoomSender,
    private readonly host: BatchHost,
    private readonly settings: BatchSettings,
  ) {
    this.pending = new PendingFlush(view);
    const { tickRate, smallRooms, shareLeadMs, keepsTracks = false, hooks } = settings;
    const now = (): number => host.now();
    this.track = new TrackRecorder(view, { keepsTracks, now });
    this.rate = isBig(view.settings)
      ? new BigRoomRate(tickRate, view.settings.maxPlayerCount, TURNS)
      : new RoomRate(tickRate, smallRooms, () => view.seats.size);
    this.chat = new ChatSender({
      host,
      request: () => this.shares.request(),
      failed: (error) => hooks.failed(error, 'share'),
    });
    const offset = Number(view.pin);
    const share = (): void => void this.share();
    if (shareLeadMs === 0) {
      // The store publishes within the call, so what is shared is in the same flush.
      this.flushes = new AlignedTicker(this.rate, offset, now, (lateMs) => {
        hooks.woken?.(lateMs);
        share();
        this.flush();
      });
      this.shares = this.flushes;
    } else {
      this.flushes = new AlignedTicker(this.rate, offset, now, (lateMs) => {
        hooks.woken?.(lateMs);
        this.flush();
      });
      this.shares = new AlignedTicker(
        this.rate,
        offset - shareLeadMs,
        now,
        (lateMs) => void this.share(lateMs),
      );
    }
  }

  /** Keeps the latest move per slot; behind a curtain nobody moves (R4.12). */
  pushMove(slot: number, generation: number, position: Position): void {
    if (this.view.isCurtained) return;
    this.collectOrHold({ slot, generation, position });
  }

  private collectOrHold(move: ShareBatch['moves'][number]): void {
    const { moveDeadline } = this;
    if (moveDeadline === null || this.host.now() < moveDeadline) return this.collect(move);
    this.held.set(move.slot, move);
    this.lookAgain(moveDeadline, RECHECK_MS);
  }

  private collect(move: ShareBatch['moves'][number]): void {
    this.moves.set(move.slot, move);
    this.latest.set(move.slot, move);
    this.shares.request();
  }

  /** Keeps the latest texts per slot, of the question that is asked. */
  pushText(text: WrittenMove): void {
    const question = this.view.asked?.question.key;
    if (question === undefined) return;
    this.texts.set(text.slot, { text, question });
    this.shares.request();
  }

  /** Keeps the latest emote per slot; behind a curtain nobody shows any. */
  pushEmote(slot: number, generation: number, emote: number): void {
    if (this.view.isCurtained) return;
    this.emotes.set(slot, { slot, generation, emote });
    this.shares.request();
  }

  /** As `ChatSender.push`. */
  pushChat(chat: ShareBatch['chats'][number]): Promise<void> {
    return this.chat.push(chat);
  }

  /** Admits a connection at the next flush. */
  pushNewcomer(newcomer: Newcomer): void {
    this.newcomers.push(newcomer);
    this.flushes.request();
  }

  dropNewcomer(connectionId: string): void {
    this.newcomers = this.newcomers.filter((one) => one.connectionId !== connectionId);
    this.sender.dropNewcomer(connectionId);
  }

  /** Notes a change that the view has applied already, for the next flush. */
  add(change: RoomChange): void {
    if (this.pending.add(change)) this.flushes.request();
    // It may be told to some alone.
    else this.sender.changes++;
  }

  /** The same for what players shared. */
  addShared(update: ShareUpdate): void {
    this.pending.addShared(update);
    if (!this.pending.isEmpty) this.flushes.request();
  }

  /** Forgets what was to be flushed, as everybody starts anew. */
  discard(): void {
    this.pending.take();
    this.sender.changes++;
    this.refresh.clear();
  }

  /** A new phase stands: moves up to `deadline` count for it, and those that waited go on. */
  enterPhase(deadline: number | null, refresh: readonly string[]): void {
    this.moveDeadline = deadline;
    this.track.enterPhase();
    this.release();
    for (const connectionId of refresh) this.refresh.add(connectionId);
    if (this.refresh.size > 0) this.flushes.request();
    // What was collected until the deadline has to be with the store before anybody judges it.
    if (deadline === null) clearTimeout(this.deadlineTimer);
    else this.lookAgain(deadline, deadline - this.host.now());
  }

  /** Until the phase ends: where the store's clock was set back, what came late was in time. */
  private lookAgain(deadline: number, inMs: number): void {
    clearTimeout(this.deadlineTimer);
    this.deadlineTimer = setTimeout(() => {
      if (this.host.now() < deadline) this.release();
      void this.share();
      this.lookAgain(deadline, Math.max(deadline - this.host.now(), RECHECK_MS));
    }, inMs);
  }

  private release(): void {
    const waited = [...this.held.values()];
    this.held.clear();
    for (const move of waited) this.collectOrHold(move); // perhaps of the same phase, sent anew
  }

  /**
   * Sends to the store what was collected; resolves when it is stored and published. `lateMs` is how
   * late it begins where it is meant for the next flush.
   */
  async share(lateMs?: number): Promise<void> {
    const speech = this.chat.take();
    const { size } = this.texts;
    if (this.moves.size + this.emotes.size + size === 0 && speech === undefined) return;
    const moves = [...this.moves.values()];
    const emotes = [...this.emotes.values()];
    const written = [...this.texts.values()];
    this.moves.clear();
    this.emotes.clear();
    this.texts.clear();
    const question = this.noteEntries(moves);
    const asked = question.question?.key;
    // Texts for a question that is over come too late.
    const texts = written.flatMap((one) => (one.question === asked ? one.text : []));
    const { shareLeadMs, hooks } = this.settings;
    const startedAt = performance.now();
    try {
      const batch = { moves, texts, emotes, chats: [], ...question, ...speech?.said };
      const leftOut = await this.host.share(batch);
      if (speech !== undefined) this.chat.stored(speech, leftOut);
      const tookMs = performance.now() - startedAt;
      hooks.shared?.(tookMs);
      if (lateMs !== undefined) this.rate.shared(lateMs + tookMs <= shareLeadMs);
    } catch (error) {
      // Where players stand and what they wrote is shared when the store is back, emotes are not; nothing is where the room has ended.
      if (isAway(error)) {
        for (const one of written)
          if (!this.texts.has(one.text.slot)) this.texts.set(one.text.slot, one);
        for (const move of moves) {
          this.given.delete(move.slot);
          if (this.latest.get(move.slot) === move) this.collect(move);
        }
        if (written.length > 0) this.shares.request();
      }
      if (speech !== undefined) this.chat.failed(speech, error);
      else if (!(error instanceof RoomError)) hooks.failed(error, 'share');
    }
  }

  /**
   * Marks the moves that lead to another answer to the question that is asked (R6.5), and the first of each player in
   * it (R6.15), and names it, with how far all have walked in it.
   */
  private noteEntries(
    moves: readonly ShareBatch['moves'][number][],
  ): Pick<ShareBatch, 'question' | 'walked'> {
    const { asked } = this.view;
    const now = this.host.now();
    const isEntry = asked?.floor ? entriesOn(asked.floor) : undefined;
    let walked = 0;
    for (const move of moves) {
      const { slot, generation, position } = move;
      let given = this.given.get(slot);
      const before =
        given?.generation === generation ? given.position : this.view.seats.get(slot)?.position;
      move.entered = isEntry !== undefined && before !== undefined && isEntry(before, position);
      if (given === undefined)
        this.given.set(slot, (given = { generation, position, walkedUntil: -Infinity }));
      if (before !== undefined) walked += walk(given, before, position, now);
      const key = asked?.question.key;
      move.moved = key !== undefined && given.movedIn !== key;
      given.movedIn = key;
      given.generation = generation;
      given.position = position;
    }
    return asked === undefined ? {} : { question: asked.question, walked: Math.round(walked) };
  }

  /**
   * Sends to the sockets here everything that was received, and admits newcomers. A `transition` into the
   * next phase, which the view does not know yet, goes behind it in the same frame, and `toGhosts` behind that.
   */
  flush(transition: readonly FlushEvent[] = [], toGhosts: readonly FlushEvent[] = []): void {
    const { pending, refresh, newcomers, sender } = this;
    const isQuiet = pending.isEmpty && !sender.hasMore;
    if (isQuiet && refresh.size + newcomers.length + transition.length === 0) return;
    const startedAt = performance.now();
    const info = { ...pending.size, newcomers: newcomers.length };
    let unsent = transition;
    this.guard(() => {
      const admitted = this.admissible();
      const names = new Map(admitted.map((one) => [one, pending.namesOf(one.slot)]));
      const isNeeded = !pending.isEmpty || refresh.size > 0 || sender.hasMore;
      // Newcomers get the room as it was, and then the transition, as everybody.
      const mayMerge = admitted.length === 0 && sender.mergesTransitions;
      const isMerged = mayMerge && transition.length > 0;
      const content = pending.take();
      if (isMerged) {
        content.after.push(...transition);
        content.toGhosts.push(...toGhosts);
      }
      const fresh = [...refresh];
      refresh.clear();
      if (isNeeded || isMerged) sender.send(content, fresh);
      if (isMerged) unsent = [];
      sender.admit(admitted, names);
    });
    if (unsent.length > 0) this.guard(() => sender.emit(unsent, toGhosts));
    if (sender.hasMore) this.flushes.request();
    this.settings.hooks.flushed?.({ ...info, tookMs: performance.now() - startedAt });
  }

  /** Sends what was received, and behind it what a new phase tells, which the view does not know yet. */
  changePhase(transition: Transition): void {
    const { state } = this.view;
    if (isCorrectionAfterGame(state.phase, transition)) {
      this.corrected.note();
      if (transition.given !== undefined) this.flush(givenEvents(state, transition));
      return;
    }
    const events = transitionEvents(state, transition);
    const tellsTable = events.some(([event]) => event === 'endGame');
    if (transition.phase.kind === 'lobby' && !tellsTable) this.corrected.tellWaiting();
    else this.corrected.forget();
    this.flush(events, ghostEvents(state, transition));
  }

  /** The same to everybody at once, as nothing comes after it. */
  finish(): void {
    this.flush();
    if (this.sender.hasMore) this.guard(() => this.sender.emit([], []));
  }

  /** What cannot be sent must not keep anybody from what comes next. */
  private guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.settings.hooks.failed(error, 'flush');
    }
  }

  close(): void {
    this.corrected.forget();
    clearTimeout(this.deadlineTimer);
    this.track.close();
    this.flushes.close();
    this.shares.close();
    this.rate.close();
  }

  /** Takes those newcomers whom the room knows by now out of the queue. */
  private admissible(): Newcomer[] {
    // The store's answer may be faster than the room's channel, without which a newcomer is a stranger.
    const isKnown = ({ slot, connectionId }: Newcomer): boolean =>
      slot === null || this.view.seats.get(slot)?.connectionId === connectionId;
    const known = this.newcomers.filter(isKnown);
    if (known.length > 0) this.newcomers = this.newcomers.filter((one) => !isKnown(one));
    return known;
  }
}
