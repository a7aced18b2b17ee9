import { readFileSync, statSync } from 'node:fs';
import { readMap } from '../../../game/map/map-text.js';
import type { Walls } from '../../../game/map/walls.js';

/** A map has some 4 kB. */
const FILE_MOST_BYTES = 10_000;

/** Reads and checks `MAP_FILE` (R24.1); throws an error that names what is wrong with it, as a bad setting. */
export function readOwnMap(file: string): Walls {
  try {
    if (statSync(file).size > FILE_MOST_BYTES)
      throw new Error(`the file has more than ${FILE_MOST_BYTES} bytes`);
    return readMap(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`bad settings\n  MAP_FILE (${file}): ${(error as Error).message}`, {
      cause: error,
    });
  }
}
