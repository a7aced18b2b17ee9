import type { DraftRow, DraftSet, KeptSet, SavedSet } from '../../../protocol/desk.js';
import type { FailureCode } from '../../i18n/failure-code.js';
import { i18n } from '../../i18n/language.svelte.js';
import { titlesIn } from '../../../game/shared/row-texts.js';
import { titleFaultIn } from './languages/title-fault.js';
import { ask } from '../../ui/ask-desk.js';
import type { Draft } from './draft.svelte.js';
import { dropUnsaved, keepUnsaved, type Unsaved } from './unsaved.js';

/** Between the last key and the save. */
const SAVE_AFTER_MS = 800;
const RETRY_MS = 3_000;
/** A page that is left waits no longer for a save. */
const FINISH_MS = 5_000;
/** Saves whose answers were lost that are remembered. */
const SENT_KEPT = 3;
/** Failures after which the same save may succeed. */
const PASSING: readonly FailureCode[] = ['NO_ANSWER', 'RATE_LIMITED', 'DATABASE_AWAY', 'INTERNAL'];

export type SaveState =
  | { kind: 'saved' }
  | { kind: 'saving' }
  /** `isKept`: this browser has what the server has not. */
  | { kind: 'away'; code: FailureCode; isKept: boolean }
  | { kind: 'refused'; code: FailureCode }
  /** Somebody else has saved the set; this is how it is there. */
  | { kind: 'conflict'; theirs: KeptSet };

