/** A store and processes with copies, as plain objects: who appends is refused where the room has moved on. */
import { expect } from 'vitest';
import { applyAppend } from '../../src/game/apply-change.js';
import type { RoomChange } from '../../src/game/room-change.js';
import { copyRoom, isConnected, type Revision, type RoomState } from '../../src/game/room-state.js';
import { SLOT_REST_MS } from '../../src/game/leave-change.js';
import type { Position } from '../../src/game/shared/zones.js';
import { limits } from '../../src/protocol/index.js';
import { writingKey } from '../../src/game/writing.js';
import type { Append } from '../../src/server/live/store/contract.js';
import type { SharedText } from '../../src/server/live/store/room-update.js';
import { PaperRedis } from './paper-redis.js';
import { expectEqual } from './room-trial.js';

function hold(actual: unknown, expected: unknown): void {
  expect(actual).toEqual(expected);
}

/** The owner of the rooms of all courses. */
export const OWNER = 'identity-0';

type Update =
  | { kind: 'appended'; seq: number; id: string; changes: RoomChange[] }
  | {
      kind: 'shared';
      seq: number;
      moves: { slot: number; position: Position }[];
      texts: SharedText[];
    };
/** A player has written it for the question of this key. */
export interface CourseText extends SharedText {
  generation: number;
  question: string | null;
}
export type Outcome = 'done' | 'stale';

function apply(room: RoomState, update: Update): void {
  // As it comes from a channel: as text.
  const told = JSON.parse(JSON.stringify(update)) as Update;
  if (told.kind === 'appended') return applyAppend(room, told);
  for (const { slot, position } of told.moves) {
    const seat = room.seats.get(slot);
    if (seat !== undefined) room.seats.set(slot, { ...seat, position });
  }
  for (const { slot, ...text } of told.texts) room.texts.set(slot, text);
  Object.assign(room, { seq: told.seq });
}

/** Holds the room twice, as a document and field by field, and looks after every change that all is well. */
export class Store {
  readonly document: RoomState;
  readonly paper: PaperRedis;
  readonly log: Update[] = [];
  readonly lastOf = new Map<string, string>();
  readonly seen = new Map<string, number>();
  private readonly restsUntil = new Map<number, number>();
  private readonly names = new Set<string>();

  constructor(first: RoomState) {
    this.document = copyRoom(first);
    this.paper = new PaperRedis(first);
  }

  append(process: string, append: Append, now: number): Outcome {
    const { document } = this;
    const isStale = (revision: Revision): boolean =>
      append.before.revisions[revision] !== document.revisions[revision];
    if ([...append.expects].some(isStale)) return this.note('stale');
    if (append.changes.length === 0) return this.note('done');
    const before = copyRoom(document);
    const seq = document.seq + 1;
    const update: Update = { kind: 'appended', seq, id: append.id, changes: [...append.changes] };
    apply(document, update);
    this.paper.append(append, seq);
    this.log.push(update);
    this.lastOf.set(process, append.id);
    for (const change of update.changes) this.check(change, before, now);
    this.checkAll();
    return this.note('done');
  }

  /** Texts for a question that is not open any more come too late, as in `share.lua`. */
  share(
    moves: { slot: number; generation: number; position: Position }[],
    written: CourseText[],
  ): void {
    const { document, paper } = this;
    const isHeld = ({ slot, generation }: { slot: number; generation: number }): boolean =>
      paper.hashes.get('generations')!.get(String(slot)) === String(generation);
    const valid = moves.filter(isHeld);
    const texts = written.flatMap((text): SharedText[] => {
      const { generation: _, question, ...shared } = text;
      if (question !== writingKey(document)) {
        this.note('texts that come too late');
        return [];
      }
      return isHeld(text) ? [shared] : [];
    });
    if (valid.length + texts.length === 0) return;
    const seq = document.seq + 1;
    const update: Update = { kind: 'shared', seq, moves: valid, texts };
    apply(document, update);
    for (const { slot, position } of valid) paper.share(slot, position, seq);
    for (const text of texts) {
      paper.write(text, seq);
      this.note('texts');
    }
    this.log.push(update);
    this.checkAll();
  }

  note<T extends string>(what: T): T {
    this.seen.set(what, (this.seen.get(what) ?? 0) + 1);
    return what;
  }

