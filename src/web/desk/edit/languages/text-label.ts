import type { DraftRow } from '../../../../protocol/desk.js';
import { isSeries } from '../../../../protocol/question.js';
import { isItem } from '../../../../protocol/programme.js';
import type { DeskWords, HostWords } from '../../../../i18n/made/types.js';
import type { TextPath } from './text-places.js';

interface FormWords {
  editor: DeskWords['editor'];
  host: HostWords;
}

/** How the form of a row calls the field of a text. */
export function textLabel({ editor, host }: FormWords, row: DraftRow, path: TextPath): string {
  const [field, place, inner] = path;
  const number = Number(place ?? 0) + 1;
  const { itemForm, partForm, image } = host;
  switch (field) {
    case 'image':
      return image.alt;
    case 'choices':
      return (row.kind === 'match' ? partForm.zones.row : editor.choice)({ number });
    case 'pictures':
      return inner === 'text'
        ? editor.wordOn({ number })
        : `${editor.choice({ number })}: ${image.alt}`;
    case 'places':
      return editor.place({ number });
    case 'accepted':
    case 'wrong':
      return editor.texts[field].row({ number });
    case 'parts':
      return !isItem(row) && isSeries(row.kind) ? partForm.of[row.kind].row({ number }) : '';
    case 'title':
      return row.kind === 'draw' ? itemForm.prize : itemForm.slideTitle;
    case 'text':
      return itemForm.slideText;
    case 'name':
      return itemForm.roundName;
    case 'message':
      return itemForm.message;
    case 'quiz':
    case 'explanation':
    case 'unit':
    case 'from':
    case 'to':
      return editor[field];
    default:
      return '';
  }
}
