import { MAX_TEAMS, MIN_TEAMS, TICKETS_MOST } from '../../../protocol/limits.js';
import type { SentEntry } from '../../../protocol/tickets.js';
import { nameProblem } from '../../ui/checks.js';

/** Between columns: of a table that is pasted, or as people type them. */
const COLUMNS = /[\t;]/;
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

/** People of a text, one a line: name, team, and anything but a no for extra time. */
export function readEntries(text: string): ReadEntries {
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
    const columns = written.split(COLUMNS.test(written) ? COLUMNS : ',').map(unquoted);
    const [name = '', team = '', extra = ''] = columns;
    const isBad = name === '' || columns.length > 3 || nameProblem(name) || nameProblem(team);
    if (isBad) return read({ bad: { line: index + 1, text: written.trim().slice(0, 60) } });
    const hasExtra = !NO.has(extra.toLowerCase());
    entries.push(hasExtra ? [name, team, 1] : team === '' ? [name] : [name, team]);
    if (team !== '') teams.add(team);
  }
  return read();
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
