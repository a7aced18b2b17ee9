import { ANSWER_BOUNDS } from '../../../protocol/limits.js';
import { writingOf, type Writing } from '../../../protocol/question.js';
import { cleanText } from '../../../protocol/text.js';
import type { StageSession } from '../../arena/stage-session.js';
import { ownTexts, questionKey } from './own-writing.js';
import { sendAt } from './send-time.js';

/** Without a key, in ms; keyboards of phones put the last syllable together until the field is left. */
const REST_MS = { typed: 700, composing: 1_000 };
/** Until it is tried again where the server could not be reached, in ms. */
const RETRY_MS = 1_000;
/** A Hangul letter that is no syllable yet. */
const HALF_SYLLABLE = /[\u1100-\u11FF\u3131-\u318E]$/;

export type WritingState = 'empty' | 'bad' | 'unsent' | 'saved' | 'late';

/** Keeps what a player writes for a question, and sends it. It goes on where its form is closed for a moment. */
export class AnswerWriter {
  texts = $state.raw<readonly string[]>([]);
  readonly writing: Writing;
  readonly #of: string;
  readonly #bounds: typeof ANSWER_BOUNDS;
  #restsAt = Infinity;
  #lastAt = -Infinity;
  #isComposing = false;
  /** Until then the saved texts are shown; afterwards a field that was cleared stays empty. */
  #hasWritten = false;
  #isSending = $state(false);
  /** The texts that the server has refused, as it would again. */
  #refused = $state('');
  #isLate = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly session: StageSession) {
    const { room } = session;
    this.#of = questionKey(room);
    this.writing = (room.question && writingOf(room.question.kind)) ?? { most: 1, graphemes: 1 };
    this.#bounds = { ...ANSWER_BOUNDS, maxGraphemes: this.writing.graphemes };
    this.#take(ownTexts(room));
  }

  get state(): WritingState {
    const { cleaned } = this;
    if (this.#isLate) return 'late';
    if (cleaned.length === 0) return 'empty';
    const print = printOf(cleaned);
    if (cleaned.includes(undefined) || print === this.#refused) return 'bad';
    return print === printOf(this.saved) ? 'saved' : 'unsent';
  }

  /** The texts that stand on the server. */
  get saved(): readonly string[] {
    return ownTexts(this.session.room);
  }

  /** Whether one of the fields has what cannot be sent. */
  isBad(index: number): boolean {
    return cleanText(this.texts[index] ?? '', this.#bounds) === undefined;
  }

  write(index: number, text: string, isComposing: boolean): void {
    this.texts = this.texts.with(index, text);
    this.#hasWritten = true;
    this.#isComposing = isComposing;
    this.#isLate = false;
    this.#rest(isComposing ? REST_MS.composing : REST_MS.typed);
  }

  /** A syllable, or a word, is put together. */
  composed(): void {
    this.#isComposing = false;
    this.#rest(REST_MS.typed);
  }

  /** It stands, so far. */
  finish(): void {
    this.#isComposing = false;
    this.#rest(0);
  }

  /** Reads the clock again, and what stands; an effect runs it for each phase, and for each connection. */
  follow(): void {
    const { saved } = this;
    if (!this.#hasWritten && saved.length > 0) this.#take(saved);
    this.#plan();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Those in which something is written, as the server would have them; undefined where it would not. */
  get cleaned(): readonly (string | undefined)[] {
    return this.texts.map((text) => cleanText(text, this.#bounds)).filter((text) => text !== '');
  }

  #take(texts: readonly string[]): void {
    this.texts = Array.from({ length: this.writing.most }, (_, index) => texts[index] ?? '');
  }

  #rest(ms: number): void {
    this.#restsAt = this.#now() + ms;
    this.#plan();
  }

  /** Whether the page is at another question by now. */
  get #isOver(): boolean {
    return questionKey(this.session.room) !== this.#of;
  }

  #now(): number {
    return this.session.clock.now();
  }

  #plan(): void {
    clearTimeout(this.#timer);
    const { phase, link, isCurtained } = this.session.room;
    const isOpen = phase?.act === 1 && link === 'in' && !isCurtained;
    if (!isOpen || this.#isOver || this.#isSending || this.state !== 'unsent') return;
    const bellAt = phase.pausedLeftMs === undefined ? phase.endTime : undefined;
    const now = this.#now();
    const at = sendAt({
      restsAt: Math.min(this.#restsAt, bellAt ?? Infinity),
      lastAt: this.#lastAt,
      bellAt,
    });
    // Refused in a pause: it waits for the next phase.
    if (at === Infinity) return;
    this.#timer = setTimeout(() => this.#send(), Math.max(0, at - now));
  }

  async #send(): Promise<void> {
    if (this.#isOver) return;
    const { room } = this.session;
    const texts = this.cleaned.filter((text) => text !== undefined);
    const isHalf = this.#isComposing && texts.some((text) => HALF_SYLLABLE.test(text));
    const left = (room.phase?.endTime ?? 0) - this.#now();
    if (isHalf && left > RETRY_MS) return this.#rest(REST_MS.composing);
    const { phase } = room;
    this.#isSending = true;
    this.#lastAt = this.#now();
    const answer = await this.session.ask('writeAnswer', { texts });
    this.#isSending = false;
    if (this.#isOver) return;
    if (answer.ok) room.ownWritten = { phase, texts: answer.texts };
    else if (answer.error.code === 'TOO_LATE') this.#isLate = true;
    else if (answer.error.code === 'BAD_REQUEST') this.#refused = printOf(texts);
    // Else it is tried again with the next phase, or at the bell.
    else this.#restsAt = answer.error.code === 'WRONG_PHASE' ? Infinity : this.#now() + RETRY_MS;
    this.#plan();
  }
}

const printOf = (texts: readonly (string | undefined)[]): string => JSON.stringify(texts);

/** By session: a form that is opened again goes on where the one before was. */
const writers = new WeakMap<StageSession, { of: string; writer: AnswerWriter }>();

/** The one of the question that stands. */
export function writerFor(session: StageSession): AnswerWriter {
  const of = questionKey(session.room);
  const known = writers.get(session);
  if (known?.of === of) return known.writer;
  known?.writer.stop();
  const writer = new AnswerWriter(session);
  writers.set(session, { of, writer });
  return writer;
}
