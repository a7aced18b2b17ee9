import { build } from './lib/build.mjs';
import { readLine } from './lib/command-line.mjs';

const PARTS = ['server', 'web'];

const { words: names } = readLine({
  name: 'build',
  words: '[server | web]',
  known: PARTS,
  most: PARTS.length,
  about: 'Builds the server and the pages, or the one that is named, into dist.',
});
if (!(await build(names.length > 0 ? names : undefined))) process.exitCode = 1;
