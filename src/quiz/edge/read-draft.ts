import type { Request, Response } from 'express';
import { languageOf } from '../../identity/request-origin.js';
import type { DraftRemarks, ReadQuestions } from '../../protocol/index.js';
import { words } from '../files/file-words.js';
import { QuizFileError, readQuizFile, type QuizFile } from '../files/quiz-file.js';
import type { SlicedWork } from '../files/sliced-work.js';
import { draftOf } from '../kept/written-draft.js';
import { formatOf, readBody } from './read-body.js';
import { remarksOf } from './remarks.js';

/**
 * The questions of a request's body, which is a quiz file or a text with questions, with everything that can be
 * taken. Rejects with BAD_QUIZ_FILE, in the language of the request.
 */
export async function readDraft(
  request: Request,
  response: Response,
  work: SlicedWork,
): Promise<ReadQuestions> {
  const body = await demandBody(request, response);
  const { title } = request.query;
  const given = typeof title === 'string' ? title : '';
  const format = formatOf(request);
  return draftOfFile(await readQuizFile(body, format, languageOf(request), given, work, true));
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
