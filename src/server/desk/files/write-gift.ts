import { serverWords } from '../../../i18n/made/server/words.js';
import type { DraftItem, DraftQuestion, DraftSet } from '../../../protocol/desk.js';
import type { Language } from '../../../protocol/http.js';
import { isItem } from '../../../protocol/programme.js';
import { giftText } from './gift-text.js';
import { fileKind } from './kinds/file-kinds.js';

/** A set in GIFT, which other programs read; what it has no place for is a comment. */
export function giftOf(
  { title, questions, languages = [] }: Pick<DraftSet, 'title' | 'questions' | 'languages'>,
  language: Language,
): string {
  const say = serverWords[language].server.export;
  const further =
    languages.length === 0 ? [] : [comment(say.languagesNotInGift({ tags: languages.join(', ') }))];
  const blocks = questions.map((row) => {
    const question = isItem(row) ? undefined : questionOf(row);
    return question ?? comment(`${say.notInGift({ kind: row.kind })}: ${headingOf(row)}`);
  });
  return [comment(title), ...further, ...blocks, ''].join('\n\n');
}

function questionOf(draft: DraftQuestion): string | undefined {
  const answers = fileKind(draft.kind).gift?.(draft);
  if (answers === undefined) return undefined;
  const { quiz, explanation = '' } = draft;
  const explains = explanation.trim() === '' ? '' : `\n\t####${giftText(explanation)}`;
  const text = giftText(quiz);
  // No HTML, whatever it looks like.
  const asked = text.startsWith('[') ? text : `[plain]${text}`;
  return `${asked} {\n\t${answers}${explains}\n}`;
}

/** On one line, whatever line breaks it has. */
const comment = (text: string): string => `// ${text.replace(/\s+/g, ' ').trim()}`;

function headingOf(row: DraftQuestion | DraftItem): string {
  if ('quiz' in row) return row.quiz;
  return row.title ?? row.name ?? row.message ?? '';
}
