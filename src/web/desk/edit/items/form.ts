import type { DraftFault, DraftItem } from '../../../../protocol/desk.js';

/** The form of each kind of item takes these. */
export interface ItemFormProps {
  item: DraftItem;
  faults: readonly DraftFault[];
  /** `field` names where somebody types. */
  onedit: (changes: Partial<DraftItem>, field?: string) => void;
}
