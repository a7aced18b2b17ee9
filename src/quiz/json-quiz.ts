import { z } from 'zod';
import type { Question, QuizSet } from '../game/quiz-set.js';
import {
  QUIZ_FILE_MAX_QUESTIONS,
  TITLE_MAX_GRAPHEMES,
  TITLE_MAX_UNITS,
} from '../protocol/limits.js';
import { describeIssue, fileText, questionSchema, unknownKeys } from './question-schema.js';
import { FaultList, QuizFileError } from './quiz-file-error.js';
import { TwinFinder } from './twin-finder.js';

/** `version`, `id` and `order` are allowed so that a built-in set's file can be the start of one's own. */
const fileSchema = z.strictObject(
  {
    version: z.literal(1, { error: 'must be 1' }).optional(),
    id: z.unknown().optional(),
    order: z.unknown().optional(),
    title: fileText(TITLE_MAX_UNITS, TITLE_MAX_GRAPHEMES).optional(),
    language: z.enum(['ko', 'en'], { error: 'must be "ko" or "en"' }).optional(),
    questions: z
      .array(z.unknown(), { error: 'must be a list' })
      .min(1, 'is empty')
      .max(QUIZ_FILE_MAX_QUESTIONS, `has more than ${QUIZ_FILE_MAX_QUESTIONS} questions`),
  },
  { error: unknownKeys },
);

export interface JsonQuiz {
  title?: string | undefined;
  language?: QuizSet['language'] | undefined;
  questions: Question[];
}

/** Throws QuizFileError; its rows are questions, counted from 1. */
export function readJsonQuiz(text: string): JsonQuiz {
  const file = fileSchema.safeParse(parseJson(text));
  if (!file.success) {
    const [issue] = file.error.issues;
    throw new QuizFileError(
      `The file cannot be used: ${issue === undefined ? 'invalid' : describeIssue(issue)}`,
    );
  }

  const faults = new FaultList('Question');
  const twins = new TwinFinder();
  const questions: Question[] = [];
  for (const [index, written] of file.data.questions.entries()) {
    if (faults.isFull) break;
    const row = index + 1;
    const question = questionSchema.safeParse(written);
    if (question.success) {
      const twin = twins.rowOfTwin(question.data, row);
      if (twin !== undefined) faults.add(row, `is the same as question ${twin}`);
      questions.push(question.data);
    } else {
      for (const issue of question.error.issues) faults.add(row, describeIssue(issue));
    }
  }
  faults.throwIfAny();
  return { title: file.data.title, language: file.data.language, questions };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1];
    const where =
      position === undefined
        ? ''
        : ` near line ${text.slice(0, Number(position)).split(/\r\n|\r|\n/).length}`;
    throw new QuizFileError(`The file is not valid JSON: there is a mistake${where || ' in it'}`);
  }
}
