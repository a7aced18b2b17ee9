/** The tables. Ids are text, times are epoch ms, and whatever has structure is JSON as text. */
import type { ColumnType } from 'kysely';

/** Null where nothing is said of it. */
type Nullable<T> = ColumnType<T | null, T | null | undefined>;

/** An `admin` came by the operator's link or by an invitation, a `host` by an invitation; a `guest` is a browser. */
export type AccountRole = 'admin' | 'host' | 'guest';

export interface HostTable {
  id: string;
  role: AccountRole;
  created_at: number;
  seen_at: number;
  /** Of who came by an invitation; nobody else has a name, a login and a password. */
  name: Nullable<string>;
  /** The name as names are compared. */
  login: Nullable<string>;
  /** What `Passwords` makes of one. */
  password: Nullable<string>;
  disabled_at: Nullable<number>;
  /** Changed when devices that were known to the account are so no more. */
  device_era: Nullable<string>;
}

/** A new password by a link of somebody else's. */
export interface PasswordResetTable {
  host_id: string;
  at: number;
  /** The name of who made the link; empty for whoever runs the server. */
  made_by: string;
}

/** An invitation; one that was used is kept until it would have expired. */
export interface InviteTable {
  /** SHA-256 of the token. */
  token_hash: string;
  role: 'host' | 'admin';
  /** For whom it is. */
  note: string;
  made_by: string;
  /** The account that gets a new password by it. */
  resets: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

/** Which browser owns a guest's sets. */
export interface HostIdentityTable {
  identity_id: string;
  host_id: string;
}

export interface HostSessionTable {
  /** SHA-256 of the token, which is nowhere but in its browser. */
  token_hash: string;
  host_id: string;
  created_at: number;
  seen_at: number;
  expires_at: number;
  /** What the browser calls itself. */
  agent: string;
}

export interface QuizSetTable {
  id: string;
  owner_id: string;
  title: string;
  /** The main one, as a BCP 47 tag. */
  language: string;
  /** Counts the saves. */
  revision: number;
  /** A list of texts. */
  labels: string;
  question_count: number;
  /** Without those that have a fault. */
  playable_count: number;
  /** Of its questions and its title. */
  bytes: number;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
  /** The words that a search looks through: title, questions, choices and items, folded. */
  search_text: string;
  questions: string;
  /** The format of `playable` (`PLAYABLE_FORMAT`); 0 where there is none, as in sets of before there was one. */
  playable_format: ColumnType<number, number | undefined, number>;
  /** The questions and items without faults, in their order, as `PlayableRow`s. */
  playable: Nullable<string>;
  /** `ItemCounts`; its questions are counted apart. */
  items: ColumnType<string, string | undefined, string>;
  /** A list of the further ones. */
  languages: ColumnType<string, string | undefined, string>;
  /** Its title by the further languages that have another. */
  texts: ColumnType<string, string | undefined, string>;
}

/** How a set was before a save. */
export interface QuizVersionTable {
  set_id: string;
  revision: number;
  saved_at: number;
  title: string;
  language: string;
  question_count: number;
  bytes: number;
  questions: string;
  languages: ColumnType<string, string | undefined, string>;
  /** Its title by the further languages that have another. */
  texts: ColumnType<string, string | undefined, string>;
}

/** A picture as it was encoded. */
export interface ImageTable {
  /** SHA-256 of the large one, in hex. */
  id: string;
  media_type: string;
  /** Of the large one, in pixels. */
  width: number;
  height: number;
  /** Of all sizes, in bytes. */
  size: number;
  created_at: number;
  bytes_small: Uint8Array;
  bytes: Uint8Array;
  /** Null where the picture was encoded before there were any. */
  bytes_square: Uint8Array | null;
}

/** Whose picture it is; the same one may be several hosts'. */
export interface HostImageTable {
  host_id: string;
  image_id: string;
  added_at: number;
}

/** Which pictures a set has as it is (the set's `revision`), and as its versions are. */
export interface SetImageTable {
  set_id: string;
  revision: number;
  image_id: string;
}

/** A link that shows a set to whoever has it. */
export interface ShareLinkTable {
  /** SHA-256 of the token, which is nowhere but in the link. */
  token_hash: string;
  set_id: string;
  /** To look at it, or to take a copy as well. */
  kind: 'look' | 'copy';
  /** 1 where a link to look shows what is right; who takes a copy sees it anyway. */
  answers: number;
  created_at: number;
}

/** Tickets that a host has made (R28). */
export interface TicketListTable {
  id: string;
  owner_id: string;
  title: string;
  /** Their names as JSON. */
  teams: string;
  /** 1 where a name stands on each. */
  named: number;
  count: number;
  bytes: number;
  created_at: number;
  /** When a room took it last, or when it was made. */
  used_at: number;
  /** As JSON, by number: digest of the code, name, index of the team or null, and 1 for extra time. */
  tickets: string;
}

/** A game that was played (R17). */
export interface GameTable {
  /** Of the room, and which of its games. */
  id: string;
  owner_id: string;
  set_id: string;
  set_title: string;
  /** The main language of the set; empty where it is in one, or was kept before. */
  language: ColumnType<string, string | undefined, string>;
  /** The title by the further languages of the set that have another. */
  texts: ColumnType<string, string | undefined, string>;
  room_title: string;
  /** `GameRules`, by which its points are computed. */
  rules: string;
  /** A list of `RecordedDraw`. */
  draws: ColumnType<string, string | undefined, string>;
  /** Of the room's phase when it was written last; what is older changes nothing. */
  version: number;
  started_at: number;
  /** Null while it is played, and for one that broke off. */
  ended_at: number | null;
  players: number;
  asked: number;
  bytes: number;
  keep_until: number;
  names_removed_at: number | null;
  /** SHA-256 of the secret of the public link. */
  link_hash: string | null;
  link_names: number;
  link_questions: number;
}

export interface GamePlayerTable {
  game_id: string;
  /** As in answers; of this room only. */
  player_id: string;
  slot: number;
  /** Empty where it was removed. */
  name: string;
  /** Whether they were gone before the end, and are not in the ranking. */
  has_left: number;
}

export interface GameQuestionTable {
  game_id: string;
  /** These three are its `JudgedName`. */
  number: number;
  part: number;
  drops: number;
  version: number;
  kind: string;
  /** As it was shown. */
  question: string;
  /** What is right, and whether it is void. */
  ruling: string;
  /** Whether the ruling was changed after the game, and the room changes it no more. */
  is_edited: number;
  /** The rest of `JudgedQuestion`. */
  judged: string;
  answers: string;
}

/** How players walked through a question. */
export interface GameTrackTable {
  game_id: string;
  number: number;
  part: number;
  drops: number;
  recorded_at: number;
  every_ms: number;
  samples: number;
  /** The steps of `Track`, packed. */
  bytes: Uint8Array;
}

/** The look of an account (R21.4). */
export interface LookTable {
  host_id: string;
  main: string;
  second: string;
  /** SHA-256 of the logo, in hex; null where there is none. */
  logo_id: Nullable<string>;
  /** WebP. */
  logo: Nullable<Uint8Array>;
}

export interface Tables {
  look: LookTable;
  ticket_list: TicketListTable;
  share_link: ShareLinkTable;
  host: HostTable;
  password_reset: PasswordResetTable;
  host_identity: HostIdentityTable;
  host_session: HostSessionTable;
  invite: InviteTable;
  quiz_set: QuizSetTable;
  quiz_version: QuizVersionTable;
  image: ImageTable;
  host_image: HostImageTable;
  set_image: SetImageTable;
  game: GameTable;
  game_player: GamePlayerTable;
  game_question: GameQuestionTable;
  game_track: GameTrackTable;
}
