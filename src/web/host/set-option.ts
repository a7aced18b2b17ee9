import type { QuizSetSummary } from '../../protocol/http.js';
import { titleIn } from '../../protocol/set-languages.js';
import { i18n } from '../i18n/language.svelte.js';
import { titleInList } from '../ui/other-language.js';
import { shortTime } from '../ui/short-dates.js';

/** A set as a list of sets names it; of several with one name, each with the time when it was saved. */
export function setOption(set: QuizSetSummary, sets: readonly QuizSetSummary[]): string {
  const name = nameOf(set);
  const isAlone = sets.every((other) => other.id === set.id || nameOf(other) !== name);
  if (isAlone || set.updatedAt === undefined) return name;
  return `${name} · ${shortTime(set.updatedAt)}`;
}

function nameOf(set: QuizSetSummary): string {
  const title = titleIn(set, i18n.current);
  const { count } = set;
  const option = Number.isFinite(count) ? i18n.host.panel.quizSetOption({ title, count }) : title;
  return titleInList(option, set, i18n.current);
}
