import type { DraftFault, DraftItem } from '../../../../protocol/desk.js';

/** This is what the form of each kind of item is given. */
export interface ItemFormProps {
  item: DraftItem;
  faults: readonly DraftFault[];
  /** `field` names where somebody types. */
  onedit: (changes: Partial<DraftItem>, field?: string) => void;
}
