/** Questions on the wire, by their kind (R16): as one is asked, and what its reveal adds. */
import type { Choice } from './choice.js';
import type { QuestionImage } from './images.js';
import type { InLanguages } from './set-languages.js';

/**
 * Where an answer is given: the zones of choices, the same above a strip for no opinion, zones as large as many have
 * written what stands there, a ruler, or a picture.
 */
type FloorName = 'zones' | 'strip' | 'cloud' | 'ruler' | 'picture';

/**
 * Whether one is right by the choice, by how far a number is off, by the place on a picture, or by what one has
 * written; or nothing is.
 */
type JudgementName = 'rights' | 'tolerance' | 'targets' | 'text' | 'opinion';

/** How many texts each player may write before anybody walks, and how long each may be. */
export interface Writing {
  most: number;
  graphemes: number;
}

/**
 * Every kind of question by what it is answered on, how that is judged, what is written first (R16.14), and whether it
 * is a series of parts with a bell each (R16.19). Everybody else asks this table; `guess` is asked as a `poll` and then
 * as a `number`.
 */
export const KINDS = {
  choice: { floor: 'zones', judgement: 'rights' },
  pictures: { floor: 'zones', judgement: 'rights' },
  ox: { floor: 'zones', judgement: 'rights' },
  number: { floor: 'ruler', judgement: 'tolerance' },
  spot: { floor: 'picture', judgement: 'targets' },
  poll: { floor: 'strip', judgement: 'opinion' },
  scale: { floor: 'ruler', judgement: 'opinion' },
  typed: { floor: 'zones', judgement: 'text', writing: { most: 1, graphemes: 40 } },
  words: { floor: 'cloud', judgement: 'opinion', writing: { most: 3, graphemes: 20 } },
  statements: { floor: 'zones', judgement: 'rights', isSeries: true },
  order: { floor: 'zones', judgement: 'rights', isSeries: true },
  match: { floor: 'zones', judgement: 'rights', isSeries: true },
  guess: { floor: 'strip', judgement: 'tolerance', staysBlind: true },
  map: { floor: 'picture', judgement: 'opinion', mayHaveTarget: true },
} as const satisfies Record<
  string,
  {
    floor: FloorName;
    judgement: JudgementName;
    writing?: Writing;
    isSeries?: true;
    mayHaveTarget?: true;
    staysBlind?: true;
  }
>;

export type QuestionKind = keyof typeof KINDS;

/** The bounds of what is written for it; undefined where nothing is. */
export function writingOf(kind: QuestionKind): Writing | undefined {
  const row = KINDS[kind];
  return 'writing' in row ? row.writing : undefined;
}

/** Whether several things are asked one after the other on one floor (R16.19). */
export function isSeries(kind: QuestionKind): kind is SeriesKind {
  return 'isSeries' in KINDS[kind];
}

/** Whether nobody sees where others walk whatever its author says, as that would be the answer (R16.22). */
export function staysBlind(kind: QuestionKind): boolean {
  return 'staysBlind' in KINDS[kind];
}

/** The part of a question that tells whether it asks for an opinion. */
interface Asked {
  kind: QuestionKind;
  /** As its author knows it. */
  target?: unknown;
  /** As players know it. */
  scored?: true | undefined;
}

/**
 * Whether it asks for an opinion: nothing is right, and nothing is scored. A kind that may have a target does so only
 * without one (R16.23).
 */
export function isOpinion({ kind, target, scored }: Asked): boolean {
  const hasTarget = isMap(kind) && (scored === true || target !== undefined);
  return KINDS[kind].judgement === 'opinion' && !hasTarget;
}

/** Whether everybody stands anywhere on a picture, and that very place is their answer (R16.23). */
export function isMap(kind: QuestionKind): boolean {
  return 'mayHaveTarget' in KINDS[kind];
}

/**
 * How many times its points a question is worth, by itself and by its round together; a question that has none is
 * worth them once (R6.9).
 */
export type PointsFactor = 0 | 2 | 3 | 4 | 6;

