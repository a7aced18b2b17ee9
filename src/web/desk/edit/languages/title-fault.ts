import type { DraftSet } from '../../../../protocol/desk.js';
import type { SetLanguage } from '../../../../protocol/set-languages.js';
import { titleProblem } from '../../../ui/title-problem.js';

/** A fault of the title in a further language; empty where it is missing. */
export function titleFault({ texts }: Pick<DraftSet, 'texts'>, language: SetLanguage): string {
  const { title = '' } = texts?.[language] ?? {};
  return title.trim() === '' ? '' : titleProblem(title);
}

/** The same of the first language in which something is, as a set is not saved with it. */
export function titleFaultIn(set: DraftSet): string {
  const { languages = [] } = set;
  const others = languages.map((tag) => titleFault(set, tag));
  return [titleProblem(set.title), ...others].find((fault) => fault !== '') ?? '';
}
