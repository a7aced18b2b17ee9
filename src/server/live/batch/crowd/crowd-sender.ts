import type { Audience } from '../../../../game/chat-log.js';
import {
  CellGrid,
  encodeEvent,
  type CompactEvent,
  type CrowdPayload,
  type FlushEvent,
  type NearChat,
} from '../../../../protocol/index.js';
import type { Newcomer } from '../admission.js';
import type { AudienceObserver, Audiences } from '../audiences.js';
import type { Broadcaster, FlushText } from '../broadcaster.js';
import type { FlushContent, NewName } from '../pending-flush.js';
import type { RoomSender } from '../room-sender.js';
import type { RoomView } from '../room-view.js';
import type { SlowConsumers } from '../slow-consumers.js';
import type { Area } from './area.js';
import { Areas, SCREENS, TURNS } from './areas.js';
import { crowdOf } from './crowd-count.js';
import { inCrowd, type OwnMarks } from './crowd-events.js';
import { crowdWelcome } from './crowd-welcome.js';
import { SharedLog } from './shared-log.js';
import { flushText, nobody, SharedText, type Told } from './shared-text.js';

/** How often everybody is told of the crowd, while a question is open and else, and screens of all moves, in ms. */
const CROWD_EVERY_MS = 500;
const IDLE_CROWD_EVERY_MS = 1_000;
const SCREENS_EVERY_MS = 200;
/** Of rooms for more players. */
const MANY = 3_000;
const SCREENS_OF_MANY_EVERY_MS = 500;

const NOTHING: Told = { chat: null, events: null };

/**
 * Sends the flushes of a big room (R23): each connection hears of the moves near it, everybody of the crowd, and
 * what concerns all is told area by area, so that a quarter of them is written to with each tick.
 */
export class CrowdSender implements RoomSender, AudienceObserver {
  /** Counts what was told of the crowd. */
  seq = 0;
  lastChatId: number;
  /** Not counted: who comes back is told little in any case. */
  changes = 0;
  readonly mergesTransitions = false;
  private readonly areas: Areas;
  private readonly log: SharedLog;
  /** By turn: up to which entry of the log all of its areas were told. */
  private readonly told = Array.from({ length: TURNS + 1 }, () => 0);
  private readonly texts: SharedText;
  private readonly newcomers = new Map<Newcomer, readonly NewName[]>();
  private turn = 0;
  private hasChanged = true;
  /** As it was told last. */
  private crowd: Record<Audience, CrowdPayload> | undefined;
  /** Its entry in the log. */
  private crowdIndex = -1;
  private crowdAt = -Infinity;
  private screensAt = -Infinity;

  constructor(
    private readonly view: RoomView,
    private readonly audiences: Audiences,
    private readonly slowConsumers: SlowConsumers,
    private readonly broadcaster: Broadcaster,
  ) {
    const { maxPlayerCount } = view.settings;
    this.areas = new Areas(view, broadcaster, CellGrid.for(maxPlayerCount));
    this.lastChatId = view.chat.lastGhostId();
    this.log = new SharedLog(this.lastChatId);
    this.texts = new SharedText(this.log);
    audiences.observer = this;
  }

  get hasMore(): boolean {
    const { log, told, newcomers, areas, hasChanged } = this;
    const isTold = told.every((index) => index === log.end);
    return hasChanged || !isTold || newcomers.size > 0 || areas.hasMore;
  }

  toldSeq(connectionId: string): number {
    return this.sinceOf(connectionId) > this.crowdIndex ? this.seq : this.seq - 1;
  }

  toldChat(connectionId: string): number {
    const member = this.areas.members.get(connectionId);
    if (member === undefined) return this.lastChatId;
    return Math.min(this.lastChatId, this.log.chatBefore(this.sinceOf(connectionId)));
  }

  /** As `Audiences` says: the connection is one of this audience now, or of none. */
  changed(connectionId: string, slot: number | null, audience: Audience | null): void {
    if (audience === null) {
      this.areas.leave(connectionId);
    } else {
      const isHere = this.areas.members.has(connectionId);
      const since = isHere ? this.sinceOf(connectionId) : this.log.end;
      this.areas.enter(connectionId, slot, audience, since);
    }
  }

  send(content: FlushContent, refresh: readonly string[]): void {
    // Those who stay are told by where everybody was seen before.
    this.file(content);
    this.areas.check();
    if (refresh.length > 0) {
      this.areas.refresh(refresh, ({ group }) => this.told[group] ?? 0);
      this.hasChanged = true;
    }
    const now = performance.now();
    const isAsked = this.view.phase.kind === 'question';
    const crowdEveryMs = isAsked ? CROWD_EVERY_MS : IDLE_CROWD_EVERY_MS;
    if (this.hasChanged && now - this.crowdAt >= crowdEveryMs) this.countCrowd(now);
    this.write(this.turn);
    this.turn = (this.turn + 1) % TURNS;
    const isLarge = this.view.settings.maxPlayerCount > MANY;
    const everyMs = isLarge ? SCREENS_OF_MANY_EVERY_MS : SCREENS_EVERY_MS;
    if (now - this.screensAt < everyMs) return;
    this.screensAt = now;
    this.write(SCREENS);
  }

