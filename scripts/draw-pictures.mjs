import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from './lib/run.mjs';
import { readLine } from './lib/command-line.mjs';

readLine({
  name: 'bank:pictures',
  about: `Makes the pictures of the ready-made sets of their drawings, each under what is in it as a kept
picture is (R18), and tells which drawing has which id.`,
});

const BANK = join(root, 'src/server/desk/sets/bank');
const DRAWINGS = join(BANK, 'drawings');
const PICTURES = join(BANK, 'sets/pictures');
/** Those of the maps that a ready-made set shows (`scripts/draw-maps.mjs`). */
const MAPS = join(root, 'src/web/desk/maps');
const MAPS_SHOWN = ['korea.webp', 'world.webp'];

rmSync(PICTURES, { recursive: true, force: true });
mkdirSync(PICTURES);

/** Writes it under what is in it. */
function keep(name, bytes) {
  const id = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(join(PICTURES, `${id}.webp`), bytes);
  console.log(`${name}: ${id}, ${bytes.length} bytes`);
}

for (const name of readdirSync(DRAWINGS).toSorted())
  keep(name, await sharp(join(DRAWINGS, name)).webp({ quality: 80 }).toBuffer());
for (const name of MAPS_SHOWN) keep(name, readFileSync(join(MAPS, name)));
