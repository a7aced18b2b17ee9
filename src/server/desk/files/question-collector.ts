import type { PlayableRow } from '../../../game/shared/programme-rounds.js';
import type { QuizSet, Question } from '../../../game/shared/quiz-set.js';
import type { FileUnit, Language, RowMessage } from '../../../protocol/http.js';
import { MAX_ITEMS, QUIZ_FILE_MAX_QUESTIONS } from '../../../protocol/limits.js';
import { isItem } from '../../../protocol/programme.js';
import type { RowTexts, SetTexts } from '../../../protocol/row-texts.js';
import type { SetLanguage } from '../../../protocol/set-languages.js';
import type { FileWords } from './file-words.js';
import { FaultList, QuizFileError } from './quiz-file-error.js';
import { TwinFinder } from './twin-finder.js';
import { writtenQuestion } from './question-schema.js';
import { readItem } from './written-items.js';

/** What came of a file: what can be played, what was left out, and what was changed so that it can be played. */
export interface CollectedQuiz {
  title?: string | undefined;
  language?: QuizSet['language'] | undefined;
  /** Missing where there are none. */
  languages?: SetLanguage[];
  /** The title in those, where it has others. */
  texts?: RowTexts<SetTexts>;
  /** The questions and items that can be played, in their order. */
  rows: PlayableRow[];
  skipped: RowMessage[];
  notes: RowMessage[];
  /** For a draft: all questions and items in the order of the file, also those that cannot be played. */
  written: object[];
  /** Of a draft: what is wrong in those. */
  faulty: RowMessage[];
  /** What the rows of `skipped` and `notes` count. */
  unit: FileUnit;
}

interface Source {
  say: FileWords;
  unit: FileUnit;
  /** In a file that was written for us, a fault is a slip that its author wants to mend: it refuses the file. */
  isOwn: boolean;
  /** A draft takes what cannot be played as well. */
  isDraft: boolean;
}

/** Takes the questions of a file one by one. Throws QuizFileError where they are too many. */
export class QuestionCollector {
  private readonly rows: PlayableRow[] = [];
  private readonly skipped: RowMessage[] = [];
  private readonly notes: RowMessage[] = [];
  private readonly written: object[] = [];
  private readonly faulty: RowMessage[] = [];
  private readonly twins = new TwinFinder();
  private readonly faults: FaultList;
  private count = 0;
  private items = 0;

  constructor(private readonly source: Source) {
    this.faults = new FaultList(source.say, source.unit);
  }

  /** Nothing that follows would change what its author is told. */
  get isFull(): boolean {
    return this.source.isOwn && !this.source.isDraft && this.faults.isFull;
  }

  /** To be called for every question before it is looked at. */
  countOne(): void {
    if (++this.count > QUIZ_FILE_MAX_QUESTIONS)
      throw new QuizFileError(
        this.source.say.fileTooManyQuestions({ most: QUIZ_FILE_MAX_QUESTIONS }),
      );
  }

  /** `notes` say what was changed in it. */
  take(row: number, question: Question, notes: readonly string[] = []): void {
    const { say, unit } = this.source;
    const twin = this.twins.rowOfTwin(question, row);
    if (twin !== undefined) {
      this.skip(row, [say.sameAs[unit]({ number: twin })], writtenQuestion(question));
      return;
    }
    this.rows.push(question);
    if (this.source.isDraft) this.written.push(writtenQuestion(question));
    for (const message of notes) this.notes.push({ row, message });
  }

  /** `faults` are those that its row has before it is looked at. Throws QuizFileError where there are too many. */
  takeItem(row: number, written: object, language: Language, faults: string[] = []): void {
    const { say, isDraft } = this.source;
    if (++this.items > MAX_ITEMS) throw new QuizFileError(say.tooManyItems({ most: MAX_ITEMS }));
    const item = faults.length > 0 ? faults : readItem(written, `item-${row}`, language);
    if (Array.isArray(item)) this.skip(row, item, written);
    else if (isDraft) {
      this.rows.push(item);
      this.written.push(written);
    } else if (item.kind === 'round' && item.setId !== undefined)
      this.notes.push({ row, message: say.setNotInFile });
    else this.rows.push({ ...item, id: this.freeId(item.id) });
  }

  private freeId(id: string): string {
    return this.rows.some((row) => row.id === id) ? this.freeId(`${id}+`) : id;
  }

  /**
   * Of a file of another program, one fault is enough: nobody mends it there. `written` is what a draft can take
   * of the question.
   */
  skip(row: number, messages: readonly string[], written?: object): void {
    if (this.source.isDraft && written !== undefined) {
      this.written.push(written);
      for (const message of messages) this.faulty.push({ row, message });
      return;
    }
    for (const message of this.source.isOwn ? messages : messages.slice(0, 1)) {
      this.faults.add(row, message);
      this.skipped.push({ row, message });
    }
  }

  /** Throws QuizFileError where a file of our own has faults that no draft takes, or nothing can be taken. */
  finish(): CollectedQuiz {
    const { say, unit, isOwn, isDraft } = this.source;
    const { rows, skipped, notes, written, faulty } = this;
    const isEmpty = isDraft ? written.length === 0 : rows.every(isItem);
    if ((isOwn && !isDraft) || isEmpty) this.faults.throwIfAny();
    if (isEmpty) throw new QuizFileError(say.noQuestions);
    return { rows, skipped, notes, written, faulty, unit };
  }
}
