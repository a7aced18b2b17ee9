import type { DraftFault, DraftItem } from '../../../protocol/desk.js';

/** This is what the fields of each kind of item are given, in the editor and in a cockpit. */
export interface ItemFieldsProps {
  item: DraftItem;
  faults: readonly DraftFault[];
  /** `field` names where somebody types. */
  onedit: (changes: Partial<DraftItem>, field?: string) => void;
}
