import type { FailureCode } from '../i18n/failure-code.js';
import { i18n } from '../i18n/language.svelte.js';

/** What went wrong, in words, on a page that has those of all codes. */
export function failureText(code: FailureCode): string {
  const { current } = i18n;
  const words: Record<FailureCode, string> = {
    ...i18n.t.errors,
    ...playerErrors[current],
    ...hostErrors[current],
  };
  return words[code];
}
