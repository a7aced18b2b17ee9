/**
 * Questions as people write them in a text: a question, its choices below it, and which one is right. The
 * choices may have letters, numbers or signs before them, or nothing; Moodle's Aiken is one such way.
 */
import { LANGUAGES } from '../../../i18n/made/languages.js';
import { serverWords } from '../../../i18n/made/server/words.js';
import type { ServerWords } from '../../../i18n/made/types.js';
import type { Question } from '../../../game/shared/quiz-set.js';
import type { Language } from '../../../protocol/http.js';
import { fieldName, type FileWords } from './file-words.js';
import { QuestionCollector, type CollectedQuiz } from './question-collector.js';
import { describeIssue } from './file-text.js';
import { choiceSchemas } from './kinds/choice.js';
import { QuizFileError } from './quiz-file-error.js';
import { comparable, readAnswer } from './written-answer.js';

/** 200 questions with ten choices and blank lines have 2,800. */
const MAX_LINES = 4_000;
/** Longer than any text of a question may be; what is longer is refused by its length and not looked into. */
const MAX_LINE_UNITS = 2_000;

/** `A.`, `b)`, `(c)`, `D、`, `가.`, `ㄱ)`; `1)`, `(2)`, `3.`; `①`; `-`, `•`. */
const LETTER =
  /^(?:\([A-Ja-j가나다라마바사아자차ㄱ-ㅊ]\)|[A-Ja-j가나다라마바사아자차ㄱ-ㅊ][.)．）、])\s*(?=\S)/;
const NUMBER = /^(?:\(\d{1,2}\)|\d{1,2}[.)．）、])\s*(?=\S)/;
const CIRCLED = /^[①-⑩]\s*/;
const BULLET = /^[-–•·○●□]\s+/;
/** Before the right choice, or before its letter. */
const STAR = /^[*✓✔]\s*(?=\S)/;
const LETTERS = 'abcdefghij';
const SYLLABLES = '가나다라마바사아자차';
const CONSONANTS = 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊ';

interface Patterns {
  answer: RegExp;
  explanation: RegExp;
  /** `1.`, `2)`, `3번`, `Question 4:`, `第5题`; `Q.` */
  questionNumber: RegExp;
}

/** The words before an answer, an explanation or the number of a question, in all languages. */
function wordsOf(list: keyof ServerWords['paste']): string {
  const words = LANGUAGES.flatMap((language) => serverWords[language].server.paste[list]);
  return [...new Set(words.map((word) => word.normalize('NFC')))]
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/\s+/g, '\\s+'))
    .join('|');
}

const behind = (list: 'answers' | 'explanations'): RegExp =>
  new RegExp(`^(?:${wordsOf(list)})\\.?\\s*[:：]\\s*(.*)$`, 'iu');

let made: Patterns | undefined;

/** Made when a text is first read: they need the words of all languages, and a start does not. */
function patterns(): Patterns {
  made ??= {
    answer: behind('answers'),
    explanation: behind('explanations'),
    questionNumber: new RegExp(
      `^(?:(?:${wordsOf('questions')})\\s*)?(\\d{1,3})\\s*(?:[.):．）：、]|[번题][.):．）：、]?)\\s*(?=\\S)|^q\\s*[.:)]\\s*`,
      'iu',
    ),
  };
  return made;
}

interface Block {
  /** The line of its question, from 1. */
  line: number;
  number: number | undefined;
  /** How its number is written, and how those of the choices are. */
  style: string;
  choiceStyle: string;
  quiz: string;
  choices: string[];
  /** How the choices begin; undefined as long as there are none. */
  mark: Mark | undefined;
  /** From 1. */
  starred: number[];
  answer: string | undefined;
  explanation: string | undefined;
}

type Mark = 'letter' | 'number' | 'circled' | 'bullet' | 'none';

/** Throws QuizFileError; its rows are the lines of the questions. */
export function readListQuiz(text: string, language: Language, isDraft = false): CollectedQuiz {
  const say = serverWords[language].server.file;
  const collector = new QuestionCollector({ say, unit: 'line', isOwn: false, isDraft });
  for (const block of blocksOf(text, say)) {
    collector.countOne();
    const question = questionOf(block, language);
    if (Array.isArray(question)) collector.skip(block.line, question, draftOf(block));
    else collector.take(block.line, question);
  }
  return collector.finish();
}

function* blocksOf(text: string, say: FileWords): Generator<Block> {
  let block: Block | undefined;
  let isAfterBlank = false;
  let line = 0;
  for (const raw of text.split(/\r\n|\r|\n/, MAX_LINES + 1)) {
    if (++line > MAX_LINES) throw new QuizFileError(say.tooManyRows({ most: MAX_LINES }));
    const written = raw.trim();
    if (written === '') {
      isAfterBlank = true;
      continue;
    }
    const [first = '', ...cells] =
      written.length > MAX_LINE_UNITS ? [written] : written.split('\t');
    const start = comparable(written.slice(0, MAX_LINE_UNITS));
    const explanation = patterns().explanation.exec(start)?.[1];
    if (explanation !== undefined) {
      if (block !== undefined && explanation !== '') block.explanation ??= explanation;
      continue;
    }
    const answer = patterns().answer.exec(start)?.[1];
    if (answer !== undefined && block !== undefined && block.answer === undefined) {
      block.answer = answer.trim();
    } else if (block === undefined || beginsQuestion(written, block, isAfterBlank)) {
      if (block !== undefined) yield block;
      block = newBlock(first, line);
      for (const cell of cells) addChoice(block, cell.trim());
    } else {
      addChoice(block, written);
    }
    isAfterBlank = false;
  }
  if (block !== undefined) yield block;
}

