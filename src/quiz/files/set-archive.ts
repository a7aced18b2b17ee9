/** A kept set with its pictures as one file: a ZIP archive of `set.json` and `images/<id>.webp`. */
import { createHash } from 'node:crypto';
import type { Language } from '../../protocol/http.js';
import {
  IMAGE_FILE_MAX_BYTES,
  QUIZ_FILE_MAX_BYTES,
  QUIZ_FILE_MAX_QUESTIONS,
  SET_ARCHIVE_MAX_BYTES,
} from '../../protocol/limits.js';
import { ZipError, ZipReader } from '../../zip/zip-reader.js';
import { archiveWords } from './archive-words.js';
import { words } from './file-words.js';
import { parseQuizFile, type QuizFile } from './quiz-file.js';
import { QuizFileError } from './quiz-file-error.js';

export const SET_PART = 'set.json';

/** A picture for each question; programs that pack a folder again add some of their own. */
const BOUNDS = { parts: 2 * QUIZ_FILE_MAX_QUESTIONS, unpackedBytes: SET_ARCHIVE_MAX_BYTES };
/** Names that would lead out of a folder. Nothing is written under them, but no program of ours makes them. */
const PATH_TRICK = /^[/\\]|^[a-z]:|\\|(?:^|\/)\.\.(?:\/|$)|\0/i;

export function imagePart(id: string): string {
  return `images/${id}.webp`;
}

/** Everything rejects with QuizFileError, in one language. */
export class SetArchive {
  private constructor(
    private readonly zip: ZipReader,
    /** With everything that a draft can take. */
    readonly file: QuizFile,
    private readonly language: Language,
  ) {}

  static async open(bytes: Uint8Array, language: Language, title: string): Promise<SetArchive> {
    const say = archiveWords[language];
    return told(language, async () => {
      const zip = ZipReader.open(bytes, BOUNDS);
      if (zip.names.some((name) => PATH_TRICK.test(name))) throw new ZipError('damaged');
      const set = await zip.read(SET_PART, QUIZ_FILE_MAX_BYTES);
      if (set === undefined) throw new QuizFileError(say.noSet);
      return new SetArchive(zip, parseQuizFile(set, 'json', language, title, true), language);
    });
  }

  /** The file of the picture that questions name by `id`; undefined where it is missing. */
  async picture(id: string, question: number): Promise<Buffer | undefined> {
    const bytes = await told(this.language, () =>
      this.zip.read(imagePart(id), IMAGE_FILE_MAX_BYTES),
    );
    if (bytes === undefined) return undefined;
    // An id is what is in the picture, so that nobody's picture comes under another one's.
    if (createHash('sha256').update(bytes).digest('hex') !== id)
      throw this.fault(question, 'another');
    return Buffer.from(bytes);
  }

  /** Of a picture that keeps the archive from being taken. */
  fault(question: number, kind: 'another' | 'unreadable'): QuizFileError {
    const message = archiveWords[this.language][kind];
    const where = words[this.language].question(question);
    return new QuizFileError(`${where}: ${message}`, [{ row: question, message }], 'question');
  }
}

async function told<T>(language: Language, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    throw new QuizFileError(archiveWords[language][error.fault]);
  }
}