/** Saves a draft while it is written. Time that is measured is the monotonic one. */
export class Saver {
  state = $state.raw<SaveState>({ kind: 'saved' });
  revision = $state(0);
  #saved = '';
  /** Sent since the last answer: one of them may be what the server has. */
  #sent: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(
    private readonly setId: string,
    private readonly draft: Draft,
  ) {}

  get isDirty(): boolean {
    return this.#sent.length > 0 || textOf(this.draft.set) !== this.#saved;
  }

  /** The set as the server has it. */
  loaded({ revision, ...set }: KeptSet): void {
    this.revision = revision;
    this.#saved = textOf(set);
    this.#sent = [];
    this.state = { kind: 'saved' };
  }

  /** Goes on with what was not saved the last time. */
  resume({ revision, sent, set }: Unsaved, theirs: KeptSet): void {
    this.draft.change(set);
    const isOurs = revision === this.revision || sent.includes(this.#saved);
    if (isOurs) this.changed();
    else this.state = { kind: 'conflict', theirs };
  }

  /** To be called after each change. */
  changed(): void {
    if (this.state.kind !== 'conflict' && !this.isDirty && this.#running === undefined) {
      this.#settle();
      return;
    }
    this.keep();
    if (this.state.kind === 'conflict') return;
    if (this.state.kind !== 'away') this.state = { kind: 'saving' };
    this.#later(SAVE_AFTER_MS);
  }

  /** Saves at once. */
  flush(): void {
    if (this.isDirty && this.state.kind !== 'conflict') this.#later(0);
  }

  /**
   * Saves what is not saved, so that somebody can leave; whether the server has everything then. A save that takes
   * too long goes on.
   */
  async finish(): Promise<boolean> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, FINISH_MS));
    await Promise.race([this.#saveAll(), late]);
    return !this.isDirty;
  }

  /** Asks what is wrong with the set, again: the words are in the language that the page had then. */
  async renewFaults(): Promise<void> {
    const language = i18n.current;
    await this.finish();
    const answer = await ask<KeptSet>('GET', `/sets/${this.setId}`);
    if (answer.ok && answer.value.revision === this.revision && language === i18n.current)
      this.draft.judge(answer.value.faults, this.draft.questions);
  }

  /** Writes down what the server has not; whether that worked. */
  keep(): boolean {
    const unsaved = { revision: this.revision, sent: this.#sent, set: this.draft.set };
    return keepUnsaved(this.setId, unsaved);
  }

  /** Saves again what was refused, as who writes has signed in meanwhile. */
  retry(): void {
    if (this.state.kind !== 'refused') return;
    this.state = { kind: 'saving' };
    this.#later(0);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => void this.#run(), ms);
  }

  /** One at a time, as each names the revision before it. */
  #run(): Promise<void> {
    this.#running ??= this.#save().finally(() => {
      this.#running = undefined;
      if (this.isDirty && this.state.kind === 'saving') this.#later(SAVE_AFTER_MS);
    });
    return this.#running;
  }

  /** Until all is saved, or a save has failed. */
  async #saveAll(): Promise<void> {
    // What runs may not have the last keys.
    await this.#running;
    if (!this.isDirty || this.state.kind === 'conflict') return;
    clearTimeout(this.#timer);
    await this.#run();
    if (this.state.kind === 'saving') await this.#saveAll();
  }

  async #save(): Promise<void> {
    const { set } = this.draft;
    const text = textOf(set);
    // The field says what is wrong with it, and the rest is saved when it is right.
    if (titleFaultIn(set) !== '') {
      this.state = { kind: 'refused', code: 'BAD_REQUEST' };
      return;
    }
    this.state = { kind: 'saving' };
    this.#sent = [...this.#sent.filter((one) => one !== text), text].slice(-SENT_KEPT);
    this.keep();
    const answer = await ask<SavedSet>('PUT', `/sets/${this.setId}`, {
      body: text,
      headers: { 'if-match': `"${this.revision}"` },
    });
    if (answer.ok) this.#acknowledged(answer.value, text, set.questions);
    else if (answer.code === 'STALE') await this.#compare();
    else if (PASSING.includes(answer.code)) {
      this.state = { kind: 'away', code: answer.code, isKept: this.keep() };
      this.#later(RETRY_MS);
    } else this.state = { kind: 'refused', code: answer.code };
  }

  /** `questions`: those that were sent. */
  #acknowledged(
    { revision, faults }: Pick<SavedSet, 'revision' | 'faults'>,
    text: string,
    questions: readonly DraftRow[],
  ): void {
    this.revision = revision;
    this.#saved = text;
    this.#sent = [];
    this.draft.judge(faults, questions);
    if (this.isDirty) {
      this.keep();
      this.state = { kind: 'saving' };
    } else this.#settle();
  }

  /** A save that had arrived, and whose answer was lost, is not somebody else's. */
  async #compare(): Promise<void> {
    const answer = await ask<KeptSet>('GET', `/sets/${this.setId}`);
    if (!answer.ok) {
      this.state = { kind: 'away', code: answer.code, isKept: this.keep() };
      this.#later(RETRY_MS);
      return;
    }
    const theirs = textOf(answer.value);
    if (this.#sent.includes(theirs)) this.#acknowledged(answer.value, theirs, this.draft.questions);
    else this.state = { kind: 'conflict', theirs: answer.value };
  }

  #settle(): void {
    clearTimeout(this.#timer);
    dropUnsaved(this.setId);
    this.state = { kind: 'saved' };
  }
}

/** What a save sends; the same set is always the same text. */
export function textOf(set: DraftSet): string {
  const { language, languages = [], labels, questions } = set;
  const clean = (text = ''): string => text.trim().normalize('NFC');
  const titles = Object.entries(set.texts ?? {}).map(
    ([tag, { title }]) => [tag, { title: clean(title) }] as const,
  );
  const { texts } = titlesIn(Object.fromEntries(titles), languages);
  const head = JSON.stringify({
    title: clean(set.title),
    language,
    ...(languages.length > 0 && { languages }),
    ...(texts && { texts: inOrder('', texts) }),
    labels,
  });
  return `${head.slice(0, -1)},"questions":[${questions.map(questionText).join()}]}`;
}

/** Rows are never changed in place, and of 200 each key changes one. */
const texts = new WeakMap<DraftRow, string>();

function questionText(question: DraftRow): string {
  const text = texts.get(question) ?? JSON.stringify(question, inOrder);
  texts.set(question, text);
  return text;
}

/** Keys in an order of their own, as the server has them in that of its schema. */
function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