  emit(events: readonly FlushEvent[], toGhosts: readonly FlushEvent[]): void {
    this.areas.check();
    // Newcomers get the room as it was, and then this, as everybody.
    for (const turn of this.told.keys()) if (this.newcomersOf(turn).length > 0) this.write(turn);
    const living = inCrowd(this.view, events);
    const ghosts = inCrowd(this.view, toGhosts);
    const told = { living: living.events, ghosts: [...living.events, ...ghosts.events] };
    this.log.push({ said: { living: [], ghosts: [] }, events: told });
    // With a phase others may be seen elsewhere, and another question may be open, on another floor.
    this.areas.recount();
    this.crowd = undefined;
    this.hasChanged = true;
    for (const turn of this.told.keys()) this.write(turn, living.own);
  }

  admit(newcomers: readonly Newcomer[], names: ReadonlyMap<Newcomer, NewName[]>): void {
    for (const newcomer of newcomers) this.newcomers.set(newcomer, names.get(newcomer) ?? []);
  }

  dropNewcomer(connectionId: string): void {
    for (const newcomer of this.newcomers.keys())
      if (newcomer.connectionId === connectionId) this.newcomers.delete(newcomer);
  }

  /** Notes what happened for those whom it concerns. */
  private file({
    joined,
    forgotten,
    moved,
    emoted,
    near,
    said,
    amended,
    before,
    after,
    toGhosts,
  }: FlushContent): void {
    for (const audience of ['living', 'ghosts'] as const)
      for (const chat of near[audience]) this.areas.say(chat, audience);
    for (const slot of forgotten) this.areas.forget(slot);
    for (const audience of ['living', 'ghosts'] as const) {
      for (const slot of joined) this.areas.move(slot, audience);
      for (const slot of moved[audience]) this.areas.move(slot, audience);
      for (const emote of emoted[audience]) this.areas.show(emote, audience);
    }
    const shown = inCrowd(this.view, [...before, ...after]).events;
    const events = {
      living: [...amended.living, ...shown],
      ghosts: [...amended.ghosts, ...shown, ...toGhosts],
    };
    this.lastChatId = said.ghosts.at(-1)?.ghostId ?? this.lastChatId;
    const isShared = said.ghosts.length + events.living.length + events.ghosts.length > 0;
    if (isShared) this.log.push({ said, events });
    if (forgotten.length + joined.length + moved.ghosts.length > 0) this.hasChanged = true;
  }

  private countCrowd(now: number): void {
    this.crowdAt = now;
    this.hasChanged = false;
    const crowd = { living: crowdOf(this.view, 'living'), ghosts: crowdOf(this.view, 'ghosts') };
    this.crowd = crowd;
    this.crowdIndex = this.log.end;
    const events = {
      living: [['crowd', crowd.living] satisfies FlushEvent],
      ghosts: [['crowd', crowd.ghosts] satisfies FlushEvent],
    };
    this.log.push({ said: { living: [], ghosts: [] }, events });
    this.seq++;
    this.slowConsumers.sent(this.seq, now);
  }

  /** Tells the areas of a turn what they have not heard, each player the mark that is `owed`, and lets those in who wait for it. */
  private write(turn: number, owed: OwnMarks | null = null): void {
    this.areas.cross(turn, ({ group }) => this.told[group] ?? 0);
    const from = this.told[turn] ?? 0;
    for (const area of this.areas.inTurn(turn)) this.tell(area, from, owed);
    this.told[turn] = this.log.end;
    for (const newcomer of this.newcomersOf(turn)) this.welcome(newcomer);
    this.log.forget(Math.min(...this.told));
  }

