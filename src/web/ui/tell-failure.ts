import type { FailureCode } from '../i18n/failure-code.js';
import { failureWords } from './failure-words.js';
import { toasts } from './toasts.svelte.js';

/** A failure in a toast. */
export async function tellFailure(code: FailureCode): Promise<void> {
  toasts.show(await failureWords(code), 'bad');
}
