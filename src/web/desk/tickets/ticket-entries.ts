import { MAX_TEAMS, MIN_TEAMS, TICKETS_MOST } from '../../../protocol/limits.js';
import type { SentEntry } from '../../../protocol/tickets.js';

/** A cell up to what stands between columns: in a table that is pasted, or as people type them. Quotes hold one together. */
const CELLS = {
  table: / *"(?:[^"]|"")*" *(?=[\t;]|$)|[^\t;]*/y,
  typed: / *"(?:[^"]|"")*" *(?=,|$)|[^,]*/y,
};
/** Name and team have 64 units each, and a cell may have a sign for each in quotes. */
const LINE_MOST_UNITS = 400;
const NO = new Set(['', '0', '-', 'no', 'false', '아니요', '아니오']);

export interface ReadEntries {
  entries: SentEntry[];
  /** The names of the teams, as they come first. */
  teams: string[];
  /** The first line that cannot be taken, from 1 on. */
  bad?: { line: number; text: string };
  isTooLong: boolean;
  hasBadTeams: boolean;
}

/**
 * People of a text, one a line: name, team, and anything but a no for extra time. `nameProblem` is empty for a name
 * that can be shown.
 */
export function readEntries(text: string, nameProblem: (name: string) => string): ReadEntries {
  const entries: SentEntry[] = [];
  const teams = new Set<string>();
  const read = (rest: Partial<ReadEntries> = {}): ReadEntries => ({
    entries,
    teams: [...teams],
    isTooLong: entries.length > TICKETS_MOST,
    hasBadTeams: teams.size > 0 && (teams.size < MIN_TEAMS || teams.size > MAX_TEAMS),
    ...rest,
  });
  for (const [index, written] of text.split(/\r\n|[\n\r]/).entries()) {
    if (written.trim() === '') continue;
    const columns = written.length > LINE_MOST_UNITS ? [] : cellsOf(written);
    const [name = '', team = '', extra = ''] = columns;
    const isBad = name === '' || columns.length > 3 || nameProblem(name) || nameProblem(team);
    if (isBad) return read({ bad: { line: index + 1, text: written.trim().slice(0, 60) } });
    const hasExtra = !NO.has(extra.toLowerCase());
    entries.push(hasExtra ? [name, team, 1] : team === '' ? [name] : [name, team]);
    if (team !== '') teams.add(team);
    // The rest of a file of ten megabytes would take seconds at each key.
    if (entries.length > TICKETS_MOST) break;
  }
  return read();
}

function cellsOf(line: string): string[] {
  const cells: string[] = [];
  for (const cell of [CELLS.table, CELLS.typed]) {
    cells.length = 0;
    for (let at = 0; at <= line.length; at = cell.lastIndex + 1) {
      cell.lastIndex = at;
      cells.push(unquoted(cell.exec(line)?.[0] ?? ''));
    }
    if (cells.length > 1) break;
  }
  return cells;
}

/** As a table writes a cell with a sign of its own in it. */
function unquoted(cell: string): string {
  const [, within] = /^"(.*)"$/s.exec(cell.trim()) ?? [];
  return (within?.replaceAll('""', '"') ?? cell).trim();
}

/** The text of a file: as UTF-8, else as Korean tables were saved for long. */
export async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('euc-kr').decode(bytes);
  }
}
