/** A room that commands are tried on, one after the other, with what every decision has to keep to. */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { applyAppend } from '../../src/game/apply-change.js';
import type { Phase, QuestionPhase } from '../../src/game/phase.js';
import type { RoomChange, Transition } from '../../src/game/room-change.js';
import type { Decision, RoomCommand } from '../../src/game/room-command.js';
import {
  newRoomState,
  type Revision,
  type RoomSettings,
  type RoomState,
  type Seat,
} from '../../src/game/room-state.js';
import {
  drop,
  leave,
  sit,
  type HeldSeat,
  type SeatGrant,
  type SeatRequest,
} from '../../src/game/seat-commands.js';
import { aGame, EPOCH, request, someOptions } from '../support/game-data.js';

export const OPENER = 'opener';

/** A room as somebody opens it, in which nobody sits. */
export function opened(settings: Partial<RoomSettings> = {}, ownerIdentityId = OPENER): RoomState {
  const quizSet = { quizSetId: 'test-set', quizCount: 3, title: 'Test set' };
  const options = someOptions();
  const room = newRoomState(
    { roomId: 'room', pin: '123456', ownerIdentityId, options, quizSet },
    EPOCH,
  );
  return { ...room, settings: { ...room.settings, ...settings } };
}

/** All of a room but its taken names, as plain data that can be compared, whatever its maps are made of. */
export function plain(room: RoomState): Record<string, unknown> {
  return structuredClone(faceOf(room));
}

function faceOf(room: RoomState): Record<string, unknown> {
  const { seats, slots, names: _names, banned, resting, screens, watchers, texts, ...rest } = room;
  return {
    ...rest,
    seats: [...seats.values()].sort((a, b) => a.slot - b.slot),
    keys: [...seats.keys()].sort((a, b) => a - b),
    slots: [...slots.entries()].sort(([a], [b]) => (a < b ? -1 : 1)),
    banned: [...banned.entries()].sort(([a], [b]) => (a < b ? -1 : 1)),
    resting: [...resting.entries()].sort(([a], [b]) => a - b),
    // These stand in the order in which they came.
    screens: [...screens.entries()],
    watchers: [...watchers].sort(),
    texts: [...texts.entries()].sort(([a], [b]) => a - b),
  };
}

/** Expects two rooms to be equal but for when people did something last, of which each store keeps the time. */
export function expectEqual(one: RoomState, other: RoomState): void {
  const [a, b] = [one, other].map((room) => {
    const { lastActivityAt: _at, ...rest } = faceOf(room);
    return rest;
  });
  // Much faster than what tells the difference.
  if (!isDeepStrictEqual(a, b)) expect(a).toEqual(b);
}

/** Which revision tells that a field has changed; those that are missing never change, or are not decided on. */
const REVISION_OF: Partial<Record<keyof RoomState, Revision>> = {
  hostId: 'roster',
  isHandedOver: 'roster',
  helpers: 'roster',
  actingId: 'roster',
  cockpitLeftAt: 'roster',
  kicked: 'roster',
  muted: 'roster',
  extraTimed: 'roster',
  deleted: 'phase',
  unmasked: 'phase',
  informed: 'phase',
  nameList: 'phase',
  teamList: 'phase',
  tickets: 'phase',
  seatsNeeded: 'roster',
  banned: 'roster',
  seats: 'roster',
  slots: 'roster',
  names: 'roster',
  resting: 'roster',
  slotCount: 'roster',
  generation: 'roster',
  screens: 'roster',
  screenCount: 'roster',
  watchers: 'roster',
  settings: 'phase',
  phase: 'phase',
  game: 'phase',
  tally: 'phase',
};
/** What stands in a seat, but changes with the tally. */
const SETTLED: ReadonlySet<string> = new Set<keyof Seat>(['score', 'fellAt', 'playsFrom']);

