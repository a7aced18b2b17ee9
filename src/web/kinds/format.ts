import type { Ruler } from '../../protocol/question.js';
import { valueOf } from '../../game/kinds/ruler.js';
import { i18n } from '../i18n/language.svelte.js';

/** A number as people write it; years and other numbers of four digits have no comma. */
export function numberText(value: number): string {
  const style = { useGrouping: Math.abs(value) >= 10_000, maximumFractionDigits: 3 };
  return new Intl.NumberFormat(i18n.current, style).format(value);
}

/** A value of a ruler with its unit: `40 km`, `40명`, `40 %`. */
export function measureText(value: number, { unit = '' }: Pick<Ruler, 'unit'>): string {
  return `${numberText(value)}${/^[a-z]/i.test(unit) ? ' ' : ''}${unit}`;
}

/** The value of a place on a ruler, likewise. */
export function placeText(place: number, ruler: Ruler): string {
  return measureText(valueOf(place, ruler), ruler);
}
