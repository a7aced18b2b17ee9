/** The words for the person at the terminal: in English, and once more in the language of this machine. */
import { serverWords } from '../i18n/made/server/words.js';
import type { ServerWords } from '../i18n/made/types.js';
import type { Language } from '../protocol/index.js';
import { bestLanguage } from './platform/identity/accept-language.js';

export type TerminalWords = ServerWords['terminal'];

export function terminalLanguages(
  locale = new Intl.DateTimeFormat().resolvedOptions().locale,
): readonly Language[] {
  return [...new Set<Language>(['en', bestLanguage(locale)])];
}

/** The lines of a text in each of the languages. */
export function inTerminal(
  textOf: (say: TerminalWords) => string,
  languages = terminalLanguages(),
): string[] {
  return languages.flatMap((language) => textOf(serverWords[language].server.terminal).split('\n'));
}
