import type { Audience } from '../../../../game/chat-log.js';
import type { Position } from '../../../../game/shared/zones.js';
import {
  limits,
  type CellGrid,
  type NearChat,
  type ServerPayload,
  type SlotEmote,
} from '../../../../protocol/index.js';
import type { Broadcaster } from '../broadcaster.js';
import type { RoomView } from '../room-view.js';
import { Area } from './area.js';
import { cellsAround } from './around.js';
import { unsaidTo, type Member } from './member.js';
import { Occupants } from './occupants.js';

/** Areas are written in so many turns, one a tick, so that no turn writes to everybody. */
export const TURNS = 4;
/** The turn of screens, which have their own rate. */
export const SCREENS = 4;

const AUDIENCES: readonly Audience[] = ['living', 'ghosts'];
const NEAR = { moves: limits.CELL_MOVES, all: limits.CELL_MOVES_FULL };
const EVERYBODY = { moves: Infinity, all: Infinity };

/** As a frame tells it. */
export interface WhoIsNear {
  near: ServerPayload<'near'>;
  /** These go before the moves. */
  forgotten: readonly number[];
  moves: string;
}

/** Who is near whom in a big room: the connections here by area, and what each area is to be told. */
export class Areas {
  /** By connection id. */
  readonly members = new Map<string, Member>();
  private readonly connectionOf = new Map<number, string>();
  /** Members that go to another area with its turn. */
  private readonly crossing = new Set<string>();
  /**
   * By cell, those in which somebody is; that of the screens stands behind the last one. A room has them only where
   * people are, as many rooms are open for far more people than ever come.
   */
  private readonly areas: Record<Audience, Map<number, Area>> = {
    living: new Map(),
    ghosts: new Map(),
  };
  private readonly around: readonly (readonly number[])[];
  private readonly occupants: Record<Audience, Occupants> = {
    living: new Occupants(),
    ghosts: new Occupants(),
  };
  /** The seats that were counted in; a copy that was replaced has others. */
  private counted: RoomView['seats'] | undefined;

  constructor(
    private readonly view: RoomView,
    private readonly broadcaster: Broadcaster,
    private readonly grid: CellGrid,
  ) {
    this.around = cellsAround(grid);
  }

  /** Areas of a turn in which somebody is. */
  *inTurn(turn: number): Iterable<Area> {
    for (const audience of AUDIENCES)
      for (const area of this.areas[audience].values())
        if (area.group === turn && area.connections.size > 0) yield area;
  }

  get hasMore(): boolean {
    return (
      this.crossing.size > 0 ||
      AUDIENCES.some((audience) => [...this.areas[audience].values()].some((area) => area.hasMore))
    );
  }

  /** The turn in which somebody is told what is near. */
  turnOf(slot: number | null, audience: Audience): number {
    return this.groupOf(this.cellFor(slot, audience));
  }

  /** From now on the connection is one of this audience; `since` as in `Member`. */
  enter(connectionId: string, slot: number | null, audience: Audience, since: number): void {
    this.leave(connectionId);
    const area = this.areaIn(this.cellFor(slot, audience), audience);
    this.members.set(connectionId, {
      connectionId,
      slot,
      audience,
      area,
      next: area,
      since,
      known: null,
      unsaid: null,
    });
    if (slot !== null) this.connectionOf.set(slot, connectionId);
    this.join(connectionId, area);
  }

  leave(connectionId: string): void {
    const member = this.members.get(connectionId);
    if (member === undefined) return;
    this.members.delete(connectionId);
    this.crossing.delete(connectionId);
    if (member.slot !== null && this.connectionOf.get(member.slot) === connectionId)
      this.connectionOf.delete(member.slot);
    this.part(connectionId, member.area);
  }

  /** Somebody has moved, as far as an audience sees it: those who were near, and those who are, are to be told. */
  move(slot: number, audience: Audience): void {
    const seat = this.view.seats.get(slot);
    if (seat === undefined) return;
    const position = this.view.placeOf(seat, audience);
    const cell = this.grid.cellAt(...position);
    const before = this.occupants[audience].put(slot, position, cell);
    const tell = (area: Area): void => area.move(slot);
    this.tellAround(cell, audience, tell);
    if (before !== undefined && before !== cell) this.tellAround(before, audience, tell);
    if (audience === this.view.audienceOf(slot)) this.follow(slot, position);
  }

