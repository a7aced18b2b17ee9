import { copyFileSync, existsSync, renameSync, statSync, truncateSync } from 'node:fs';

/**
 * Where a log is larger than `maxBytes`, copies it to `log.1`, `log.1` to `log.2` and so on up to
 * `log.<kept>`, and empties it in place: whoever writes it goes on at its new end, and nobody has to be
 * told. A line that comes between copy and emptying is lost.
 */
export function rotate(log, maxBytes, kept) {
  if (!existsSync(log) || statSync(log).size <= maxBytes) return;
  for (let n = kept - 1; n >= 1; n -= 1) {
    if (existsSync(`${log}.${n}`)) renameSync(`${log}.${n}`, `${log}.${n + 1}`);
  }
  copyFileSync(log, `${log}.1`);
  truncateSync(log);
}
