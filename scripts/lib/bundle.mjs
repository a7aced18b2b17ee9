/** One file of the server and all its packages: Node needs 0.5 s to start it in place of 1.2 s for 1,500 modules. */
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
const ownFolders = {
  name: 'own-folders',
  transform(code, id) {
    if (!id.startsWith(COMPILED)) return null;
    if (/import\.meta\.(?!dirname\b)/.test(code)) {
      throw new Error(`${id}: of import.meta a bundled module may use dirname only`);
    }
    const folder = JSON.stringify(`/${relative(BUNDLE, dirname(id))}`);
    // Lines stay where they are, so the map of the compiler still holds.
    return {
      code: code.replaceAll('import.meta.dirname', `(import.meta.dirname + ${folder})`),
      map: null,
    };
  },
};

/** Bundles `dist/src` into `dist/server/main.js`, with its map; throws on whatever the bundler warns of. */
export async function bundleServer() {
  // Its native part is not there for every system on which a script says what it needs.
  const { rolldown } = await import('rolldown');
  const next = `${BUNDLE}-next`;
  rmSync(next, { recursive: true, force: true });
  const bundle = await rolldown({
    input: join(COMPILED, 'server/main.js'),
    platform: 'node',
    external: [...NATIVE, ...NOT_INSTALLED],
    plugins: [ownFolders],
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message);
    },
  });
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
