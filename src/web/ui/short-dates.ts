import { i18n } from '../i18n/language.svelte.js';

/** A date and time as people of this language write it. */
export function shortDay(ms: number): string {
  return new Intl.DateTimeFormat(i18n.current, { dateStyle: 'medium', timeZone: 'UTC' }).format(ms);
}

export function shortTime(ms: number): string {
  return new Intl.DateTimeFormat(i18n.current, { dateStyle: 'medium', timeStyle: 'short' }).format(
    ms,
  );
}
