import { serverWords } from '../../../i18n/made/server/words.js';
import type { Language } from '../../../protocol/http.js';
import { RoomError } from '../../../protocol/errors.js';
import { ChildError, ChildWorker } from '../child/child-worker.js';
import type { OneAtATime } from '../child/one-at-a-time.js';
import { readQuizFile, type QuizFile, type QuizFileFormat } from './quiz-file.js';
import { QuizFileError, type FileFault } from './quiz-file-error.js';
import { SlicedWork } from './sliced-work.js';
import { WorkbookError } from './workbook-parts.js';

/** A file of 20 questions has 5 kB: it is read at once, and a start of a process would take longer. */
const SMALL_FILE_BYTES = 16 * 1024;
/** What a small workbook unpacks to, and the text in its cells. */
const SMALL_WORKBOOK = { unpackedBytes: 256 * 1024, textUnits: 32 * 1024 };
const JOB_MS = 5_000;
const HEAP_MB = 128;
/** Files that wait, each of 1 MB at most, and how long one does: proxies give up after 12 s. */
const MOST_WAITING = 8;
const MOST_WAIT_MS = 6_000;

/** A file to be read, and how. */
export interface ReadJob {
  bytes: Uint8Array;
  format: QuizFileFormat;
  /** Of what is told. */
  language: Language;
  /** For a file that names none. */
  title: string;
  isDraft: boolean;
}

/** `bug` is the stack of an error that nobody expected. */
export type ReadAnswer = { file: QuizFile } | { fault: FileFault } | { bug: string };

/** Reads quiz files: small ones here, in slices, and all others in a process of their own (R15.21). */
export class QuizFileReader {
  private readonly worker: ChildWorker<ReadJob, ReadAnswer>;
  private readonly work = new SlicedWork();
  private waiting = 0;

  /** `file` is the built read-process.ts; `turns` are those of all children with a lot to do. */
  constructor(file: string, turns: OneAtATime, jobMs = JOB_MS) {
    this.worker = new ChildWorker({ file, heapMb: HEAP_MB, jobMs }, turns);
  }

  /** Of the process; undefined where there is none. */
  get pid(): number | undefined {
    return this.worker.pid;
  }

  /** As readQuizFile. Rejects with QuizFileError, RATE_LIMITED or BUSY as well. */
  async read(job: ReadJob): Promise<QuizFile> {
    const small = job.bytes.length > SMALL_FILE_BYTES ? undefined : await this.readSmall(job);
    return small ?? this.readApart(job);
  }

  close(): void {
    this.worker.close();
  }

  /** Undefined where a workbook unpacks to more than a small file has. */
  private async readSmall(job: ReadJob): Promise<QuizFile | undefined> {
    const { bytes, format, language, title, isDraft } = job;
    try {
      return await readQuizFile(bytes, format, language, title, this.work, isDraft, SMALL_WORKBOOK);
    } catch (error) {
      const { cause } = error as Error;
      if (cause instanceof WorkbookError && cause.fault === 'tooLarge') return undefined;
      throw error;
    }
  }

  private async readApart(job: ReadJob): Promise<QuizFile> {
    if (this.waiting >= MOST_WAITING) throw new RoomError('BUSY', 'too many files wait');
    this.waiting++;
    try {
      return fileOf(await this.worker.ask(job, MOST_WAIT_MS));
    } catch (error) {
      if (!(error instanceof ChildError)) throw error;
      if (error.fault === 'notStarted') throw new RoomError('BUSY', error.message);
      throw new QuizFileError(serverWords[job.language].server.file.tooLong);
    } finally {
      this.waiting--;
    }
  }
}

function fileOf(answer: ReadAnswer): QuizFile {
  if ('file' in answer) return answer.file;
  if ('bug' in answer) throw new Error(answer.bug);
  const { message, rows, unit } = answer.fault;
  throw new QuizFileError(message, rows, unit);
}
