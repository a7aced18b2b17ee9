import type { DraftRow } from '../../../protocol/desk.js';
import { imagesOf } from '../../../protocol/images.js';
import { isItem } from '../../../protocol/programme.js';
import { KINDS } from '../../../protocol/question.js';

/** Whether nothing is written that a stage could show. */
export function isBlank(row: DraftRow): boolean {
  if (isItem(row)) {
    if (row.kind === 'break') return !row.message?.trim();
    return row.kind === 'slide' && !row.title?.trim() && !row.text?.trim() && !row.image;
  }
  const { kind, quiz, choices = [], parts = [] } = row;
  const texts = [quiz, ...choices, ...parts.map(({ text }) => text)];
  // Its floor is the picture.
  if (KINDS[kind].floor === 'picture') return !row.image;
  return imagesOf(row).length === 0 && texts.every((text) => !text.trim());
}
