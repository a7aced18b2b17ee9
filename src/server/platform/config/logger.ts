import type { Logger } from 'pino';
import { RoomError } from '../../../protocol/errors.js';

export const LOGGER = Symbol('LOGGER');

export type ReportBug = (error: unknown, where: string) => void;

export function bugReporter(logger: Logger): ReportBug {
  return (error, where) => logger.error({ err: error, where }, 'unexpected error');
}

/**
 * Reports all but refusals, which are no bugs: the room has ended or gone on, or a store is away, which tells its
 * own story.
 */
export function reportUnlessRefused(reportBug: ReportBug, where: string): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof RoomError)) reportBug(error, where);
  };
}
