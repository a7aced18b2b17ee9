import type { DraftFault, DraftItem } from '../../../protocol/desk.js';
import { faultAt } from '../../ui/fault-at.js';

/** This is what the fields of each kind of item are given, in the editor and in a cockpit. */
export interface ItemFieldsProps {
  item: DraftItem;
  faults: readonly DraftFault[];
  /** `field` names where somebody types. */
  onedit: (changes: Partial<DraftItem>, field?: string) => void;
}

/** A field into which somebody types has this of its item, and writes it so. */
export const typed = <Field extends keyof DraftItem>(
  { item, faults, onedit }: ItemFieldsProps,
  field: Field,
) => ({
  value: item[field],
  fault: faultAt(faults, field),
  onwrite: (value: DraftItem[Field]) => onedit({ [field]: value }, field),
});
