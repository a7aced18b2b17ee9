/**
 * Files that lead a browser on to the start page. What stands on a command line can be read by all users of the machine,
 * so the ticket stands in a file that is its user's alone. Each has the time until which its ticket is good in its name.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = /^open-(\d+)\.html$/;
const nameOf = (until: string): string => `open-${until}.html`;

/** Returns its path. Throws where nothing can be written. */
export function writeLinkFile(dataDir: string, base: string, path: string): string {
  const [, until = ''] = /#ticket=(\d+)\./.exec(path) ?? [];
  const file = join(dataDir, nameOf(until));
  // A ticket and the address have no character that means something in HTML.
  const url = `${base}${path}`;
  const page =
    '<!doctype html><meta charset="utf-8"><title>Madang</title>' +
    `<meta http-equiv="refresh" content="0; url=${url}"><a href="${url}">Madang</a>\n`;
  writeFileSync(file, page, { mode: 0o600, flag: 'wx' });
  return file;
}

/** Removes the file of a ticket that was used, and those whose tickets are over. */
export function removeLinkFiles(dataDir: string, used: string | undefined, now: number): void {
  try {
    for (const name of readdirSync(dataDir)) {
      const [, until] = NAME.exec(name) ?? [];
      if (until === undefined || (until !== used && Number(until) > now)) continue;
      rmSync(join(dataDir, name), { force: true });
    }
  } catch {
    // Nothing can be removed there. Its ticket lets nobody in any more.
  }
}
