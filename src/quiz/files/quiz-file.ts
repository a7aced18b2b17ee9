import type { Question, QuizSet } from '../../game/quiz-set.js';
import type { Language } from '../../protocol/http.js';
import { QUIZ_FILE_MAX_BYTES, TITLE_BOUNDS } from '../../protocol/limits.js';
import { cleanText } from '../../protocol/text.js';
import { readCsvQuiz } from './csv-quiz.js';
import { decodeText } from './decode-text.js';
import { words } from './file-words.js';
import { readJsonQuiz, type JsonQuiz } from './json-quiz.js';
import { QuizFileError } from './quiz-file-error.js';

export { QuizFileError } from './quiz-file-error.js';

export type QuizFileFormat = 'csv' | 'json';

/**
 * Reads a host's own quiz file. Throws QuizFileError, and nothing else, for whatever is wrong in it,
 * with messages in `language`, which need not be that of the questions.
 * The set's id is `custom`; the caller gives it its own. `title` is for a file that names none; one that
 * is too long or cannot be shown is not taken.
 */
export function parseQuizFile(
  body: string | Uint8Array,
  format: QuizFileFormat,
  language: Language,
  title = '',
): QuizSet {
  const say = words[language];
  if (Buffer.byteLength(body) > QUIZ_FILE_MAX_BYTES)
    throw new QuizFileError(say.tooLarge(QUIZ_FILE_MAX_BYTES / 1024));
  const text = typeof body === 'string' ? body : decodeText(body);
  if (text === undefined) throw new QuizFileError(say.notText);
  const content = text.replace(/^\uFEFF/, '');
  if (content.trim() === '') throw new QuizFileError(say.fileEmpty);

  const read: JsonQuiz =
    format === 'csv'
      ? { questions: readCsvQuiz(content, language) }
      : readJsonQuiz(content, language);
  const { questions } = read;
  return {
    id: 'custom',
    title: read.title ?? (cleanText(title, TITLE_BOUNDS) || say.untitled),
    language: read.language ?? writtenIn(questions),
    questions,
  };
}

function writtenIn(questions: Question[]): QuizSet['language'] {
  return questions.some(({ quiz }) => /\p{Script=Hangul}/u.test(quiz)) ? 'ko' : 'en';
}
