import { COCKPIT_SPEAKER, type ChatEntry } from '../../protocol/events.js';
import type { Language } from '../../protocol/http.js';
import type { FailureCode } from './failure-code.js';
import type { Messages } from './ko.js';

/** A page loads the words of one language; the server names them in the page's head (`pageSender`). */
const WORDS: Record<Language, () => Promise<Messages>> = {
  ko: async () => (await import('./ko.js')).ko,
  en: async () => (await import('./en.js')).en,
};

/** The one that was kept, else the browser's. */
function firstOf(kept: string | null): Language {
  if (kept === 'ko' || kept === 'en') return kept;
  const wanted = navigator.languages.find((tag) => /^(ko|en)\b/i.test(tag));
  return wanted?.toLowerCase().startsWith('ko') ? 'ko' : 'en';
}

class LanguageChoice {
  #current = $state<Language>(firstOf(null));
  #words = $state.raw<Messages>();
  #wanted: Language = this.#current;
  /** Keeps what somebody has chosen. */
  whenChosen: (language: Language) => void = () => undefined;

  get current(): Language {
    return this.#current;
  }

  /** There once `load` has resolved, before anything is drawn. */
  get t(): Messages {
    return this.#words as Messages;
  }

  /** In the other language where the words do not arrive; rejects where neither do. */
  async load(kept: string | null = null): Promise<void> {
    this.#wanted = firstOf(kept);
    try {
      await this.#show(this.#wanted);
    } catch {
      this.#wanted = this.#wanted === 'ko' ? 'en' : 'ko';
      await this.#show(this.#wanted);
    }
  }

  /** The page stays as it is where the words do not arrive. */
  async choose(language: Language): Promise<void> {
    this.#wanted = language;
    await this.#show(language);
    if (this.#current === language) this.whenChosen(language);
  }

  async #show(language: Language): Promise<void> {
    const words = await WORDS[language]();
    if (language !== this.#wanted) return;
    this.#words = words;
    this.#current = language;
    document.documentElement.lang = language;
  }
}

/** The language of the pages: the browser's, until somebody switches. Read `i18n.t` inside templates. */
export const i18n = new LanguageChoice();

/** What keeps the page from the server for now, in words that are there without it. */
export function troubleText(code: FailureCode): string {
  const words: Partial<Record<FailureCode, string>> = i18n.t.errors;
  return words[code] ?? i18n.t.errors.INTERNAL;
}

/** Who said something, as people read it: a cockpit speaks for the host (R3.5), beside whose name stands `HostBadge`. */
export function speakerOf({ playerId, playerName }: ChatEntry): string {
  return playerId === COCKPIT_SPEAKER.playerId ? i18n.t.host : playerName;
}
