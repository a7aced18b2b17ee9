import { i18n } from '../i18n/language.svelte.js';
import { isLate } from '../kinds/kinds.svelte.js';
import type { RoomState } from '../room/room-state.svelte.js';

/** Which choices are right, once it is told; empty where none is, and of other kinds of question. */
export function rightsText({ question, rights }: Pick<RoomState, 'question' | 'rights'>): string {
  if (!question || isLate(question) || !rights) return '';
  const right = question.choiceList.filter(({ order }) => rights.includes(order));
  // Without their numbers, which a list of numbers would be mixed up with.
  const told = right.map(({ content }) => content);
  return told.length === 0 ? '' : i18n.t.answerIs({ answers: told.join(', ') });
}
