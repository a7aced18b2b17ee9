import { RoomError } from '../../../protocol/errors.js';
import type { FileUnit, RowMessage } from '../../../protocol/http.js';
import type { FileWords } from './file-words.js';

/** How many faults one answer lists; a file with more of them is fixed in rounds. */
const MAX_REPORTED_ROWS = 20;

/** What is wrong in a file, as its author is told. */
export interface FileFault {
  message: string;
  rows: RowMessage[];
  unit: FileUnit;
}

/** A quiz file that cannot be used. `rows` is empty where the fault is the file as a whole. */
export class QuizFileError extends RoomError implements FileFault {
  constructor(
    message: string,
    readonly rows: RowMessage[] = [],
    readonly unit: FileUnit = 'row',
  ) {
    super('BAD_QUIZ_FILE', message);
    this.name = 'QuizFileError';
  }
}

/** Collects the faults of a file, so that its author hears of many at once. */
export class FaultList {
  private readonly rows: RowMessage[] = [];

  constructor(
    private readonly say: FileWords,
    private readonly unit: FileUnit,
  ) {}

  /** Further faults would not be reported, so there is no use in looking for them. */
  get isFull(): boolean {
    return this.rows.length >= MAX_REPORTED_ROWS;
  }

  add(row: number, message: string): void {
    if (!this.isFull) this.rows.push({ row, message });
  }

  /** Throws QuizFileError if anything was added. */
  throwIfAny(): void {
    const [first] = this.rows;
    if (first === undefined) return;
    const others = this.rows.length - 1;
    const more = others === 0 ? '' : ` ${this.say.more({ count: others, isAll: !this.isFull })}`;
    const where = this.say[this.unit]({ number: first.row });
    throw new QuizFileError(`${where}: ${first.message}${more}`, this.rows, this.unit);
  }
}

/** Quotes a piece of somebody's file for a message, however long or strange it is. */
export function quoted(text: string): string {
  const MAX_UNITS = 40;
  return JSON.stringify(text.length > MAX_UNITS ? `${text.slice(0, MAX_UNITS)}…` : text);
}
