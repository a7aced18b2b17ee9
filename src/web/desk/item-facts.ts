import type { ItemCounts } from '../../protocol/programme.js';
import { deskWords } from '../i18n/host-desk.js';
import { i18n } from '../i18n/language.svelte.js';

/** The items of an evening that stand out in a list of sets; none of a set without items. */
export function itemFacts({ round, slide, faulty }: ItemCounts = {}): string[] {
  const t = deskWords[i18n.current];
  return [
    ...(round ? [t.rounds(round)] : []),
    ...(slide ? [t.slides(slide)] : []),
    ...(faulty ? [t.faultyItems(faulty)] : []),
  ];
}
