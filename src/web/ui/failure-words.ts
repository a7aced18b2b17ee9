import type { FailureCode } from '../i18n/failure-code.js';
import { i18n, troubleText, withWords } from '../i18n/language.svelte.js';

/** What went wrong, in words, on a page of players. Most of them come with the first failure that needs them. */
export async function failureWords(code: FailureCode): Promise<string> {
  const near = troubleText(code);
  if (code in i18n.t.errors) return near;
  try {
    await i18n.need('game');
    const words: Partial<Record<FailureCode, string>> = i18n.game.errors;
    if (words[code] !== undefined) return words[code];
    await i18n.need('host');
    return (await withWords(import('./failure-text.js'), 'game', 'host')).failureText(code);
  } catch {
    return near;
  }
}
