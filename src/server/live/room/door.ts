import { isHosts } from '../../../game/roles.js';
import { SeatKeptError, sit, type SeatRequest } from '../../../game/seat-commands.js';
import { RoomError, type ErrorCode, type QueuePlace } from '../../../protocol/index.js';
import { unlessAway } from '../../platform/rate/attempt-limit.js';
import type { SharedCounts } from '../../contracts/shared-counts.js';
import type { LocalRoom } from './local-room.js';
import { TurnedAway, type TurnedAwayList } from './turned-away.js';
import { WaitingLine, type Waiting } from './waiting-line.js';

/** In rooms for fewer people nobody waits. */
const QUEUE_FROM = 30;
/** Newcomers of one address that are seated in a room in a second, at least, and by its size. */
const FEWEST_PER_S = 10;
const PART_PER_S = 1 / 20;
const WINDOW_MS = 1_000;
/** How long until somebody looks again who was too many. */
const LOOK_MS = 100;
const TELL_MS = 2_000;
/** For how long after many were removed at once seats are kept for those who had been turned away. */
const KEPT_FOR_MS = 60_000;
/** For so long the other processes are not asked again whom they had turned away. */
const ASKED_FOR_MS = 1_000;
const nothing = (): void => {};

/** Why somebody is turned away who wanted in; other codes are of the server, or of a request that is wrong. */
const TURNS_AWAY: ReadonlySet<ErrorCode> = new Set([
  'ROOM_FULL',
  'ROOM_LOCKED',
  'ROOM_TOO_BIG_FOR_FORMAT',
  'KNOWS_ANSWERS',
  'TICKET_NEEDED',
  'KICKED',
  'NAME_NOT_ON_LIST',
  'NAME_TAKEN',
  'RATE_LIMITED',
]);

const nameOfKept = (roomId: string): string => `kept:${roomId}`;

export interface DoorSettings {
  counts: SharedCounts;
  /** Whether the room is still the one that this process hosts. */
  isHosted: (room: LocalRoom) => boolean;
  /** In place of the rate by the room's size. */
  perSecond?: number | undefined;
  /** The clock of the store, epoch ms. */
  storeNow: () => number;
  /** Whom the other processes have turned away; asked when seats are kept for those (R3.7). */
  turnedAwayElsewhere?: (roomId: string) => Promise<TurnedAwayList>;
}

/** Seats that are kept after many were removed at once. */
interface Keeping {
  /** By `performance.now()`. */
  since: number;
  /** Whom other processes had turned away; undefined until they have answered. */
  elsewhere: TurnedAwayList | undefined;
  /** Those who were turned away and have not come yet, as of this `seq` of the room's copy. */
  missing: { seq: number; people: Set<string> } | undefined;
  /** How many others were let go here who have neither a seat nor an answer. */
  asking: number;
}

/** How somebody waits: what hears where they stand, and whether they are still there. */
export interface Waiter {
  tell(place: QueuePlace): void;
  isHere(): boolean;
}

interface Line {
  room: LocalRoom;
  address: string;
  waiting: WaitingLine;
  isServed: boolean;
  toldAt: number;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Lets newcomers of one address into a room one after the other, as many a second as a hall needs and no program can
 * fill it with in a moment (R1.8). Who has a seat, runs the room or would be refused anyway never waits. All processes
 * count together, in windows of a second; the order is each process's own.
 */
export class Door {
  readonly turnedAway: TurnedAway;
  private isClosed = false;
  /** By room and address. */
  private readonly lines = new Map<string, Line>();
  /** Where each connection waits, and as whom. */
  private readonly places = new Map<string, { key: string; identityId: string }>();
  /** The kept seats of rooms from which many were removed at once, by room. */
  private readonly kept = new Map<string, Keeping>();
  /** Copies of which it is known, or asked, whether seats are kept since before there was the copy. */
  private readonly askedOf = new WeakMap<LocalRoom, Promise<void>>();

  constructor(
    private readonly settings: DoorSettings,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.turnedAway = new TurnedAway(now);
  }

  /**
   * Takes a seat when it is their turn, and waits again where the free seats are kept for others by then (R3.7).
   * Throws what `take` throws, and NOT_IN_ROOM for who has given up.
   */
  async seat<T>(
    room: LocalRoom,
    request: SeatRequest,
    take: () => Promise<T>,
    waiter?: Waiter,
  ): Promise<T> {
    for (;;) {
      const decided = await this.pass(room, request, waiter);
      try {
        return await take();
      } catch (error) {
        if (!(error instanceof SeatKeptError)) throw error;
      } finally {
        decided();
      }
    }
  }

