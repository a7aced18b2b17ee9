/** A room whose server had ended, and that was read from a journal by a new one. */
import { isCurtained, type ItemOn, type LobbyPhase, type TimedPhase } from './phase.js';
import type { RoomChange } from './room-change.js';
import { BOTH, done, nothing, type RoomCommand } from './room-command.js';
import type { RoomState } from './room-state.js';
import { draftOf } from './draft.js';
import { applyChange } from './apply-change.js';
import { rehearsalEnd } from './rehearsal.js';
import { removal } from './screen-commands.js';
import { lengthOf } from './shared/beats.js';
import type { Clock } from './shared/clock.js';
import { finalEndsAt } from './show/staged.js';

/** A question has so much left at least when the game goes on, in ms. */
const LEAST_QUESTION_MS = 5_000;
/** The same of a reveal. */
const LEAST_REVEAL_MS = 7_000;

/**
 * Nobody is connected any more, a rehearsal is over, and a game stands behind the curtain until the host lets it go
 * on (R25.2). `aliveAt` is when the server was last known to run, store epoch ms.
 */
export function comeBack(aliveAt: number): RoomCommand<void> {
  return {
    reads: BOTH,
    decide(room, now) {
      const draft = draftOf(room);
      const changes: RoomChange[] = [];
      const add = (...more: RoomChange[]): void => {
        for (const change of more) {
          applyChange(draft, change);
          changes.push(change);
        }
      };
      if (room.settings.rehearsal !== null) add(...rehearsalEnd(draft, now));
      // A player who was away before has been away since then (R5.4).
      for (const { slot, isBot, droppedAt } of draft.seats.values())
        if (!isBot && droppedAt === null) add({ kind: 'dropped', slot, droppedAt: now });
      if (draft.screens.size > 0) add(removal(draft, [...draft.screens.keys()], 'lost', now));
      add({ kind: 'restored', at: now });
      const phase = standing(draft, aliveAt, now);
      if (phase !== undefined) add({ kind: 'phase', phase });
      return done(...changes);
    },
  };
}

/**
 * A game that ran while the machine of its only process slept stands behind the curtain, too; nobody is dropped, as
 * connections tell of themselves. `aliveAt` as above, by a clock that may have stood.
 */
export function wakeUp(aliveAt: number, sleptMs: number): RoomCommand<void> {
  return {
    reads: BOTH,
    decide({ phase }, now) {
      if (phase.kind === 'lobby') {
        const shown = laterItem(phase, sleptMs);
        return shown === undefined ? nothing() : done({ kind: 'phase', phase: shown });
      }
      if (phase.clock.pausedAt !== null) return nothing();
      return done({ kind: 'phase', phase: standingPhase(phase, aliveAt, now, sleptMs) });
    },
  };
}

/** The phase as it waits for the host; undefined where nothing of it goes by the clock. */
function standing(room: RoomState, aliveAt: number, now: number): RoomState['phase'] | undefined {
  const { phase } = room;
  const awayMs = Math.max(0, now - aliveAt);
  if (phase.kind !== 'lobby') return standingPhase(phase, aliveAt, now, awayMs);
  const later = laterItem(phase, awayMs);
  if (phase.final === undefined || phase.isFinalOver) return later;
  return finalOver(room, later ?? phase, now);
}

function standingPhase(
  phase: TimedPhase,
  aliveAt: number,
  now: number,
  awayMs: number,
): TimedPhase {
  const clock = standingClock(phase, aliveAt, now, awayMs);
  const version = phase.version + 1;
  return phase.kind === 'item'
    ? { ...phase, version, shown: laterBreak(phase, awayMs), clock }
    : { ...phase, version, clock };
}

/** The item of a lobby has all of its length for those who are there; undefined where it has none. */
function laterItem(phase: LobbyPhase, awayMs: number): LobbyPhase | undefined {
  const { item, version } = phase;
  if (item === undefined || (item.waits && item.shown.kind !== 'break')) return undefined;
  const { startTime, endTime, pausedAt } = item.clock;
  const clock = {
    startTime: startTime + awayMs,
    endTime: endTime + awayMs,
    pausedAt: pausedAt && pausedAt + awayMs,
  };
  const later = { ...item, shown: laterBreak(item, awayMs), clock };
  return { ...phase, version: version + 1, item: later };
}

/** A break is as long as was said, without the time in which nobody was told of it. */
function laterBreak({ shown }: ItemOn, awayMs: number): ItemOn['shown'] {
  return shown.kind === 'break' ? { ...shown, endTime: shown.endTime + awayMs } : shown;
}

/** The end of a game is not shown a second time, and its podium stays. */
function finalOver(room: RoomState, phase: LobbyPhase, now: number): LobbyPhase {
  const { final, version } = phase;
  const earlierMs = Math.max(0, finalEndsAt(room) - now);
  const shown = final && { ...final, startTime: final.startTime - earlierMs };
  return { ...phase, version: version + 1, ...(shown && { final: shown }), isFinalOver: true };
}

function standingClock(phase: TimedPhase, aliveAt: number, now: number, awayMs: number): Clock {
  const { startTime, endTime, pausedAt, curtain } = phase.clock;
  const stoodAt = pausedAt ?? aliveAt;
  const pause = curtain?.break;
  const moved = {
    startTime: startTime + now - stoodAt,
    endTime: endTime + now - stoodAt,
    pausedAt: now,
    curtain: {
      break: pause ? { ...pause, endTime: pause.endTime + awayMs } : null,
      awayMs: awayMs + (isCurtained(phase) ? (curtain?.awayMs ?? 0) : 0),
    },
  };
  switch (phase.kind) {
    case 'countdown':
      return { ...moved, startTime: now, endTime: now + endTime - startTime };
    case 'question':
      return {
        ...moved,
        endTime: Math.max(moved.endTime, Math.max(now, moved.startTime) + LEAST_QUESTION_MS),
      };
    case 'item':
      return moved;
    case 'reveal': {
      // All of it has been told: it rests, and no moment of it comes again.
      const rests = now - lengthOf(phase.beats ?? []);
      const restMs = Math.max(endTime - stoodAt, LEAST_REVEAL_MS);
      return { ...moved, startTime: Math.min(moved.startTime, rests), endTime: now + restMs };
    }
  }
}
