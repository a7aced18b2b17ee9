/** The programme of an evening (R27): its items, as an author writes them and as everybody is shown them. */
import type { QuestionImage } from './images.js';
import type { InLanguages } from './set-languages.js';

/** Each stands between the questions of a set as one of its rows. A set without any is one round. */
export const ITEM_KINDS = ['slide', 'round', 'break', 'draw', 'standings'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** How many items a set has of each kind, and how many of them have a fault. */
export type ItemCounts = Partial<Record<ItemKind | 'faulty', number>>;

/** When the ranking of a round is shown: after each question, after its last one, or not before the next standings. */
export const STANDINGS = ['each', 'round', 'never'] as const;
export type StandingsShown = (typeof STANDINGS)[number];

/** Among whom a draw is: all who are here, those who were right in the last question, or in any of the last round, a team, those without a prize. */
export const DRAWN_AMONG = ['everybody', 'rightLast', 'rightRound', 'team', 'noPrize'] as const;
export type DrawnAmong = (typeof DRAWN_AMONG)[number];

export const ROUND_FACTORS = [1, 2, 3] as const;
export type RoundFactor = (typeof ROUND_FACTORS)[number];

interface Item extends InLanguages {
  /** Its own within the set, as that of a question. */
  id: string;
  /** For the host alone; a secret as answers are (R4.2). */
  note?: string;
}

export interface SlideItem extends Item {
  kind: 'slide';
  title: string;
  text: string;
  image?: QuestionImage | undefined;
  /** How long it stays, 3 to 600; null until the host goes on. */
  seconds: number | null;
  /** Counts down to this time of day, as `19:30`, where the host is (R27.11). */
  startsAt?: string;
}

/** Its questions are those of the set that follow it, up to the next item, or those of another set. */
export interface RoundItem extends Item {
  kind: 'round';
  name: string;
  /** Another set, a built-in or an own one, in place of the questions that follow. */
  setId?: string;
  /** How many of its questions are asked; null for all. */
  count: number | null;
  /** As they are written where it is missing: an evening has its order. */
  order?: 'drawn' | 'written';
  /** Seconds for each question, in place of their own. */
  limitTime?: number | null;
  blind?: boolean;
  factor: RoundFactor;
  standings: StandingsShown;
}

export interface BreakItem extends Item {
  kind: 'break';
  message: string;
  minutes: number;
}

export interface DrawItem extends Item {
  kind: 'draw';
  /** A text of the prize. */
  title: string;
  among: DrawnAmong;
  /** By index; there with `team`. */
  team?: number;
  winners: number;
}

export interface StandingsItem extends Item {
  kind: 'standings';
}

export type ProgrammeItem = SlideItem | RoundItem | BreakItem | DrawItem | StandingsItem;

/** Tells items from questions, whether both are drafts or are played. */
export function isItem<R extends { kind: string }>(row: R): row is Extract<R, { kind: ItemKind }> {
  return (ITEM_KINDS as readonly string[]).includes(row.kind);
}

export function isAsked<R extends { kind: string }>(row: R): row is Exclude<R, { kind: ItemKind }> {
  return !isItem(row);
}

/** An item that the host adds while the evening runs; a round is of a set that is kept or ready-made. */
export type AddedItem =
  | Pick<SlideItem, 'kind' | 'title' | 'text' | 'seconds'>
  | Pick<BreakItem, 'kind' | 'message' | 'minutes'>
  | Pick<StandingsItem, 'kind'>
  | Pick<DrawItem, 'kind' | 'title' | 'among' | 'winners' | 'team'>
  | (Pick<RoundItem, 'kind' | 'name' | 'factor' | 'standings'> & { setId: string; count: number });

/** A slide as everybody sees it. */
export interface ShownSlide extends InLanguages {
  kind: 'slide';
  title: string;
  text: string;
  image?: QuestionImage;
  startsAt?: string;
  /** How far the clocks where the host is are ahead of UTC, in minutes; there where it is known. */
  utcOffset?: number;
}

/** The end of the break is only told: the host ends it (R4.12). */
export interface ShownBreak extends InLanguages {
  kind: 'break';
  message: string;
  /** Server epoch ms. */
  endTime: number;
}

export interface ShownStandings extends InLanguages {
  kind: 'standings';
}

/** A draw, before and after the host lets it begin (R27.8). */
export interface ShownDraw extends InLanguages {
  kind: 'draw';
  title: string;
  among: DrawnAmong;
  team?: number;
  winners: number;
  /** SHA-256 of the seed, in hex, told before anybody knows who takes part. */
  hash: string;
  drawn?: DrawnLots;
}

/** The course of a draw, from which everybody can compute it again (docs/draws.md). It is shown from the phase's `startTime`. */
export interface DrawnLots {
  /** The seed, in hex, of which `hash` was told. */
  seed: string;
  /** Slots of who took part, as a bitmap in base64 (`encodeBits`), and how many. */
  among: string;
  count: number;
  /** In the order in which they were drawn. */
  winners: DrawnWinner[];
  /** For how long it is shown, in ms. */
  ms: number;
  /** SHA-256 of the seed of the next draw of this evening. */
  nextHash: string;
}

export interface DrawnWinner {
  slot: number;
  playerId: string;
  playerName: string;
}

/** A draw that was held. */
export type DrawnDraw = ShownDraw & { drawn: DrawnLots };

/** An item as everybody sees it while it is on. */
export type ShownItem = ShownSlide | ShownBreak | ShownStandings | ShownDraw;

/** The round that a countdown, a question or a reveal is of; told where the evening has a programme. */
export interface RoundPayload extends InLanguages {
  /** From 1, of `of` rounds. */
  number: number;
  of: number;
  name: string;
  factor: RoundFactor;
  standings: StandingsShown;
}

/** An item of the programme as its list in a cockpit has it. */
export type PlannedPayload = Pick<ProgrammeItem, 'id' | 'kind'> &
  InLanguages & {
    /** The name of a round. */
    name?: string;
    isOut?: true;
    isDone?: true;
    /** All of it, for those who are told what comes (R4.2). */
    item?: ProgrammeItem;
  };

/** To those who run the room: what was, is and comes. */
export interface ProgrammePayload {
  /** Counts the edits; an edit names the one that it was made on. */
  revision: number;
  /** Index of the item that is on or was last; -1 before the first. */
  at: number;
  items: PlannedPayload[];
}
