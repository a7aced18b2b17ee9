import { i18n } from '../i18n/language.svelte.js';

/** Points with their sign, as `+1,000`. */
export function signed(points: number): string {
  return `${points < 0 ? '−' : '+'}${i18n.number(Math.abs(points))}`;
}
