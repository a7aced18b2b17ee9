/** The payloads for cockpits and hosts alone. None of it is ever part of a flush, which everybody gets. */
import type { JudgedName } from './judged-name.js';
import type { InLanguages } from './set-languages.js';
import type { PartSolution, ShownQuestion, Solution, TextCount } from './question.js';

/** A question that is still to be asked. */
export type ComingQuestion = ShownQuestion & {
  /** `order` of the first right choice; 0 where the kind has none. */
  answer: number;
  /** The solution; missing where nothing can be right. */
  solution?: Solution;
  /** For the host alone. */
  note?: string;
};

/** A question that was judged, which those who run the room can void or correct (R4.9). */
export interface JudgedPayload extends JudgedName {
  shown: ShownQuestion;
  /** The first right choice as the set says, 0 where no choice is right. */
  setRight: number;
  /** The answer that counts now. */
  solution: PartSolution;
  isVoid: boolean;
  /**
   * There where people wrote: what is not right, commonest first, which can be accepted yet. `GROUPS_TOLD` at most of the
   * latest question, `EARLIER_TEXTS_TOLD` of those before.
   */
  texts?: TextCount[];
}

/** By which somebody shows that they are who stands on the podium (R6.14). */
export interface ClaimCode {
  playerId: string;
  code: string;
  /** There for who has won a draw: what it was for, and who they were then (R27.8). */
  drawn?: { title: string; playerName: string } & InLanguages;
}

/** To cockpits of people without a seat in the game that runs, who cannot take one before it ends (R4.2). */
export interface HostNotes extends InLanguages {
  /** As in `phase`: together they tell the question that these notes are of. */
  index: number;
  drops?: number;
  first?: number;
  part?: number;
  /** `order` of the first right choice of the question that is open, 0 where its kind has none; null where none is open. */
  answer: number | null;
  /** Its solution; of several parts, that of the open one. */
  solution?: PartSolution;
  /** The author's explanation, told with the reveal. */
  explanation?: string;
  /** For the host alone. */
  note?: string;
  /** The questions after it, in the order in which they are asked, as far as they are told. */
  coming: ComingQuestion[];
}

/** Texts that are equal but for case, spaces and signs (R16.15). */
export interface WrittenGroup {
  /** As most have written it. With it the group is struck (`strikeAnswer`). */
  text: string;
  count: number;
  isRight?: true;
  /** Struck: it becomes no zone (R16.16). */
  isOut?: true;
}

/** To those whom `HostNotes` go to. */
export interface WrittenGroups {
  /** The commonest first, `GROUPS_TOLD` at most; without words that the filter hides, and what only muted people wrote. */
  groups: WrittenGroup[];
  /** How many have written, of those who play. */
  written: number;
  players: number;
}
