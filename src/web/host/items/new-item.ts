import type { DraftItem } from '../../../protocol/desk.js';
import type { ItemKind } from '../../../protocol/programme.js';
import type { SetLanguage } from '../../../protocol/set-languages.js';
import { orderWords } from '../../i18n/host-order.js';

const BREAK_MINUTES = 10;

/** With words for players in the language of the set. */
export function newItem(id: string, kind: ItemKind, language: SetLanguage): DraftItem {
  switch (kind) {
    case 'slide':
      return { id, kind, title: '', text: '', seconds: null };
    case 'round':
      return { id, kind, name: '', count: null, factor: 1, standings: 'each' };
    case 'break': {
      const { breakDefault } = orderWords[language === 'ko' ? 'ko' : 'en'];
      return { id, kind, message: breakDefault, minutes: BREAK_MINUTES };
    }
    case 'draw':
      return { id, kind, title: '', among: 'everybody', winners: 1 };
    case 'standings':
      return { id, kind };
  }
}
