import type { Audience } from '../../game/chat-log.js';
import { limits, type CellGrid, type ServerPayload, type SlotEmote } from '../../protocol/index.js';
import type { Broadcaster } from '../broadcaster.js';
import type { RoomView } from '../room-view.js';
import { Area, type Place } from './area.js';
import { Occupants } from './occupants.js';

/** Areas are written in so many turns, one a tick, so that no turn writes to everybody. */
export const TURNS = 4;
/** The turn of screens, which have their own rate. */
export const SCREENS = TURNS;

const AUDIENCES: readonly Audience[] = ['living', 'ghosts'];
const NEAR = { moves: limits.CELL_MOVES, all: limits.CELL_MOVES_FULL };
const EVERYBODY = { moves: Infinity, all: Infinity };

/** A connection here, and the area to which it goes with that one's next turn. */
interface Member {
  slot: number | null;
  audience: Audience;
  area: Area;
  next: Area;
  /** While the connection waits for the first frame of its area: up to where it was told what everybody is told. */
  since: number;
  /** And whom it knows to be near already, as it came from an area beside this one. */
  known: Known | null;
}

/** As a frame tells it: `forgotten` go before `slots`. */
export interface WhoIsNear {
  near: ServerPayload<'near'>;
  slots: readonly number[];
  forgotten: readonly number[];
}

interface Known {
  cell: number;
  /** Slots of which it was not told yet where they have gone, or that nobody it knows sits there any more. */
  untold: readonly number[];
  forgotten: readonly number[];
}

/** Who is near whom in a big room: the connections here by area, and what each area is to be told. */
export class Areas {
  /** By connection id. */
  readonly members = new Map<string, Member>();
  private readonly connectionOf = new Map<number, string>();
  private readonly areas = new Map<string, Area>();
  private readonly occupants: Record<Audience, Occupants>;
  /** The seats that were counted in; a copy that was replaced has others. */
  private counted: RoomView['seats'] | undefined;

  constructor(
    private readonly view: RoomView,
    private readonly broadcaster: Broadcaster,
    private readonly grid: CellGrid,
  ) {
    this.occupants = { living: new Occupants(grid), ghosts: new Occupants(grid) };
  }

  *inTurn(turn: number): Iterable<Area> {
    for (const area of this.areas.values()) if (area.group === turn) yield area;
  }

  get hasMore(): boolean {
    for (const area of this.areas.values()) if (area.hasMore) return true;
    for (const { area, next } of this.members.values()) if (area !== next) return true;
    return false;
  }

  /** The turn in which somebody is told what is near. */
  turnOf(slot: number | null, audience: Audience): number {
    return this.areaFor(slot, audience).group;
  }

  /** From now on the connection is one of this audience; `since` as in `Member`. */
  enter(connectionId: string, slot: number | null, audience: Audience, since: number): void {
    const area = this.areaFor(slot, audience);
    this.leave(connectionId);
    this.members.set(connectionId, { slot, audience, area, next: area, since, known: null });
    if (slot !== null) this.connectionOf.set(slot, connectionId);
    this.join(connectionId, area);
  }

  leave(connectionId: string): void {
    const member = this.members.get(connectionId);
    if (member === undefined) return;
    this.members.delete(connectionId);
    if (member.slot !== null && this.connectionOf.get(member.slot) === connectionId)
      this.connectionOf.delete(member.slot);
    this.part(connectionId, member.area);
  }

  /** Somebody has moved, as far as an audience sees it: those who were near, and those who are, are to be told. */
  move(slot: number, audience: Audience): void {
    const seat = this.view.seats.get(slot);
    if (seat === undefined) return;
    const position = this.view.placeOf(seat, audience);
    const { before, after } = this.occupants[audience].put(slot, position);
    for (const area of this.around(after, audience)) area.move(slot);
    if (before !== undefined && before !== after)
      for (const area of this.around(before, audience)) area.move(slot);
    if (audience === this.view.audienceOf(slot)) this.follow(slot);
  }

  /** Nobody near knows any more who sits there. */
  forget(slot: number): void {
    for (const audience of AUDIENCES) {
      const cell = this.occupants[audience].remove(slot);
      if (cell !== undefined) for (const area of this.around(cell, audience)) area.forget(slot);
    }
  }

  show(emote: SlotEmote, audience: Audience): void {
    const seat = this.view.seats.get(emote.slot);
    if (seat === undefined) return;
    const [x, y] = this.view.placeOf(seat, audience);
    for (const area of this.around(this.grid.cellAt(x, y), audience)) area.show(emote);
  }