  /** Resolves when it is their turn to ask for a seat, with what is to be called when that is decided. */
  private async pass(
    room: LocalRoom,
    request: SeatRequest,
    waiter: Waiter | undefined,
  ): Promise<() => void> {
    const { maxPlayerCount } = room.view.settings;
    if (maxPlayerCount < QUEUE_FROM || request.isBot) return nothing;
    const goesAtOnce = (): boolean => !this.settings.isHosted(room) || !this.isNew(room, request);
    // A ticket has its seat, and no program has many (R28.4).
    if (request.ticket !== undefined) return nothing;
    if (goesAtOnce()) return nothing;
    await this.hearOfKept(room);
    const { roomId } = room.view;
    const { address, connectionId, identityId } = request;
    const key = `${roomId}:${address}`;
    // Nobody waits who needs not, and nobody passes those who do.
    const isFirst = !this.lines.has(key) && this.mayAskForSeat(room, identityId);
    const hasTurn = isFirst && (await this.takeTurn(room, address));
    // Others may have been let go meanwhile.
    if (hasTurn && this.mayAskForSeat(room, identityId)) return this.noteAsking(room, identityId);
    if (waiter?.isHere() === false) throw new RoomError('NOT_IN_ROOM', 'nobody is there any more');
    const line = this.lines.get(key) ?? this.open(key, room, address);
    return new Promise((resolve, reject) => {
      this.places.set(connectionId, { key, identityId });
      line.waiting.add(
        {
          connectionId,
          identityId,
          goesAtOnce,
          go: resolve,
          end: () => reject(new RoomError('NOT_IN_ROOM', 'the place in the queue was given up')),
          tell: (place) =>
            waiter?.tell({ place, seconds: Math.ceil(place / this.perSecond(room)) }),
        },
        this.isReturning(room, identityId),
      );
      if (!line.isServed) void this.serve(key, line);
    });
  }

  /** The connection is gone, and with it its place. */
  giveUp(connectionId: string): void {
    const place = this.places.get(connectionId);
    if (place === undefined) return;
    this.places.delete(connectionId);
    this.lines.get(place.key)?.waiting.remove(connectionId, place.identityId)?.end();
  }

  /** Notes whom the room turns away, and who is in (R1.9). */
  async noting<T>(roomId: string, identityId: string, seating: Promise<T>): Promise<T> {
    try {
      const seated = await seating;
      this.turnedAway.forget(roomId, identityId);
      return seated;
    } catch (error) {
      const isTurnedAway = error instanceof RoomError && TURNS_AWAY.has(error.code);
      if (isTurnedAway) this.turnedAway.note(roomId, identityId, error.code);
      throw error;
    }
  }

  /** Many were removed at once: for a minute, those come first who had been turned away, by whatever process. */
  cleared(room: LocalRoom): void {
    const { turnedAwayElsewhere } = this.settings;
    const { roomId } = room.view;
    const since = this.now();
    this.askedOf.set(room, Promise.resolve());
    if (since - (this.kept.get(roomId)?.since ?? -Infinity) < ASKED_FOR_MS) return;
    const keeping: Keeping = { since, elsewhere: undefined, missing: undefined, asking: 0 };
    // Those that are over are forgotten.
    for (const one of this.kept.keys()) this.keepingOf(one);
    this.kept.set(roomId, keeping);
    void unlessAway(this.settings.counts.raise(nameOfKept(roomId), KEPT_FOR_MS), 0);
    const heard = (list: TurnedAwayList): void => {
      Object.assign(keeping, { elsewhere: list, missing: undefined });
      for (const line of this.lines.values())
        if (line.room === room) line.waiting.bringForward(this.missingOf(room, keeping));
    };
    if (turnedAwayElsewhere === undefined) heard([]);
    else turnedAwayElsewhere(roomId).then(heard, () => heard([]));
  }

  /** The process ends: nobody is let in any more. */
  close(): void {
    this.isClosed = true;
    for (const { timer } of this.lines.values()) clearTimeout(timer);
    this.lines.clear();
    this.places.clear();
  }

  /** How many lines and places are kept here. */
  get size(): number {
    return this.lines.size + this.places.size;
  }

  /** How many wait here for a room. */
  waitingFor(roomId: string): number {
    let count = 0;
    for (const { room, waiting } of this.lines.values())
      if (room.view.roomId === roomId) count += waiting.size;
    return count;
  }

  /**
   * How many free seats this person may not take; without a person, somebody who was not turned away. All, until the
   * other processes have answered.
   */
  keptSeats(room: LocalRoom, identityId?: string): number {
    const { roomId, settings } = room.view;
    const keeping = settings.maxPlayerCount < QUEUE_FROM ? undefined : this.keepingOf(roomId);
    // Nobody could wait at a copy that is let go.
    if (keeping === undefined || !this.settings.isHosted(room)) return 0;
    const missing = this.missingOf(room, keeping);
    if (identityId !== undefined && missing.has(identityId)) return 0;
    return keeping.elsewhere === undefined ? Infinity : missing.size;
  }

  private open(key: string, room: LocalRoom, address: string): Line {
    const line: Line = {
      room,
      address,
      waiting: new WaitingLine(),
      isServed: false,
      toldAt: -Infinity,
      timer: undefined,
    };
    this.lines.set(key, line);
    return line;
  }

