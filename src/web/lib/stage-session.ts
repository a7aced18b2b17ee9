import type { RoomSession } from './session.js';

/** What the stage needs of a session: the desk shows it without a room. */
export type StageSession = Pick<RoomSession, 'room' | 'clock' | 'walker' | 'sender' | 'isScreen'>;
