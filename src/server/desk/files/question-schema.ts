/** One question as people write it in our own JSON, and back. */
import { z } from 'zod';
import type { Question } from '../../../game/shared/quiz-set.js';
import { QUESTION_KINDS, USUAL_KIND } from '../../../protocol/desk.js';
import type { QuestionKind } from '../../../protocol/question.js';
import { unknownKeys } from './file-text.js';
import { inEachLanguage } from './file-words.js';
import { fileKind } from './kinds/file-kinds.js';

/** All kinds, as they are listed for an author. */
export const KIND_LIST = QUESTION_KINDS.map((kind) => `"${kind}"`).join(', ');

/** Read one written question, which is a choice where it names no kind. */
export const questionSchemas = inEachLanguage((say) => {
  const notAnObject = unknownKeys(say);
  const [first, ...others] = QUESTION_KINDS.map((kind) => fileKind(kind).schema(say));
  if (first === undefined) throw new Error('there are no kinds');
  return z
    .preprocess(
      withKind,
      z.discriminatedUnion('kind', [first, ...others], {
        error: (issue) =>
          issue.code === 'invalid_union'
            ? say.unknownKind({ kinds: KIND_LIST })
            : notAnObject(issue),
      }),
    )
    .transform((written, context): Question => {
      const { kind } = written as { kind: QuestionKind };
      return fileKind(kind).read(written as never, say, context);
    });
});

function withKind(written: unknown): unknown {
  const isObject = typeof written === 'object' && written !== null && !Array.isArray(written);
  return isObject && !('kind' in written) ? { ...written, kind: USUAL_KIND } : written;
}

/** A question as it stands in our own JSON; `questionSchemas` read the same again. */
export function writtenQuestion(question: Question): object {
  return fileKind(question.kind).write?.(question) ?? question;
}
