/** Payloads of `/api/desk`: the quiz sets that the server keeps for hosts. Errors are `HttpError`. */
import type { FileRemarks, RowMessage } from './http.js';
import type { DrawnAmong, ItemCounts, ItemKind, RoundFactor, StandingsShown } from './programme.js';
import type { QuestionImage } from './images.js';
import type { ItemTexts, QuestionTexts, RowTexts, TitledSet } from './row-texts.js';
import type { SetLanguage } from './set-languages.js';
import {
  KINDS,
  type Ellipse,
  type NamedPlace,
  type QuestionKind,
  type Target,
} from './question.js';

/** In the order in which authors choose one. */
export const QUESTION_KINDS = Object.keys(KINDS) as QuestionKind[];

/** The kind of a question that names none. */
export const USUAL_KIND: QuestionKind = 'choice';

/**
 * Who may keep sets: whoever came by the operator's link or by an invitation, with `invited` mostly the latter,
 * or every browser.
 */
export type HostsPolicy = 'operator' | 'invited' | 'anyone';

/** `GET /api/desk`: who asks, and how much of what they may keep is there. */
export interface DeskState {
  hosts: HostsPolicy;
  /** Null for those who keep nothing here until they have signed in. */
  account: (DeskAccount & { sets: number; bytes: number; resets: PasswordReset[] } & Quota) | null;
}

/** The account got a new password by a link that somebody else had made, lately; the latest first. */
export interface PasswordReset {
  at: number;
  /** Empty for who runs the server. */
  by: string;
}

export interface DeskAccount {
  role: 'admin' | 'host' | 'guest';
  /** Null for guests, and for who came by the operator's link. */
  name: string | null;
}

export interface Quota {
  mostSets: number;
  /** The bytes of the sets as files, and of their versions. */
  mostBytes: number;
}

/** Body of `POST /api/desk/session`, as JSON: what stands behind `#key=` in the operator's link. */
export interface SignInRequest {
  key: string;
}

/** `GET /api/desk/sessions`: browsers that are signed in for this account. */
export interface DeskSession {
  id: string;
  createdAt: number;
  seenAt: number;
  /** The name by which the browser calls itself. */
  agent: string;
  isThis: boolean;
}

/** Formats of a set beside that which has everything: `GET /api/desk/sets/:id/file?format=`. */
export const SET_FORMATS = ['xlsx', 'gift'] as const;
export type SetFormat = (typeof SET_FORMATS)[number];

/** A choice of `pictures`, of which anything may be missing. */
export interface DraftPicture {
  image?: QuestionImage | undefined;
  /** A word that stands on it; empty where there is none. */
  text: string;
}

/** A part of a series. */
export interface DraftPart {
  text: string;
  /** The number of the choice that it belongs to, from 1; of `statements` 1 where it is true, and 2 where not. */
  zone?: number | undefined;
}

/**
 * A question that somebody writes, of which anything may be missing or wrong; what has no fault is played. Fields
 * that its kind does not have may be there, so that a change of the kind takes nothing away.
 */
export interface DraftQuestion {
  /** Its own within the set, through all changes; made by whoever makes the question. */
  id: string;
  kind: QuestionKind;
  quiz: string;
  /** Null where the field is empty. */
  limitTime: number | null;
  points: 0 | 1 | 2;
  explanation?: string;
  /** For the host alone; a secret as answers are (R4.2). */
  note?: string;
  image?: QuestionImage | undefined;
  /** Whether players see where the others walk; as its kind has it where this is missing. */
  blind?: boolean | undefined;
  /** `choice`, `poll`, `match`, `guess`; empty ones at the end are as if they were not there. */
  choices?: string[];
  /** `pictures`; those at the end without a picture and a word are as if they were not there. */
  pictures?: DraftPicture[];
  /** `choice`, `pictures`: numbers of the right choices, from 1. */
  answers?: number[];
  fixedOrder?: boolean;
  /** `ox`. */
  truth?: 'O' | 'X';
  /** `number`. */
  min?: number | null;
  max?: number | null;
  step?: number | null;
  unit?: string;
  value?: number | null;
  tolerance?: number | null;
  /** `spot`, `map`. */
  whole?: boolean;
  places?: NamedPlace[];
  targets?: Ellipse[];
  /** `map`: missing where nothing is right. */
  target?: Target | undefined;
  /** `scale`. */
  from?: string;
  to?: string;
  /** `typed`: the right spellings, and answers that are wrong however near they are; empty ones are as if not there. */
  accepted?: string[];
  wrong?: string[];
  /** `typed`, `words`: seconds to walk to what was written; 0 where nobody does. */
  walkTime?: number | null;
  /** `statements`, `order` (in the right order), `match`; those at the end in which nothing stands are as if not there. */
  parts?: DraftPart[];
  /** `guess`: the number of the choice whose share is guessed, from 1, and the seconds to guess. */
  guessOf?: number;
  guessTime?: number | null;
  /** By the further languages of the set. */
  texts?: RowTexts<QuestionTexts>;
}

