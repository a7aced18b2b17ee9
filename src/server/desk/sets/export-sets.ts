import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../../platform/database/database.js';
import { imageIdsOf, KeptImages } from '../pictures/kept-images.js';
import { KeptSets } from './kept-sets.js';
import { setFileOf } from './set-file.js';

/** Writes every kept set with its pictures as a file into `folder`, which is made. Returns how many there are. */
export async function exportSets(database: Database, folder: string): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const images = new KeptImages(database, () => {});
  let count = 0;
  for await (const { id, ...set } of new KeptSets(database).all()) {
    const named = imageIdsOf(set.questions);
    const here = await images.here(named);
    const pictures = named.filter((one) => here.has(one));
    const file = setFileOf(set, pictures, (one) => images.load(one));
    const name = `${file.name} ${id}.${file.ending}`;
    await pipeline(file.chunks, createWriteStream(join(folder, name)));
    count += 1;
  }
  return count;
}
