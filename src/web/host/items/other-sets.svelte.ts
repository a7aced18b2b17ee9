import type { QuizSetSummary } from '../../../protocol/http.js';
import { titleIn } from '../../../protocol/set-languages.js';
import { i18n } from '../../i18n/language.svelte.js';
import { fetchQuizSets } from '../../ui/api.js';

/** The sets that a round may take its questions from: the host's own and the ready-made ones. */
export class OtherSets {
  #sets = $state.raw<readonly QuizSetSummary[]>([]);
  /** Ids that are there or were asked for; empty for the list itself. */
  readonly #asked = new Set<string>();
  /** Those that are not there. */
  #gone = $state.raw<ReadonlySet<string>>(new Set());

  constructor(private readonly setId: string) {}

  /** Loads the list once, and once more for a set that is not among the latest. */
  async load(id = ''): Promise<void> {
    if (this.#asked.has(id) || this.find(id) !== undefined) return;
    this.#asked.add(id);
    const sets = await fetchQuizSets(id);
    // Tried again with the next form that needs it.
    if (sets === undefined) return void this.#asked.delete(id);
    this.#asked.add('');
    const known = new Set(sets.map((one) => one.id));
    this.#sets = [...sets, ...this.#sets.filter((one) => !known.has(one.id))];
    if (id !== '' && !known.has(id)) this.#gone = new Set([...this.#gone, id]);
  }

  /** Without the set that is written. */
  get own(): readonly QuizSetSummary[] {
    return this.#sets.filter((one) => one.isOwn && one.id !== this.setId);
  }

  get ready(): readonly QuizSetSummary[] {
    return this.#sets.filter((one) => !one.isOwn);
  }

  find(id: string): QuizSetSummary | undefined {
    return this.#sets.find((one) => one.id === id);
  }

  /** In the language of the page, as far as the set has it; empty where the set is not known. */
  titleOf(id: string): string {
    const set = this.find(id);
    return set === undefined ? '' : titleIn(set, i18n.current);
  }

  isGone(id: string): boolean {
    return this.#gone.has(id);
  }
}
