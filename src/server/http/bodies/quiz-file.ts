import { serverWords } from '../../../i18n/made/server/words.js';
import { raw, type Request, type Response } from 'express';
import { languageOf } from '../../platform/identity/request-origin.js';
import { RoomError } from '../../../protocol/errors.js';
import {
  QUIZ_FILE_MAX_BYTES,
  QUIZ_SHEET_MAX_BYTES,
  SHEET_TYPE,
  XML_TYPE,
} from '../../../protocol/limits.js';
import { QuizFileError, type QuizFileFormat } from '../../desk/files/quiz-file.js';
import type { FileReading } from './file-body.js';

const readFile = raw({ type: () => true, limit: QUIZ_FILE_MAX_BYTES });
/** Programs say it in two ways. */
const XML_TYPES = [XML_TYPE, 'text/xml'];
const readSheet = raw({ type: () => true, limit: QUIZ_SHEET_MAX_BYTES });

/** A quiz file, or a draft as a page has it. */
export const quizFile = (): FileReading => ({ read: readQuizFile });

/**
 * The bytes of a request's body, unpacked. Rejects with BAD_QUIZ_FILE, in the language of the request, where it has
 * none, and with an error that has an HTTP `status` where they are too many or cannot be unpacked.
 */
export async function readQuizFile(request: Request, response: Response): Promise<Buffer> {
  const body = await readBody(request, response);
  if (body === undefined)
    throw new QuizFileError(serverWords[languageOf(request)].server.file.noFile);
  return body;
}

function readBody(request: Request, response: Response): Promise<Buffer | undefined> {
  const read = request.is([SHEET_TYPE, ...XML_TYPES]) ? readSheet : readFile;
  return new Promise((resolve, reject) => {
    // Who has gone: for the rest of a packed body, Express would wait for ever.
    const leave = (): void => {
      if (!request.complete) reject(new RoomError('BAD_REQUEST', 'the body has no end'));
    };
    request.once('close', leave);
    read(request, response, (error?: Error) => {
      request.off('close', leave);
      const body: unknown = request.body;
      if (error !== undefined) reject(error);
      else resolve(Buffer.isBuffer(body) ? body : undefined);
    });
  });
}

/** What the sender calls it; a workbook is known by its bytes. */
export function formatOf(request: Request): QuizFileFormat {
  if (request.is('application/json')) return 'json';
  return request.is(['text/plain', ...XML_TYPES]) ? 'text' : 'csv';
}