  /** Nobody near knows any more who sits there. */
  forget(slot: number): void {
    for (const audience of AUDIENCES) {
      const cell = this.occupants[audience].remove(slot);
      if (cell === undefined) continue;
      this.tellAround(cell, audience, (area) => area.forget(slot));
      // Those who were not told yet that the slot has moved away still see it.
      for (const area of this.areas[audience].values()) if (area.isToTell(slot)) area.forget(slot);
    }
  }

  show(emote: SlotEmote, audience: Audience): void {
    const seat = this.view.seats.get(emote.slot);
    if (seat === undefined) return;
    const cell = this.grid.cellAt(...this.view.placeOf(seat, audience));
    this.tellAround(cell, audience, (area) => area.show(emote));
  }

  /** Tells those near, and no screens, what somebody has said, who may have gone since. */
  say(chat: NearChat, audience: Audience): void {
    const seat = this.view.seats.get(chat.slot);
    const place = seat && this.view.placeOf(seat, audience);
    const cell =
      this.occupants[audience].cellWith(chat.slot) ?? (place && this.grid.cellAt(...place));
    if (cell === undefined) return;
    this.tellNear(cell, audience, (area) => area.say(chat));
    const connectionId = this.connectionOf.get(chat.slot);
    const member = connectionId === undefined ? undefined : this.members.get(connectionId);
    if (member === undefined || member.audience !== audience) return;
    // Who has walked so far hears it where they come to.
    const isAway = !(this.around[cell] ?? []).includes(member.area.place.cell);
    if (isAway && member.next !== member.area) member.unsaid = [...(member.unsaid ?? []), chat];
  }

  /** Puts everybody where they are seen now, and tells the members with these ids all of it anew. */
  refresh(connectionIds: Iterable<string>, since: (area: Area) => number): void {
    this.countIn();
    for (const connectionId of connectionIds) {
      const member = this.members.get(connectionId);
      if (member === undefined) continue;
      const { slot, area } = member;
      const from = area.fresh.has(connectionId) ? member.since : since(area);
      const unsaid = unsaidTo(member);
      const audience = this.view.audienceOf(slot);
      this.enter(connectionId, slot, audience, from);
      const anew = this.members.get(connectionId);
      // Who is an audience's no more is not told what that one was to be told.
      if (anew !== undefined && audience === member.audience) anew.unsaid = unsaid;
    }
  }

  /** Everybody is to be counted in anew. */
  recount(): void {
    this.counted = undefined;
  }

  /** Counts everybody in where that is to be done, or the copy is another one. */
  check(): void {
    if (this.counted !== this.view.seats) this.countIn();
  }

  /** Lets those go to their new areas whose turn it is. */
  cross(turn: number, since: (area: Area) => number): void {
    for (const connectionId of this.crossing) {
      const member = this.members.get(connectionId);
      if (member === undefined || member.next.group !== turn) continue;
      this.crossing.delete(connectionId);
      const { area, next } = member;
      const isFresh = area.fresh.has(connectionId);
      if (!isFresh) member.since = since(area);
      member.known = isFresh ? null : { cell: area.place.cell, ...area.untold };
      member.unsaid = unsaidTo(member);
      this.part(connectionId, area);
      // Whoever else was in it may have gone, and it with them.
      member.area = member.next = this.areaIn(next.place.cell, next.place.audience);
      this.join(connectionId, member.area);
    }
  }

  /** The moves of these slots, as an audience sees them. */
  movesOf(slots: Iterable<number>, audience: Audience): string {
    return this.occupants[audience].movesOf(slots);
  }

  /** Whether it is to be told of all who are near, as it was told of none of them. */
  knowsNobody(connectionId: string): boolean {
    return this.members.get(connectionId)?.known === null;
  }

  /** What a connection that is new in its area is to be told of those near, before the moves that all there are told. */
  whoIsNear(connectionId: string, told: ReadonlySet<number>): WhoIsNear {
    const member = this.members.get(connectionId);
    if (member === undefined) throw new Error('the connection is not in the room');
    const { area, audience } = member;
    const { cell, grid } = area.place;
    const occupants = this.occupants[audience];
    const around = grid === 1 ? [...this.around.keys()] : (this.around[cell] ?? []);
    const { all } = area.bounds;
    const count = occupants.countIn(around);
    if (member.known !== null) {
      const { known } = member;
      const before = this.around[known.cell] ?? [];
      const entered = around.filter((one) => !before.includes(one));
      const untold = known.untold.filter((slot) => !told.has(slot));
      // Where more was left untold than there are people, to begin anew is shorter.
      if (occupants.countIn(entered) + untold.length <= Math.min(count, all)) {
        const moves = occupants.movesIn(entered, all) + occupants.movesOf(untold);
        return { near: { grid, cell, keeps: true }, forgotten: known.forgotten, moves };
      }
    }
    // Those who are too many for one frame wait, as moves do.
    for (const slot of occupants.beyond(around, all)) area.move(slot);
    const forgotten = member.known?.forgotten ?? [];
    return { near: { grid, cell }, forgotten, moves: occupants.movesIn(around, all) };
  }

