import { z } from 'zod';
import type { Question, QuizSet } from '../../game/quiz-set.js';
import type { Language } from '../../protocol/http.js';
import {
  QUIZ_FILE_MAX_QUESTIONS,
  TITLE_MAX_GRAPHEMES,
  TITLE_MAX_UNITS,
} from '../../protocol/limits.js';
import { inEachLanguage, words, type FileWords } from './file-words.js';
import { hasTooManyParts } from './json-parts.js';
import { describeIssue, fileText, questionSchemas, unknownKeys } from './question-schema.js';
import { FaultList, QuizFileError } from './quiz-file-error.js';
import { TwinFinder } from './twin-finder.js';

/** `version`, `id` and `order` are allowed so that a built-in set's file can be the start of one's own. */
const fileSchemas = inEachLanguage((say) =>
  z.strictObject(
    {
      version: z.literal(1, { error: say.wrongVersion }).optional(),
      id: z.unknown().optional(),
      order: z.unknown().optional(),
      title: fileText(say, TITLE_MAX_UNITS, TITLE_MAX_GRAPHEMES).optional(),
      language: z.enum(['ko', 'en'], { error: say.wrongLanguage }).optional(),
      questions: z
        .array(z.unknown(), { error: say.notAList })
        .min(1, say.empty)
        .max(QUIZ_FILE_MAX_QUESTIONS, say.tooManyQuestions(QUIZ_FILE_MAX_QUESTIONS)),
    },
    { error: unknownKeys(say) },
  ),
);

export interface JsonQuiz {
  title?: string | undefined;
  language?: QuizSet['language'] | undefined;
  questions: Question[];
}

/** Throws QuizFileError; its rows are questions, counted from 1. */
export function readJsonQuiz(text: string, language: Language): JsonQuiz {
  const say = words[language];
  const file = fileSchemas[language].safeParse(parseJson(text, say));
  if (!file.success) {
    const [fault = ''] = file.error.issues.map((issue) => describeIssue(issue, say));
    throw new QuizFileError(say.unusable(fault));
  }

  const faults = new FaultList(say, 'question');
  const twins = new TwinFinder();
  const questions: Question[] = [];
  for (const [index, written] of file.data.questions.entries()) {
    if (faults.isFull) break;
    const row = index + 1;
    const question = questionSchemas[language].safeParse(written);
    if (question.success) {
      const twin = twins.rowOfTwin(question.data, row);
      if (twin !== undefined) faults.add(row, say.sameAsQuestion(twin));
      questions.push(question.data);
    } else {
      for (const issue of question.error.issues) faults.add(row, describeIssue(issue, say));
    }
  }
  faults.throwIfAny();
  return { title: file.data.title, language: file.data.language, questions };
}

function parseJson(text: string, say: FileWords): unknown {
  if (hasTooManyParts(text)) throw new QuizFileError(say.tooManyParts(QUIZ_FILE_MAX_QUESTIONS));
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1];
    const line =
      position === undefined
        ? undefined
        : text.slice(0, Number(position)).split(/\r\n|\r|\n/).length;
    throw new QuizFileError(say.notJson(line));
  }
}
