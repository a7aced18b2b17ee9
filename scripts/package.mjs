import { checkNodeVersion } from './lib/node-version.mjs';
import { packAll } from './lib/package/pack.mjs';
import { TARGETS } from './lib/package/targets.mjs';
import { endWithParent } from './lib/parent.mjs';
import { prepare } from './lib/prepare.mjs';
import { readLine } from './lib/command-line.mjs';

const { words: targets } = readLine({
  name: 'package',
  words: 'SYSTEM…',
  known: TARGETS,
  least: 1,
  most: Infinity,
  about: `Folders with all that the program needs, for people without Node.js. SYSTEM: ${TARGETS.join(', ')}`,
});

checkNodeVersion();
endWithParent();
if (process.platform === 'win32') {
  console.error('The packages need gzip and the modes of files: make them on Linux or a Mac.');
  process.exit(2);
}
if (!(await prepare())) process.exit(1);
for await (const { file, bytes, files } of packAll(targets))
  console.log(`${file}: ${(bytes / 1024 / 1024).toFixed(1)} MiB, ${files} files`);
