/** Results of games that are kept (R17): `/api/desk/results`, and what a public link shows. */
import type { InLanguages, LanguagesOfSet, SetLanguage } from './set-languages.js';
import type { TicketPolicy } from './tickets.js';
import type { GameMode, Scoring } from './room-options.js';
import {
  isSeries,
  type PartSolution,
  type QuestionKind,
  type ShownQuestion,
  type Summary,
  type Target,
  type TextCount,
} from './question.js';
import type { ShownDraw } from './programme.js';
import type { TeamResult } from './teams.js';

/** The page that everybody sees who has the public link. */
export interface GameLink {
  names: boolean;
  questions: boolean;
}

/** In further languages it has another title of its set. */
export interface KeptGame extends InLanguages {
  id: string;
  roomTitle: string;
  setId: string;
  setTitle: string;
  /** The main language of its set; there where that is in several (R30.1). */
  language?: SetLanguage;
  /** Epoch ms, as all times here. */
  startedAt: number;
  /** Null while it is played, and for one that broke off. */
  endedAt: number | null;
  /** Those in the ranking. */
  players: number;
  /** Questions that were judged. */
  asked: number;
  /** When it is deleted by itself. */
  keepUntil: number;
  hasNames: boolean;
  /** Null where there is no public link. */
  link: GameLink | null;
}

/** `GET /api/desk/results?set=&offset=`: the latest first, as many as `DESK_PAGE` at once. */
export interface KeptGameList {
  games: KeptGame[];
  total: number;
  /** For how long results are kept; 0 where they are not. */
  days: number;
}

export interface ReportPlayer {
  /** Empty where names were removed, or are not shown. */
  name: string;
  /** Which emoji, and a number where there is no name. */
  slot: number;
  /** Null for who was gone before the end. */
  rank: number | null;
  score: number;
  /** Questions that counted for the player, and how many were right. */
  played: number;
  rights: number;
  /** Over the right ones, in ms. */
  rightMs: number;
  team: number | null;
}

/** 1 where the question counted for the player, 2 where they answered it as a ghost. */
export type ReportPlayed = 1 | 2;

/** `player` is a place in `GameReport.players`; `value` as docs/kinds.md has it; the place in steps. */
export type ReportAnswer = readonly [
  player: number,
  value: number,
  ms: number,
  played: ReportPlayed,
  isRight: 0 | 1,
  gain: number,
  x: number,
  y: number,
];

/** `LateChanges` compares the end of a question with the moment so long before it. */
export const LATE_CHANGE_MS = 3_000;

/** How many of those for whom the question counted gave another answer at the end, and what came of it. */
export interface LateChanges {
  count: number;
  /** How many were right by it, and how many had been. */
  toRight: number;
  toWrong: number;
}

/** How people walked through a question. */
export interface Movement {
  /** From one of `counts` to the next, in ms of the question, which begins with the first. */
  everyMs: number;
  /** How many stood in each zone, as in `summary`; the last ones at the bell. There for kinds with zones. */
  counts?: number[][];
  /** Null for a question that was shorter. */
  late: LateChanges | null;
}

export interface ReportQuestion {
  /** As in `JudgedName`, with `part` and `drops`. */
  number: number;
  part: number;
  drops: number;
  kind: QuestionKind;
  /** Null where it is not shown. The id of its picture is that of `/api/desk/images`; others than the owner get none. */
  shown: ShownQuestion | null;
  /** How many choices a question with zones has. */
  choices: number;
  /** The solution now, and the one when it was asked; null where nothing is, or it is not shown. */
  solution: PartSolution | null;
  setSolution: PartSolution | null;
  /** The values that are right. */
  rights: number[];
  isVoid: boolean;
  limitMs: number;
  /** Null where the question is not shown. */
  summary: Summary | null;
  /** Without values and places where the question is not shown. */
  answers: ReportAnswer[];
  /** Players who were away for all of it (R5.4), as `ReportAnswer` names them; absent where nobody was, or it is not shown. */
  away?: number[];
  /** There where people wrote and the question is shown. */
  written?: ReportWritten;
  /** Null where it should be there and is not; missing where it is not kept. */
  movement?: Movement | null;
}

/** As people count questions, from 1, each with the number of its part where it had several: `5`, `6.1`, `6.2`. */
export function questionNumbers(
  questions: readonly Pick<ReportQuestion, 'number' | 'part' | 'kind'>[],
): string[] {
  const parted = questions.filter(({ part, kind }) => part > 0 || isSeries(kind));
  const numbers = new Set(parted.map(({ number }) => number));
  return questions.map(({ number, part }) =>
    numbers.has(number) ? `${number + 1}.${part + 1}` : `${number + 1}`,
  );
}

