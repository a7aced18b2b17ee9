/** Lines of an .env that set nothing. Of the environment nobody can tell, as other programs' names are in it, too. */
import { parseEnv } from 'node:util';
import { CLUSTER_SETTINGS, SETTINGS } from './config.js';

/** Programs beside ours read these: Node.js, its libraries, Docker. */
const OF_OTHERS =
  /^(?:NODE_|UV_|PG|PM2_|COMPOSE_|DOCKER_|LC_)|^(?:LANG|TZ|NO_COLOR|(?:HTTPS?|NO)_PROXY)$/;
/** Longer names are no mistyped ones, and the comparison grows with their length. */
const NAME_MAX_UNITS = 64;
const MISTYPED_MOST = 2;

/** A sentence for each of those lines: what it names, and which setting may be meant. */
export function strangeLines(text: string): string[] {
  const known = [...SETTINGS, ...CLUSTER_SETTINGS];
  // In one order, as versions of Node.js keep that of the lines or sort them.
  return Object.keys(parseEnv(text))
    .sort()
    .flatMap((name) => {
      // Node.js takes a line without "=" and the next one for one name.
      const [first = '', ...others] = name.split('\n');
      if (others.length > 0)
        return `"${first}" in .env is no NAME=value: it and what follows up to "${others.at(-1)}" are not read`;
      if (known.includes(name) || OF_OTHERS.test(name)) return [];
      const nearest = nearestOf(known, name);
      const meant = nearest === undefined ? 'see .env.example' : `is ${nearest} meant?`;
      return `"${name}" in .env is no setting and changes nothing: ${meant}`;
    });
}

function nearestOf(known: readonly string[], name: string): string | undefined {
  if (name.length > NAME_MAX_UNITS) return undefined;
  const [nearest] = known
    .map((one) => ({ one, distance: distanceOf(one, name.toUpperCase()) }))
    .filter(({ distance }) => distance <= MISTYPED_MOST)
    .sort((a, b) => a.distance - b.distance);
  return nearest?.one;
}

/** How many characters have to be put in, taken out or changed to make one name of the other. */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let done = 0; done < from.length; done++) {
    let last = done + 1;
    const next = [last];
    for (let at = 0; at < to.length; at++) {
      const changed = (row[at] ?? 0) + (from[done] === to[at] ? 0 : 1);
      last = Math.min(last + 1, (row[at + 1] ?? 0) + 1, changed);
      next.push(last);
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
