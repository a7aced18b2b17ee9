import { COCKPIT_SPEAKER, type ChatEntry } from '../../protocol/events.js';
import type { Language } from '../../protocol/http.js';
import { remembered } from '../lib/storage.js';
import { en } from './en.js';
import { ko, type Messages } from './ko.js';

function initial(): Language {
  const kept = remembered.language;
  if (kept === 'ko' || kept === 'en') return kept;
  const wanted = navigator.languages.find((tag) => /^(ko|en)\b/i.test(tag));
  return wanted?.toLowerCase().startsWith('ko') ? 'ko' : 'en';
}

class LanguageChoice {
  #current = $state<Language>(initial());

  get current(): Language {
    return this.#current;
  }

  set current(language: Language) {
    this.#current = language;
    remembered.language = language;
    document.documentElement.lang = language;
  }

  get t(): Messages {
    return this.#current === 'ko' ? ko : en;
  }
}

/** The language of the pages: the browser's, until somebody switches. Read `i18n.t` inside templates. */
export const i18n = new LanguageChoice();
document.documentElement.lang = i18n.current;

/** Who said something, as people read it: a cockpit speaks for the host (R3.5). */
export function speakerOf({ playerId, playerName }: ChatEntry): string {
  return playerId === COCKPIT_SPEAKER.playerId ? `👑 ${i18n.t.host}` : playerName;
}
