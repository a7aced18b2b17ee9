import type { Snippet } from 'svelte';
import type { MainChanges } from './languages/main-changes.js';
import type { SetLanguage } from '../../../protocol/set-languages.js';

/** The list gives each of its rows these. */
export interface RowProps {
  /** Its number among all rows, from 1. */
  number: number;
  isOpen: boolean;
  isSelected: boolean;
  /** Where something that is dragged would be dropped beside this row. */
  drop: 'before' | 'after' | undefined;
  /** The languages that are written side by side, of which `beside` is a further one; undefined where it is one. */
  sides: { main: SetLanguage; beside: SetLanguage; changes: MainChanges } | undefined;
  /** How many texts of the further language may not fit their main texts any more. */
  toCheck: number;
  /** Shown at the end of the row, inside it. */
  below?: Snippet | undefined;
  onopen: () => void;
  /** `isRange`: together with those up to the last one that was selected. */
  onselect: (isRange: boolean) => void;
  oninsert: () => void;
  ondouble: () => void;
  onremove: () => void;
  ongrab: (event: PointerEvent) => void;
  onnudge: (by: 1 | -1) => void;
  /** Enter was pressed in the last field of the further language. */
  onend: () => void;
}
