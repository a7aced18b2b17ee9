import { MAX_CELLS } from './csv-rows.js';
import type { NumberFormat } from './number-formats.js';
import { MAX_ROWS, type TableRow, type UnreadableCell } from './table-quiz.js';
import { WorkbookError } from './workbook-parts.js';
import { TextReader } from './workbook-text.js';
import { walk, type Attributes } from './xml-walk.js';

interface Cell {
  row: number;
  column: number;
  type: string;
  format: NumberFormat;
  isFormula: boolean;
  value: string | undefined;
}

interface FilledRow {
  cells: string[];
  unreadable: Map<number, UnreadableCell>;
}

/** A spreadsheet shows no more digits of a number. */
const SHOWN_DIGITS = 15;

/** Collects what the cells of a sheet show. */
export class SheetRows {
  private readonly rows = new Map<number, FilledRow>();
  private readonly reader = new TextReader();
  private units = 0;
  private row = 0;
  private cell: Cell | undefined;
  /** In the value of a cell. */
  private isValue = false;

  constructor(
    private readonly texts: string[],
    private readonly formats: NumberFormat[],
    private readonly mostUnits: number,
  ) {}

  *read(xml: string): Generator<void, void> {
    yield* walk(xml, {
      open: (name, attributes) => this.open(name, attributes),
      close: (name) => this.close(name),
      text: (text) => {
        if (this.isValue && this.cell !== undefined)
          this.cell.value = (this.cell.value ?? '') + text;
        else this.reader.add(text);
      },
    });
  }

  filled(): TableRow[] {
    const rows = [...this.rows].toSorted(([a], [b]) => a - b);
    return rows.map(([row, { cells, unreadable }]) => ({
      row,
      cells: Array.from(cells, (cell: string | undefined) => cell ?? ''),
      unreadable,
    }));
  }

  private open(name: string, attributes: Attributes): void {
    this.isValue = name === 'v';
    this.reader.open(name);
    if (name === 'f' && this.cell !== undefined) this.cell.isFormula = true;
    if (name === 'row') this.row = Number(attributes()['r'] ?? this.row + 1);
    if (name !== 'c') return;
    const { r, t = 'n', s = '0' } = attributes();
    const column = r === undefined ? (this.cell?.column ?? -1) + 1 : columnOf(r);
    const format = this.formats[Number(s)] ?? 'plain';
    this.cell = { row: this.row, column, type: t, format, isFormula: false, value: undefined };
    this.reader.clear();
  }

  private close(name: string): void {
    this.isValue = false;
    this.reader.close(name);
    if (name === 'row') this.cell = undefined;
    else if (name === 'c' && this.cell !== undefined) this.put(this.cell);
  }

  private put(cell: Cell): void {
    const shown = this.shownIn(cell);
    if (shown === undefined || ('text' in shown && shown.text.trim() === '')) return;
    const { row, column } = cell;
    if (column >= MAX_CELLS || !(row >= 1 && row <= MAX_ROWS)) throw new WorkbookError('farCell');
    let found = this.rows.get(row);
    if (found === undefined) this.rows.set(row, (found = { cells: [], unreadable: new Map() }));
    if ('why' in shown) {
      found.unreadable.set(column, shown.why);
      return;
    }
    // A text that many cells refer to is looked at as often.
    this.units += shown.text.length;
    if (this.units > this.mostUnits) throw new WorkbookError('tooLarge');
    found.cells[column] = shown.text;
  }

  /** Undefined where a cell only has a format. */
  private shownIn(cell: Cell): { text: string } | { why: UnreadableCell } | undefined {
    const { type, value, format, isFormula } = cell;
    if (type === 'inlineStr') return { text: this.reader.text };
    if (value === undefined) return isFormula ? { why: 'formula' } : undefined;
    if (type === 's') {
      const text = this.texts[Number(value)];
      if (text === undefined) throw new WorkbookError('damaged');
      return { text };
    }
    if (type === 'e') return { why: 'error' };
    if (type === 'd' || (type === 'n' && format === 'date')) return { why: 'date' };
    if (type === 'b') return { text: value.trim() === '1' ? 'TRUE' : 'FALSE' };
    return { text: type === 'n' ? numberText(value, format) : value };
  }
}

/** "AB12" is in column 27, counted from 0. */
function columnOf(place: string): number {
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(place)?.[1];
  if (letters === undefined) throw new WorkbookError('damaged');
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

function numberText(value: string, format: NumberFormat): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const shown = (of: number): string => String(Number(of.toPrecision(SHOWN_DIGITS)));
  return format === 'percent' ? `${shown(number * 100)}%` : shown(number);
}
