import type { DraftFaults, DraftQuestion, DraftSet } from '../../../protocol/desk.js';
import { QUIZ_FILE_MAX_QUESTIONS } from '../../../protocol/limits.js';
import { newQuestion, newQuestionId } from './new-question.js';

/** Steps that can be taken back. */
const SNAPSHOTS = 100;
/** What is typed into one field without a longer break is one step. */
const TYPING_MS = 1_000;

/** A set that is being written. Questions are never changed in place, so that a snapshot costs a reference. */
export class Draft {
  #now = $state.raw<DraftSet>({ title: '', language: 'ko', labels: [], questions: [] });
  #before = $state.raw<DraftSet[]>([]);
  #after = $state.raw<DraftSet[]>([]);
  #typing = { field: '', at: -Infinity };
  faults = $state.raw<DraftFaults>({});
  /** The question whose form is open. */
  openId = $state<string | null>(null);
  selected = $state.raw<ReadonlySet<string>>(new Set());

  get set(): DraftSet {
    return this.#now;
  }

  get questions(): readonly DraftQuestion[] {
    return this.#now.questions;
  }

  get isFull(): boolean {
    return this.questions.length >= QUIZ_FILE_MAX_QUESTIONS;
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  get canRedo(): boolean {
    return this.#after.length > 0;
  }

  indexOf(id: string | null): number {
    return this.questions.findIndex((question) => question.id === id);
  }

  /** What comes from the server or from storage; there is no way back before it. */
  load(set: DraftSet, faults: DraftFaults): void {
    this.#now = set;
    this.faults = faults;
    this.#before = [];
    this.#after = [];
    this.#typing = { field: '', at: -Infinity };
  }

  /** `field` names where somebody types; what is done otherwise is a step of its own. */
  change(changes: Partial<DraftSet>, field = ''): void {
    const at = performance.now();
    const goesOn = field !== '' && field === this.#typing.field && at - this.#typing.at < TYPING_MS;
    if (!goesOn) this.#before = [...this.#before, this.#now].slice(-SNAPSHOTS);
    this.#typing = { field, at };
    this.#after = [];
    this.#now = { ...this.#now, ...changes };
  }

  /** Takes an earlier version over; one step that can be taken back. */
  replace(changes: Partial<DraftSet>): void {
    this.change(changes);
    this.#keepSelected();
  }

  edit(id: string, changes: Partial<DraftQuestion>, field = ''): void {
    const questions = this.#now.questions.map((question) =>
      question.id === id ? { ...question, ...changes } : question,
    );
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

  /** Puts questions behind another one, or at the end; as many as there is room for. Returns those. */
  insert(questions: readonly DraftQuestion[], afterId: string | null): DraftQuestion[] {
    const added = questions.slice(0, QUIZ_FILE_MAX_QUESTIONS - this.questions.length);
    const at = afterId === null ? this.questions.length : this.indexOf(afterId) + 1;
    this.change({ questions: this.questions.toSpliced(at, 0, ...added) });
    return added;
  }

  /** Adds a question of the kind of the one before it, and opens it. */
  add(afterId: string | null, question?: DraftQuestion): void {
    const before = this.questions[this.indexOf(afterId)] ?? this.questions.at(-1);
    const [added] = this.insert([question ?? newQuestion(before?.kind ?? 'choice')], afterId);
    if (added !== undefined) this.openId = added.id;
  }

  double(id: string): void {
    const question = this.questions[this.indexOf(id)];
    if (question === undefined) return;
    this.add(id, { ...question, id: newQuestionId() });
  }

  remove(ids: ReadonlySet<string>): void {
    this.change({ questions: this.questions.filter(({ id }) => !ids.has(id)) });
    this.#keepSelected();
  }

  /** Moves questions, together, so that the first of them comes to a place among the others. */
  move(ids: ReadonlySet<string>, to: number): void {
    const moved = this.questions.filter(({ id }) => ids.has(id));
    const others = this.questions.filter(({ id }) => !ids.has(id));
    const at = Math.max(0, Math.min(others.length, to));
    const questions = others.toSpliced(at, 0, ...moved);
    if (questions.some((question, index) => question !== this.questions[index]))
      this.change({ questions });
  }

  /** One place up or down. */
  nudge(ids: ReadonlySet<string>, by: 1 | -1): void {
    const first = this.questions.findIndex(({ id }) => ids.has(id));
    if (first >= 0) this.move(ids, first + by);
  }

  /** The same change of several questions. */
  editAll(ids: ReadonlySet<string>, changes: Partial<DraftQuestion>): void {
    this.change({
      questions: this.questions.map((question) =>
        ids.has(question.id) ? { ...question, ...changes } : question,
      ),
    });
  }

  #keepSelected(): void {
    const there = new Set(this.questions.map(({ id }) => id));
    this.selected = new Set([...this.selected].filter((id) => there.has(id)));
    if (this.openId !== null && !there.has(this.openId)) this.openId = null;
  }
}
