import type { TextBounds } from '../../protocol/text.js';
import { i18n } from '../i18n/language.svelte.js';
import { textRules } from './checks.js';

/** Whether the server takes this as a text that must not be empty. */
export const isFitting = (raw: string, bounds: TextBounds): boolean =>
  Boolean(textRules.cleanText(raw, bounds));

/** Attachment: a field takes what the server takes, and says what it does not; `maxlength` counts UTF-16 units. */
export function bounded(bounds: TextBounds): (field: HTMLInputElement) => () => void {
  return (field) => {
    const { badText } = i18n.host.title;
    const check = () =>
      field.setCustomValidity(
        isFitting(field.value, bounds) ? '' : badText({ most: bounds.maxGraphemes }),
      );
    check();
    field.addEventListener('input', check);
    return () => field.removeEventListener('input', check);
  };
}
