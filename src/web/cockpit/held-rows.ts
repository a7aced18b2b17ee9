import { formOf } from '../../game/kinds/spelling.js';
import type { WrittenGroup } from '../../protocol/cockpit.js';

/** A row of what is written; `form` tells it from the others, however most spell it by now. */
export interface WrittenRow extends WrittenGroup {
  form: string;
}

export function rowsOf(groups: readonly WrittenGroup[]): WrittenRow[] {
  return groups.map((group) => ({ ...group, form: formOf(group.text) }));
}

/** As they are now, in the order in which they stood: what nobody writes any more stays, and new rows come last. */
export function inOrderOf(held: readonly WrittenRow[], rows: readonly WrittenRow[]): WrittenRow[] {
  const now = new Map(rows.map((row) => [row.form, row]));
  const known = new Set(held.map(({ form }) => form));
  return [
    ...held.map((row) => now.get(row.form) ?? { ...row, count: 0 }),
    ...rows.filter(({ form }) => !known.has(form)),
  ];
}
