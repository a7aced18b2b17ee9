import type { ItemCounts } from '../../protocol/programme.js';
import { i18n } from '../i18n/language.svelte.js';

/** The items of an evening that stand out in a list of sets; none of a set without items. */
export function itemFacts({
  round,
  slide,
  break: breaks,
  draw,
  faulty,
}: ItemCounts = {}): string[] {
  const t = i18n.desk.desk;
  return [
    ...(round ? [t.rounds({ count: round })] : []),
    ...(slide ? [t.slides({ count: slide })] : []),
    ...(breaks ? [t.breaks({ count: breaks })] : []),
    ...(draw ? [t.draws({ count: draw })] : []),
    ...(faulty ? [t.faultyItems({ count: faulty })] : []),
  ];
}
