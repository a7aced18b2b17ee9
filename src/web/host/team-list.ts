import type { TeamEntry } from '../../protocol/teams.js';

/** A name and a team, as they come from a table or are typed. */
const LINE = /^(.*\S)\s*[\t,;]\s*(\S.*)$/;

/**
 * The entries of a text, one a line: a name, and behind a tab, comma or semicolon the team, by its name or number.
 * `bad` is the first line that is none.
 */
export function teamEntriesIn(
  text: string,
  teamNames: readonly string[],
): { entries: TeamEntry[]; bad?: string } {
  const plain = teamNames.map((name) => name.toLowerCase());
  const entries: TeamEntry[] = [];
  for (const line of text.split(/[\n\r]+/).map((one) => one.trim())) {
    if (line === '') continue;
    const [, playerName = '', wanted = ''] = LINE.exec(line) ?? [];
    const named = plain.indexOf(wanted.trim().toLowerCase());
    const team = named === -1 ? Number(wanted) - 1 : named;
    if (teamNames[team] === undefined) return { entries, bad: line };
    entries.push({ playerName, team });
  }
  return { entries };
}