  private tell(area: Area, from: number, owed: OwnMarks | null): void {
    const { fresh, place, channel, connections } = area;
    const { audience } = place;
    const { moved, forgotten, emotes, said } = area.take();
    const moves = this.areas.movesOf(moved, audience);
    const happened = { seq: this.seq, moves, before: forget(forgotten), emotes };
    const hasNews = moved.length + forgotten.length + emotes.length > 0;
    const flushes = new Map<number, FlushText | null>();
    const flushSince = (index: number): FlushText | null => {
      const known = flushes.get(index);
      if (known !== undefined) return known;
      const told = this.texts.since(index, audience);
      const flush = hasNews || !isEmpty(told) ? flushText(happened, told) : null;
      flushes.set(index, flush);
      return flush;
    };
    const flush = connections.size > fresh.size ? flushSince(from) : null;
    const talk = this.talkOf(said);
    if (owed === null) this.say(channel, talk, flush);
    else
      for (const connectionId of connections)
        if (!fresh.has(connectionId))
          this.say(connectionId, talk, flush, this.takeMark(connectionId, owed));
    const told = new Set(fresh.size > 0 ? moved : []);
    // Those who know nobody near are told the same, however many come at once.
    let everybody: FlushText | undefined;
    for (const connectionId of fresh) {
      const who = this.areas.knowsNobody(connectionId)
        ? (everybody ??= this.whoIsNear(connectionId, told))
        : this.whoIsNear(connectionId, told);
      const since = flushSince(this.sinceOf(connectionId));
      const unsaid = this.areas.members.get(connectionId)?.unsaid;
      const left = area.unsaid;
      const heard = unsaid ? this.talkOf(unsaid.filter((chat) => !left.includes(chat))) : talk;
      this.say(connectionId, heard, who, since, owed && this.takeMark(connectionId, owed));
    }
    this.areas.settle(area);
  }

  /** What a connection that is new in its area is told before it is told what all there are. */
  private whoIsNear(connectionId: string, moved: ReadonlySet<number>): FlushText {
    const { near, forgotten, moves } = this.areas.whoIsNear(connectionId, moved);
    const before: CompactEvent[] = [['near', near], ...forget(forgotten)];
    return flushText({ seq: this.seq, moves, before, emotes: [] }, NOTHING);
  }

  /** What those near have said, which not all in an area are told alike. */
  private talkOf(messages: readonly NearChat[]): FlushText | null {
    if (messages.length === 0) return null;
    const before: CompactEvent[] = [['nearChat', { messages: [...messages] }]];
    return flushText({ seq: this.seq, moves: '', before, emotes: [] }, NOTHING);
  }

  /** The own mark, for whoever is owed one. */
  private takeMark(connectionId: string, owed: OwnMarks): FlushText | null {
    const slot = this.areas.members.get(connectionId)?.slot ?? null;
    const seat = slot === null ? undefined : this.view.seats.get(slot);
    const mark = seat && owed.get(seat.playerId);
    if (seat === undefined || mark === undefined) return null;
    // Who crosses into another area meanwhile is met twice.
    owed.delete(seat.playerId);
    const before: CompactEvent[] = [['myResult', mark]];
    return flushText({ seq: this.seq, moves: '', before, emotes: [] }, NOTHING);
  }

  private say(target: string, ...flushes: readonly (FlushText | null)[]): void {
    const said = flushes.filter((flush) => flush !== null);
    if (said.length > 0) this.broadcaster.emitFlushes([target], said);
  }

  /** Tells a newcomer of the room, then of the crowd and of who is near. */
  private welcome(newcomer: Newcomer): void {
    const { connectionId, slot, format, admitted } = newcomer;
    const names = this.newcomers.get(newcomer) ?? [];
    this.newcomers.delete(newcomer);
    const audience = this.view.audienceOf(slot);
    const { events, own } = crowdWelcome(this.view, audience, newcomer);
    const renamed = names.map((name): FlushEvent => ['setPlayerName', name]);
    const crowd = this.crowd?.[audience] ?? crowdOf(this.view, audience);
    const encoded = [...events, ...renamed, ['crowd', crowd] satisfies FlushEvent].map((event) =>
      encodeEvent(event, nobody),
    );
    this.broadcaster.emit([connectionId], 'flush', [this.seq, '', null, encoded]);
    // This enters the area that the connection is in, too.
    this.audiences.admit(connectionId, slot, format);
    this.slowConsumers.add(connectionId, performance.now());
    const who = this.whoIsNear(connectionId, new Set());
    this.say(connectionId, who, own && this.takeMark(connectionId, own));
    this.areas.settleOne(connectionId);
    admitted();
  }

  private newcomersOf(turn: number): Newcomer[] {
    return [...this.newcomers.keys()].filter(
      ({ slot }) => this.areas.turnOf(slot, this.view.audienceOf(slot)) === turn,
    );
  }

  private sinceOf(connectionId: string): number {
    const member = this.areas.members.get(connectionId);
    if (member === undefined) return this.log.end;
    const { area, since } = member;
    return area.fresh.has(connectionId) ? since : (this.told[area.group] ?? 0);
  }
}

function isEmpty({ chat, events }: Told): boolean {
  return chat === null && events === null;
}

function forget(slots: readonly number[]): CompactEvent[] {
  return slots.length === 0 ? [] : [['forget', { slots: [...slots] }]];
}
