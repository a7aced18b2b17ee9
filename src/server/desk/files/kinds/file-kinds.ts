import type { Question } from '../../../../game/shared/quiz-set.js';
import type { QuestionKind } from '../../../../protocol/question.js';
import * as all from './all.js';
import type { FileKind } from './file-kind.js';

const FILE_KINDS: { [K in QuestionKind]: FileKind<Extract<Question, { kind: K }>> } = all;

/** To be given questions of that kind only. */
export function fileKind(kind: QuestionKind): FileKind<Question> {
  return FILE_KINDS[kind] as FileKind<Question>;
}
