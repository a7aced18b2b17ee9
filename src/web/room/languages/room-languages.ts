import type { Choice } from '../../../protocol/choice.js';
import type { PlaceInTwo } from './room-for-two.js';
import type { LanguagesOfSet } from '../../../protocol/set-languages.js';

/** Reads what a room is told in the languages of its set (R30.17). */
export interface RoomLanguages {
  /** Those of the set that is chosen. */
  readonly set: LanguagesOfSet;
  /** In the language of this page. */
  read<T>(thing: T): T;
  /** As it was told, with the texts of all languages. */
  told<T extends object>(thing: T): T;
  /** A text in the second language of a projector; empty where there is none, or it is as in the first one. */
  secondOf<T>(thing: T, textOf: (thing: T) => string | undefined): string;
  /** The same of texts that stand together: of all that differ, or of none where there is no room for that. */
  secondsOf<T>(place: PlaceInTwo, thing: T, textsOf: (thing: T) => readonly string[]): string[];
}

/** A choice as a projector shows it in two languages. */
export type ChoiceInTwo = Choice & { second?: string };
