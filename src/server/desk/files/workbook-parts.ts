/** The parts of an .xlsx file, which is a ZIP archive of XML. */
import { QUIZ_FILE_MAX_BYTES } from '../../../protocol/limits.js';
import { ZipError, ZipReader } from '../../platform/zip/zip-reader.js';
import type { FileWords } from './file-words.js';

type WorkbookFault = keyof FileWords['workbook'];

export interface WorkbookBounds {
  /** Of the parts that are read. */
  unpackedBytes: number;
  /** In the cells. */
  textUnits: number;
}

export const WORKBOOK_BOUNDS: WorkbookBounds = {
  unpackedBytes: 2 * 1024 * 1024,
  textUnits: QUIZ_FILE_MAX_BYTES,
};
const MAX_PARTS = 200;
/** No program writes a DOCTYPE here; entities of their own are what an attack needs. */
const DOCTYPE = /<!(?!--|\[CDATA\[)/;

/** An .xlsx file that cannot be read, or must not be. */
export class WorkbookError extends Error {
  constructor(readonly fault: WorkbookFault) {
    super(`a workbook that is ${fault}`);
  }
}

export class WorkbookParts {
  /** Throws WorkbookError. Nothing is unpacked yet. */
  static open(bytes: Uint8Array, { unpackedBytes }: WorkbookBounds): WorkbookParts {
    try {
      return new WorkbookParts(ZipReader.open(bytes, { parts: MAX_PARTS, unpackedBytes }));
    } catch (error) {
      throw ofWorkbook(error);
    }
  }

  private constructor(private readonly archive: ZipReader) {}

  /** The text of a part; undefined where there is none. Rejects with WorkbookError. */
  async read(name: string): Promise<string | undefined> {
    const bytes = await this.archive.read(name).catch((error: unknown) => {
      throw ofWorkbook(error);
    });
    if (bytes === undefined) return undefined;
    const text = textOf(bytes);
    if (DOCTYPE.test(text)) throw new WorkbookError('damaged');
    return text;
  }
}

function ofWorkbook(error: unknown): unknown {
  return error instanceof ZipError ? new WorkbookError(error.fault) : error;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new WorkbookError('damaged');
  }
}
