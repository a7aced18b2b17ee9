/** Questions that Moodle exports as XML. */
import { serverWords } from '../../../i18n/made/server/words.js';
import { finished } from '../../../game/steps.js';
import type { Language } from '../../../protocol/http.js';
import {
  takeMoodle,
  type MoodleAnswer,
  type MoodleQuestion,
  type MoodleText,
} from './moodle-question.js';
import { QuestionCollector, type CollectedQuiz } from './question-collector.js';
import { QuizFileError } from './quiz-file-error.js';
import { walk, XmlError, type Attributes } from './xml-walk.js';

/** Questions have ten levels at most, and 200 of them with ten answers each 14,000 elements. */
const MAX_DEPTH = 20;
const MAX_ELEMENTS = 60_000;
/** Pictures, which are not shown; what is left of each tells that it was there. */
const PICTURE_BYTES = /(;base64,|encoding="base64"\s*>)[A-Za-z\d+/=\s]+/g;
/** Stands among the questions and is none. */
const CATEGORY = 'category';

export function looksLikeXml(text: string): boolean {
  return /^\s*<(?:\?xml|quiz)\b/.test(text);
}

/** Throws QuizFileError; its rows are questions, counted from 1. */
export function readMoodleXml(text: string, language: Language, isDraft = false): CollectedQuiz {
  const own = serverWords[language].server.moodle;
  const collector = new QuestionCollector({
    say: serverWords[language].server.file,
    unit: 'question',
    isOwn: false,
    isDraft,
  });
  const reader = new QuestionReader((question, place) => {
    collector.countOne();
    takeMoodle(question, place, language, collector);
  });
  try {
    finished(walk(text.replace(PICTURE_BYTES, '$1'), reader));
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new QuizFileError(own.xml[error.fault]);
  }
  if (!reader.isQuiz) throw new QuizFileError(own.notMoodle);
  return collector.finish();
}

/** Puts together what the elements of a question say, by their places in it. */
class QuestionReader {
  /** Whether the outermost element is that of Moodle. */
  isQuiz = false;
  private readonly path: string[] = [];
  private elements = 0;
  private count = 0;
  private inside = '';
  private question: MoodleQuestion | undefined;
  /** Whether the open element of a question has a plain text. */
  private isPlain = false;
  private hasUnit = false;
  private multiplier = 1;

  constructor(private readonly take: (question: MoodleQuestion, place: number) => void) {}

  readonly open = (name: string, attributes: Attributes): void => {
    this.path.push(name);
    if (++this.elements > MAX_ELEMENTS || this.path.length > MAX_DEPTH)
      throw new XmlError('tooLarge');
    this.inside = '';
    if (this.path.length === 1) this.isQuiz = name === 'quiz';
    if (!this.isQuiz) return;
    if (this.place === 'quiz/question') this.begin(attributes()['type'] ?? '');
    if (this.question === undefined) return;
    if (name === 'file') this.question.hasFile = true;
    if (this.path.length === 3) this.isPlain = attributes()['format'] === 'plain_text';
    if (this.place === 'quiz/question/answer') {
      const percent = Number(attributes()['fraction'] ?? 0);
      const answer = { written: '', isPlain: this.isPlain, percent, hasFeedback: false };
      this.question.answers.push(answer);
    }
    if (this.place === 'quiz/question/subquestion') {
      const nothing = { written: '', isPlain: true };
      (this.question.pairs ??= []).push({ item: nothing, zone: nothing });
    }
  };

  readonly text = (text: string): void => {
    this.inside += text;
  };

  readonly close = (): void => {
    const { place, inside } = this;
    this.path.pop();
    this.inside = '';
    if (this.question === undefined) return;
    if (place === 'quiz/question') this.end(this.question);
    else this.put(this.question, place.slice('quiz/question/'.length), inside);
  };

  private get place(): string {
    return this.path.join('/');
  }

  private begin(type: string): void {
    const nothing: MoodleText = { written: '', isPlain: true };
    this.question = { type, quiz: nothing, answers: [], explanation: nothing };
    this.hasUnit = false;
    this.multiplier = 1;
  }

  private end(question: MoodleQuestion): void {
    this.question = undefined;
    if (question.type !== CATEGORY) this.take(question, ++this.count);
  }

  private put(question: MoodleQuestion, place: string, written: string): void {
    const answer: MoodleAnswer | undefined = question.answers.at(-1);
    const pair = question.pairs?.at(-1);
    const text = { written: written.trim(), isPlain: this.isPlain };
    if (place === 'questiontext/text') question.quiz = text;
    else if (place === 'generalfeedback/text') question.explanation = text;
    else if (place === 'shuffleanswers') question.isFixed = /^(?:0|false)$/.test(text.written);
    else if (place === 'units/unit/multiplier') this.multiplier = Number(text.written);
    else if (place === 'units/unit/unit_name') this.putUnit(question, text.written);
    else if (pair !== undefined && place === 'subquestion/text') pair.item = text;
    else if (pair !== undefined && place === 'subquestion/answer/text')
      // Moodle has no format there.
      pair.zone = { ...text, isPlain: true };
    else if (answer === undefined) return;
    else if (place === 'answer/text') answer.written = text.written;
    else if (place === 'answer/tolerance') answer.tolerance = text.written;
    else if (place === 'answer/feedback/text') answer.hasFeedback = text.written !== '';
  }

  /** The one in which the answer is. */
  private putUnit(question: MoodleQuestion, name: string): void {
    if (this.hasUnit || this.multiplier !== 1) return;
    this.hasUnit = true;
    question.unit = name;
  }
}
