import type { DraftQuestion } from '../../../protocol/desk.js';
import type { QuestionKind } from '../../../protocol/question.js';
import { fittingSeconds } from './fitting-seconds.js';
import { WRITTEN_KINDS } from './kinds/written-kinds.js';

const ID_BYTES = 9;

/** Drawn here, so that a question keeps it through saves that are lost. */
export function newQuestionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return btoa(String.fromCharCode(...bytes)).replace(/[+/]/g, '_');
}

export function newQuestion(kind: QuestionKind): DraftQuestion {
  const every = { quiz: '', limitTime: null, points: 1 } as const;
  const question: DraftQuestion = {
    id: newQuestionId(),
    kind,
    ...every,
    ...WRITTEN_KINDS[kind].template,
  };
  return { ...question, limitTime: fittingSeconds(question) };
}
