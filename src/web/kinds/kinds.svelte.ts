import { withWords } from '../i18n/language.svelte.js';
import type { QuestionKind, ShownQuestion } from '../../protocol/question.js';
import type * as Kinds from './kinds.js';

/** Kinds that pages show by the code with which they begin, which have zones and nothing else. */
const AT_ONCE: readonly QuestionKind[] = ['choice'];

/** Whether `kinds.part` shows the question; false where there is none. */
export function isLate(question: Pick<ShownQuestion, 'kind'> | null): boolean {
  return question !== null && !AT_ONCE.includes(question.kind);
}

/** What pages do with all other questions; its code comes with the first one, as most games have none. */
class KindsPart {
  /** Null until it is there. */
  part = $state.raw<typeof Kinds | null>(null);

  load(): void {
    if (this.part !== null) return;
    withWords(import('./kinds.js'), 'game').then(
      (part) => (this.part = part),
      // Without it the question stands over an empty floor, and the next one tries again.
      () => undefined,
    );
  }
}

export const kinds = new KindsPart();