/** Parts of a question are no questions. */
export function questionCount(questions: readonly Pick<ReportQuestion, 'number'>[]): number {
  return new Set(questions.map(({ number }) => number)).size;
}

/** `player` is a place in `GameReport.players`; `ms` as an answer's, since people could write. */
export type ReportText = readonly [player: number, ms: number, texts: readonly string[]];

/** The texts of a question, in which masked words are `***`. */
export interface ReportWritten {
  limitMs: number;
  texts: ReportText[];
  /** All that was written as equal texts, commonest first, but for what was struck. */
  groups: TextCount[];
}

/** Points by hand (R27.10). */
export interface ReportGiven {
  points: number;
  /** Empty where names were removed, or are not shown, as it may tell one. */
  reason: string;
  /** A place in `GameReport.players`, or a team, all of which got them; both null for who is not known any more. */
  player: number | null;
  team: number | null;
}

/** A draw, with all that it takes to compute it again (docs/draws.md). */
export interface ReportDraw extends Pick<ShownDraw, 'title' | 'texts' | 'among' | 'team' | 'hash'> {
  seed: string;
  /** As in `DrawnLots`: the slots of who took part, and how many. */
  slots: string;
  count: number;
  /** In the order in which they were drawn; names are empty where they were removed, or are not shown. */
  winners: { slot: number; name: string }[];
}

/** `GET /api/desk/results/:id`, and `POST /api/desk/report` (body: `CreatedLink`). Everything is computed from the answers. */
export interface GameReport extends Omit<KeptGame, 'link' | 'players'> {
  /** There for the owner only. */
  link?: GameLink | null;
  gameMode: GameMode;
  scoring: Scoring;
  /** Best first; who left comes after the ranking. */
  players: ReportPlayer[];
  questions: ReportQuestion[];
  teams?: TeamResult[];
  /** There where the evening had a programme or more than one round: those, each from this question on (`number`). */
  rounds?: ({ name: string; first: number } & InLanguages)[];
  /** There where points were given by hand, in their order. */
  given?: ReportGiven[];
  /** There where there were any, in their order. */
  draws?: ReportDraw[];
}

/** Body of `PUT /api/desk/results/:id/questions/:name` (`nameKey`), as JSON; with neither, it is as the set has it. */
export interface RulingRequest {
  isVoid: boolean;
  rights: number[] | null;
  number?: { answer: number; tolerance: number } | undefined;
  accepted?: string[] | undefined;
  accept?: string[] | undefined;
  target?: Target | undefined;
}

/** Answer to `PUT /api/desk/results/:id/link`; the secret is told only now, and opens `POST /api/desk/report`. */
export interface CreatedLink {
  secret: string;
}

/** Formats of a download, and what a CSV file has one of; a workbook has a sheet of each. */
export const SHEET_FORMATS = ['csv', 'xlsx'] as const;
export type SheetFormat = (typeof SHEET_FORMATS)[number];
export const SHEET_TABLES = ['ranking', 'questions', 'answers', 'texts', 'given', 'draws'] as const;
export type SheetTable = (typeof SHEET_TABLES)[number];

/** Those of which a game has any rows; the ranking says who was there, also where nothing counted. */
export function tablesIn(report: Pick<GameReport, 'questions' | 'given' | 'draws'>): SheetTable[] {
  const hasRows: Record<SheetTable, boolean> = {
    ranking: true,
    questions: report.questions.length > 0,
    answers: report.questions.length > 0,
    texts: report.questions.some(({ written }) => written !== undefined),
    given: report.given !== undefined,
    draws: report.draws !== undefined,
  };
  return SHEET_TABLES.filter((table) => hasRows[table]);
}

/** Whether anything counted by which people can be ranked. */
export function isRanked({ questions, given }: Pick<GameReport, 'questions' | 'given'>): boolean {
  return questions.length > 0 || given !== undefined;
}

/** `GET /api/rooms/:pin/door`: what is told before somebody enters. */
export interface RoomDoor {
  /** Whether the results of games are kept for the owner. */
  resultsKept: boolean;
  /** Whether it is kept how players walk, too. */
  tracksKept: boolean;
  /** There where the room lets in by tickets (R28). */
  tickets?: TicketPolicy;
  /** There where the set that was chosen is in several languages (R30.17). */
  languages?: LanguagesOfSet;
}