  /** Puts everybody where they are seen now, and tells the members with these ids all of it anew. */
  refresh(connectionIds: Iterable<string>, since: (area: Area) => number): void {
    this.countIn();
    for (const connectionId of connectionIds) {
      const member = this.members.get(connectionId);
      if (member === undefined) continue;
      const { slot, area } = member;
      const from = area.fresh.has(connectionId) ? member.since : since(area);
      this.enter(connectionId, slot, this.view.audienceOf(slot), from);
    }
  }

  /** Counts everybody in where the copy is another one. */
  check(): void {
    if (this.counted !== this.view.seats) this.countIn();
  }

  /** Lets those go to their new areas whose turn it is. */
  cross(turn: number, since: (area: Area) => number): void {
    for (const [connectionId, member] of this.members) {
      const { area, next } = member;
      if (area === next || next.group !== turn) continue;
      const isFresh = area.fresh.has(connectionId);
      member.since = isFresh ? member.since : since(area);
      const { cell } = area.place;
      member.known = isFresh ? null : { cell, ...area.untold };
      this.part(connectionId, area);
      member.area = next;
      this.join(connectionId, next);
    }
  }

  /** What a connection that is new in its area is to be told of those near. */
  whoIsNear(connectionId: string): WhoIsNear {
    const member = this.members.get(connectionId);
    if (member === undefined) throw new Error('the connection is not in the room');
    const { area, audience, known } = member;
    const { cell, grid } = area.place;
    if (grid === 1)
      return { near: { grid, cell }, slots: [...this.view.seats.keys()], forgotten: [] };
    const occupants = this.occupants[audience];
    const slots = occupants.near(cell, area.bounds.all);
    if (known === null) return { near: { grid, cell }, slots, forgotten: [] };
    const told = new Set(this.grid.around(known.cell));
    const isNew = (slot: number): boolean => !told.has(occupants.cellWith(slot) ?? -1);
    return {
      near: { grid, cell, keeps: true },
      // Of the others it may be told twice.
      slots: [...new Set([...slots.filter(isNew), ...known.untold])],
      forgotten: known.forgotten,
    };
  }

  private countIn(): void {
    this.counted = this.view.seats;
    for (const audience of AUDIENCES) {
      const occupants = new Occupants(this.grid);
      this.occupants[audience] = occupants;
      for (const seat of this.view.seats.values())
        occupants.put(seat.slot, this.view.placeOf(seat, audience));
    }
  }

  /** Whoever walks out of a cell goes to another area. */
  private follow(slot: number): void {
    const member = this.members.get(this.connectionOf.get(slot) ?? '');
    const seat = this.view.seats.get(slot);
    if (member === undefined || seat === undefined) return;
    const { cell, ...place } = member.area.place;
    const [x, y] = this.view.placeOf(seat, member.audience);
    const settled = this.grid.settle(cell, x, y);
    if (settled === cell) member.next = member.area;
    else member.next = this.areaAt({ ...place, cell: settled });
  }

  private areaFor(slot: number | null, audience: Audience): Area {
    const seat = slot === null ? undefined : this.view.seats.get(slot);
    if (seat === undefined) return this.areaAt({ audience, grid: 1, cell: 0 });
    const [x, y] = this.view.placeOf(seat, audience);
    return this.areaAt({ audience, grid: this.grid.size, cell: this.grid.cellAt(x, y) });
  }

  private areaAt(place: Place): Area {
    const key = `${place.audience}/${place.grid}/${place.cell}`;
    const isOfScreens = place.grid === 1;
    const area =
      this.areas.get(key) ??
      new Area(
        place,
        isOfScreens ? SCREENS : place.cell % TURNS,
        `${this.view.roomId}/${key}`,
        isOfScreens ? EVERYBODY : NEAR,
      );
    this.areas.set(key, area);
    return area;
  }

  /** Areas that somebody of this audience in a cell is seen from, as far as anybody is in them. */
  private *around(cell: number, audience: Audience): Iterable<Area> {
    for (const one of this.grid.around(cell)) {
      const area = this.areas.get(`${audience}/${this.grid.size}/${one}`);
      if (area !== undefined && area.connections.size > 0) yield area;
    }
    const screens = this.areas.get(`${audience}/1/0`);
    if (screens !== undefined && screens.connections.size > 0) yield screens;
  }

  private join(connectionId: string, area: Area): void {
    area.connections.add(connectionId);
    area.fresh.add(connectionId);
    this.broadcaster.enter(connectionId, area.channel);
  }

  private part(connectionId: string, area: Area): void {
    area.connections.delete(connectionId);
    area.fresh.delete(connectionId);
    this.broadcaster.leave(connectionId, area.channel);
    // What nobody was told of is nobody's; who comes next is told everything.
    if (area.connections.size === 0) area.clear();
  }
}
