import type { QuestionKind } from '../../../protocol/question.js';
import type { Question } from '../../shared/quiz-set.js';
import * as all from './all.js';
import type { OwnRules } from './rules.js';

const OWN: { [K in QuestionKind]: OwnRules<Extract<Question, { kind: K }>> } = all;

/** Those of a kind, to be given questions of that kind only. */
export function ownRules(kind: QuestionKind): OwnRules<Question> {
  return OWN[kind] as OwnRules<Question>;
}
