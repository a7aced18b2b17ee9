/** One file of the server and all its packages: Node needs 0.5 s to start it in place of 1.2 s for 1,500 modules. */
import { renameSync, rmSync } from 'node:fs';
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
    if (!id.startsWith(COMPILED) || !code.includes('import.meta.dirname')) return null;
    const folder = JSON.stringify(`/${relative(BUNDLE, dirname(id))}`);
    return code.replaceAll('import.meta.dirname', `(import.meta.dirname + ${folder})`);
  },
};

/** Bundles `dist/src` into `dist/server`; throws on whatever the bundler warns of. */
export async function bundleServer() {
  // Its native part is not there for every system on which a script says what it needs.
  const { rolldown } = await import('rolldown');
  const next = `${BUNDLE}-next`;
  // A server that runs may still load a part of the old one, so the new one is made beside it.
  rmSync(next, { recursive: true, force: true });
  const bundle = await rolldown({
    input: join(COMPILED, 'main.js'),
    platform: 'node',
    external: [...NATIVE, ...NOT_INSTALLED],
    plugins: [ownFolders],
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message);
    },
  });
  await bundle.write({ dir: next, format: 'esm', chunkFileNames: '[name]-[hash].js' });
  await bundle.close();
  rmSync(BUNDLE, { recursive: true, force: true });
  renameSync(next, BUNDLE);
}
