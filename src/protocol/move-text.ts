import { NAMESPACE } from './events.js';
import { PIN_DIGITS } from './limits.js';
import type { CommandInput } from './schemas.js';

/** A fraction in plain digits, and a whole number that any reader of JSON holds exactly. */
const FRACTION = String.raw`(1|0(?:\.\d{1,20})?)`;
const WHOLE = String.raw`(0|[1-9]\d{0,14})`;
const SPELLING = new RegExp(
  String.raw`^42${NAMESPACE},\["updatePosition",\{(?:"gameId":"(\d{${PIN_DIGITS}})",)?"newPosition":` +
    String.raw`\[${FRACTION},${FRACTION}\](?:,"flush":${WHOLE})?\}\]$`,
);
/** No move of that spelling is longer. */
export const MAX_MOVE_UNITS = 160;

/**
 * A move as Socket.IO's client spells it for our page and for load scripts, by far the most frequent
 * message; undefined is any other message. Whatever it reads, the schema of `updatePosition` reads the
 * same.
 */
export function readMove(message: string): CommandInput<'updatePosition'> | undefined {
  const found = SPELLING.exec(message);
  if (found === null) return undefined;
  const [, gameId, x, y, flush] = found;
  const move: CommandInput<'updatePosition'> = { newPosition: [Number(x), Number(y)] };
  if (gameId !== undefined) move.gameId = gameId;
  if (flush !== undefined) move.flush = Number(flush);
  return move;
}