/**
 * An item of the programme (R27), which stands among the questions; of it, too, anything may be missing or wrong. What
 * its fields mean is told in `programme.ts`. A `round` has the questions that follow it up to the next item, or those
 * of another set.
 */
export interface DraftItem {
  /** Its own within the set, as that of a question. */
  id: string;
  kind: ItemKind;
  note?: string;
  /** `slide`, and of a `draw` the prize. */
  title?: string;
  /** `slide`. */
  text?: string;
  image?: QuestionImage | undefined;
  seconds?: number | null;
  /** As `19:30`. */
  startsAt?: string;
  /** `round`. */
  name?: string;
  setId?: string;
  count?: number | null;
  order?: 'drawn' | 'written' | undefined;
  limitTime?: number | null;
  blind?: boolean | undefined;
  factor?: RoundFactor;
  standings?: StandingsShown;
  /** `break`. */
  message?: string;
  minutes?: number | null;
  /** `draw`. */
  among?: DrawnAmong;
  team?: number | null;
  winners?: number | null;
  /** By the further languages of the set. */
  texts?: RowTexts<ItemTexts>;
}

/** `isItem` and `isAsked` tell which it is. */
export type DraftRow = DraftQuestion | DraftItem;

/** The body of a save: the whole set. */
export interface DraftSet extends TitledSet {
  labels: string[];
  /** In the order in which they are played where the set is a programme: with its items between the questions. */
  questions: DraftRow[];
}

/** A fault that keeps a question or an item from being played. */
export interface DraftFault {
  /** A field of `DraftQuestion` or `DraftItem`; empty where it is the question as a whole. */
  field: string;
  /** Which one of a list, from 0. */
  index?: number;
  /** There where it is in the texts of a further language of the set. */
  language?: SetLanguage;
  /** In the language of the request's `Accept-Language`. */
  message: string;
}

/** By the ids of the rows; without those that can be played. */
export type DraftFaults = Record<string, DraftFault[]>;

export interface KeptSetSummary extends TitledSet {
  id: string;
  labels: string[];
  /** Its questions; those of other sets that its rounds name are not counted. */
  count: number;
  /** How many of the questions have no fault. */
  playable: number;
  /** Missing where the set has none. */
  items?: ItemCounts;
  /** Which save this is; a save names the one that it began with in `If-Match`. */
  revision: number;
  /** Epoch ms. */
  updatedAt: number;
}

/** Remarks on a file of which everything was taken that could be. */
export interface DraftRemarks extends FileRemarks {
  /** Faults of questions that were taken all the same. */
  faulty?: RowMessage[];
}

/** Answer to `POST /api/desk/sets`, which reads a file into a new set. */
export interface CreatedSet extends KeptSetSummary, DraftRemarks {}

/** Answer to `POST /api/desk/read`, which reads a file or a text and keeps nothing. */
export interface ReadQuestions extends DraftRemarks, TitledSet {
  questions: DraftRow[];
}

/** Body of `POST /api/desk/masked`: answers to a question, `MAX_SPELLINGS` at most. */
export interface MaskedRequest {
  texts: string[];
}

/** Those of them in which the word filter masks something (R16.17), trimmed and normalised (NFC). */
export interface MaskedTexts {
  masked: string[];
}

/** Answer to a save. */
export interface SavedSet extends KeptSetSummary {
  faults: DraftFaults;
}

/** `GET /api/desk/sets?search=&label=&offset=`: the latest first, as many as `DESK_PAGE` at once. */
export interface KeptSetList {
  sets: KeptSetSummary[];
  total: number;
  /** All that this host's sets have. */
  labels: string[];
}

/** `GET /api/desk/sets/:id`. */
export interface KeptSet extends SavedSet {
  questions: DraftRow[];
}

/** `GET /api/desk/sets/:id/versions`: how the set was before, the latest first. */
export interface KeptVersion extends TitledSet {
  revision: number;
  savedAt: number;
  count: number;
}

/** The rights of those who hold a link to a set: see it, or also take a copy, which has the answers. */
export type ShareKind = 'look' | 'copy';

/** `GET /api/desk/sets/:id/links`: the latest first. */
export interface ShareLink {
  id: string;
  kind: ShareKind;
  /** Whether a link to look shows what is right. */
  answers: boolean;
  createdAt: number;
}

/** Answer to `POST /api/desk/sets/:id/links`, which has `kind` and `answers`; the token is told once. */
export interface NewShareLink {
  token: string;
}

/** Answer to `POST /api/desk/shared`, which has the token: what a link leads to. */
export interface SharedSet extends TitledSet {
  kind: ShareKind;
  questions: DraftRow[];
  /** False where the questions tell nothing of what is right. */
  isWhole: boolean;
}
