/** A sheet of a workbook, or a CSV file. */
export type Cell = string | number | null;

export interface Table {
  name: string;
  /** The first one names the columns. Made one by one where they are many. */
  rows: Iterable<readonly Cell[]>;
}