/** The floor of a `number` or a `scale`: values from left to right, `(max - min) / step` steps of them. */
export interface Ruler {
  min: number;
  max: number;
  step: number;
  /** Behind each number. */
  unit?: string;
  /** There for a scale: the meanings of its ends. */
  labels?: readonly [left: string, right: string];
}

/** In steps of the arena, on which the picture of a `spot` lies, cut to a square around its middle. */
export interface NamedPlace {
  name: string;
  x: number;
  y: number;
}

/** In steps of the arena, as `NamedPlace`: middle and radii. */
export interface Ellipse {
  x: number;
  y: number;
  rx: number;
  ry: number;
}

/** Where an answer is worth all within `near`, and falls evenly to nothing at `far`; steps of the arena (R16.24). */
export interface Target {
  x: number;
  y: number;
  near: number;
  far: number;
}

interface Shown extends InLanguages {
  quiz: string;
  /** With a zone each; empty for kinds without zones. */
  choiceList: Choice[];
  /** Missing where the question is worth its points once. */
  points?: PointsFactor;
  image?: QuestionImage;
  /** There where nobody sees where the others walk while it is open (R7.5). */
  blind?: true;
}

export interface ShownChoice extends Shown {
  kind: 'choice';
  /** How many choices are right, where they are several. */
  rightCount?: number;
}

/** Each of its choices has a picture (R16.13). */
export interface ShownPictures extends Shown {
  kind: 'pictures';
  rightCount?: number;
}

/** Its choices are O and X, in this order. */
export interface ShownOx extends Shown {
  kind: 'ox';
}

export interface ShownNumber extends Shown {
  kind: 'number';
  ruler: Ruler;
  /** There where it asks how many, of 100, have chosen this in the part before (R16.22). */
  share?: string;
  /** Beside it: all choices of that poll, in order. */
  polled?: string[];
}

export interface ShownSpot extends Shown {
  kind: 'spot';
  image: QuestionImage;
  /** Whether all of the picture is seen, between bars, and not only the square in its middle (R15.30). */
  whole?: true;
  /** Where one may stand by choosing a name. Nothing tells which of them are right. */
  places: NamedPlace[];
}

/** Below its zones is a strip for those who have no opinion. */
export interface ShownPoll extends Shown {
  kind: 'poll';
}

export interface ShownScale extends Shown {
  kind: 'scale';
  /** From 0 to 100. */
  ruler: Ruler;
}

/** Its zones are groups of what was written, the right one among them; there are none while people write (R16.14). */
export interface ShownTyped extends Shown {
  kind: 'typed';
}

/** Its zones are the words that most have written (R16.18); there are none while people write. */
export interface ShownWords extends Shown {
  kind: 'words';
  /** How many have written the word of each zone. */
  sizes: number[];
}

/** The kinds of a series (R16.19). */
export type SeriesKind = {
  [K in QuestionKind]: (typeof KINDS)[K] extends { isSeries: true } ? K : never;
}[QuestionKind];

/** Its parts are told one by one, those of `order` all at once. Its choices are O and X, places from 1, or what is matched. */
export interface ShownSeries extends Shown {
  kind: SeriesKind;
  /** The texts of the parts that are told so far, in the order in which they are asked. */
  parts: string[];
  /** How many parts there are. */
  count: number;
}

/**
 * A poll, and then how many have chosen one of its choices (R16.22). Nobody is asked this kind: its first part is a
 * `poll`, and its second one a `number` with `share`.
 */
export interface ShownGuess extends Shown {
  kind: 'guess';
  /** `order` of the choice whose share is guessed. */
  choice: number;
}

/** Everybody stands anywhere on a picture, which may have named places (R16.23). */
export interface ShownMap extends Shown {
  kind: 'map';
  image: QuestionImage;
  whole?: true;
  places: NamedPlace[];
  /** There where a place is right. */
  scored?: true;
}

/** A question as everybody may see it while it is asked. */
export type ShownQuestion =
  | ShownChoice
  | ShownPictures
  | ShownOx
  | ShownNumber
  | ShownSpot
  | ShownPoll
  | ShownScale
  | ShownTyped
  | ShownWords
  | ShownSeries
  | ShownGuess
  | ShownMap;

