import type { Snippet } from 'svelte';

/** This is what the list gives each of its rows. */
export interface RowProps {
  /** It is of all rows, from 1. */
  number: number;
  isOpen: boolean;
  isSelected: boolean;
  /** Where something that is dragged would be dropped beside this row. */
  drop: 'before' | 'after' | undefined;
  /** This is what stands at its end, in it. */
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
