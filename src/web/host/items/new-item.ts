import type { DraftItem } from '../../../protocol/desk.js';
import type { ItemKind } from '../../../protocol/programme.js';
import { i18n } from '../../i18n/language.svelte.js';

const BREAK_MINUTES = 10;

/** With words for players in the language of the page. */
export function newItem(id: string, kind: ItemKind): DraftItem {
  switch (kind) {
    case 'slide':
      return { id, kind, title: '', text: '', seconds: null };
    case 'round':
      return { id, kind, name: '', count: null, factor: 1, standings: 'each' };
    case 'break': {
      const { breakDefault } = i18n.host.order;
      return { id, kind, message: breakDefault, minutes: BREAK_MINUTES };
    }
    case 'draw':
      return { id, kind, title: '', among: 'everybody', winners: 1 };
    case 'standings':
      return { id, kind };
  }
}
