/** The programme of an evening (R27): its items, as an author writes them and as everybody is shown them. */
import type { Break } from './events.js';
import type { QuestionImage } from './question.js';

/** Each stands between the questions of a set as one of its rows. A set without any is one round. */
export const ITEM_KINDS = ['slide', 'round', 'break', 'draw', 'standings'] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** How many items a set has of each kind, and how many of them have a fault. */
export type ItemCounts = Partial<Record<ItemKind | 'faulty', number>>;

/** When the ranking of a round is shown: after each question, after its last one, or not before the next standings. */
export const STANDINGS = ['each', 'round', 'never'] as const;
export type StandingsShown = (typeof STANDINGS)[number];

/** Among whom a draw is: all who are here, those who were right in the last question or round, a team, those without a prize. */
export const DRAWN_AMONG = ['everybody', 'rightLast', 'rightRound', 'team', 'noPrize'] as const;
export type DrawnAmong = (typeof DRAWN_AMONG)[number];

export const ROUND_FACTORS = [1, 2, 3] as const;
export type RoundFactor = (typeof ROUND_FACTORS)[number];

interface Item {
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
  /** Counts down to this time of day, as `19:30`, by the clock of the host's browser. */
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
  /** As the room has it where it is missing (R4.11). */
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

/** A slide as everybody sees it. */
export type ShownSlide = Pick<SlideItem, 'kind' | 'title' | 'text' | 'image'> & {
  /** Server epoch ms. */
  startsAt?: number;
};

export interface ShownBreak {
  kind: 'break';
  break: Break;
}

export interface ShownStandings {
  kind: 'standings';
}
