import type { Choice } from '../../../protocol/choice.js';
import { writingOf, type ShownQuestion } from '../../../protocol/question.js';
import {
  hasLanguage,
  languageIn,
  type LanguagesOfSet,
  type SetLanguage,
} from '../../../protocol/set-languages.js';
import { i18n } from '../../i18n/language.svelte.js';
import type { RoomState } from '../room-state.svelte.js';
import { read, write } from '../../ui/storage.js';
import { readIn } from './read-in.js';
import type { ChoiceInTwo, RoomLanguages } from './room-languages.js';
import { hasRoomForTwo, type PlaceInTwo } from './room-for-two.js';
import { markTexts, noteText } from './text-languages.js';

const KEY = 'madang.quiz-language';

/** The language in which somebody reads quizzes in this browser: that of the page, or one that it asks for, until they choose another one. */
class QuizLanguage {
  #chosen = $state(read(KEY));

  choose(language: SetLanguage): void {
    this.#chosen = language;
    write(KEY, language);
  }

  /** A language that the set does not have was chosen for another one. The set before is read as it was. */
  of(set: LanguagesOfSet): SetLanguage {
    const chosen = this.#chosen ?? i18n.current;
    if (!set.languages?.length || allOf(set).includes(chosen)) return chosen;
    const wanted = [chosen, i18n.current, ...navigator.languages];
    const asked = wanted.find((tag) => hasLanguage(set, tag));
    return languageIn(set, asked ?? set.language);
  }
}

export const quizLanguage = new QuizLanguage();

export const allOf = ({ language, languages = [] }: LanguagesOfSet): SetLanguage[] => [
  language,
  ...languages,
];

/** As who speaks it calls it. */
export const ownName = (tag: SetLanguage): string =>
  new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;

/** The languages of a room: what it is told is read in that of the person, or on a projector in those that the host wants. */
export class QuizLanguages implements RoomLanguages {
  /** By what was told, and by the languages in which it is shown. */
  readonly #shown = new WeakMap<object, Map<string, unknown>>();
  /** By what is shown, as it was told. */
  readonly #told = new WeakMap<object, unknown>();

  constructor(
    private readonly room: Pick<RoomState, 'quizSet'>,
    /** There for a projector. */
    private readonly wanted?: () => readonly SetLanguage[] | undefined,
  ) {
    markTexts();
  }

  /** Those of the set that was told last; one where it has no others. */
  get set(): LanguagesOfSet {
    const { language = '', languages = [] } = this.room.quizSet ?? {};
    return { language, languages };
  }

  get current(): SetLanguage {
    return this.wanted ? this.#onScreen[0] : quizLanguage.of(this.set);
  }

  /** The second one of a projector. */
  get second(): SetLanguage | undefined {
    return this.wanted && this.#onScreen[1];
  }

  get #onScreen(): [SetLanguage, ...SetLanguage[]] {
    const all = allOf(this.set);
    const [first = this.set.language, ...others] = new Set(
      this.wanted?.()?.filter((tag) => all.includes(tag)),
    );
    return [first, ...others];
  }

  /** Takes what was told, or what was read of it before; gives the same object each time. */
  read<T>(thing: T, language: SetLanguage = this.current): T {
    if (typeof thing !== 'object' || thing === null) return thing;
    const told = this.told(thing);
    const known = this.#shown.get(told) ?? new Map<string, unknown>();
    this.#shown.set(told, known);
    const key = [language, this.second].join();
    const shown: unknown = known.get(key) ?? this.#shownIn(told, language);
    known.set(key, shown);
    if (shown !== told) this.#told.set(shown as object, told);
    return shown as T;
  }

  told<T extends object>(thing: T): T {
    return (this.#told.get(thing) ?? thing) as T;
  }

  secondOf<T>(thing: T, textOf: (thing: T) => string | undefined): string {
    const { second } = this;
    if (second === undefined) return '';
    const text = textOf(this.read(thing, second));
    return text === undefined || text === textOf(this.read(thing)) ? '' : text;
  }

  secondsOf<T>(place: PlaceInTwo, thing: T, textsOf: (thing: T) => readonly string[]): string[] {
    const { second } = this;
    if (second === undefined) return [];
    const [texts, others] = [textsOf(this.read(thing)), textsOf(this.read(thing, second))];
    return othersOf(place, texts, others);
  }

  /** On a projector, choices have those of the second language beside them, where there is room. */
  #shownIn<T>(told: T, language: SetLanguage): T {
    const { language: main } = this.set;
    const shown = readIn(told, language, main, noteText);
    const { second } = this;
    if (second === undefined || language !== this.current || !isAsked(shown)) return shown;
    const { choiceList: others } = readIn(told, second, main, noteText) as ShownQuestion;
    return { ...shown, choiceList: inTwo(shown, others) };
  }
}

const isAsked = (thing: unknown): thing is ShownQuestion =>
  typeof thing === 'object' && thing !== null && 'choiceList' in thing;

/** Empty where a text is the same, or there is no room for both. */
function othersOf(place: PlaceInTwo, texts: readonly string[], others: readonly string[]) {
  if (!hasRoomForTwo(place, texts, others)) return [];
  return texts.map((text, n) => (others[n] === text ? '' : (others[n] ?? '')));
}

function inTwo({ kind, choiceList }: ShownQuestion, others: readonly Choice[]): ChoiceInTwo[] {
  // Zones of what people wrote are in no language.
  if (writingOf(kind) !== undefined) return choiceList;
  const contents = (list: readonly Choice[]) => list.map(({ content }) => content);
  const seconds = othersOf('choices', contents(choiceList), contents(others));
  return choiceList.map((choice, n) => {
    const second = seconds[n];
    return second ? { ...choice, second } : choice;
  });
}
