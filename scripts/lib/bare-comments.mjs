/**
 * Comments that begin with a bare "What", "Who", "Whoever" or "Of" have no subject to look up. Each folder may have as
 * many as it had when they were counted, and no more: who takes some away lowers its number.
 */
import { readFileSync } from 'node:fs';

const BARE = /(?:\/\*\*?|^\s*\*|\/\/|<!--)\s+(?:What|Whoever|Who|Of)\b/gm;
/** The folders of the rooms: src/game, src/server/live/room, src/web/play … */
const FOLDER =
  /^(?:src\/server\/(?:live|desk|platform)\/[^/]+|src\/(?:server|web)\/[^/]+|src\/[^/]+|load-test|test|scripts)\//;

const MOST = {
  'load-test/': 197,
  'scripts/': 15,
  'src/game/': 31,
  'src/protocol/': 7,
  'src/server/': 9,
  'src/server/contracts/': 4,
  'src/server/desk/accounts/': 26,
  'src/server/desk/child/': 5,
  'src/server/desk/files/': 39,
  'src/server/desk/pictures/': 5,
  'src/server/desk/results/': 18,
  'src/server/desk/sets/': 11,
  'src/server/http/': 37,
  'src/server/live/batch/': 53,
  'src/server/live/gateway/': 33,
  'src/server/live/moderation/': 8,
  'src/server/live/rehearsal/': 6,
  'src/server/live/room/': 5,
  'src/server/live/store/': 33,
  'src/server/metrics/': 5,
  'src/server/platform/config/': 2,
  'src/server/platform/database/': 21,
  'src/server/platform/identity/': 3,
  'src/server/platform/rate/': 9,
  'src/server/platform/theme/': 5,
  'src/server/platform/zip/': 4,
  'src/web/': 1,
  'src/web/arena/': 46,
  'src/web/cockpit/': 14,
  'src/web/desk/': 43,
  'src/web/host/': 17,
  'src/web/i18n/': 2,
  'src/web/kinds/': 22,
  'src/web/pages/': 3,
  'src/web/people/': 4,
  'src/web/play/': 11,
  'src/web/results/': 6,
  'src/web/room/': 39,
  'src/web/screen/': 6,
  'src/web/show/': 51,
  'src/web/sound/': 18,
  'src/web/stage/': 15,
  'src/web/ui/': 12,
  'test/': 333,
};

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
