import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Random } from '../../../game/shared/random.js';
import { BOT_PERSON } from '../../../protocol/index.js';

const RESOLUTION = 2 ** 47;

/** Cryptographic, so that neither PINs nor draws can be foretold (R1.1). */
export const cryptoRandom: Random = () => randomInt(RESOLUTION) / RESOLUTION;

/** The length of a player id, in characters of 6 bits. */
const PERSON_LENGTH = 9;
const SEAT_BYTES = 3;
const BOT_BYTES = 9;

/** The id of a new seat: whom it belongs to in this room (`personOf`), which tells nothing of the identity. */
export function newPlayerId(roomId: string, identityId: string): string {
  const person = createHash('sha256').update(`${roomId} ${identityId}`).digest('base64url');
  return `${person.slice(0, PERSON_LENGTH)}.${randomBytes(SEAT_BYTES).toString('base64url')}`;
}

export function newBotId(): string {
  return `${BOT_PERSON}.${randomBytes(BOT_BYTES).toString('base64url')}`;
}

const ITEM_BYTES = 9;

/** The id of an item that is added to a programme. */
export function newItemId(): string {
  return randomBytes(ITEM_BYTES).toString('base64url');
}

const SECRET_BYTES = 16;

/** A secret for an address, in characters that need no escape there. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}
