/** Bounds of everything that crosses the wire. Sizes in the unit that the name tells. */

export const NAME_MAX_GRAPHEMES = 32;
export const NAME_MAX_UNITS = 64;
export const TITLE_MAX_GRAPHEMES = 40;
export const TITLE_MAX_UNITS = 160;
export const CHAT_MAX_UNITS = 800;
export const NAME_BOUNDS = { maxGraphemes: NAME_MAX_GRAPHEMES, maxUnits: NAME_MAX_UNITS };
export const TITLE_BOUNDS = { maxGraphemes: TITLE_MAX_GRAPHEMES, maxUnits: TITLE_MAX_UNITS };
/** Bounds of a break (R4.12): of its words, and of its length. */
export const BREAK_BOUNDS = { maxGraphemes: 100, maxUnits: 400 };
export const MAX_BREAK_MINUTES = 60;
export const CHAT_BOUNDS = { maxGraphemes: 200, maxUnits: CHAT_MAX_UNITS };

/** Messages kept per audience (R8.1). */
export const CHAT_KEPT = 500;
/** Text of these messages, as UTF-8: 500 messages of 200 Hangul syllables (R8.1). */
export const CHAT_KEPT_BYTES = 300_000;
/** Masked messages that somebody who runs the room is told when they come (R8.7). */
export const MASKED_TOLD = 50;
/** Messages that a newcomer gets (R8.1). */
export const CHAT_ON_JOIN = 50;

/** Names that a host can list, in all and in one command. */
export const NAME_LIST_MOST = 2_000;
export const NAME_LIST_AT_ONCE = 500;

/** Characters of a ticket's code (R28.1). */
export const TICKET_CODE_LENGTH = 12;
/** Tickets of a list, and of one that a guest keeps. */
export const TICKETS_MOST = 3_000;
export const GUEST_TICKETS_MOST = 300;
/** The body of a list with names, in bytes. */
export const TICKETS_MAX_BYTES = 768 * 1024;
/** Tickets of a room that are told at once. */
export const TICKETS_TOLD = 100;

/** Longest wait between two messages of a player in slow mode. */
export const MAX_SLOW_S = 300;
/** Muted identities that a room remembers. */
export const MUTED_KEPT = 500;
/** Identities of which a room remembers that a host gave them extra time, or took it. */
export const EXTRA_TIME_KEPT = 500;

export const PIN_DIGITS = 6;
export const PIN_PATTERN = new RegExp(`^\\d{${PIN_DIGITS}}$`);
/** Ids of players and of quiz sets. */
export const ID_MAX_UNITS = 64;
export const HOST_PASSWORD_MAX_UNITS = 256;

export const MIN_PLAYERS = 2;
/** The players that a server allows in a room unless it is set otherwise (`MAX_ROOM_PLAYERS`). */
export const DEFAULT_MOST_PLAYERS = 2_000;
/** Rooms for more players are big (R23). A room that is opened without a limit has this one, so that nobody is left at the door. */
export const MOST_IN_HALL = 500;
/** Slots that a page of a big room may ask about at once. */
export const WHO_MOST = 64;
/** Moves in a frame of a big room, and in one that tells of everybody near. */
export const CELL_MOVES = 96;
export const CELL_MOVES_FULL = 400;
/** So many of the best are named at reveals and at the end of a game in a big room. */
export const CROWD_TOP = 20;
export const CROWD_RESULTS = 50;
/** Chat messages that a hall takes in a second, of all players together; at once it takes one for each seat (R8.9). */
export const HALL_CHATS_PER_S = 40;
/** Chat messages that a big room takes in a second and at once, and that a newcomer to it gets. */
export const CROWD_CHATS_PER_S = 20;
export const CROWD_CHATS_AT_ONCE = 40;
export const CROWD_CHAT_ON_JOIN = 20;
/** Between two near messages of a player (R23.7). */
export const NEAR_CHAT_EVERY_MS = 2_000;
/** Near messages of the living, and of ghosts, that are told around one cell in a second and at once; and in a frame. */
export const NEAR_CHATS_PER_S = 10;
export const NEAR_CHATS_AT_ONCE = 10;
export const NEAR_CHATS_IN_FRAME = 12;
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

