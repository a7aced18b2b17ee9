import type { RoundPayload, ShownItem } from '../../protocol/programme.js';
import { i18n } from '../i18n/language.svelte.js';

/** The title of a round where it begins. */
export function roundText({ number, of, name, factor }: RoundPayload): string {
  const times = factor > 1 ? ` ×${factor}` : '';
  const count = i18n.t.roundOf({ number, of });
  return `${name === '' ? count : `${count} · ${name}`}${times}`;
}

/** A screen reader says this of an item; its own card says the rest. */
export function itemText(item: ShownItem | null): string {
  if (item === null || item.kind === 'standings') return '';
  if (item.kind === 'break') return item.message;
  return [item.title, 'text' in item ? item.text : ''].filter((part) => part !== '').join('. ');
}
