import type { Question, QuizSet } from '../game/quiz-set.js';
import { QUIZ_FILE_MAX_BYTES } from '../protocol/limits.js';
import { readCsvQuiz } from './csv-quiz.js';
import { decodeText } from './decode-text.js';
import { readJsonQuiz, type JsonQuiz } from './json-quiz.js';
import { QuizFileError } from './quiz-file-error.js';

export { QuizFileError } from './quiz-file-error.js';

export type QuizFileFormat = 'csv' | 'json';

/**
 * Reads a host's own quiz file. Throws QuizFileError, and nothing else, for whatever is wrong in it.
 * The set's id is `custom`; the caller gives it its own.
 */
export function parseQuizFile(
  body: string | Uint8Array,
  format: QuizFileFormat,
  defaultTitle = 'Custom quiz',
): QuizSet {
  if (Buffer.byteLength(body) > QUIZ_FILE_MAX_BYTES)
    throw new QuizFileError(`The file is larger than ${QUIZ_FILE_MAX_BYTES / 1024} kB`);
  const text = typeof body === 'string' ? body : decodeText(body);
  if (text === undefined)
    throw new QuizFileError('The file is not a text file: save it as "CSV UTF-8" and try again');
  const content = text.replace(/^\uFEFF/, '');
  if (content.trim() === '') throw new QuizFileError('The file is empty');

  const read: JsonQuiz =
    format === 'csv' ? { questions: readCsvQuiz(content) } : readJsonQuiz(content);
  const { title = defaultTitle, questions, language = languageOf(questions) } = read;
  return { id: 'custom', title, language, questions };
}

function languageOf(questions: Question[]): QuizSet['language'] {
  return questions.some(({ quiz }) => /\p{Script=Hangul}/u.test(quiz)) ? 'ko' : 'en';
}
