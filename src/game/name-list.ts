/** Names that a host has listed, of which joiners have to type one (R1.7). */
import { RoomError } from '../protocol/errors.js';
import { NAME_LIST_MOST } from '../protocol/limits.js';
import { nameSkeleton } from './name-skeleton.js';
import { PHASE, type RoomCommand } from './room-command.js';

/** By list, which is replaced and never changed. */
const indexes = new WeakMap<readonly string[], ReadonlyMap<string, string>>();

/** The name as it is listed; undefined for one that is not. Case and spaces aside, and look-alikes are alike. */
export function listedName(list: readonly string[], typed: string): string | undefined {
  return indexOf(list).get(nameKey(typed));
}

/**
 * Replaces the list, or adds to it; of names that are alike the first counts. Refuses with BAD_REQUEST where
 * there would be more than `NAME_LIST_MOST`.
 */
export function listNames(
  names: readonly string[],
  more: boolean,
): RoomCommand<{ count: number; merged: number }> {
  return {
    reads: PHASE,
    decide(room) {
      const before = more ? room.nameList : [];
      const known = new Map(indexOf(before));
      for (const name of names) if (!known.has(nameKey(name))) known.set(nameKey(name), name);
      const count = known.size;
      if (count > NAME_LIST_MOST)
        throw new RoomError('BAD_REQUEST', `names: at most ${NAME_LIST_MOST} in all`);
      const added = [...known.values()].slice(before.length);
      const merged = names.length - added.length;
      return { changes: [{ kind: 'nameList', names: added, more }], answer: { count, merged } };
    },
  };
}

/** The names of the list that nobody has who sits there, in the order of the list (R1.9). */
export function missingNames(list: readonly string[], taken: Iterable<string>): string[] {
  const missing = new Map(indexOf(list));
  for (const name of taken) missing.delete(nameKey(name));
  return [...missing.values()];
}

function indexOf(list: readonly string[]): ReadonlyMap<string, string> {
  const known = indexes.get(list);
  if (known !== undefined) return known;
  const index = new Map(list.map((name) => [nameKey(name), name]));
  indexes.set(list, index);
  return index;
}

/** The key that is equal for names that count as the same. Latin letters lose their case before they are compared: a capital I looks like an l, which an i does not. */
export function nameKey(name: string): string {
  const plain = name.replace(/\p{Script=Latin}+/gu, (letters) => letters.toLowerCase());
  return nameSkeleton(plain).toLowerCase();
}
