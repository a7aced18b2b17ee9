/** Which keys of Redis a change writes; the script `append` carries it out. */
import { CHANGES, type RoomChange } from '../../../../game/room-change.js';
import {
  isAlive,
  isListed,
  type PlayerMark,
  type RoomState,
  type TextField,
} from '../../../../game/room-state.js';
import { writingKey } from '../../../../game/writing.js';
import { nameKey } from '../../../../protocol/judged-name.js';
import type { Append } from '../contract.js';
import { deadlineWrites } from './deadline.js';
import { RedisKeys } from './keys.js';
import { emptyWrites, placeWrite } from './places.js';
import { formatFields, formatSeat } from './room-codec.js';
import type { Arg, Write } from './scripts.js';

/** Redis reads some thousand arguments of a command from Lua at once. */
const CHUNK = 1_000;

export interface WriteSettings {
  processId: string;
  /** How long after a deadline, by the clock of the primary, moves that other processes had in time may still arrive, in ms. */
  settleMs: number;
}

/** All that an append writes, in order, as arguments of the script. */
export function writeArgs(append: Append, settings: WriteSettings): Arg[] {
  const writes = append.changes.flatMap((change) => writesOf(change, append, settings));
  const { before, after } = append;
  // Once, however many leave: of a large list it is some kB.
  const haveGone = after.ticketsGone !== before.ticketsGone;
  if (haveGone && append.changes.some(({ kind }) => kind === 'left'))
    writes.push(...fieldsWrite(after, ['ticketsGone']));
  if (append.quizSet !== undefined) writes.push(['SET', 'quiz', JSON.stringify(append.quizSet)]);
  return writes.flatMap(([command, key, ...args]) => [
    command,
    RedisKeys.numberOf(key),
    args.length,
    ...args,
  ]);
}