  /** What holds of each change (R1.3, R2.3, R4.5, R9.1). */
  private check(change: RoomChange, before: RoomState, now: number): void {
    const { document, restsUntil } = this;
    this.note(change.kind);
    switch (change.kind) {
      case 'seated': {
        const { slot, identityId, generation, playerName } = change.seat;
        hold((restsUntil.get(slot) ?? 0) <= now, true);
        hold(before.banned.has(identityId), false);
        hold(document.seats.size <= document.settings.maxPlayerCount, true);
        hold(generation > before.generation, true);
        this.names.add(playerName);
        return;
      }
      case 'attached':
        hold(change.generation > before.generation, true);
        return;
      case 'left':
        restsUntil.set(change.slot, now + SLOT_REST_MS);
        if (change.reason === 'kicked') hold(change.identityId !== OWNER, true);
        return;
      case 'renamed':
        this.names.add(change.playerName);
        return;
      case 'screenAdded':
        hold(before.banned.has(change.screen.identityId), false);
        return;
      case 'phase':
        hold(change.phase.version, before.phase.version + 1);
        if (change.part?.written !== undefined) this.note('ends of writing');
        if (change.phase.kind === 'question' && change.phase.act === 2) this.note('walks to texts');
        // A room that comes back from a rehearsal goes through two.
        before.phase = change.phase;
        return;
      default:
    }
  }

  /** What holds of a room at any time. */
  private checkAll(): void {
    const { document, paper } = this;
    const seats = [...document.seats.values()];
    const connected = seats.filter(isConnected);
    const unique = (all: unknown[]) => hold(new Set(all).size, all.length);
    unique(connected.map(({ connectionId }) => connectionId));
    unique(seats.map(({ identityId }) => identityId));
    unique(seats.map(({ playerId }) => playerId));
    unique(seats.map(({ playerName }) => playerName));
    unique(seats.map(({ generation }) => generation));
    for (const { connectionId, process, droppedAt, identityId, slot } of seats) {
      const isAway = droppedAt !== null;
      hold([connectionId === null, process === null], [isAway, isAway]);
      hold(document.slots.get(identityId), slot);
      hold(document.banned.has(identityId), false);
      hold(document.resting.has(slot), false);
    }
    hold(document.slots.size, seats.length);
    const generations = seats.map(({ generation }) => generation);
    hold(Math.max(0, ...generations) <= document.generation, true);
    const cockpits = [...document.screens.values()].filter(({ isCockpit }) => isCockpit);
    hold(document.screens.size - cockpits.length <= limits.MAX_SCREENS, true);
    hold(cockpits.length <= limits.MAX_COCKPITS, true);
    // R3.2: the role is the owner's unless it was given away, and then somebody's who sits.
    const host = seats.find(({ playerId }) => playerId === document.hostId);
    const owner = seats.find(({ identityId }) => identityId === OWNER);
    if (document.isHandedOver) hold([host === undefined, host === owner], [false, false]);
    else hold(document.hostId, owner?.playerId ?? '');
    if (document.actingId !== '') {
      hold(
        seats.some(({ playerId }) => playerId === document.actingId),
        true,
      );
      this.note('acting hosts');
    }
    if (document.seq % 10 === 0) this.checkNames();

    const read = paper.read();
    expectEqual(read, document);
    const { hashes, sets } = paper;
    const bySlot = seats.map(({ slot, generation }) => [String(slot), String(generation)]);
    hold(hashes.get('generations'), new Map(bySlot as [string, string][]));
    hold(
      hashes.get('slots'),
      new Map(Array.from(document.slots, ([identity, slot]) => [identity, String(slot)])),
    );
    const ghosts = seats.filter(({ fellAt }) => fellAt !== null);
    hold(
      seats.filter(({ playerId }) => sets.get('ghosts')!.has(playerId)),
      ghosts,
    );
    if (ghosts.length > 0) this.note('ghosts');
  }

  /** A name is taken as long as somebody bears it (R1.4). */
  checkNames(): void {
    const { names, seats } = this.document;
    const borne = new Set(Array.from(seats.values(), ({ playerName }) => playerName));
    for (const name of this.names)
      hold([name, names.fork().free(name) === name], [name, !borne.has(name)]);
  }
}

/** A process, with a copy of the room that may be behind. */
export class Process {
  copy: RoomState;
  private heard = 0;
  private count = 0;

  constructor(
    readonly name: string,
    private readonly store: Store,
    first: RoomState,
  ) {
    this.copy = copyRoom(first);
  }

  hear(count: number): void {
    const { log } = this.store;
    const until = Math.min(log.length, this.heard + count);
    for (const update of log.slice(this.heard, until)) apply(this.copy, update);
    this.heard = until;
    if (until === log.length) expectEqual(this.copy, this.store.document);
  }

  /** Begins anew with what the store holds. */
  restart(): void {
    this.copy = this.store.paper.read();
    this.heard = this.store.log.length;
  }

  /** Sends what was decided; after a lost answer, finds out and sends it again. */
  append(append: Omit<Append, 'id'>, now: number, isAnswerLost: boolean): Outcome {
    this.count += 1;
    const whole = { ...append, id: `${this.name}.${this.count}` };
    const outcome = this.store.append(this.name, whole, now);
    if (outcome === 'done' && whole.changes.length > 0 && isAnswerLost) {
      hold(this.store.lastOf.get(this.name), whole.id);
      // It has happened, so it does not happen again.
      hold(this.store.append(this.name, whole, now), 'stale');
      hold(this.store.lastOf.get(this.name), whole.id);
      this.store.note('lost answers');
    }
    return outcome;
  }
}
