import type { DraftQuestion } from '../../../protocol/desk.js';
import type { QuestionKind } from '../../../protocol/question.js';
import { fittingSeconds } from './fitting-seconds.js';

const ID_BYTES = 9;

/** Drawn here, so that a question keeps it through saves that are lost. */
export function newQuestionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return btoa(String.fromCharCode(...bytes)).replace(/[+/]/g, '_');
}

/** What a question of a kind begins with. */
export const TEMPLATES: Record<QuestionKind, Partial<DraftQuestion>> = {
  choice: { choices: ['', '', '', ''], answers: [] },
  ox: {},
  number: { min: 0, max: 100, step: 1, unit: '', value: null, tolerance: 0 },
  spot: { places: [], targets: [], whole: true },
  poll: { choices: ['', '', ''] },
  scale: { from: '', to: '' },
};

export function newQuestion(kind: QuestionKind): DraftQuestion {
  const every = { quiz: '', limitTime: null, points: 1 } as const;
  const question: DraftQuestion = { id: newQuestionId(), kind, ...every, ...TEMPLATES[kind] };
  return { ...question, limitTime: fittingSeconds(question) };
}
