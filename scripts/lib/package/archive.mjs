/** Archives of a folder, with the same bytes for the same files, whoever packs them and when. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { root } from '../run.mjs';

const BLOCK = 512;
/** 1 January 1980 in s: archives want some date, and a ZIP has no older one. */
const DATE_S = 315_532_800;

/** Lists the files of a folder, each with its path from the folder that holds it. */
export function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted()
    .map((path) => ({
      path,
      name: path.slice(dirname(folder).length + 1).replaceAll('\\', '/'),
      isProgram: (statSync(path).mode & 0o100) !== 0,
    }));
}

/** A gzipped tar of a folder at `file`. The program gzip makes it 3 % smaller than Node's own zlib does. */
async function packTar(folder, file) {
  const gzip = spawn('gzip', ['-9', '-n'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(gzip, 'close');
  await Promise.all([
    pipeline(Readable.from(tarChunks(filesIn(folder))), gzip.stdin),
    pipeline(gzip.stdout, createWriteStream(file)),
  ]);
  const [code] = await ended;
  if (code !== 0) throw new Error(`gzip ended with ${code}`);
}

function* tarChunks(files) {
  for (const { path, name, isProgram } of files) {
    const bytes = readFileSync(path);
    yield tarHeader(name, bytes.length, isProgram ? 0o755 : 0o644);
    yield bytes;
    yield Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** The form is POSIX's ustar. */
function tarHeader(name, size, mode) {
  const header = Buffer.alloc(BLOCK);
  const octal = (value, at, digits) => header.write(value.toString(8).padStart(digits, '0'), at);
  // A long path is in two parts.
  const cut = name.length <= 100 ? -1 : name.indexOf('/', name.length - 101);
  if (cut > 155 || (name.length > 100 && cut < 0)) throw new Error(`${name} is too long a path`);
  header.write(name.slice(cut + 1), 0);
  octal(mode, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size, 124, 11);
  octal(DATE_S, 136, 11);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar', 257);
  header.write('00', 263);
  if (cut > 0) header.write(name.slice(0, cut), 345);
  const sum = header.reduce((before, byte) => before + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** A ZIP of a folder at `file`, by the writer that the server has for its own. */
async function packZip(folder, file) {
  const writer = join(root, 'dist/src/server/platform/zip/zip-writer.js');
  const { zipChunks } = await import(pathToFileURL(writer).href);
  const parts = function* () {
    for (const { path, name } of filesIn(folder)) yield { name, bytes: readFileSync(path) };
  };
  await pipeline(Readable.from(zipChunks(parts())), createWriteStream(file));
}

/** Names the archive of a folder, and makes it. */
export async function pack(folder, dir, isZip) {
  const file = join(dir, `${basename(folder)}.${isZip ? 'zip' : 'tar.gz'}`);
  await (isZip ? packZip : packTar)(folder, file);
  return file;
}
