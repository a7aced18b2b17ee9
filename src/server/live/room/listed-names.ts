/** Names as a host lists them: hundreds at once, so each is folded in a step of its own (R10.6). */
import { nameKey } from '../../../game/name-list.js';
import type { Steps } from '../../../game/steps.js';
import { cleanName, limits, RoomError, withoutCrown } from '../../../protocol/index.js';

/**
 * The names as they stand then; throws BAD_REQUEST with the place of the first that is none in `field`, so that a list
 * counts whole or not at all.
 */
export function* cleanListed(field: string, names: readonly string[]): Steps<string[]> {
  const clean: string[] = [];
  for (const [index, raw] of names.entries()) {
    yield;
    const name = cleanName(withoutCrown(raw), limits.NAME_BOUNDS);
    if (!name)
      throw new RoomError(
        'BAD_REQUEST',
        `${field}.${index}: a name must be 1–${limits.NAME_MAX_GRAPHEMES} visible characters`,
      );
    // Later comparisons of names find how this one looks.
    nameKey(name);
    clean.push(name);
  }
  return clean;
}
