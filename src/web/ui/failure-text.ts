import type { FailureCode } from '../i18n/failure-code.js';
import { i18n } from '../i18n/language.svelte.js';

/** What went wrong, in words, on a page that has those of all codes. */
export function failureText(code: FailureCode): string {
  const words: Record<FailureCode, string> = {
    ...i18n.t.errors,
    ...i18n.game.errors,
    ...i18n.host.hostErrors,
  };
  return words[code];
}
