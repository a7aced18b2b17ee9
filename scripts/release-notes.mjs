import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/run.mjs';
import { releasesOf } from './lib/changelog.mjs';
import { readLine } from './lib/command-line.mjs';

const {
  words: [tag],
} = readLine({
  name: 'node scripts/release-notes.mjs',
  words: 'TAG',
  least: 1,
  most: 1,
  about:
    'Prints the entry of CHANGELOG.md for a tag, as v1.0.0. Fails where version and tag differ.',
});

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const releases = releasesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'));
const entry = releases.find((one) => one.version === version);
if (tag !== `v${version}` || entry === undefined) {
  console.error(
    `the tag is ${tag}, package.json says ${version}, and CHANGELOG.md needs its entry`,
  );
  process.exit(2);
}
console.log(entry.text);
