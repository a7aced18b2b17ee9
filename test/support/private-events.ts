import type { PrivateEvent } from '../../src/protocol/index.js';

const PRIVATE: Record<PrivateEvent, true> = {
  hostNotes: true,
  zoneCounts: true,
  writtenGroups: true,
  ownAnswer: true,
  programme: true,
  judgedQuestions: true,
  givenPoints: true,
  claimCode: true,
  claimCodes: true,
  maskedMessage: true,
  replacedName: true,
  extraTime: true,
  putBack: true,
  queued: true,
};

/** Whether an event goes to some connections alone, and so is no part of what everybody is told alike. */
export function isPrivate(event: string): boolean {
  return event in PRIVATE;
}
