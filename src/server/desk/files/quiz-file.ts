import { serverWords } from '../../../i18n/made/server/words.js';
import { gatherRounds } from '../../../game/shared/programme-rounds.js';
import type { QuizSet } from '../../../game/shared/quiz-set.js';
import type { FileUnit, Language, RowMessage } from '../../../protocol/http.js';
import {
  QUIZ_FILE_MAX_BYTES,
  QUIZ_SHEET_MAX_BYTES,
  TITLE_BOUNDS,
} from '../../../protocol/limits.js';
import { cleanText } from '../../../protocol/text.js';
import { decodeText } from './decode-text.js';
import type { FileWords } from './file-words.js';
import { looksLikeGift, readGiftQuiz } from './gift-quiz.js';
import { readJsonQuiz } from './json-quiz.js';
import { readListQuiz } from './list-quiz.js';
import { looksLikeXml, readMoodleXml } from './moodle-xml.js';
import type { CollectedQuiz } from './question-collector.js';
import { QuizFileError } from './quiz-file-error.js';
import type { SlicedWork } from './sliced-work.js';
import { looksLikeTable, readCsvQuiz, readTable } from './table-quiz.js';
import { writtenIn } from './written-in.js';
import { WORKBOOK_BOUNDS, WorkbookError, type WorkbookBounds } from './workbook-parts.js';
import { workbookRows } from './workbook-rows.js';

export { QuizFileError } from './quiz-file-error.js';

/** `text` is whatever somebody pasted: JSON, XML, a table, GIFT, or questions one below the other. */
export type QuizFileFormat = 'csv' | 'json' | 'text';

export interface QuizFile {
  /** Its id is `custom`; the caller gives it its own. */
  set: QuizSet;
  /** Questions of another program that cannot be played. */
  skipped: RowMessage[];
  /** What was changed in others. */
  notes: RowMessage[];
  unit: FileUnit;
  /** Of a draft; see CollectedQuiz. */
  written: object[];
  faulty: RowMessage[];
}

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
/** Excel files of before 2007, and all that have a password. */
const OLD_EXCEL = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const begins = (bytes: Uint8Array, start: Buffer): boolean =>
  start.equals(bytes.subarray(0, start.length));

/**
 * Reads a host's own quiz file. Rejects with QuizFileError, and with nothing else, for whatever is wrong
 * in it, with messages in `language`, which need not be that of the questions. `title` is for a file that
 * names none; one that is too long or cannot be shown is not taken. A workbook is known by its bytes; its fault is
 * the `cause` of the error. A draft takes what cannot be played, too.
 */
export async function readQuizFile(
  bytes: Uint8Array,
  format: QuizFileFormat,
  language: Language,
  title: string,
  work: Pick<SlicedWork, 'run'>,
  isDraft = false,
  bounds: WorkbookBounds = WORKBOOK_BOUNDS,
): Promise<QuizFile> {
  if (begins(bytes, OLD_EXCEL))
    throw new QuizFileError(serverWords[language].server.file.workbook.locked);
  if (!begins(bytes, ZIP)) return parseQuizFile(bytes, format, language, title, isDraft);
  if (bytes.length > QUIZ_SHEET_MAX_BYTES)
    throw new QuizFileError(
      serverWords[language].server.file.tooLarge({ kB: QUIZ_SHEET_MAX_BYTES / 1024 }),
    );
  try {
    const rows = await work.run((inSlices) => workbookRows(bytes, inSlices, bounds));
    return fileOf(readTable(rows.values(), language, isDraft), language, title);
  } catch (error) {
    if (!(error instanceof WorkbookError)) throw error;
    throw Object.assign(
      new QuizFileError(serverWords[language].server.file.workbook[error.fault]),
      { cause: error },
    );
  }
}

/** The same for a file that is a text, at once; throws. */
export function parseQuizFile(
  body: string | Uint8Array,
  format: QuizFileFormat,
  language: Language,
  title = '',
  isDraft = false,
): QuizFile {
  const say = serverWords[language].server.file;
  // Whether it is XML is told by its text.
  demandBytes(body, format === 'text' ? QUIZ_SHEET_MAX_BYTES : QUIZ_FILE_MAX_BYTES, say);
  const text = typeof body === 'string' ? body : decodeText(body);
  if (text === undefined) throw new QuizFileError(say.notText);
  const content = text.replace(/^\uFEFF/, '');
  const isXml = format === 'text' && looksLikeXml(content);
  if (!isXml) demandBytes(body, QUIZ_FILE_MAX_BYTES, say);
  if (content.trim() === '') throw new QuizFileError(say.fileEmpty);
  const kind = isXml ? 'xml' : kindOf(content, format);
  return fileOf(readers[kind](content, language, isDraft), language, title);
}

function demandBytes(body: string | Uint8Array, most: number, say: FileWords): void {
  if (Buffer.byteLength(body) > most) throw new QuizFileError(say.tooLarge({ kB: most / 1024 }));
}

const readers = {
  csv: readCsvQuiz,
  json: readJsonQuiz,
  list: readListQuiz,
  gift: readGiftQuiz,
  xml: readMoodleXml,
};

function kindOf(content: string, format: QuizFileFormat): keyof typeof readers {
  if (format !== 'text') return format;
  if (/^\s*(?:\{|\[\s*\{)/.test(content)) return 'json';
  if (looksLikeTable(content)) return 'csv';
  return looksLikeGift(content) ? 'gift' : 'list';
}

function fileOf(read: CollectedQuiz, language: Language, title: string): QuizFile {
  const { rows, skipped, notes, written, faulty, unit, languages, texts } = read;
  const { taken: _, ...played } = gatherRounds(rows, new Map(), Math.random);
  const set = {
    id: 'custom',
    title:
      read.title ?? (cleanText(title, TITLE_BOUNDS) || serverWords[language].server.file.untitled),
    language: read.language ?? writtenIn(rows),
    ...(languages && { languages }),
    ...(texts && { texts }),
    ...played,
  };
  return { set, skipped, notes, written, faulty, unit };
}
