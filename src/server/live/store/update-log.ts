import type { RoomChange } from '../../../game/room-change.js';
import type { RoomUpdate } from './room-update.js';

interface UpdateLogger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

/** One line per room event at `info`, per player's coming and going at `debug`, none per move and message. */
export function logUpdates(logger: UpdateLogger): (roomId: string, update: RoomUpdate) => void {
  return (roomId, update) => {
    switch (update.kind) {
      case 'shared':
        return;
      case 'closed':
        return logger.info({ roomId, reason: update.reason }, update.kind);
      case 'appended':
        for (const change of update.changes) logChange(logger, roomId, change);
    }
  };
}

function logChange(logger: UpdateLogger, roomId: string, change: RoomChange): void {
  switch (change.kind) {
    case 'phase': {
      const { kind, version } = change.phase;
      return logger.info({ roomId, phase: kind, version }, 'phase');
    }
    case 'seated':
      return logger.debug({ roomId, slot: change.seat.slot }, change.kind);
    case 'attached':
    case 'dropped':
    case 'renamed':
      return logger.debug({ roomId, slot: change.slot }, change.kind);
    case 'left':
      return logger.debug({ roomId, slot: change.slot, reason: change.reason }, change.kind);
    case 'screenAdded':
      return logger.debug({ roomId }, change.kind);
    default:
      return logger.info({ roomId }, change.kind);
  }
}
