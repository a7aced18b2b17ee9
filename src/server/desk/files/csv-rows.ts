/** A CSV file cut into rows and cells (RFC 4180), by work that its size bounds. */

/** As many as four languages need; whatever stands to the right of these comes as one more cell. */
export const MAX_CELLS = 100;

/** More than any text may have, with each quote mark doubled and each letter in pieces. */
const MAX_MEANING_UNITS = 2_000;

const SPACE = 32;
const QUOTE = 34;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** A cell begins with a quote mark and none closes it. */
export class OpenQuoteError extends Error {
  /** `row` is counted from 1. */
  constructor(readonly row: number) {
    super(`row ${row}: an open quote mark`);
  }
}

/**
 * One array of cells per row of the spreadsheet, blank rows included, each cut when it is asked for.
 * Throws OpenQuoteError. `delimiter` is one character.
 */
export function* csvRows(text: string, delimiter: string): Generator<string[]> {
  const cutter = new CellCutter(text, delimiter);
  while (!cutter.isAtEnd) yield cutter.nextRow();
}

class CellCutter {
  private readonly separator: number;
  private at = 0;
  private row = 0;

  constructor(
    private readonly text: string,
    delimiter: string,
  ) {
    this.separator = delimiter.charCodeAt(0);
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  nextRow(): string[] {
    this.row++;
    const cells = [this.nextCell()];
    while (this.text.charCodeAt(this.at) === this.separator) {
      this.at++;
      cells.push(cells.length < MAX_CELLS ? this.nextCell() : this.restOfLine());
    }
    this.at += this.text.startsWith('\r\n', this.at) ? 2 : 1;
    return cells;
  }

  private nextCell(): string {
    return this.quotedCell() ?? this.plainCell();
  }

  /** Undefined where there is none: hand-written files begin plain cells with a quoted word. */
  private quotedCell(): string | undefined {
    const { text } = this;
    if (text.charCodeAt(this.at) !== QUOTE) return undefined;
    const start = this.at + 1;
    let end = start;
    for (; end < text.length; end++) {
      if (text.charCodeAt(end) !== QUOTE) continue;
      // A quote mark within is doubled.
      if (text.charCodeAt(end + 1) !== QUOTE) break;
      end++;
    }
    if (end >= text.length) throw new OpenQuoteError(this.row);
    if (!this.endsCell(end + 1)) return undefined;
    this.at = end + 1;
    const cell = text.slice(start, end);
    // A longer one is refused, whatever it says.
    return cell.length > MAX_MEANING_UNITS ? cell : cell.replaceAll('""', '"');
  }

  private plainCell(): string {
    const start = this.at;
    while (!this.endsCell(this.at)) this.at++;
    return this.text.slice(start, this.at);
  }

  /** What stands in a row of empty cells begins where they end. */
  private restOfLine(): string {
    while (this.isBlank(this.at)) this.at++;
    const start = this.at;
    while (!this.endsLine(this.at)) this.at++;
    return this.text.slice(start, this.at);
  }

  private isBlank(at: number): boolean {
    const unit = this.text.charCodeAt(at);
    return unit === this.separator || unit === SPACE;
  }

  private endsCell(at: number): boolean {
    return this.text.charCodeAt(at) === this.separator || this.endsLine(at);
  }

  private endsLine(at: number): boolean {
    const unit = this.text.charCodeAt(at);
    return unit === LINE_FEED || unit === CARRIAGE_RETURN || at >= this.text.length;
  }
}
