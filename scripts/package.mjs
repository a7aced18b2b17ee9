/** `npm run package -- linux-x64 win-x64 …`: folders with all that the program needs, for people without Node.js. */
import { checkNodeVersion } from './lib/node-version.mjs';
import { packAll } from './lib/package/pack.mjs';
import { TARGETS } from './lib/package/targets.mjs';
import { endWithParent } from './lib/parent.mjs';
import { prepare } from './lib/prepare.mjs';

checkNodeVersion();
endWithParent();
const targets = process.argv.slice(2);
const unknown = targets.filter((target) => !TARGETS.includes(target));
if (targets.length === 0 || unknown.length > 0) {
  console.error(`Usage: npm run package -- SYSTEM…, of: ${TARGETS.join(' ')}`);
  process.exit(2);
}
if (process.platform === 'win32') {
  console.error('The packages need gzip and the modes of files: make them on Linux or a Mac.');
  process.exit(2);
}
if (!(await prepare())) process.exit(1);
for await (const { file, bytes, files } of packAll(targets))
  console.log(`${file}: ${(bytes / 1024 / 1024).toFixed(1)} MiB, ${files} files`);