/** Teams of a room (R13.1). */
export const MIN_TEAMS = 2;
export const MAX_TEAMS = 8;

/** The most lives of a player in a game of survival (R6.7). */
export const MAX_LIVES = 3;

/** Coming questions that a cockpit is told (R4.2). */
export const COMING_TOLD = 20;
/** People of whom a game remembers that they were told its answers; more are not told. */
export const MAX_INFORMED = 100;

export const MIN_CHOICES = 2;
export const MAX_CHOICES = 10;
/** Choices of a question that are pictures: smaller ones are not recognised from the back row. */
export const MAX_PICTURES = 6;
export const MIN_LIMIT_S = 3;
export const MAX_LIMIT_S = 120;
export const DEFAULT_LIMIT_S = 15;
export const DEFAULT_QUIZ_COUNT = 10;
export const EXPLANATION_MAX_UNITS = 500;
export const ALT_MAX_UNITS = 300;
/** Numbers of a ruler, as far as their thousandths are exact. */
export const RULER_MOST = 1e12;
export const RULER_MAX_DECIMALS = 3;
/** From one end of a ruler to the other. */
export const MIN_RULER_STEPS = 2;
export const MAX_RULER_STEPS = 200;
export const UNIT_MAX_UNITS = 12;
export const LABEL_MAX_UNITS = 40;
export const MIN_PLACES = 3;
export const MAX_PLACES = 20;
export const PLACE_MAX_UNITS = 40;
export const MAX_TARGETS = 5;
/** The least `near` of a map, in percent of the side of its picture. */
export const MIN_NEAR_PERCENT = 1;
/** Along each side of the picture of a `map`, as its summary counts. */
export const HEAT_CELLS = 24;
/** The bounds of a text that somebody writes for a question; its kind may have less (`Writing`). */
export const ANSWER_BOUNDS = { maxGraphemes: 40, maxUnits: 160 };
/** Texts of one answer, of whatever kind. */
export const ANSWER_MOST_TEXTS = 3;
/** Between two answers of a player. */
export const WRITE_EVERY_MS = 1_000;
/** Seconds in which people write, and in which they walk to what was written. */
export const MIN_WRITE_S = 10;
export const MAX_WRITE_S = 60;
export const DEFAULT_WRITE_S = 20;
/** The parts of a series (R16.19), and the seconds of each. */
export const MIN_PARTS = 2;
export const MAX_PARTS = 8;
export const MIN_PART_S = 4;
export const MAX_PART_S = 15;
export const DEFAULT_PART_S = 6;
/** From the bell of a part to the next part, in ms. */
export const PART_GAP_MS = 800;
/** The zones of `match`. */
export const MAX_MATCH_ZONES = 6;
/** The seconds in which people guess how many have chosen something (R16.22). */
export const MIN_GUESS_S = 8;
export const MAX_GUESS_S = 30;
export const DEFAULT_GUESS_S = 15;
/** So many have to choose something in a poll, or nobody guesses. */
export const LEAST_GUESSED_OF = 5;
/** So many of 100 off is right. */
export const GUESS_TOLERANCE = 3;
export const MIN_WALK_S = 8;
export const MAX_WALK_S = 20;
export const DEFAULT_WALK_S = 12;
/** Spellings of the right answer that an author writes, and all that a host may accept. */
export const MAX_SPELLINGS = 12;
export const MAX_ACCEPTED = 60;
/** Answers that are wrong however near they are to the right one. */
export const MAX_WRONG = 20;
/** Zones of what was written: wrong answers beside the right one, and words. */
export const MAX_WRONG_ZONES = 5;
export const MAX_WORD_ZONES = 12;
/** A wrong answer becomes a zone where so many have written it, or so many of a hundred. */
export const LEAST_SHARED = 2;
export const LEAST_SHARED_PERCENT = 1;
/** Groups of what is written that those are told who know the answer, and words of a reveal that have no zone. */
export const GROUPS_TOLD = 200;
/** Texts that can be accepted yet of a question before the latest one, which are told for each of an evening. */
export const EARLIER_TEXTS_TOLD = 20;
/** The least radius of a right place, in percent of the arena's width. */
export const MIN_RADIUS_PERCENT = 4;
export const EXTEND_MS = 5_000;
/** A skip judges a question whose choices were on screen for so long; sooner, it drops it (R4.7). */
export const MIN_SHOWN_MS = 3_000;

