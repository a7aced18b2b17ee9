import { randomBytes, randomInt } from 'node:crypto';
import type { Random } from '../game/random.js';

const RESOLUTION = 2 ** 47;

/** Cryptographic, so that neither PINs nor draws can be foretold (R1.1). */
export const cryptoRandom: Random = () => randomInt(RESOLUTION) / RESOLUTION;

/** An id that nobody can guess: 72 bits as base64url. */
export const newPlayerId = (): string => randomBytes(9).toString('base64url');
