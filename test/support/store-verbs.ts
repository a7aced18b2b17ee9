/** What tests do to the rooms of a store: read, decide and append, as the room layer does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { done, PHASE, type RoomCommand } from '../../src/game/room-command.js';
import type { Transition } from '../../src/game/room-change.js';
import type { RoomState, Seat } from '../../src/game/room-state.js';
import {
  drop,
  kick,
  leave,
  sit,
  type SeatGrant,
  type SeatRequest,
} from '../../src/game/seat-commands.js';
import { RoomError } from '../../src/protocol/index.js';
import type { Append, AppendOutcome, RoomStore } from '../../src/server/live/store/contract.js';
import { decideAll, type RoomWriter } from '../../src/server/live/store/room-writer.js';

/** A store and who writes to it. */
export interface Writing {
  store: RoomStore;
  writer: RoomWriter;
}

/** Commands that one append carries. */
const MAX_BATCH = 50;
/** Until a crowd finds out that it never gets through. */
const MAX_TRIES = 1_000;

export function seatPlayer(
  { writer }: Writing,
  roomId: string,
  request: SeatRequest,
): Promise<SeatGrant> {
  return writer.run(roomId, sit(request));
}

/** Whoever sits in a slot now; throws where nobody does. */
export async function seatIn({ store }: Writing, roomId: string, slot: number): Promise<Seat> {
  const seat = (await store.readRoom(roomId))?.seats.get(slot);
  if (seat === undefined) throw new Error(`nobody sits in slot ${slot}`);
  return seat;
}

/** The connection of whoever sits in a slot now is lost. */
export async function dropFrom(parts: Writing, roomId: string, slot: number): Promise<void> {
  const { generation, connectionId } = await seatIn(parts, roomId, slot);
  const held = { slot, generation, connectionId: connectionId ?? 'nobody' };
  await parts.writer.run(roomId, drop(held));
}

/** Whoever sits in a slot now goes on purpose. */
export async function leaveFrom(parts: Writing, roomId: string, slot: number): Promise<void> {
  await parts.writer.run(roomId, leave(await seatIn(parts, roomId, slot)));
}

export async function kickFrom(parts: Writing, roomId: string, slot: number): Promise<void> {
  const { playerId } = await seatIn(parts, roomId, slot);
  await parts.writer.run(roomId, kick(playerId));
}

export function claimOf(transition: Transition): RoomCommand<void> {
  return { reads: PHASE, decide: () => done({ kind: 'phase', ...transition }) };
}

/** Appends a change of the phase that was decided on this room. */
export function claim(
  { store, writer }: Writing,
  room: RoomState,
  transition: Transition,
  deadline: Append['deadline'] = 'any',
): Promise<AppendOutcome> {
  const { append } = decideAll(room, [claimOf(transition)], store.now());
  return writer.append(room.roomId, { ...append, deadline }, true);
}

/** What comes out of each command: its answer, or the code of its refusal. */
type Result<Answer> = { answer: Answer } | { code: string };

/**
 * Everything that many want at once, as one process does it: together, one append after the other, and
 * anew where another process came first.
 */
export async function runAll<Answer>(
  { store, writer }: Writing,
  roomId: string,
  commands: readonly RoomCommand<Answer>[],
): Promise<Result<Answer>[]> {
  const results: Result<Answer>[] = [];
  let failed = 0;
  while (results.length < commands.length) {
    if (failed > MAX_TRIES) throw new Error('others always came first');
    const room = await store.readRoom(roomId);
    if (room === undefined) throw new RoomError('ROOM_NOT_FOUND');
    const batch = commands.slice(results.length, results.length + MAX_BATCH);
    const decided = decideAll(room, batch, store.now());
    const outcome = await writer.append(roomId, decided.append);
    if (outcome.kind === 'turn') await sleep(outcome.waitMs);
    failed = outcome.kind === 'done' ? 0 : failed + 1;
    if (failed > 0) continue;
    for (const result of decided.results)
      if (!('error' in result)) results.push({ answer: result.answer as Answer });
      else if (result.error instanceof RoomError) results.push({ code: result.error.code });
      else throw result.error;
  }
  return results;
}
