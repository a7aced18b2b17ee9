/** Keep this file and its importers free of newer syntax: an old Node must get as far as the message. */
import { readFileSync } from 'node:fs';

/** Ends the process with code 2 where this Node is older than package.json asks for. */
export function checkNodeVersion() {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const [needMajor, needMinor] = manifest.engines.node.match(/\d+/g).map(Number);
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  console.error(
    `Madang needs Node ${needMajor}.${needMinor} or newer; this is Node ${process.versions.node} ` +
      `(${process.execPath}). Node 24 is the fastest choice: https://nodejs.org/en/download`,
  );
  process.exit(2);
}
