/** Makes the folders that are unpacked and started, one for each system, with nothing to install. */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { filesIn, pack } from './archive.mjs';
import { layProgram } from './contents.mjs';
import { unpackPackage } from './registry.mjs';
import { startersFor } from './starters.mjs';
import { NODE_WITH_LICENCE, packagesFor } from './targets.mjs';
import { withoutSymbols } from './without-symbols.mjs';

export const PACKAGES = join(root, 'dist/packages');
/** Bounds of an archive, and of what is in it. */
export const MOST_BYTES = 50 * 1024 * 1024;
export const MOST_FILES = 1_500;
/** Bound of what is ours in it, file by file in gzip: Node.js and sharp's library have the rest. */
export const MOST_PROGRAM_BYTES = 3.5 * 1024 * 1024;

/** Packs for each of `targets` in turn; yields its name, archive, bytes and count of files. Throws where a bound is broken. */
export async function* packAll(targets) {
  const work = join(PACKAGES, '.work');
  rmSync(work, { recursive: true, force: true });
  const program = join(work, 'program');
  await layProgram(program);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const target of targets) {
    const folder = join(work, `madang-${version}-${target}`);
    cpSync(program, join(folder, 'app'), { recursive: true });
    await layNode(target, folder, join(work, `node-${target}`));
    await layTop(target, folder, version);
    const files = filesIn(folder).length;
    const file = await pack(folder, PACKAGES, target.startsWith('win-'));
    const bytes = statSync(file).size;
    if (bytes > MOST_BYTES) throw new Error(`${file} is larger than ${MOST_BYTES} bytes: ${bytes}`);
    if (files > MOST_FILES) throw new Error(`${file} has more than ${MOST_FILES} files: ${files}`);
    yield { target, file, bytes, files };
  }
  rmSync(work, { recursive: true });
}

/** The Node.js of the system, and sharp's library. */
async function layNode(target, folder, from) {
  const { node, images } = packagesFor(target);
  await unpackPackage(node, from);
  const dir = join(folder, 'node');
  mkdirSync(dir, { recursive: true });
  const name = target.startsWith('win-') ? 'node.exe' : 'node';
  const program = readFileSync(join(from, 'bin', name));
  // A signature of macOS covers the whole file.
  writeFileSync(join(dir, name), target.startsWith('linux-') ? withoutSymbols(program) : program);
  chmodSync(join(dir, name), 0o755);
  const licensed = `${from}-licence`;
  await unpackPackage(NODE_WITH_LICENCE, licensed);
  copyFileSync(join(licensed, 'LICENSE'), join(dir, 'LICENSE'));
  for (const image of images)
    await unpackPackage(image, join(folder, 'app/node_modules', image.name));
}

async function layTop(target, folder, version) {
  for (const [name, text] of Object.entries(await startersFor(target, version))) {
    writeFileSync(join(folder, name), text);
    if (!name.includes('.') || name.endsWith('.command')) chmodSync(join(folder, name), 0o755);
  }
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE.txt'));
}