/** Decides, and throws where the command reads what it does not say that it reads, or changes the room. */
export function decideHonestly<Answer>(
  room: RoomState,
  command: RoomCommand<Answer>,
  now: number,
): Decision<Answer> {
  const isDeclared = (revision: Revision | undefined): boolean =>
    revision === undefined || command.reads.includes(revision);
  const readSeat = (seat: Seat): Seat =>
    new Proxy(seat, {
      get(target, name: keyof Seat) {
        if (SETTLED.has(name) && !isDeclared('phase'))
          throw new Error(`reads the ${name} of a seat, which the phase changes`);
        return target[name];
      },
    });
  const seats = new Map(Array.from(room.seats, ([slot, seat]) => [slot, readSeat(seat)]));
  const read = new Proxy(room, {
    get(target, name: keyof RoomState) {
      if (!isDeclared(REVISION_OF[name])) throw new Error(`reads ${name} and does not say so`);
      return name === 'seats' ? seats : target[name];
    },
  });
  const before = JSON.stringify(faceOf(room));
  const decision = command.decide(read, now);
  if (JSON.stringify(faceOf(room)) !== before) throw new Error('changes the room while it decides');
  return decision;
}

export class RoomTrial {
  /** All that has happened. */
  readonly done: RoomChange[] = [];
  now = EPOCH;
  private count = 0;

  constructor(readonly room: RoomState = opened({}, request(0).identityId)) {}

  /** Decides and applies, a millisecond after the last. */
  run<Answer>(command: RoomCommand<Answer>): Answer {
    this.now += 1;
    const { changes, answer } = decideHonestly(this.room, command, this.now);
    this.append(changes);
    return answer;
  }

  /** What would happen. */
  changesOf(command: RoomCommand<unknown>): RoomChange[] {
    return decideHonestly(this.room, command, this.now).changes;
  }

  sit(n: number, changes: Partial<SeatRequest> = {}): SeatGrant {
    return this.run(sit(request(n, changes)));
  }

  /** Seats players 0 to `count` - 1 one after the other. */
  seatAll(count: number): SeatGrant[] {
    return Array.from({ length: count }, (_, n) => this.sit(n));
  }

  seat(slot: number): Seat {
    const seat = this.room.seats.get(slot);
    if (seat === undefined) throw new Error(`nobody sits in slot ${slot}`);
    return seat;
  }

  /** The seat as the connection holds it that holds it now. */
  held(slot: number): HeldSeat {
    const { generation, connectionId } = this.seat(slot);
    return { slot, generation, connectionId: connectionId ?? 'nobody' };
  }

  drop(slot: number): void {
    this.run(drop(this.held(slot)));
  }

  /** Whoever sits there now goes on purpose. */
  leave(slot: number): void {
    this.run(leave(this.held(slot)));
  }

  claim(transition: Transition): void {
    this.append([{ kind: 'phase', ...transition }]);
  }

  /** Starts a game. */
  start(): void {
    const { phase, tally, seats } = this.room;
    this.claim({
      phase: countdown(phase.version + 1),
      game: aGame(3, seats.size),
      tally: { game: tally.game + 1, marks: [] },
    });
  }

  append(changes: readonly RoomChange[]): void {
    if (changes.length === 0) return;
    this.count += 1;
    this.done.push(...changes);
    const seq = this.room.seq + 1;
    // As they come to a process from the store.
    const told = JSON.parse(JSON.stringify(changes)) as RoomChange[];
    applyAppend(this.room, { id: `append-${this.count}`, seq, changes: told });
  }
}

export function countdown(version: number): Phase {
  const clock = { startTime: EPOCH, endTime: EPOCH + 3_000, pausedAt: null };
  return { kind: 'countdown', version, count: 3, clock };
}

export function asking(version: number, index: number): QuestionPhase {
  const question = aGame().questions[index]!.shown;
  const clock = { startTime: EPOCH, endTime: EPOCH + 15_000, pausedAt: null };
  return {
    kind: 'question',
    version,
    index,
    count: 3,
    first: 0,
    drops: 0,
    readyAt: EPOCH - 3_000,
    question,
    places: null,
    revived: [],
    clock,
  };
}