function writesOf(
  change: RoomChange,
  { before, after }: Append,
  { processId, settleMs }: WriteSettings,
): Write[] {
  const fields = fieldsWrite(after, CHANGES[change.kind].writes);
  switch (change.kind) {
    case 'seated': {
      const { seat, address } = change;
      const { slot, playerId, identityId } = seat;
      return [
        ['HSET', 'seats', slot, formatSeat(seat)],
        placeWrite(seat),
        ['HSET', 'generations', slot, seat.generation],
        ['HSET', 'slots', identityId, slot],
        ['HDEL', 'resting', slot],
        ...fields,
        ['SADD', 'holders', processId],
        ['SADD', 'addresses', address],
        ...(seat.fellAt === null ? [] : [['SADD', 'ghosts', playerId] satisfies Write]),
      ];
    }
    case 'attached':
      return [
        ...seatWrites(after, change.slot),
        ['HSET', 'generations', change.slot, change.generation],
        ...fields,
        ['SADD', 'holders', processId],
      ];
    case 'dropped':
    case 'renamed':
      return [...seatWrites(after, change.slot), ...fields];
    case 'dealt':
      return change.seats.flatMap(([slot]) => seatWrites(after, slot));
    case 'left': {
      const { slot, playerId, identityId, restsUntil } = change;
      const writes: Write[] = [
        ['HDEL', 'seats', slot],
        ...emptyWrites(slot),
        ['HDEL', 'generations', slot],
        ['HDEL', 'slots', identityId],
        ...(writingKey(before) === null ? [] : [['HDEL', 'texts', slot] satisfies Write]),
        ['SREM', 'ghosts', playerId],
        ['HSET', 'resting', slot, restsUntil],
        ...fields,
      ];
      if (change.reason === 'kicked') writes.push(['HSET', 'banned', identityId, playerId]);
      return writes;
    }
    case 'settings':
      return [...fields, listWrite(after)];
    case 'screenAdded': {
      const { connectionId, screen } = change;
      return [
        ['HSET', 'screens', connectionId, JSON.stringify(screen)],
        ...fields,
        ['SADD', 'holders', processId],
        ...(screen.isCockpit ? [] : [['SADD', 'watchers', screen.identityId] satisfies Write]),
      ];
    }
    case 'screensRemoved': {
      const { connectionIds, reason, at } = change;
      const writes: Write[] = [];
      if (connectionIds.length > 0) writes.push(['HDEL', 'screens', ...connectionIds]);
      if (reason === 'dismissed') writes.push(['DEL', 'watchers']);
      if (at !== undefined) writes.push(...fields);
      return writes;
    }
    case 'phase': {
      const writes = [...fields];
      // By the phase that begins what is secret, and by each phase of a lobby without secrets, which empties it anew.
      if (after.informed !== before.informed) writes.push(...fieldsWrite(after, ['informed']));
      if (change.game !== undefined) writes.push(...fieldsWrite(after, ['game']));
      if (change.programme !== undefined) writes.push(...fieldsWrite(after, ['programme']));
      if (change.rules !== undefined)
        writes.push(...fieldsWrite(after, ['rules', 'gameSince', 'walked']), ['DEL', 'judged']);
      if (change.given !== undefined || change.rounds !== undefined)
        writes.push(...fieldsWrite(after, ['rules']));
      if (after.parts !== before.parts) writes.push(...fieldsWrite(after, ['parts']));
      if (isAnswered(before, after)) writes.push(['DEL', 'texts']);
      for (const question of change.judged ?? [])
        writes.push(['HSET', 'judged', nameKey(question), JSON.stringify(question)]);
      if (change.tally !== undefined) {
        writes.push(...fieldsWrite(after, ['tally']));
        const isSameGame = change.tally.game === before.tally.game;
        if (!isSameGame) writes.push(['DEL', 'ghosts']);
        const were = ghostsIn(before);
        const ghosts = change.tally.marks.filter(
          ({ playerId, fellAt }) => fellAt !== null && !(isSameGame && were.has(playerId)),
        );
        const revived = change.tally.marks.filter(
          ({ playerId, fellAt }) => fellAt === null && were.has(playerId),
        );
        writes.push(...memberWrites('SADD', ghosts));
        // A correction may have given lives back.
        writes.push(...memberWrites('SREM', revived));
      }
      return [...writes, listWrite(after), ...deadlineWrites(before, after, settleMs)];
    }
    default:
      return fields;
  }
}

/** Whether what was written stands elsewhere now, or counts for nothing. */
function isAnswered(before: RoomState, after: RoomState): boolean {
  const key = writingKey(before);
  return key !== null && key !== writingKey(after);
}

/** The fields as they stand after all changes. */
function fieldsWrite(after: RoomState, names: readonly TextField[]): Write[] {
  return names.length === 0 ? [] : [['HSET', 'room', ...formatFields(after, names)]];
}

/** Player ids of the ghosts. */
function ghostsIn({ seats }: RoomState): ReadonlySet<string> {
  const ghosts = new Set<string>();
  for (const seat of seats.values()) if (!isAlive(seat)) ghosts.add(seat.playerId);
  return ghosts;
}

function memberWrites(command: 'SADD' | 'SREM', marks: readonly PlayerMark[]): Write[] {
  const writes: Write[] = [];
  for (let from = 0; from < marks.length; from += CHUNK) {
    const ids = marks.slice(from, from + CHUNK).map(({ playerId }) => playerId);
    writes.push([command, 'ghosts', ...ids]);
  }
  return writes;
}

/** The seat as it stands after all changes; it may have been given up again. */
function seatWrites(after: RoomState, slot: number): Write[] {
  const seat = after.seats.get(slot);
  return seat === undefined ? [] : [['HSET', 'seats', slot, formatSeat(seat)]];
}

function listWrite(after: RoomState): Write {
  return [isListed(after) ? 'SADD' : 'SREM', 'public', after.roomId];
}
