import type { Snippet } from 'svelte';

/** The list gives each of its rows these. */
export interface RowProps {
  /** Its number among all rows, from 1. */
  number: number;
  isOpen: boolean;
  isSelected: boolean;
  /** Where something that is dragged would be dropped beside this row. */
  drop: 'before' | 'after' | undefined;
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
}