  /** The connections that are new in an area have been told all. */
  settle(area: Area): void {
    for (const connectionId of area.fresh) this.settleOne(connectionId);
  }

  /** The same for one of them. */
  settleOne(connectionId: string): void {
    const member = this.members.get(connectionId);
    if (!member?.area.fresh.delete(connectionId)) return;
    member.unsaid = null;
    this.broadcaster.enter(connectionId, member.area.channel);
  }

  private countIn(): void {
    this.counted = this.view.seats;
    for (const audience of AUDIENCES) {
      const occupants = new Occupants();
      this.occupants[audience] = occupants;
      for (const seat of this.view.seats.values()) {
        const position = this.view.placeOf(seat, audience);
        occupants.put(seat.slot, position, this.grid.cellAt(...position));
      }
    }
  }

  /** Whoever walks out of a cell goes to another area. */
  private follow(slot: number, [x, y]: Position): void {
    const connectionId = this.connectionOf.get(slot);
    const member = connectionId === undefined ? undefined : this.members.get(connectionId);
    if (member === undefined) return;
    const { cell, audience } = member.area.place;
    const settled = this.grid.settle(cell, x, y);
    member.next = settled === cell ? member.area : this.areaIn(settled, audience);
    if (member.next === member.area) {
      this.crossing.delete(member.connectionId);
      if (!member.area.fresh.has(member.connectionId)) member.unsaid = null;
    } else this.crossing.add(member.connectionId);
  }

  /** The cell in which somebody is; screens are behind the last one. */
  private cellFor(slot: number | null, audience: Audience): number {
    if (slot === null) return this.grid.count;
    const seat = this.view.seats.get(slot);
    // Whoever has lost the seat is about to go, and is not to see what screens see.
    const place: Position = seat === undefined ? [0, 0] : this.view.placeOf(seat, audience);
    return this.grid.cellAt(...place);
  }

  private groupOf(cell: number): number {
    return cell === this.grid.count ? SCREENS : cell % TURNS;
  }

  private areaIn(cell: number, audience: Audience): Area {
    const known = this.areas[audience].get(cell);
    if (known !== undefined) return known;
    const { roomId } = this.view;
    const { size, count } = this.grid;
    const area =
      cell === count
        ? new Area(
            { audience, grid: 1, cell: 0 },
            SCREENS,
            `${roomId}/${audience}/screens`,
            EVERYBODY,
          )
        : new Area(
            { audience, grid: size, cell },
            this.groupOf(cell),
            `${roomId}/${audience}/${cell}`,
            NEAR,
          );
    this.areas[audience].set(cell, area);
    return area;
  }

  /** Tells those areas around a cell something, in which anybody is. */
  private tellNear(cell: number, audience: Audience, tell: (area: Area) => void): void {
    for (const one of this.around[cell] ?? []) {
      const area = this.areas[audience].get(one);
      if (area !== undefined && area.connections.size > 0) tell(area);
    }
  }

  /** The same, and screens. */
  private tellAround(cell: number, audience: Audience, tell: (area: Area) => void): void {
    this.tellNear(cell, audience, tell);
    const screens = this.areas[audience].get(this.grid.count);
    if (screens !== undefined && screens.connections.size > 0) tell(screens);
  }

  private join(connectionId: string, area: Area): void {
    area.connections.add(connectionId);
    area.fresh.add(connectionId);
  }

  private part(connectionId: string, area: Area): void {
    area.connections.delete(connectionId);
    area.fresh.delete(connectionId);
    this.broadcaster.leave(connectionId, area.channel);
    if (area.connections.size > 0) return;
    // What nobody was told of is nobody's; who comes next is told everything.
    area.clear();
    const { audience, grid, cell } = area.place;
    this.areas[audience].delete(grid === 1 ? this.grid.count : cell);
  }
}
