/** Packs what the server sends to phones once, at build time, as well as it can be packed. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const PACKINGS = [
  { ending: '.br', pack: promisify(brotliCompress), options: {} },
  { ending: '.gz', pack: promisify(gzip), options: { level: constants.Z_BEST_COMPRESSION } },
];

async function packFile(path) {
  const plain = await readFile(path);
  for (const { ending, pack, options } of PACKINGS) {
    const packed = await pack(plain, options);
    // Pictures are packed already.
    if (packed.length < plain.length) await writeFile(path + ending, packed);
  }
}

/** Lays a copy in Brotli (`.br`) and one in gzip (`.gz`) beside each file of a folder. */
export async function packFiles(dir) {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  await Promise.all(files.map(({ parentPath, name }) => packFile(join(parentPath, name))));
}
