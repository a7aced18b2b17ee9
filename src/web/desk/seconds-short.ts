import { i18n } from '../i18n/language.svelte.js';
import { secondsText } from './part-seconds.js';

/** Seconds as people read them, with their unit; a dash alone where nothing is set. */
export function secondsShort(seconds: readonly (number | null)[]): string {
  const text = secondsText(seconds);
  return text === '–' ? text : i18n.desk.editor.secondsShort({ seconds: text });
}
