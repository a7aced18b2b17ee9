/** Bounds of everything that crosses the wire. Sizes in the unit that the name tells. */

export const NAME_MAX_GRAPHEMES = 32;
export const NAME_MAX_UNITS = 64;
export const TITLE_MAX_GRAPHEMES = 40;
export const TITLE_MAX_UNITS = 160;
export const CHAT_MAX_UNITS = 800;
export const NAME_BOUNDS = { maxGraphemes: NAME_MAX_GRAPHEMES, maxUnits: NAME_MAX_UNITS };
export const TITLE_BOUNDS = { maxGraphemes: TITLE_MAX_GRAPHEMES, maxUnits: TITLE_MAX_UNITS };
export const CHAT_BOUNDS = { maxGraphemes: 200, maxUnits: CHAT_MAX_UNITS };

/** Messages kept per audience (R8.1). */
export const CHAT_KEPT = 500;
/** Text of these messages, as UTF-8: 500 messages of 200 Hangul syllables (R8.1). */
export const CHAT_KEPT_BYTES = 300_000;
/** Messages that a newcomer gets (R8.1). */
export const CHAT_ON_JOIN = 50;

/** Names that a host can list, in all and in one command. */
export const NAME_LIST_MOST = 2_000;
export const NAME_LIST_AT_ONCE = 500;

/** Longest wait between two messages of a player in slow mode. */
export const MAX_SLOW_S = 300;
/** Muted identities that a room remembers. */
export const MUTED_KEPT = 500;

export const PIN_DIGITS = 6;
export const PIN_PATTERN = new RegExp(`^\\d{${PIN_DIGITS}}$`);
/** Ids of players and of quiz sets. */
export const ID_MAX_UNITS = 64;
export const HOST_PASSWORD_MAX_UNITS = 256;

export const MIN_PLAYERS = 2;
export const DEFAULT_PLAYERS = 200;
/** What a server allows unless it is set otherwise (`MAX_ROOM_PLAYERS`). */
export const DEFAULT_MOST_PLAYERS = 500;
/** Slots are 16-bit on the wire; rooms larger than this cannot be addressed. */
export const MAX_SLOTS = 65_535;
/** Players whom the owner may make co-hosts. */
export const MAX_CO_HOSTS = 20;
/** Browsers that a host link lets in; beyond that the oldest goes. */
export const MAX_LINKED = 20;
/** Spectators (projectors) of one room. */
export const MAX_SCREENS = 10;
/** Bots of a rehearsal (R12). */
export const MAX_BOTS = 200;
/** Cockpits of one room (R3.5), beside its projectors. */
export const MAX_COCKPITS = 6;
/** Players of whom a room remembers that they were kicked, for those who come back. */
export const KICKED_KEPT = 100;

/** Of each player in a game of survival (R6.7). */
export const MAX_LIVES = 3;

export const MIN_CHOICES = 2;
export const MAX_CHOICES = 10;
export const MIN_LIMIT_S = 3;
export const MAX_LIMIT_S = 120;
export const DEFAULT_LIMIT_S = 15;
export const DEFAULT_QUIZ_COUNT = 10;
export const EXTEND_MS = 5_000;
/** A skip judges a question whose choices were on screen for so long; sooner, it drops it (R4.7). */
export const MIN_SHOWN_MS = 3_000;

export const QUIZ_FILE_MAX_BYTES = 256 * 1024;
export const QUIZ_FILE_MAX_QUESTIONS = 200;
export const QUESTION_MAX_UNITS = 300;
export const CHOICE_MAX_UNITS = 80;

/** Largest Socket.IO message that a client may send, in bytes. */
export const MAX_MESSAGE_BYTES = 16 * 1024;
/** Commands that may wait for a join to settle. */
export const MAX_WAITING_COMMANDS = 16;
