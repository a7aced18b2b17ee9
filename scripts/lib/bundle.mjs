/** One file of a program and all its packages: Node needs 0.5 s to start it in place of 1.2 s for 1,500 modules. */
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './run.mjs';

const COMPILED = join(root, 'dist/src');
const BUNDLE = join(root, 'dist/server');
/** They load libraries of the machine from their own folders. */
const NATIVE = ['sharp', 'libsql'];
/** Nest asks for these only when an application uses them; ours does not. */
const NOT_INSTALLED = [/^@nestjs\/microservices/, 'class-validator', 'class-transformer'];

/** Data, workers and child processes stay in `dist/src`: a module still means its own folder there. */
const ownFolders = (from) => ({
  name: 'own-folders',
  transform(code, id) {
    if (!id.startsWith(COMPILED)) return null;
    if (/import\.meta\.(?!dirname\b)/.test(code)) {
      throw new Error(`${id}: of import.meta a bundled module may use dirname only`);
    }
    const folder = JSON.stringify(`/${relative(from, dirname(id))}`);
    // Lines stay where they are, so the map of the compiler still holds.
    return {
      code: code.replaceAll('import.meta.dirname', `(import.meta.dirname + ${folder})`),
      map: null,
    };
  },
});

/**
 * Bundles a compiled file, by its path in `dist`, for the place `at` in `dist` or in a copy of it; throws on whatever
 * the bundler warns of. `plugins` come first. The bundle still has to be written, and closed.
 */
export async function bundleFor(at, input, plugins = []) {
  // Its native part is not there for every system on which a script says what it needs.
  const { rolldown } = await import('rolldown');
  return rolldown({
    input: join(root, 'dist', input),
    platform: 'node',
    external: [...NATIVE, ...NOT_INSTALLED],
    plugins: [...plugins, ownFolders(join(root, 'dist', dirname(at)))],
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message);
    },
  });
}

/** Bundles `dist/src` into `dist/server/main.js`, with its map. */
export async function bundleServer() {
  const next = `${BUNDLE}-next`;
  rmSync(next, { recursive: true, force: true });
  const bundle = await bundleFor('server/main.js', 'src/server/main.js');
  await bundle.write({ dir: next, format: 'esm', codeSplitting: false, sourcemap: true });
  await bundle.close();
  mkdirSync(BUNDLE, { recursive: true });
  // A server may start at any moment: each file is there all the time, the old one or the new one.
  const made = readdirSync(next);
  for (const name of made) renameSync(join(next, name), join(BUNDLE, name));
  for (const name of readdirSync(BUNDLE).filter((name) => !made.includes(name)))
    rmSync(join(BUNDLE, name));
  rmSync(next, { recursive: true });
}
