import type { MaskedTexts } from '../../../../protocol/desk.js';
import { ANSWER_BOUNDS, MAX_SPELLINGS } from '../../../../protocol/limits.js';
import { cleanText } from '../../../../protocol/text.js';
import { ask } from '../../../ui/ask-desk.js';

/** Without a key, in ms. */
const REST_MS = 500;

/** Whether the word filter masks a text, of those that the server was asked about. */
let known = $state.raw<ReadonlyMap<string, boolean>>(new Map());

/** False as well where nobody knows yet. */
export function isMasked(text: string): boolean {
  return known.get(cleanText(text, ANSWER_BOUNDS) ?? '') === true;
}

/**
 * Asks the server about the texts that are not known yet, after a rest, as many at once as it takes. For an effect,
 * which ends it by what it returns, and comes again for the next ones.
 */
export function askMasked(texts: readonly string[]): (() => void) | undefined {
  const clean = new Set(texts.map((text) => cleanText(text, ANSWER_BOUNDS) ?? ''));
  const missing = [...clean].filter((text) => text !== '' && !known.has(text));
  if (missing.length === 0) return undefined;
  const timer = setTimeout(() => void learn(missing.slice(0, MAX_SPELLINGS)), REST_MS);
  return () => clearTimeout(timer);
}

async function learn(texts: readonly string[]): Promise<void> {
  const answer = await ask<MaskedTexts>('POST', '/masked', { body: JSON.stringify({ texts }) });
  if (!answer.ok) return;
  const masked = new Set(answer.value.masked);
  known = new Map([...known, ...texts.map((text) => [text, masked.has(text)] as const)]);
}
