import { untrack } from 'svelte';
import { COCKPIT_SPEAKER, type ChatEntry } from '../../protocol/events.js';
import type { Language } from '../../protocol/http.js';
import { directionOf } from './direction.js';
import type { FailureCode } from './failure-code.js';
import { loadWords } from './load-words.js';
import type { Words, WordsPart } from './words.js';

/** The language that everything has words in. */
const SOURCE = 'en';

class LanguageChoice {
  #current = $state<Language>(SOURCE);
  #words = $state.raw<Partial<Words>>({});
  #wanted: Language = SOURCE;
  readonly #parts = new Set<WordsPart>(['player']);
  /** Keeps what somebody has chosen. */
  whenChosen: (language: Language) => void = () => undefined;

  get current(): Language {
    return this.#current;
  }

  /** There once `load` has resolved, before anything is drawn. */
  get t(): Words['player'] {
    return this.#words.player as Words['player'];
  }

  /** The words of games beyond that; this and the others are there once `need` has resolved. */
  get game(): Words['game'] {
    return this.#words.game as Words['game'];
  }

  get host(): Words['host'] {
    return this.#words.host as Words['host'];
  }

  get desk(): Words['desk'] {
    return this.#words.desk as Words['desk'];
  }

  get results(): Words['results'] {
    return this.#words.results as Words['results'];
  }

  get faults(): Words['faults'] {
    return this.#words.faults as Words['faults'];
  }

  /** As `1,000`. */
  number = (count: number): string => count.toLocaleString(this.#current);

  /** In the kept language, else in that in which the server sent the page; in English where no words of those arrive. */
  async load(kept?: string): Promise<void> {
    let failure: unknown;
    for (const language of [kept, document.documentElement.lang, SOURCE]) {
      if (!language) continue;
      this.#wanted = language as Language;
      try {
        return await this.#show();
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  /** The page stays as it is where the words do not arrive. */
  async choose(language: Language): Promise<void> {
    this.#wanted = language;
    try {
      await this.#show();
    } catch (error) {
      if (this.#wanted === language) this.#wanted = this.#current;
      throw error;
    }
    if (this.#current === language) this.whenChosen(language);
  }

  /** Resolves once the words of these parts are there; they come along in every language that is chosen later. */
  async need(...parts: WordsPart[]): Promise<void> {
    const added = parts.filter((part) => !this.#parts.has(part));
    for (const part of added) this.#parts.add(part);
    // An effect that waits for words would wait anew whenever they change.
    await untrack(() => this.#show()).catch((error: unknown) => {
      for (const part of added) this.#parts.delete(part);
      throw error;
    });
  }

  /** Shows all parts in the language that is wanted, which may change while words are on their way. */
  async #show(): Promise<void> {
    const wanted = this.#wanted;
    const isNew = wanted !== this.#current;
    const parts = [...this.#parts].filter((part) => isNew || !this.#words[part]);
    // Else an effect that waits for words would wait anew, again and again.
    if (!isNew && parts.length === 0) return;
    const loaded = await Promise.all(
      parts.map(async (part) => [part, await loadWords(wanted, part)] as const),
    );
    const isLate = isNew && parts.length < this.#parts.size;
    if (wanted !== this.#wanted || isLate) return this.#show();
    this.#words = { ...this.#words, ...(Object.fromEntries(loaded) as Partial<Words>) };
    this.#current = wanted;
    const page = document.documentElement;
    page.lang = wanted;
    page.dir = directionOf(wanted);
  }
}

/** The language of the pages: the browser's, until somebody switches. Read `i18n.t` inside templates. */
export const i18n = new LanguageChoice();

/** A module that is loaded later, once the words that it says are there, too. */
export async function withWords<T>(
  load: Promise<T>,
  ...parts: [WordsPart, ...WordsPart[]]
): Promise<T> {
  const [loaded] = await Promise.all([load, i18n.need(...parts)]);
  return loaded;
}

/** What keeps the page from the server for now, in words that are there without it. */
export function troubleText(code: FailureCode): string {
  const words: Partial<Record<FailureCode, string>> = i18n.t.errors;
  return words[code] ?? i18n.t.errors.INTERNAL;
}

/** Who said something, as people read it: a cockpit speaks for the host (R3.5), beside whose name stands `HostBadge`. */
export function speakerOf({ playerId, playerName }: ChatEntry): string {
  return playerId === COCKPIT_SPEAKER.playerId ? i18n.t.host : playerName;
}
