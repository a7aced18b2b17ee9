import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { capture, root } from './lib/run.mjs';
import { readLine } from './lib/command-line.mjs';

readLine({
  name: 'counts',
  about: 'How much of the house one change touches, and where its lines are.',
});

process.chdir(root);
const { stdout } = await capture('git', ['-c', 'safe.directory=*', 'ls-files']);
const files = new Map();
for (const path of stdout.split('\n')) {
  if (/^(src|load-test|test)\/.*\.(ts|svelte|mjs|lua|css)$/.test(path))
    files.set(path, readFileSync(path, 'utf8'));
}
const paths = [...files.keys()];
const linesOf = (path) => files.get(path).split('\n').length - 1;
const sum = (list) => list.reduce((total, path) => total + linesOf(path), 0);
const under = (folder) => paths.filter((path) => path.startsWith(folder));
const isPage = (path) => path.startsWith('src/web/');
const server = under('src/').filter((path) => !isPage(path));
const naming = (list, word) =>
  list.filter((path) => new RegExp(`\\b${word}\\b`).test(files.get(path)));
const endingWith = (name) => paths.find((path) => path.endsWith(`/${name}`));
const row = (what, value) => console.log(`${what.padEnd(58)} ${value}`);

/** Folders directly in the page that import each other. */
function pagePairs() {
  const arrows = new Set();
  const roomOf = (path) => path.split('/').slice(0, 3).join('/');
  for (const path of under('src/web/')) {
    for (const [, target] of files.get(path).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
      const to = posix.join(posix.dirname(path), target);
      if (isPage(to) && roomOf(to) !== roomOf(path)) arrows.add(`${roomOf(path)} ${roomOf(to)}`);
    }
  }
  return [...arrows]
    .map((arrow) => arrow.split(' '))
    .filter(([from, to]) => from < to && arrows.has(`${to} ${from}`))
    .map((pair) => pair.map((room) => room.slice('src/web/'.length)).join('–'));
}

for (const option of ['slowSeconds', 'pacing', 'isPublic'])
  row(`files of src that name the option ${option}`, naming(under('src/'), option).length);
for (const flag of ['isMuted', 'isLocked'])
  row(`files of the server that name the switch ${flag}`, naming(server, flag).length);
const kinds = under('src/').filter((path) => /'(spot|scale)'/.test(files.get(path)));
row("files that name the kinds 'spot' or 'scale'", kinds.length);
row('… outside of the folders named kinds', kinds.filter((path) => !/\/kinds\//.test(path)).length);
const pairs = pagePairs();
row('folders of the page that import each other', `${pairs.length}  ${pairs.join(', ')}`);
const lua = paths.filter((path) => path.endsWith('.lua') && !path.endsWith('prelude.lua'));
row('Lua scripts', lua.length);
const contract = files.get(endingWith('store/contract.ts'));
for (const [, name, body] of contract.matchAll(/^export interface (\w+)[^{]*\{\n([\s\S]*?)^\}/gm)) {
  const verbs = [...body.matchAll(/^ {2}(?:readonly )?(\w+)[(:].*$/gm)].filter(([line]) =>
    /\(/.test(line),
  );
  if (/Room|Bus|Timer|Log|Registry/.test(name) && verbs.length > 1)
    row(`verbs of ${name}`, verbs.length);
}
const inServer = (pattern) =>
  server.reduce((total, path) => total + [...files.get(path).matchAll(pattern)].length, 0);
row(
  'modules of Nest, values provided by hand',
  `${inServer(/^@Module\(/gm)}, ${inServer(/useValue/g)}`,
);
const code = under('src/').filter((path) => /\.(ts|svelte)$/.test(path));
row('files of src with at most 25 lines', code.filter((path) => linesOf(path) <= 25).length);
row('files of src, lines', `${code.length}, ${sum(code)}`);
row('… of the page', `${code.filter(isPage).length}, ${sum(code.filter(isPage))}`);
row('laboratory: files, lines', `${under('load-test/').length}, ${sum(under('load-test/'))}`);
row('tests: files, lines', `${under('test/').length}, ${sum(under('test/'))}`);
console.log('\nlongest files of src');
for (const path of code.toSorted((a, b) => linesOf(b) - linesOf(a)).slice(0, 10))
  console.log(`${String(linesOf(path)).padStart(6)}  ${path}`);
