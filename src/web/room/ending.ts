import type { FailureCode } from '../i18n/failure-code.js';

/** Why this page is out of the room for good, until the person does something. */
export type Ending =
  | { kind: 'refused'; code: FailureCode }
  | { kind: 'kicked' }
  | { kind: 'replaced' }
  /** A projector that the host has ended. */
  | { kind: 'dismissed' }
  /** Without a notice where the seat that one comes back to has no room any more. */
  | {
      kind: 'gone';
      notice:
        | 'ROOM_CLOSED'
        | 'ROOM_LOST'
        | 'COCKPIT_ENDED'
        | 'SERVER_ENDED'
        | 'REMOVED'
        | 'TICKET_ENDED'
        | null;
    };
