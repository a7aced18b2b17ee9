import type { Request } from 'express';
import { languageOf } from '../../platform/identity/request-origin.js';
import type { DraftRemarks, FileRemarks, ReadQuestions } from '../../../protocol/index.js';
import type { QuizFileReader } from '../../desk/files/file-reader.js';
import type { QuizFile } from '../../desk/files/quiz-file.js';
import { draftOf } from '../../desk/sets/written-draft.js';
import { formatOf } from '../bodies/quiz-file.js';

/**
 * The questions of a request's body `bytes`, which is a quiz file or a text with questions, with everything that can be
 * taken. Rejects with BAD_QUIZ_FILE, in the language of the request.
 */
export async function readDraft(
  request: Request,
  bytes: Buffer,
  reader: QuizFileReader,
): Promise<ReadQuestions> {
  const { title } = request.query;
  const file = await reader.read({
    bytes,
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
    ...(set.languages && { languages: set.languages }),
    ...(set.texts && { texts: set.texts }),
    questions: file.written.map((written) => draftOf(written, ids)),
    ...remarks,
    ...(faulty.length > 0 && { faulty, unit }),
  };
}

export function remarksOf({ skipped, notes, unit }: QuizFile): FileRemarks {
  return {
    ...(skipped.length > 0 && { skipped, unit }),
    ...(notes.length > 0 && { notes, unit }),
  };
}
