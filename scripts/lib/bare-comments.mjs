/**
 * Comments that begin with a bare "What", "Who", "Whoever" or "Of" have no subject to look up. Each folder may have as
 * many as it had when they were counted, and no more: who takes some away lowers its number.
 */
import { readFileSync } from 'node:fs';

const BARE = /(?:\/\*\*?|^\s*\*|\/\/|<!--)\s+(?:What|Whoever|Who|Of)\b/gm;
/** The folders of the rooms: src/game, src/server/live/room, src/web/play … */
const FOLDER = /^(?:src\/server\/(?:live|desk|platform)\/[^/]+|src\/(?:server|web)\/[^/]+|src\/[^/]+|load-test|test|scripts)\//;

const MOST = {};

/** A line for each folder that has more or fewer of them than its number says. */
export function bareComments(files, most = MOST, read = (path) => readFileSync(path, 'utf8')) {
  const found = {};
  for (const path of files.filter((name) => /\.(?:ts|svelte|mjs|lua)$/.test(name))) {
    const [folder] = path.match(FOLDER) ?? [];
    if (folder === undefined) continue;
    found[folder] = (found[folder] ?? 0) + (read(path).match(BARE)?.length ?? 0);
  }
  return [...new Set([...Object.keys(found), ...Object.keys(most)])].flatMap((folder) => {
    const [now, then] = [found[folder] ?? 0, most[folder] ?? 0];
    if (now === then) return [];
    const hint = now > then ? 'give them a subject' : 'lower the number';
    return `${folder}: ${now} comments begin with a bare What, Who, Whoever or Of, and ${then} may; ${hint} (scripts/lib/bare-comments.mjs)`;
  });
}