export type ShownOnRuler = Extract<ShownQuestion, { ruler: Ruler }>;
export type ShownOnPicture = Extract<ShownQuestion, { places: NamedPlace[] }>;

/** Which act of a question is open in which people write first: 1 while they write, 2 while they walk. */
export type Act = 1 | 2;

export type QuestionPayload = ShownQuestion & {
  /** The text of the whole question, there where `quiz` ends with that of the open part (R16.19, R16.22), for who knows no parts. */
  title?: string;
  /** When the choices appear, or people may write, server epoch ms; of a question with two acts, of the one that is open. */
  startTime: number;
  endTime: number;
};

/** The solution of a question. Where it asks for an opinion there is none. */
export type Solution = PartSolution | RightParts;

/** The solution of what is judged by itself. */
export type PartSolution = RightChoices | RightNumber | RightPlaces | RightTexts | RightTarget;

export interface RightChoices {
  kind: 'choice';
  /** `order` of each; of an `ox` question as well. */
  rights: readonly number[];
}

export interface RightNumber {
  kind: 'number';
  answer: number;
  /** So far from `answer` is right, too. */
  tolerance: number;
}

export interface RightPlaces {
  kind: 'spot';
  targets: readonly Ellipse[];
}

export interface RightTexts {
  kind: 'text';
  /** The spellings that are right, the first of which names the right zone. */
  accepted: readonly string[];
  /** Answers that are wrong however near they are to a right one. */
  wrong?: readonly string[];
}

/** The solutions of the parts of a question, each of which is judged by its own; null where nothing is right in one. */
export interface RightParts {
  kind: 'parts';
  parts: readonly (PartSolution | null)[];
}

/** The right place of a `map`: everybody is right who stands nearer than `far`. */
export interface RightTarget {
  kind: 'target';
  target: Target;
}

/** How those for whom the question counted have answered, when it was judged. */
export type Summary = ZoneSummary | NumberSummary | ScaleSummary;

export interface ZoneSummary {
  kind: Exclude<QuestionKind, (NumberSummary | ScaleSummary)['kind']>;
  /** By zone; on a picture by the nearest of `places`; of a poll with those who have no opinion at the end. */
  counts: number[];
  /** There for an opinion: how many have not moved and are not counted. */
  unmoved?: number;
  /** There where people wrote. */
  written?: WrittenSummary;
  /** There for a `map`. */
  stood?: StoodSummary;
}

/** Where those stood on a picture who answered. */
export interface StoodSummary {
  /** How many stood in each cell of a grid of `limits.HEAT_CELLS` squared, by its number from the top left; no empty ones. */
  heat: ValueCount[];
  /** The three largest, the largest first. */
  clusters: Cluster[];
}

/** At least two people who stood together. */
export interface Cluster {
  /** Their middle, in steps of the arena. */
  x: number;
  y: number;
  count: number;
  /** The number of the nearest named place, where there is one. */
  place?: number;
}

export type TextCount = readonly [text: string, count: number];

/** The texts of those for whom the question counted. Nothing that is hidden (R16.17) is named here. */
export interface WrittenSummary {
  /** By zone, how many have written what stands there; of the right zone, whoever was right. */
  counts: number[];
  /** How many have written something else, and how many nothing. */
  others: number;
  silent: number;
}

/** How many stood on a value, in ascending order, without values on which nobody stood. */
export type ValueCount = readonly [value: number, count: number];

export interface NumberSummary {
  kind: 'number';
  counts: ValueCount[];
  /** The lower of both middle values for an even number of answers; null where nobody answered. */
  median: number | null;
}

export interface ScaleSummary {
  kind: 'scale';
  counts: ValueCount[];
  /** With one decimal; null where nobody has moved. */
  mean: number | null;
  /** Standard deviation, likewise. */
  spread: number | null;
  unmoved: number;
}

/** Whether it counts values of a ruler, and not zones or places. */
export function hasValues(summary: Summary): summary is NumberSummary | ScaleSummary {
  return summary.kind === 'number' || summary.kind === 'scale';
}
