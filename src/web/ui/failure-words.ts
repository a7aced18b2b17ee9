import type { FailureCode } from '../i18n/failure-code.js';
import { i18n, troubleText } from '../i18n/language.svelte.js';

/** What went wrong, in words, on a page of players. Most of them come with the first failure that needs them. */
export async function failureWords(code: FailureCode): Promise<string> {
  const { current } = i18n;
  const near = troubleText(code);
  if (code in i18n.t.errors) return near;
  try {
    const { playerErrors } = await import('../i18n/player-errors.js');
    const words: Partial<Record<FailureCode, string>> = playerErrors[current];
    return words[code] ?? (await import('./failure-text.js')).failureText(code);
  } catch {
    return near;
  }
}
