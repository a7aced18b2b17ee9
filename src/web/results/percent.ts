import type { ResultsWords } from '../../i18n/made/types.js';

/** A share as people read it; a dash where there is none. */
export function percent(share: number | null): string {
  return share === null ? '–' : `${Math.round(share * 100)}%`;
}

/** With a decimal and its unit, as people of this language write it. */
export function seconds(ms: number, t: ResultsWords['results']): string {
  return t.seconds({ seconds: ms / 1000 });
}
