/** The slow clocks of a room: who lost seat or role by absence, and when a room ends (R1.6, R2.2, R3.2). */
import { applyChange } from './apply-change.js';
import { draftOf } from './draft.js';
import { fallBack, fallsBack, hasCockpit, hostsAwaySince, standIn, standInOf } from './host.js';
import type { RoomChange, Transition } from './room-change.js';
import { isWaiting, type LobbyPhase, type Phase, type RevealPhase } from './phase.js';
import { endRehearsal, REHEARSAL_LATE_MS } from './rehearsal.js';
import { BOTH, done, nothing, type RoomCommand } from './room-command.js';
import { free } from './seat-commands.js';
import { isConnected, type RoomState, type Seat } from './room-state.js';
import { endFinal, finalEndsAt } from './show/staged.js';
import { stopWaiting } from './transitions.js';

export interface GraceTimes {
  /** A dropped player's seat in the lobby. */
  seatGraceMs: number;
  hostGraceMs: number;
  emptyRoomMs: number;
  idleRoomMs: number;
  pausedRoomMs: number;
}

export type HousekeepingTask =
  | { kind: 'close'; reason: 'empty' | 'idle' | 'paused' }
  | { kind: 'free'; seat: Seat }
  | { kind: 'fallBack'; from: string }
  | { kind: 'standIn' }
  | { kind: 'goOn'; phase: RevealPhase }
  | { kind: 'endFinal'; phase: LobbyPhase }
  | { kind: 'endRehearsal' };

/** For how long without activity a cockpit of those who run a room keeps it open, in ms. */
const COCKPIT_KEEPS_MS = 12 * 3_600_000;

/** After a restart of the server people have so long to come back, in ms (R25.3). */
const HOSTS_COME_BACK_MS = 5 * 60_000;
const SEATS_COME_BACK_MS = 10 * 60_000;
const ROOMS_COME_BACK_MS = 30 * 60_000;

/** The housekeeping that is due now, and when to look again (store epoch ms). */
export function housekeepingFor(
  room: RoomState,
  now: number,
  times: GraceTimes,
): { tasks: HousekeepingTask[]; nextAt: number } {
  const ends = roomEnd(room, times);
  if (ends.at <= now) return { tasks: [{ kind: 'close', reason: ends.reason }], nextAt: now };

  const tasks: HousekeepingTask[] = [];
  let nextAt = ends.at;
  const whenDue = (at: number, act: () => void): void => {
    if (at <= now) act();
    else nextAt = Math.min(nextAt, at);
  };

  if (room.phase.kind === 'lobby')
    for (const seat of room.seats.values())
      if (seat.droppedAt !== null)
        whenDue(
          Math.max(
            seat.droppedAt + times.seatGraceMs,
            finalEndsAt(room),
            room.restoredAt + SEATS_COME_BACK_MS,
          ),
          () => tasks.push({ kind: 'free', seat }),
        );

  if (room.phase.kind === 'lobby' && room.phase.final && !room.phase.isFinalOver) {
    const { phase } = room;
    whenDue(finalEndsAt(room), () => tasks.push({ kind: 'endFinal', phase }));
  }

  const { rehearsal } = room.settings;
  if (rehearsal !== null)
    whenDue(rehearsal.endsAt + REHEARSAL_LATE_MS, () => tasks.push({ kind: 'endRehearsal' }));

  const hostsGoneAt = (awaySince: number): number =>
    Math.max(awaySince + times.hostGraceMs, room.restoredAt + HOSTS_COME_BACK_MS);
  const host = [...room.seats.values()].find(({ playerId }) => playerId === room.hostId);
  if (fallsBack(room))
    whenDue(host?.droppedAt == null ? now : hostsGoneAt(host.droppedAt), () =>
      tasks.push({ kind: 'fallBack', from: room.hostId }),
    );
  const awaySince = hostsAwaySince(room);
  const actingId = (awaySince === null ? undefined : standInOf(room))?.playerId ?? '';
  if (actingId !== room.actingId)
    whenDue(awaySince === null ? now : hostsGoneAt(awaySince), () =>
      tasks.push({ kind: 'standIn' }),
    );

  // A reveal that waits for a host who is away is as good as one that waits for nobody.
  const { phase } = room;
  if (phase.kind === 'reveal' && phase.waits && phase.clock.pausedAt === null && awaySince !== null)
    whenDue(hostsGoneAt(awaySince), () => tasks.push({ kind: 'goOn', phase }));

  return { tasks, nextAt };
}

function roomEnd(
  room: RoomState,
  times: GraceTimes,
): { at: number; reason: 'empty' | 'idle' | 'paused' } {
  const isKept = hasCockpit(room);
  const after = (ms: number): number => (isKept ? Math.max(ms, COCKPIT_KEEPS_MS) : ms);
  const { lastPresentAt, lastActivityAt } = room;
  if (![...room.seats.values()].some((seat) => isConnected(seat) && !seat.isBot)) {
    const last = isKept ? Math.max(lastPresentAt, lastActivityAt) : lastPresentAt;
    const emptyAt = last + after(times.emptyRoomMs);
    return { at: Math.max(emptyAt, room.restoredAt + ROOMS_COME_BACK_MS), reason: 'empty' };
  }
  if (room.phase.kind === 'lobby')
    return { at: lastActivityAt + after(times.idleRoomMs), reason: 'idle' };
  // A running game is activity; only a paused one can be forgotten.
  const { pausedAt, endTime } = room.phase.clock;
  const stoodFrom = pausedAt ?? (isWaiting(room.phase) ? endTime : Infinity);
  return { at: stoodFrom + after(times.pausedRoomMs), reason: 'paused' };
}

/** Does all that is due at once: a hall whose Wi-Fi is gone frees its seats in the same instant. */
export function doTasks(tasks: readonly HousekeepingTask[]): RoomCommand<void> {
  return {
    reads: BOTH,
    decide(room, now) {
      const draft = draftOf(room);
      const changes: RoomChange[] = [];
      for (const command of tasks.flatMap(commandOf))
        for (const change of command.decide(draft, now).changes) {
          applyChange(draft, change);
          changes.push(change);
        }
      return done(...changes);
    },
  };
}

function commandOf(task: HousekeepingTask): RoomCommand<void>[] {
  switch (task.kind) {
    case 'free':
      return [free(task.seat)];
    case 'fallBack':
      return [fallBack(task.from)];
    case 'standIn':
      return [standIn];
    case 'goOn':
      return [inPhase(task.phase, (now) => stopWaiting(task.phase, now))];
    case 'endFinal':
      return [inPhase(task.phase, () => endFinal(task.phase))];
    case 'endRehearsal':
      return [endRehearsal];
    case 'close':
      // A room is closed as a whole, and not changed.
      return [];
  }
}

/** Nothing where the room is in another phase by now. */
function inPhase({ version }: Phase, decide: (now: number) => Transition): RoomCommand<void> {
  return {
    reads: BOTH,
    decide: (room, now) =>
      room.phase.version === version ? done({ kind: 'phase', ...decide(now) }) : nothing(),
  };
}