  /** Seats those who wait in turn until nobody does. */
  private async serve(key: string, line: Line): Promise<void> {
    line.isServed = true;
    while (line.waiting.size > 0) {
      const one = await this.nextOf(line);
      if (this.isClosed) return;
      if (one === undefined) {
        this.tellPlaces(line);
        await new Promise((resolve) => {
          line.timer = setTimeout(resolve, LOOK_MS).unref();
        });
        continue;
      }
      line.waiting.take(one);
      this.places.delete(one.connectionId);
      one.go(this.noteAsking(line.room, one.identityId));
    }
    if (this.lines.get(key) === line) this.lines.delete(key);
  }

  /** Whose turn it is now, if it is anybody's. */
  private async nextOf(line: Line): Promise<Waiting | undefined> {
    const { waiting, room } = line;
    const first = waiting.peek(true);
    if (first?.goesAtOnce()) return first;
    if (waiting.peek(this.mayAskForSeat(room)) === undefined) return undefined;
    if (!(await this.takeTurn(room, line.address))) return undefined;
    // The next one may have given up meanwhile; then it is the turn of another.
    return waiting.peek(this.mayAskForSeat(room));
  }

  /** While the store is away, whoever asks it for a seat is told so. */
  private async takeTurn(room: LocalRoom, address: string): Promise<boolean> {
    const raised = this.settings.counts.raise(`seats:${room.view.roomId}:${address}`, WINDOW_MS);
    return (await unlessAway(raised, 0)) <= this.perSecond(room);
  }

  private perSecond({ view }: LocalRoom): number {
    const bySize = Math.floor(view.settings.maxPlayerCount * PART_PER_S);
    return this.settings.perSecond ?? Math.max(FEWEST_PER_S, bySize);
  }

  /** Whether this person may ask for a seat now: not where those that are free are kept for others. */
  private mayAskForSeat(room: LocalRoom, identityId?: string): boolean {
    const { roomId, seats, settings } = room.view;
    const kept = this.keptSeats(room, identityId);
    const asking = this.keepingOf(roomId)?.asking ?? 0;
    return kept === 0 || settings.maxPlayerCount - seats.size - asking > kept;
  }

  /** Somebody is let go: until it is decided, one of the free seats counts as theirs. */
  private noteAsking(room: LocalRoom, identityId: string): () => void {
    const keeping = this.keepingOf(room.view.roomId);
    if (keeping === undefined || this.keptSeats(room, identityId) === 0) return nothing;
    keeping.asking++;
    return () => keeping.asking--;
  }

  /** The people who found the room full, at whatever process, and have no seat yet. */
  private missingOf({ view }: LocalRoom, keeping: Keeping): ReadonlySet<string> {
    const { roomId, seq, state } = view;
    if (keeping.missing?.seq !== seq) {
      // At several processes it is the same person.
      const people = new Set<string>();
      for (const [one, code] of [...this.turnedAway.of(roomId), ...(keeping.elsewhere ?? [])])
        if (code === 'ROOM_FULL' && !state.slots.has(one)) people.add(one);
      keeping.missing = { seq, people };
    }
    return keeping.missing.people;
  }

  /** A process that opens its copy after many were removed keeps their seats as well. */
  private hearOfKept(room: LocalRoom): Promise<void> {
    let asked = this.askedOf.get(room);
    if (asked === undefined) {
      const { roomId } = room.view;
      asked = unlessAway(this.settings.counts.read(nameOfKept(roomId)), 0).then((count) => {
        if (count > 0 && !this.kept.has(roomId)) this.cleared(room);
      });
      this.askedOf.set(room, asked);
    }
    return asked;
  }

  /** Seats are kept for a minute. */
  private keepingOf(roomId: string): Keeping | undefined {
    const keeping = this.kept.get(roomId);
    if (keeping !== undefined && this.now() - keeping.since < KEPT_FOR_MS) return keeping;
    this.kept.delete(roomId);
    return undefined;
  }

  /** Whether the room has turned them away before, here or, where seats are kept, at another process. */
  private isReturning(room: LocalRoom, identityId: string): boolean {
    const { roomId } = room.view;
    const keeping = this.keepingOf(roomId);
    if (keeping !== undefined) return this.missingOf(room, keeping).has(identityId);
    return this.turnedAway.has(roomId, identityId);
  }

  private tellPlaces(line: Line): void {
    const now = this.now();
    if (now - line.toldAt < TELL_MS) return;
    line.toldAt = now;
    let place = 0;
    for (const one of line.waiting.inOrder()) one.tell(++place);
  }

  /** Whether the request would take a new seat, as this process knows the room; not one of those who run it. */
  private isNew({ view }: LocalRoom, request: SeatRequest): boolean {
    const { state } = view;
    if (isHosts(state, request.identityId)) return false;
    try {
      return !sit(request).decide(state, this.settings.storeNow()).answer.resumed;
    } catch (error) {
      if (error instanceof RoomError) return false;
      if (error instanceof SeatKeptError) return true;
      throw error;
    }
  }
}
