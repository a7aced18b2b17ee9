/** Every code that a client can get, in an acknowledgement or an `exception`. */
export const ERROR_CODES = [
  'BAD_REQUEST', // the payload does not fit the schema, or a value is out of its range
  'NOT_FOUND', // the address of a request leads nowhere
  'UNKNOWN_EVENT',
  'NOT_IN_ROOM',
  'ALREADY_IN_ROOM',
  'WRONG_ROOM', // `gameId` names another room than the sender's
  'ROOM_NOT_FOUND',
  'ROOM_FULL',
  'ROOM_TOO_BIG_FOR_FORMAT', // only clients that read `compact2` can be in a big room
  'ROOM_LOCKED',
  'KNOWS_ANSWERS', // has been told answers of the game that runs, and can take a seat when it is over
  'TICKET_NEEDED', // the room lets in by tickets only
  'WRONG_TICKET', // no ticket of this room, or one that was made anew
  'KICKED', // this identity was kicked from the room and cannot come back
  'NAME_NOT_ON_LIST', // the host lets in by a list of names
  'NAME_TAKEN', // the name of the list is somebody else's already
  'NAME_RESERVED', // it reads like the host's, and is no player's
  'NAMES_FIXED', // players do not choose their names in this room
  'NOT_HOST',
  'NOT_A_PLAYER', // a spectator tried a player's command
  'NOT_IN_HALLS', // only big rooms have this command
  'WRONG_PHASE',
  'BUSY', // this process has games to run, or no time now: for a rehearsal, or for what is dear (R10.6)
  'TOO_LATE', // the phase that was meant is over, or is ending
  'PLAYER_NOT_FOUND',
  'MESSAGE_NOT_FOUND', // it is not kept any more, or was deleted already
  'QUIZ_SET_NOT_FOUND',
  'GAME_NOT_FOUND', // no results of it are kept, or not for who asks
  'NOT_ENOUGH_QUESTIONS',
  'BAD_QUIZ_FILE',
  'FAINT_COLOURS', // some text could not be read in these colours; the message tells which
  'BAD_IMAGE', // the file is no picture, or none that is taken; the message tells why
  'TOO_MANY_PIXELS', // of a picture
  'MUTED',
  'BLIND', // the room is blind, and a question is open (R7.5)
  'SLOW_MODE', // the message tells how many seconds are left
  'RATE_LIMITED',
  'TOO_SLOW', // the body of a request came slower than it may
  'TOO_MANY_PINS', // too many wrong PINs from this address, its /48 or this identity
  'TOO_MANY_ROOMS',
  'TOO_MANY_SCREENS',
  'HOST_PASSWORD', // this server asks for a password of those who open rooms
  'NOT_SIGNED_IN', // quiz sets are kept for those who are signed in
  'STALE', // somebody, or another tab, has saved the set meanwhile
  'TOO_MUCH_KEPT', // no more sets, or no more of them, are kept for this host
  'TICKETS_NOT_FOUND', // no such list of tickets is kept, or not for who asks
  'DATABASE_AWAY', // quiz sets that are kept cannot be reached; games go on
  'UNKNOWN_HOST', // the name in the address is none of this server's: PUBLIC_URL has to say it
  'FORBIDDEN', // no identity, or not this one's to do
  'STORE_AWAY',
  'UPDATING', // another version of the server keeps this room, or is to come before a new one opens
  'OTHER_WIRE', // the page is of a version that this server does not take, and has to be loaded anew
  'OTHER_VERSION', // the room of before cannot go on in this version of the program (R25.4)
  'INTERNAL',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** An expected failure that the client can act on; anything else becomes `INTERNAL`. */
export class RoomError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string = code,
  ) {
    super(message);
    this.name = 'RoomError';
  }
}

/** Whether the store did not answer: what it was asked for may have happened. */
export function isAway(error: unknown): boolean {
  return error instanceof RoomError && error.code === 'STORE_AWAY';
}

/** What a `notice` can tell: a condition of the room or the service, not an answer to a command. */
export type NoticeCode =
  | 'SESSION_REPLACED'
  | 'SCREEN_DISMISSED' // the host has ended this projector
  | 'COCKPIT_ENDED' // this person runs the room no more, or the owner has ended the host link
  | 'TICKET_ENDED' // the host has made the ticket anew, and this one is void
  | 'REMOVED' // the host has removed many at once; this person may come in again
  | 'ROOM_CLOSED'
  | 'ROOM_LOST'
  | 'STORE_AWAY'
  | 'STORE_BACK'
  | 'DRAINING' // the room goes on, and clients come back to it
  | 'SERVER_AWAY' // the rooms of this server go on when it is started again (R25.2)
  | 'SERVER_ENDED'; // the rooms of this server end with it
