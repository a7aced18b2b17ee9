import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import rules from '../.dependency-cruiser.mjs';
import { kindComparisons } from './lib/kind-comparisons.mjs';
import { bareComments } from './lib/bare-comments.mjs';
import { physicalSides } from './lib/physical-sides.mjs';
import { capture, root } from './lib/run.mjs';
import { CODE, strangeTopLevelEntries } from './lib/top-level.mjs';
import { readLine } from './lib/command-line.mjs';

readLine({
  name: 'structure',
  about: 'The shape of the project that no compiler sees; prints only what is wrong.',
});

/** A cruise that sees fewer has lost its TypeScript support and would find nothing wrong at all. */
const MIN_SOURCE_MODULES = 400;
/** The folders of the page from the lowest on: each imports only itself and those before it. Files beside them import all. */
const PAGE_LAYERS =
  'i18n ui room arena kinds show sound stage people host play screen cockpit desk results pages'.split(
    ' ',
  );
/** A look at fewer has read the imports of the page wrongly. */
const MIN_PAGE_IMPORTS = 500;

/** Everything that is or could be committed. */
async function projectFiles() {
  // CI may check out as another user than the one that runs this; reading is safe all the same.
  const trust = ['-c', 'safe.directory=*'];
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { code, stdout, output } = await capture('git', [...trust, ...list]);
  if (code !== 0) throw new Error(`git ls-files failed: ${output}`);
  return stdout.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
}

async function brokenLayers() {
  const options = { ...rules.options, validate: true, ruleSet: { forbidden: rules.forbidden } };
  const { output } = await cruise(CODE.filter(existsSync), options, undefined, {
    tsConfig: extractTSConfig(rules.options.tsConfig.fileName),
  });
  const sourceModules = output.modules.filter(({ source }) => source.startsWith('src/'));
  const problems = output.summary.violations.map(({ rule, from, to, cycle }) => {
    const path = cycle?.map(({ name }) => name).join(' → ') ?? to;
    return `${rule.name}: ${from} → ${path}`;
  });
  if (sourceModules.length < MIN_SOURCE_MODULES) {
    problems.push(`the layer check saw only ${sourceModules.length} modules in src`);
  }
  return problems;
}

/** Imports of types count, which the cruise does not see in components. */
function brokenPageLayers(files) {
  const layerOf = (path) => {
    const [, web, folder, inside] = path.split('/');
    return web === 'web' && inside !== undefined ? folder : undefined;
  };
  const problems = [];
  let count = 0;
  for (const file of files.filter((path) => /^src\/web\/.*\.(ts|svelte)$/.test(path))) {
    const own = layerOf(file);
    if (own !== undefined && !PAGE_LAYERS.includes(own)) {
      problems.push(`${file}: scripts/structure.mjs knows no layer ${own} of the page`);
      continue;
    }
    for (const [, path] of readFileSync(file, 'utf8').matchAll(
      /(?:from|import)\s*\(?'(\.[^']*)'/g,
    )) {
      const target = layerOf(posix.join(posix.dirname(file), path));
      if (own === undefined || target === undefined) continue;
      count += 1;
      if (PAGE_LAYERS.indexOf(target) > PAGE_LAYERS.indexOf(own))
        problems.push(`page-imports-only-lower-layers: ${file} → ${path}`);
    }
  }
  if (count < MIN_PAGE_IMPORTS) problems.push(`the page's layer check saw only ${count} imports`);
  return problems;
}

process.chdir(root);
const files = await projectFiles();
const sources = files.filter((path) => /^src\/.*\.(?:ts|svelte)$/.test(path));
const problems = [
  ...(await brokenLayers()),
  ...brokenPageLayers(files),
  ...strangeTopLevelEntries(files),
  ...bareComments(files),
  ...physicalSides(files),
  ...kindComparisons(root, sources),
];
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;
