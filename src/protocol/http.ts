/** Payloads of the HTTP interface. */
import type { ErrorCode } from './errors.js';
import type { QuizSetChoice } from './events.js';
import type { GameMode } from './room-options.js';
import type { MapName } from './maps.js';
import type { ItemCounts } from './programme.js';
import type { TitledSet } from './row-texts.js';

/** One of the pages; that of a set is `SetLanguage`. */
import type { Language } from '../i18n/made/languages.js';

export type { Language };

/** `GET /api/quiz-sets`: never a question, never an answer. */
export interface QuizSetSummary extends TitledSet {
  id: string;
  count: number;
  /** Missing where the set has none: it is one round. */
  items?: ItemCounts;
  /** Whether it is kept for whoever asks, who alone is shown it. */
  isOwn?: true;
  /** Time when it was saved last, epoch ms; set only for a set of one's own. */
  updatedAt?: number;
}

/** `GET /api/rooms`: public rooms in the lobby phase (R1.5). */
export interface PublicRoom {
  gameId: string;
  title: string;
  gameMode: GameMode;
  playerCount: number;
  maxPlayerCount: number;
}

/**
 * Body of `POST /api/rooms/:pin/host-link`, as JSON: what `createHostLink` answered. Then this browser may join
 * with `role: 'cockpit'`. In an address the secret stands behind `#` only, so that it is in no log.
 */
export interface HostLinkRequest {
  secret: string;
}

/** Pages of the operator that every page of ours links to (`LEGAL_URLS`), in this order. */
export const LEGAL_PAGES = ['imprint', 'privacy', 'contact', 'accessibility'] as const;
export type LegalUrls = Partial<Record<(typeof LEGAL_PAGES)[number], string>>;

/** `GET /api/info`: `joinBase` is an address that phones in the same network can reach. */
export interface ServerInfo {
  /** As the package of the program says. */
  version: string;
  joinBase: string;
  maxRoomPlayers: number;
  /** Whether a password is asked of those who open rooms. */
  hostPassword: boolean;
  /** The maps from which a host may choose (R24.1). */
  maps: readonly MapName[];
}

/** The unit that the rows of a quiz file count: a table's rows, the questions of JSON, the lines of a text. */
export type FileUnit = 'row' | 'question' | 'line';

export interface RowMessage {
  row: number;
  message: string;
}

/** Remarks on a file that was not written for this game; lists are there where they hold something. */
export interface FileRemarks {
  /** Questions of the file that cannot be played. */
  skipped?: RowMessage[];
  /** Notes on questions that were changed, or are not shown whole. */
  notes?: RowMessage[];
  unit?: FileUnit;
}

/** Answer to `POST /api/rooms/:pin/quiz-set`. */
export interface QuizFileAnswer extends QuizSetChoice, FileRemarks {}

/**
 * Body of every HTTP error; `rows` tells what is wrong in a quiz file, line by line. The words about a
 * file are in the language that the request's `Accept-Language` asks for.
 */
export interface HttpError {
  error: { code: ErrorCode; message: string; rows?: RowMessage[]; unit?: FileUnit };
}
