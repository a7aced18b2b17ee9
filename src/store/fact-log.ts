import type { RoomFact } from './facts.js';

interface FactLogger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
}

/** One line per room event at `info`, per player's coming and going at `debug`, none per move and message. */
export function logFacts(logger: FactLogger): (roomId: string, fact: RoomFact) => void {
  return (roomId, fact) => {
    switch (fact.kind) {
      case 'shared':
        return;
      case 'phase': {
        const { kind, version } = fact.phase;
        return logger.info({ roomId, phase: kind, version }, 'phase');
      }
      case 'seated':
        return logger.debug({ roomId, slot: fact.seat.slot }, fact.kind);
      case 'attached':
      case 'dropped':
      case 'renamed':
        return logger.debug({ roomId, slot: fact.slot }, fact.kind);
      case 'left':
        return logger.debug({ roomId, slot: fact.slot, reason: fact.reason }, fact.kind);
      case 'closed':
        return logger.info({ roomId, reason: fact.reason }, fact.kind);
      case 'host':
      case 'options':
      case 'quizSet':
      case 'screen':
      case 'muted':
      case 'screensFreed':
        return logger.info({ roomId }, fact.kind);
    }
  };
}