function newBlock(written: string, line: number): Block {
  const [begin = '', number] = patterns().questionNumber.exec(written) ?? [];
  return {
    line,
    number: number === undefined ? undefined : Number(number),
    style: styleOf(written),
    choiceStyle: '',
    quiz: written.slice(begin.length),
    choices: [],
    mark: undefined,
    starred: [],
    answer: undefined,
    explanation: undefined,
  };
}

/** "Q2. …" and "2) …" count in different styles. */
function styleOf(written: string): string {
  return (patterns().questionNumber.exec(written)?.[0] ?? '').replace(/[\d\s]/g, '').toLowerCase();
}

function beginsQuestion(written: string, block: Block, isAfterBlank: boolean): boolean {
  if (written.includes('\t') || block.answer !== undefined) return true;
  const number = Number(patterns().questionNumber.exec(written)?.[1]);
  // What stands above is a title.
  if (block.choices.length === 0) return isAfterBlank && number === 1 && written.endsWith('?');
  if (block.choices.length === 1) return false;
  const isNext = number === (block.number ?? 0) + 1 && styleOf(written) === block.style;
  if (isNext && (isAfterBlank || block.style !== block.choiceStyle)) return true;
  const mark = markOf(written.replace(STAR, ''));
  return isAfterBlank && (mark === 'none' || mark !== block.mark);
}

function markOf(written: string): Mark {
  if (LETTER.test(written)) return 'letter';
  if (NUMBER.test(written)) return 'number';
  if (CIRCLED.test(written)) return 'circled';
  return BULLET.test(written) ? 'bullet' : 'none';
}

function addChoice(block: Block, written: string): void {
  if (written === '') return;
  const star = STAR.exec(written)?.[0] ?? '';
  const marked = written.slice(star.length);
  const mark = markOf(marked);
  if (block.mark === 'none' && mark !== 'none' && star === '' && block.starred.length === 0) {
    // What came without a mark was more of the question.
    block.quiz = [block.quiz, ...block.choices].join(' ');
    block.choices = [];
  } else if (block.mark !== undefined && block.mark !== 'none' && mark === 'none' && star === '') {
    const last = block.choices.length - 1;
    block.choices[last] = `${block.choices[last] ?? ''} ${marked}`;
    return;
  }
  block.mark = mark;
  block.choiceStyle = styleOf(marked);
  const begin = {
    letter: LETTER,
    number: NUMBER,
    circled: CIRCLED,
    bullet: BULLET,
    none: undefined,
  };
  const text = marked.replace(begin[mark] ?? '', '');
  const second = STAR.exec(text)?.[0] ?? '';
  block.choices.push(text.slice(second.length));
  if (star !== '' || second !== '') block.starred.push(block.choices.length);
}

/** The question, or its faults. */
function questionOf(block: Block, language: Language): Question | string[] {
  const say = serverWords[language].server.file;
  const { quiz, choices, explanation } = block;
  if (choices.length === 0) return [say.noChoices];
  const parsed = choiceSchemas(language).safeParse({
    kind: 'choice',
    quiz,
    choices,
    answer: 1,
    ...(explanation === undefined ? {} : { explanation }),
  });
  if (!parsed.success) return parsed.error.issues.map((issue) => describeIssue(issue, say));
  const rights = rightsIn(block, parsed.data.choices, say);
  if (typeof rights === 'string') return [rights];
  return { ...parsed.data, answers: rights.map((right) => right - 1) };
}

/** What is there, for a draft. */
function draftOf({ quiz, choices, starred, answer = '' }: Block): object {
  const number = numberOf(answer);
  return { quiz, choices, answer: number === undefined ? starred : [number] };
}

/** The numbers of the right choices, from 1, or what is wrong with them. */
function rightsIn(block: Block, choices: string[], say: FileWords): number[] | string {
  const { starred, answer, mark } = block;
  if (answer === undefined) {
    // Where every choice has one, the star is how the list is drawn.
    if (starred.length === 0 || starred.length === choices.length) return say.noRightInText;
    return starred;
  }
  const number = mark === 'letter' || !choices.includes(answer) ? numberOf(answer) : undefined;
  if (number !== undefined && number <= choices.length) return [number];
  const several = answer.split(/\s*[,;/]\s*/).map(numberOf);
  const isSeveral = several.length > 1 && !choices.includes(answer);
  if (isSeveral && several.every((one) => one !== undefined && one >= 1 && one <= choices.length))
    return [...new Set(several as number[])].sort((a, b) => a - b);
  const read = readAnswer(answer, choices, say, mark !== 'none');
  return typeof read === 'string' ? `${fieldName('answer', say)}: ${read}` : read;
}

/** "B", "b)", "나.", "② Seoul", "3번": the number that this stands for. */
function numberOf(answer: string): number | undefined {
  const [, sign = ''] =
    /^\(?([A-Ja-j가-힣ㄱ-ㅊ①-⑩]|\d{1,2})(?:[.)．）、]|번|\s|$)/.exec(answer) ?? [];
  if (sign === '' || /^\d/.test(sign)) return sign === '' ? undefined : Number(sign);
  const letters = [LETTERS, SYLLABLES, CONSONANTS, '①②③④⑤⑥⑦⑧⑨⑩'];
  const places = letters.map((row) => row.indexOf(sign.toLowerCase()) + 1);
  return places.find((place) => place > 0);
}
