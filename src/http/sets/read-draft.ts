import type { Request, Response } from 'express';
import { languageOf } from '../../identity/request-origin.js';
import type { DraftRemarks, ReadQuestions } from '../../protocol/index.js';
import { words } from '../../quiz/files/file-words.js';
import type { QuizFileReader } from '../../quiz/files/file-reader.js';
import { QuizFileError, type QuizFile } from '../../quiz/files/quiz-file.js';
import { draftOf } from '../../quiz/kept/written-draft.js';
import { formatOf, readBody } from '../bodies/read-body.js';
import { remarksOf } from './remarks.js';

/**
 * The questions of a request's body, which is a quiz file or a text with questions, with everything that can be
 * taken. Rejects with BAD_QUIZ_FILE, in the language of the request.
 */
export async function readDraft(
  request: Request,
  response: Response,
  reader: QuizFileReader,
): Promise<ReadQuestions> {
  const body = await demandBody(request, response);
  const { title } = request.query;
  const file = await reader.read({
    bytes: body,
    format: formatOf(request),
    language: languageOf(request),
    title: typeof title === 'string' ? title : '',
    isDraft: true,
  });
  return draftOfFile(file);
}

/** Of a file that was read as a draft. */
export function draftOfFile(file: QuizFile): ReadQuestions {
  const { faulty, unit, set } = file;
  const ids = new Set<string>();
  const remarks: DraftRemarks = remarksOf(file);
  return {
    title: set.title,
    language: set.language,
    questions: file.written.map((written) => draftOf(written, ids)),
    ...remarks,
    ...(faulty.length > 0 && { faulty, unit }),
  };
}

/** Rejects with BAD_QUIZ_FILE, in the language of the request. */
export async function demandBody(request: Request, response: Response): Promise<Buffer> {
  const body = await readBody(request, response);
  if (body === undefined) throw new QuizFileError(words[languageOf(request)].noFile);
  return body;
}
