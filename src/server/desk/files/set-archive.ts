/** A kept set with its pictures as one file: a ZIP archive of `set.json` and `images/<id>.webp`. */
import { serverWords } from '../../../i18n/made/server/words.js';
import { createHash } from 'node:crypto';
import type { Language } from '../../../protocol/http.js';
import {
  IMAGE_FILE_MAX_BYTES,
  MAX_PICTURES,
  QUIZ_FILE_MAX_BYTES,
  QUIZ_FILE_MAX_QUESTIONS,
  SET_ARCHIVE_MAX_BYTES,
} from '../../../protocol/limits.js';
import type { InSlices } from '../../platform/rate/lane.js';
import { ZipError, ZipReader } from '../../platform/zip/zip-reader.js';
import type { QuizFileReader } from './file-reader.js';
import type { QuizFile } from './quiz-file.js';
import { QuizFileError } from './quiz-file-error.js';

export const SET_PART = 'set.json';

/** A picture for each question and each of its choices; programs that pack a folder again add some of their own. */
const BOUNDS = {
  parts: QUIZ_FILE_MAX_QUESTIONS * (MAX_PICTURES + 1) + 100,
  unpackedBytes: SET_ARCHIVE_MAX_BYTES,
};
/** Names that would lead out of a folder. Nothing is written under them, but no program of ours makes them. */
const PATH_TRICK = /^[/\\]|^[a-z]:|\\|(?:^|\/)\.\.(?:\/|$)|\0/i;

/** To look at so much of a picture takes some ms. */
const HASH_BYTES = 1024 * 1024;

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

  /** Its directory is read here, and `reader` reads the set. */
  static async open(
    bytes: Uint8Array,
    language: Language,
    title: string,
    reader: Pick<QuizFileReader, 'read'>,
  ): Promise<SetArchive> {
    const say = serverWords[language].server.archive;
    return told(language, async () => {
      const zip = ZipReader.open(bytes, BOUNDS);
      if (zip.names.some((name) => PATH_TRICK.test(name))) throw new ZipError('damaged');
      const set = await zip.read(SET_PART, QUIZ_FILE_MAX_BYTES);
      if (set === undefined) throw new QuizFileError(say.noSet);
      const job = { bytes: set, format: 'json', language, title, isDraft: true } as const;
      return new SetArchive(zip, await reader.read(job), language);
    });
  }

  /**
   * Looks at pictures that questions name by their ids, as far as they are there: an id is what is in the picture, so
   * that nobody's picture comes under another one's.
   */
  async check(named: readonly [id: string, question: number][], inSlices: InSlices): Promise<void> {
    for (const [id, question] of named) {
      const bytes = await this.read(id);
      if (bytes !== undefined && (await inSlices(hashSteps(bytes))) !== id)
        throw this.fault(question, 'another');
    }
  }

  /** The file of a picture that was looked at; undefined where it is missing. */
  async picture(id: string): Promise<Buffer | undefined> {
    const bytes = await this.read(id);
    return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  private read(id: string): Promise<Uint8Array | undefined> {
    return told(this.language, () => this.zip.read(imagePart(id), IMAGE_FILE_MAX_BYTES));
  }

  /** Of a picture that keeps the archive from being taken. */
  fault(question: number, kind: 'another' | 'unreadable'): QuizFileError {
    const message = serverWords[this.language].server.archive[kind];
    const where = serverWords[this.language].server.file.question({ number: question });
    return new QuizFileError(`${where}: ${message}`, [{ row: question, message }], 'question');
  }
}

function* hashSteps(bytes: Uint8Array): Generator<void, string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += HASH_BYTES) {
    if (at > 0) yield;
    hash.update(bytes.subarray(at, at + HASH_BYTES));
  }
  return hash.digest('hex');
}

async function told<T>(language: Language, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    throw new QuizFileError(serverWords[language].server.archive[error.fault]);
  }
}
