/** Every code that a client can get, in an acknowledgement or an `exception`. */
export const ERROR_CODES = [
  'BAD_REQUEST', // the payload does not fit the schema, or a value is out of its range
  'UNKNOWN_EVENT',
  'NOT_IN_ROOM',
  'ALREADY_IN_ROOM',
  'WRONG_ROOM', // `gameId` names another room than the sender's
  'ROOM_NOT_FOUND',
  'ROOM_FULL',
  'ROOM_LOCKED',
  'KICKED', // this identity was kicked from the room and cannot come back
  'NAME_NOT_ON_LIST', // the host lets in by a list of names
  'NAME_TAKEN', // the name of the list is somebody else's already
  'NAMES_FIXED', // players do not choose their names in this room
  'NOT_HOST',
  'NOT_A_PLAYER', // a spectator tried a player's command
  'WRONG_PHASE',
  'BUSY', // this process has games to run, or has no time: no rehearsal now
  'TOO_LATE', // the phase that was meant is over, or is ending
  'PLAYER_NOT_FOUND',
  'MESSAGE_NOT_FOUND', // it is not kept any more, or was deleted already
  'QUIZ_SET_NOT_FOUND',
  'NOT_ENOUGH_QUESTIONS',
  'BAD_QUIZ_FILE',
  'MUTED',
  'BLIND', // the room is blind, and a question is open (R7.5)
  'SLOW_MODE', // the message tells how many seconds are left
  'RATE_LIMITED',
  'TOO_MANY_PINS', // too many wrong PINs from this address
  'TOO_MANY_ROOMS',
  'TOO_MANY_SCREENS',
  'HOST_PASSWORD', // this server asks for a password of those who open rooms
  'FORBIDDEN', // no identity, or not this one's to do
  'STORE_AWAY',
  'UPDATING', // another version of the server keeps this room; it ends soon, or this one does
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

/** What a `notice` can tell: a condition of the room or the service, not an answer to a command. */
export type NoticeCode =
  | 'SESSION_REPLACED'
  | 'SCREEN_DISMISSED' // the host has ended this projector
  | 'COCKPIT_ENDED' // the owner has ended the host link by which this cockpit came
  | 'ROOM_CLOSED'
  | 'ROOM_LOST'
  | 'STORE_AWAY'
  | 'STORE_BACK'
  | 'DRAINING';
