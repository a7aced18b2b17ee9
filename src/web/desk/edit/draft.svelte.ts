import type {
  DraftFault,
  DraftFaults,
  DraftItem,
  DraftQuestion,
  DraftRow,
  DraftSet,
} from '../../../protocol/desk.js';
import type { FaultsWords } from '../../../i18n/made/types.js';
import { draftFaults } from '../../../game/shared/draft-faults.js';
import { MAX_ITEMS, QUIZ_FILE_MAX_QUESTIONS } from '../../../protocol/limits.js';
import { isAsked, isItem } from '../../../protocol/programme.js';
import { i18n } from '../../i18n/language.svelte.js';
import type { SetLanguage } from '../../../protocol/set-languages.js';
import { fittingSeconds } from './fitting-seconds.js';
import { carriedTexts } from './languages/carried-texts.js';
import { MainChanges } from './languages/main-changes.js';
import { missingIn, textPlaces, titlePlaces } from './languages/text-places.js';
import { newQuestion, newQuestionId } from './new-question.js';
import { nearestPlace, nextPlace, roundEnd } from './places.js';

/** Steps that can be taken back. */
const SNAPSHOTS = 100;
/** What is typed into one field without a longer break is one step. */
const TYPING_MS = 1_000;

/** A set that is being written. Its rows are never changed in place, so that a snapshot costs a reference. */
export class Draft {
  #now = $state.raw<DraftSet>({ title: '', language: 'ko', labels: [], questions: [] });
  #before = $state.raw<DraftSet[]>([]);
  #after = $state.raw<DraftSet[]>([]);
  #typing = { field: '', at: -Infinity };
  /** The last verdict of the server, and the rows it is about: a row that was changed since is another one. */
  #verdict = $state.raw<{ faults: DraftFaults; of: ReadonlySet<DraftRow> }>({
    faults: {},
    of: new Set(),
  });
  /** New ones whose seconds nobody has written: they follow the text. */
  readonly #fitted = new Set<string>();
  /** The row whose form is open. */
  openId = $state<string | null>(null);
  selected = $state.raw<ReadonlySet<string>>(new Set());
  #beside = $state<SetLanguage | null>(null);
  /** Translations that may not fit their main texts any more. */
  readonly changes = new MainChanges();
  /** Only rows with something to translate are wanted. */
  onlyMissing = $state(false);

  /** The further language that is written beside the main one. */
  get beside(): SetLanguage | null {
    const { languages = [] } = this.#now;
    return languages.find((tag) => tag === this.#beside) ?? null;
  }

  set beside(tag: SetLanguage | null) {
    this.#beside = tag;
  }

  /** Whether the list shows a row: those of the filter, and the one that is open. */
  isShown(row: DraftRow): boolean {
    const { beside } = this;
    if (!this.onlyMissing || beside === null || row.id === this.openId) return true;
    return missingIn(row, beside) > 0 || this.toCheck(row) > 0;
  }

  /** How many texts of a row may not fit their main texts any more, beside the main language. */
  toCheck(row: DraftRow): number {
    const { beside } = this;
    return beside === null ? 0 : this.changes.count(row.id, beside, () => textPlaces(row, beside));
  }

  get set(): DraftSet {
    return this.#now;
  }

  /** With the items between them. */
  get questions(): readonly DraftRow[] {
    return this.#now.questions;
  }

  /** Without the items. */
  get asked(): readonly DraftQuestion[] {
    return this.questions.filter(isAsked);
  }

  get isFull(): boolean {
    return this.asked.length >= QUIZ_FILE_MAX_QUESTIONS;
  }

  get isFullOfItems(): boolean {
    return this.questions.filter(isItem).length >= MAX_ITEMS;
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  get canRedo(): boolean {
    return this.#after.length > 0;
  }

  /** The faults that the page finds at once, and those that the server found in the row as it is now. */
  faultsOf(row: DraftRow): readonly DraftFault[] {
    const own = foundIn(row, i18n.faults);
    const { faults, of } = this.#verdict;
    const told = of.has(row) ? (faults[row.id] ?? []) : [];
    // Whether a round has questions is seen here, as it depends on other rows.
    const isRound = row.kind === 'round';
    const more = told.filter(
      (one) => !(isRound && one.field === '') && !own.some((other) => isSameField(one, other)),
    );
    if (isRound && this.#isEmptyRound(row)) {
      const message = i18n.faults.roundWithoutQuestions;
      more.push({ field: '', message });
    }
    return more.length === 0 ? own : [...own, ...more];
  }

  #isEmptyRound(row: DraftItem): boolean {
    const next = this.questions[this.indexOf(row.id) + 1];
    return !row.setId && (next === undefined || isItem(next));
  }

  indexOf(id: string | null): number {
    return this.questions.findIndex((question) => question.id === id);
  }

  /** What comes from the server or from storage; there is no way back before it. */
  load(set: DraftSet, faults: DraftFaults): void {
    this.#now = set;
    this.judge(faults, set.questions);
    this.#before = [];
    this.#after = [];
    this.#typing = { field: '', at: -Infinity };
    this.changes.clear();
  }

  /** Takes what the server says of questions as they were sent. */
  judge(faults: DraftFaults, questions: readonly DraftRow[]): void {
    this.#verdict = { faults, of: new Set(questions) };
  }

  /** `field` names where somebody types; what is done otherwise is a step of its own. */
  change(changes: Partial<DraftSet>, field = ''): void {
    const at = performance.now();
    const goesOn = field !== '' && field === this.#typing.field && at - this.#typing.at < TYPING_MS;
    if (!goesOn) this.#before = [...this.#before, this.#now].slice(-SNAPSHOTS);
    this.#typing = { field, at };
    this.#after = [];
    const before = this.#now;
    this.#now = { ...before, ...changes };
    // With another main language, the title is another text and not a changed one.
    if (changes.title !== undefined && changes.language === undefined)
      for (const tag of Object.keys(this.#now.texts ?? {}))
        this.changes.note('', tag, titlePlaces(before, tag), titlePlaces(this.#now, tag));
  }

  /** Takes an earlier version over; one step that can be taken back. */
  replace(changes: Partial<DraftSet>): void {
    this.change(changes);
    this.#keepSelected();
  }

  edit(id: string, changes: Partial<DraftQuestion> | Partial<DraftItem>, field = ''): void {
    if ('limitTime' in changes) this.#fitted.delete(id);
    const questions = this.#now.questions.map((question) => {
      if (question.id !== id) return question;
      const changed = withTexts(question, { ...question, ...changes } as DraftRow);
      for (const tag of Object.keys(changed.texts ?? {}))
        this.changes.note(id, tag, textPlaces(question, tag), textPlaces(changed, tag));
      return this.#fitted.has(id) && isAsked(changed)
        ? { ...changed, limitTime: fittingSeconds(changed) }
        : changed;
    });
    this.change({ questions }, field && `${id} ${field}`);
  }

  undo(): void {
    const last = this.#before.at(-1);
    if (last === undefined) return;
    this.#after = [...this.#after, this.#now];
    this.#before = this.#before.slice(0, -1);
    this.#step(last);
  }

  redo(): void {
    const next = this.#after.at(-1);
    if (next === undefined) return;
    this.#before = [...this.#before, this.#now];
    this.#after = this.#after.slice(0, -1);
    this.#step(next);
  }

  #step(set: DraftSet): void {
    this.#now = set;
    this.#typing = { field: '', at: -Infinity };
    this.#keepSelected();
  }

  /**
   * Puts rows behind another one, or at the end; as many as there is room for. Returns those. An item behind a round
   * comes behind its questions. `changes` are others of the same step.
   */
  insert(
    rows: readonly DraftRow[],
    afterId: string | null,
    changes: Partial<DraftSet> = {},
  ): DraftRow[] {
    const room = { asked: QUIZ_FILE_MAX_QUESTIONS - this.asked.length, items: MAX_ITEMS };
    room.items -= this.questions.length - this.asked.length;
    const added = rows.filter((row) => room[isItem(row) ? 'items' : 'asked']-- > 0);
    const before = this.questions[this.indexOf(afterId)];
    const isBehind = before?.kind === 'round' && added.some(isItem);
    let at = this.questions.length;
    if (afterId !== null) at = this.indexOf(afterId) + 1;
    if (isBehind) at = roundEnd(this.questions, at - 1);
    this.change({ ...changes, questions: this.questions.toSpliced(at, 0, ...added) });
    return added;
  }

  /** Adds a question of the kind of the one before it, or another row, and opens it. */
  add(afterId: string | null, row?: DraftRow): void {
    const at = afterId === null ? this.questions.length - 1 : this.indexOf(afterId);
    const before = this.questions.slice(0, at + 1).findLast(isAsked);
    const [added] = this.insert([row ?? newQuestion(before?.kind ?? 'choice')], afterId);
    if (added === undefined) return;
    if (isAsked(added)) this.#fitted.add(added.id);
    this.openId = added.id;
  }

  /** A round without its questions, as the same ones would be faults. */
  double(id: string): void {
    const question = this.questions[this.indexOf(id)];
    if (question === undefined) return;
    const [added] = this.insert([{ ...question, id: newQuestionId() }], id);
    if (added !== undefined) this.openId = added.id;
  }

  remove(ids: ReadonlySet<string>): void {
    this.change({ questions: this.questions.filter(({ id }) => !ids.has(id)) });
    this.#keepSelected();
  }

  /** Moves rows, together, so that the first of them comes to the place among the others that is nearest to `to`. */
  move(ids: ReadonlySet<string>, to: number): void {
    const { moved, others } = this.#parted(ids);
    const questions = others.toSpliced(nearestPlace(moved, others, to), 0, ...moved);
    if (questions.some((question, index) => question !== this.questions[index]))
      this.change({ questions });
  }

  /** One place up or down. */
  nudge(ids: ReadonlySet<string>, by: 1 | -1): void {
    const { moved, others } = this.#parted(ids);
    const first = this.questions.findIndex(({ id }) => ids.has(id));
    if (first >= 0) this.move(ids, nextPlace(moved, others, first, by));
  }

  /** Before which row rows would come that are dropped before the one with this index, and where among the others. */
  dropPlace(ids: ReadonlySet<string>, index: number): { before: number; to: number } {
    const { moved, others } = this.#parted(ids);
    const wanted = this.questions.slice(0, index).filter(({ id }) => !ids.has(id)).length;
    const to = nearestPlace(moved, others, wanted);
    if (to === wanted) return { before: index, to };
    const next = others[to];
    return { before: next ? this.indexOf(next.id) : this.questions.length, to };
  }

  #parted(ids: ReadonlySet<string>): { moved: DraftRow[]; others: DraftRow[] } {
    const moved = this.questions.filter(({ id }) => ids.has(id));
    return { moved, others: this.questions.filter(({ id }) => !ids.has(id)) };
  }

  /** The same change of several questions; items among them stay as they are. */
  editAll(ids: ReadonlySet<string>, changes: Partial<DraftQuestion>): void {
    if ('limitTime' in changes) for (const id of ids) this.#fitted.delete(id);
    this.change({
      questions: this.questions.map((question) =>
        ids.has(question.id) && isAsked(question) ? { ...question, ...changes } : question,
      ),
    });
  }

  #keepSelected(): void {
    const there = new Set(this.questions.map(({ id }) => id));
    this.selected = new Set([...this.selected].filter((id) => there.has(id)));
    if (this.openId !== null && !there.has(this.openId)) this.openId = null;
  }
}

/** Its texts in further languages go along, unless it was they that were written. */
function withTexts(before: DraftRow, after: DraftRow): DraftRow {
  if (after.texts !== before.texts || after.texts === undefined) return after;
  const { texts: _, ...rest } = after;
  const texts = carriedTexts(before, after);
  return texts === undefined ? rest : { ...rest, texts };
}

/** Rows are never changed in place, so each is read once in a language. */
const known = new WeakMap<FaultsWords, WeakMap<DraftRow, DraftFault[]>>();

function foundIn(question: DraftRow, say: FaultsWords): DraftFault[] {
  const rows = known.get(say) ?? new WeakMap<DraftRow, DraftFault[]>();
  known.set(say, rows);
  const faults = rows.get(question) ?? draftFaults(question, say);
  rows.set(question, faults);
  return faults;
}

function isSameField(one: DraftFault, other: DraftFault): boolean {
  return one.field === other.field && one.index === other.index && one.language === other.language;
}
