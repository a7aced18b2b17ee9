/** The program as it lies in a package: laid out as in a checkout, so that each file finds the others. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundleFor } from '../bundle.mjs';
import { root } from '../run.mjs';
import { PSEUDO } from '../words.mjs';

const ASSETS = join(root, 'dist/web/assets');

/** Below `dist`: the bundles, and of which compiled file each is made. */
export const PROGRAMS = {
  'server/main.js': 'src/server/main.js',
  'server/at-home.js': 'src/server/at-home.js',
  ...Object.fromEntries(
    [
      'src/server/platform/database/sqlite/worker.js',
      'src/server/desk/files/read-process.js',
      'src/server/desk/pictures/encode-process.js',
    ].map((file) => [file, file]),
  ),
};

/** Below `dist`: what these read. */
export const DATA = [
  'src/server/live/moderation/words',
  'src/server/desk/sets/bank/sets',
  'src/web/styles',
  'web',
];

/** Below `dist`: what the program would read, but not on one machine, and why. */
export const LEFT_OUT = {
  'src/server/live/store/redis/lua': 'scripts of Redis',
  'src/server/watchdog/watchdog-thread.js': 'replaces one of several processes',
};

/** It starts the program in a package. */
const STARTER = 'scripts/lib/package/start-portable.mjs';

/** Packages of several processes. */
const ABSENT = ['ioredis', '@socket.io/redis-adapter', 'pg'];
const ABSENT_ID = '\0absent:';

/** A setting that needs one of them is refused before the program starts (`start-portable.mjs`). */
const withoutAbsent = {
  name: 'without-absent',
  // A module for each importer, as what it has to export is what that one imports.
  resolveId: (id, importer) =>
    ABSENT.includes(id) ? `${ABSENT_ID}${JSON.stringify([id, importer])}` : null,
  load(id) {
    if (!id.startsWith(ABSENT_ID)) return null;
    const [name, importer] = JSON.parse(id.slice(ABSENT_ID.length));
    const why = JSON.stringify(`${name} is not in this package, which plays on one machine`);
    return importsOf(importer, name)
      .map((known) => `export function ${known}() { throw new Error(${why}); }`)
      .join('\n');
  },
};

/** The names that a compiled file imports from a package. */
function importsOf(file, name) {
  const imports = readFileSync(file, 'utf8').matchAll(/^import \{([^}]+)\} from '([^']+)'/gm);
  return [...imports]
    .filter(([, , from]) => from === name)
    .flatMap(([, names]) => names.split(',').map((one) => one.trim().split(' as ')[0]));
}

/** Phones come by HTTP, where browsers take gzip and no Brotli; the pseudo-language is for those who develop. */
const UNWANTED = new RegExp(`\\.(br|map|cc|h|gyp|d\\.[cm]?ts)$|-${PSEUDO}-`);

/** A file is put in packed where it lies beside itself so: the server unpacks it for the few clients without gzip. */
const isWanted = (path) =>
  !UNWANTED.test(path) && !(dirname(path) === ASSETS && existsSync(`${path}.gz`));

const packageOf = (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];

/** Lays the program into `app`, a folder to make, without what differs by system. */
export async function layProgram(app) {
  const dist = join(app, 'dist');
  const bundled = new Set(packagesOfPages());
  for (const [at, input] of Object.entries(PROGRAMS)) {
    const bundle = await bundleFor(at, input, [withoutAbsent]);
    const file = join(dist, at);
    // Without comments it is smaller by a fifth when packed, and stack traces can still be read.
    const how = { file, format: 'esm', codeSplitting: false, comments: false };
    const { output } = await bundle.write(how);
    await bundle.close();
    for (const module of output[0].moduleIds) {
      const folder = packageOf(module);
      if (folder !== undefined) bundled.add(folder);
    }
  }
  for (const path of DATA)
    cpSync(join(root, 'dist', path), join(dist, path), { recursive: true, filter: isWanted });
  copyInto(app, STARTER);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(
    join(app, 'package.json'),
    `${JSON.stringify({ name: 'madang', version, private: true, type: 'module' }, null, 2)}\n`,
  );
  layImages(app);
  writeFileSync(join(app, 'LICENSES.txt'), licencesOf(bundled));
}

function copyInto(app, path) {
  mkdirSync(dirname(join(app, path)), { recursive: true });
  cpSync(join(root, path), join(app, path));
}

/** sharp and what it needs: it loads libraries by their place, so it cannot be in a bundle. */
function layImages(app) {
  const from = createRequire(join(root, 'node_modules/sharp/package.json'));
  const { dependencies } = from('./package.json');
  const folders = [
    join(root, 'node_modules/sharp'),
    ...Object.keys(dependencies).map((name) => folderOf(name, from)),
  ];
  for (const folder of folders) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(folder.replaceAll('\\', '/'))[1];
    const inner = join(folder, 'node_modules');
    cpSync(folder, join(app, 'node_modules', name), {
      recursive: true,
      filter: (path) => isWanted(path) && path !== inner,
    });
  }
}

function folderOf(name, from) {
  const found = from.resolve
    .paths(name)
    .map((path) => join(path, name))
    .find((path) => existsSync(join(path, 'package.json')));
  if (found === undefined) throw new Error(`${name} is not installed`);
  return found;
}

/** The packages that the pages import. */
function packagesOfPages() {
  const dir = join(root, 'src/web');
  const names = readdirSync(dir, { recursive: true })
    .filter((path) => /\.(ts|svelte)$/.test(path))
    .flatMap((path) => [
      ...readFileSync(join(dir, path), 'utf8').matchAll(/from '((?:@[^/']+\/)?[^.'/][^/']*)/g),
    ])
    .map(([, name]) => join(root, 'node_modules', name));
  return new Set(names);
}

/** Their authors want their licences to go along with what is made of them. */
function licencesOf(folders) {
  const texts = [...folders]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((folder) => {
      const { name, version, license } = JSON.parse(
        readFileSync(join(folder, 'package.json'), 'utf8'),
      );
      const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
      const text = file === undefined ? String(license) : readFileSync(join(folder, file), 'utf8');
      return `${name} ${version}\n\n${text.trim()}\n`;
    });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