/** How often an evening's draws can be held, those that are held again among them. */
export const MOST_DRAWS = 100;
/** Points that the host gives by hand (R27.10): at once, how often in an evening, and to how many players in all. */
export const MAX_GIVEN_POINTS = 2_000;
export const MOST_GIVEN = 200;
export const MOST_GIVEN_SHARES = 50_000;
export const REASON_BOUNDS = { maxGraphemes: 60, maxUnits: 240 };

export const QUIZ_FILE_MAX_BYTES = 256 * 1024;
/** The bound of an .xlsx or XML file, which may have pictures; the text of a workbook has the bound above. */
export const QUIZ_SHEET_MAX_BYTES = 1024 * 1024;
/** How an .xlsx file is declared. */
export const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** How an XML file is declared. */
export const XML_TYPE = 'application/xml';
/** The bound of a kept set with its pictures, packed and unpacked. */
export const SET_ARCHIVE_MAX_BYTES = 64 * 1024 * 1024;
export const QUIZ_FILE_MAX_QUESTIONS = 200;
export const QUESTION_MAX_UNITS = 300;
export const CHOICE_MAX_UNITS = 80;

/** Items of a programme (R27), beside its questions, and the questions that are asked in one. */
export const MAX_ITEMS = 60;
export const EVENING_MAX_QUESTIONS = 200;
/** The rows of a set: questions and items. */
export const MAX_ROWS = QUIZ_FILE_MAX_QUESTIONS + MAX_ITEMS;
/** Questions of a round that can stand in for others (R4.8), beside those that are asked. */
export const ROUND_SPARES = 10;
export const ITEM_TITLE_BOUNDS = { maxGraphemes: 60, maxUnits: 240 };
export const SLIDE_TEXT_BOUNDS = { maxGraphemes: 300, maxUnits: 1_200 };
export const NOTE_BOUNDS = { maxGraphemes: 500, maxUnits: 2_000 };
export const MIN_SLIDE_S = 3;
export const MAX_SLIDE_S = 600;
export const MAX_WINNERS = 10;
/** How far clocks may be ahead of UTC or behind it, in minutes. */
export const UTC_OFFSET_MAX = 14 * 60;

/** A file with a picture, and the pixels in it. */
export const IMAGE_FILE_MAX_BYTES = 8 * 1024 * 1024;
/** A logo as it comes; what is kept of it is smaller. */
export const LOGO_FILE_MAX_BYTES = 300_000;
export const IMAGE_MAX_PIXELS = 40_000_000;

/** The bound of a text in a draft, which may be too long to be played: as many times as a question may have. */
export const DRAFT_TEXT_MAX_UNITS = 2_000;
export const MAX_LABELS = 5;
/** Languages of a set, the main one and further ones; a tag of one has so many units at most. */
export const MAX_SET_LANGUAGES = 4;
/** In which a draft or a row of a file may have texts, before those that its set does not name are left out. */
export const MAX_TEXT_LANGUAGES = 8;
/** A projector shows a question in so many at most (R30.18). */
export const MAX_SCREEN_LANGUAGES = 2;
export const LANGUAGE_MAX_UNITS = 35;
export const LABEL_BOUNDS = { maxGraphemes: 24, maxUnits: 96 };
/** Links to one kept set. */
export const MAX_SHARE_LINKS = 20;
/** Kept sets, or games, that a list shows at once. */
export const DESK_PAGE = 50;
export const SEARCH_MAX_UNITS = 100;
/** The least length of the password of a host's account. */
export const PASSWORD_MIN_UNITS = 8;
export const PASSWORD_MAX_UNITS = 100;
/** For whom an invitation is. */
export const INVITE_NOTE_MAX_UNITS = 60;

/** Largest Socket.IO message that a client may send, in bytes. */
export const MAX_MESSAGE_BYTES = 16 * 1024;
/** Commands that may wait for a join to settle. */
export const MAX_WAITING_COMMANDS = 16;
