/** GIFT, in which Moodle reads and writes questions as a text. */
import { serverWords } from '../../../i18n/made/server/words.js';
import type { Language } from '../../../protocol/http.js';
import {
  MAX_ANSWERS,
  takeMoodle,
  type MoodleAnswer,
  type MoodlePair,
  type MoodleQuestion,
  type MoodleText,
} from './moodle-question.js';
import { QuestionCollector, type CollectedQuiz } from './question-collector.js';
import { QuizFileError } from './quiz-file-error.js';

/** 200 questions with ten answers, what is said of each, and blank lines have fewer. */
const MAX_LINES = 10_000;
const COMMENT = '//';
const CATEGORY = '$CATEGORY:';
const EXPLAINS = '####';
const BLANK = '_____';
const TRUE = new Set(['T', 'TRUE', 'True', 'true']);
const FALSE = new Set(['F', 'FALSE', 'False', 'false']);

/** Signs with a backslash before them; while a text is cut, each is a sign that no text has. */
const ESCAPED = String.raw`\~=#{}:n`;
const FIRST_SIGN = 0xfd_d0;
const SIGNS = /[\uFDD0-\uFDD7]/g;

/**
 * A line with a title or a category, or an answer in braces that is none of a formula in LaTeX, where a brace stands
 * behind a letter, a digit or a sign.
 */
const GIFT =
  /^[ \t]*(?:::[^:\n]+::|\$CATEGORY:)|(?:^|[^\\\w^_}$])\{\s*(?:[=~]|#\s*[=\d.-]|(?:T|F|TRUE|FALSE)\s*[}#])/m;

export function looksLikeGift(text: string): boolean {
  return GIFT.test(text);
}

/** Throws QuizFileError; its rows are the lines in which questions begin. */
export function readGiftQuiz(text: string, language: Language, isDraft = false): CollectedQuiz {
  const say = serverWords[language].server.file;
  const collector = new QuestionCollector({ say, unit: 'line', isOwn: false, isDraft });
  for (const { line, written } of blocksOf(text, language)) {
    collector.countOne();
    const question = questionOf(written);
    if (question === undefined) collector.skip(line, [serverWords[language].server.moodle.braces]);
    else takeMoodle(question, line, language, collector);
  }
  return collector.finish();
}

interface Block {
  /** From 1. */
  line: number;
  written: string;
}

/** The texts between blank lines, without comments and categories. */
function* blocksOf(text: string, language: Language): Generator<Block> {
  let lines: string[] = [];
  let first = 0;
  let line = 0;
  for (const raw of text.split(/\r\n|\r|\n/, MAX_LINES + 1)) {
    if (++line > MAX_LINES)
      throw new QuizFileError(serverWords[language].server.file.tooManyRows({ most: MAX_LINES }));
    const written = raw.trim();
    if (written.startsWith(COMMENT) || written.startsWith(CATEGORY)) continue;
    if (written !== '') {
      if (lines.length === 0) first = line;
      lines.push(written);
      continue;
    }
    if (lines.length > 0) yield { line: first, written: lines.join('\n') };
    lines = [];
  }
  if (lines.length > 0) yield { line: first, written: lines.join('\n') };
}

function hide(text: string): string {
  return text
    .replace(SIGNS, '\uFFFD')
    .replace(/\\([\\~=#{}:n])/g, (_, sign: string) =>
      String.fromCharCode(FIRST_SIGN + ESCAPED.indexOf(sign)),
    );
}

function reveal(text: string): string {
  return text.replace(SIGNS, (hidden) => {
    const sign = ESCAPED.charAt(hidden.charCodeAt(0) - FIRST_SIGN);
    return sign === 'n' ? '\n' : sign;
  });
}

/** Undefined where its braces do not fit. */
function questionOf(written: string): MoodleQuestion | undefined {
  const text = withoutTitle(hide(written));
  const [open, close] = [text.indexOf('{'), text.indexOf('}')];
  if (open < 0 && close < 0) {
    const quiz = textOf(text);
    return { type: 'description', quiz, answers: [], explanation: { ...quiz, written: '' } };
  }
  const [before, after] = [text.slice(0, open), text.slice(close + 1)];
  const inside = text.slice(open + 1, close);
  if (open < 0 || close < open || inside.includes('{') || /[{}]/.test(after)) return undefined;
  const quiz = textOf(after === '' ? before : `${before}${BLANK}${after}`);
  const end = inside.lastIndexOf(EXPLAINS);
  const explains = end < 0 ? '' : inside.slice(end + EXPLAINS.length);
  const explanation = textOf(explains, quiz.isPlain);
  return {
    quiz,
    explanation,
    ...answersIn((end < 0 ? inside : inside.slice(0, end)).trim(), quiz.isPlain),
  };
}

/** The name of a question is shown to nobody. */
function withoutTitle(text: string): string {
  const end = text.startsWith('::') ? text.indexOf('::', 2) : -1;
  return end < 0 ? text : text.slice(end + 2).trim();
}

/** A format may stand before it, in brackets. */
function textOf(text: string, isPlain = false): MoodleText {
  const [prefix = '', format] = /^\s*\[(html|moodle|markdown|plain)\]/.exec(text) ?? [];
  return {
    written: reveal(text.slice(prefix.length)).trim(),
    isPlain: format === undefined ? isPlain : format === 'plain',
  };
}

function answersIn(
  text: string,
  isPlain: boolean,
): Pick<MoodleQuestion, 'type' | 'answers' | 'pairs'> {
  if (text === '') return { type: 'essay', answers: [] };
  if (text.startsWith('#')) return { type: 'numerical', answers: numbersIn(text.slice(1)) };
  if (text.includes('~')) {
    const pieces = piecesOf(text.replaceAll('=', '~='), '~');
    return { type: 'multichoice', answers: pieces.map((piece) => choiceOf(piece, isPlain)) };
  }
  if (text.includes('=') && text.includes('->'))
    return { type: 'matching', answers: [], pairs: pairsIn(text, isPlain) };
  const [verdict = '', ...feedback] = text.split('#');
  const isTrue = TRUE.has(verdict.trim());
  if (isTrue || FALSE.has(verdict.trim())) {
    const right = {
      written: String(isTrue),
      isPlain: true,
      percent: 100,
      hasFeedback: feedback.length > 0,
    };
    return { type: 'truefalse', answers: [right] };
  }
  return {
    type: 'shortanswer',
    answers: piecesOf(text, '=').map((piece) => answerOf(piece, isPlain)),
  };
}

/** A text before the first sign is a piece where it is not empty. */
function piecesOf(text: string, sign: string): string[] {
  const pieces = text.split(sign, MAX_ANSWERS + 1).map((piece) => piece.trim());
  return pieces[0] === '' ? pieces.slice(1) : pieces;
}

function choiceOf(piece: string, isPlain: boolean): MoodleAnswer {
  if (!piece.startsWith('=')) return answerOf(piece, isPlain, 0);
  const [text, feedback] = cutAt(piece.slice(1), '#');
  return { ...textOf(text, isPlain), percent: 100, hasFeedback: feedback !== undefined };
}

/** `item -> zone`; without an item it is a zone to which nothing belongs. */
function pairsIn(text: string, isPlain: boolean): MoodlePair[] {
  return piecesOf(text, '=').map((piece) => {
    const [item, zone = ''] = cutAt(piece, '->');
    return { item: textOf(item, isPlain), zone: textOf(zone, isPlain) };
  });
}

/** With `%50%` before it, or as right as `usual` says. */
function answerOf(piece: string, isPlain: boolean, usual = 100): MoodleAnswer {
  const [weight = '', percent] = /^%(-?\d{1,3}(?:\.\d{0,7})?)%/.exec(piece) ?? [];
  const [text, feedback] = cutAt(piece.slice(weight.length), '#');
  return {
    ...textOf(text, isPlain),
    percent: percent === undefined ? usual : Number(percent),
    hasFeedback: feedback !== undefined,
  };
}

/** `3:2`, `1..5`, or several with `=` before each; behind `~` is what is said of all others. */
function numbersIn(text: string): MoodleAnswer[] {
  const [given] = cutAt(text, '~');
  return piecesOf(given.trim(), '=').map((piece) => {
    const answer = answerOf(piece, true);
    const [least, most] = cutAt(answer.written, '..');
    if (most === undefined) {
      const [written, tolerance = ''] = cutAt(answer.written, ':');
      return { ...answer, written, tolerance };
    }
    const [from, to] = [Number(least), Number(most)];
    // By way of a text, as sums of decimal numbers have many digits.
    const shortly = (number: number): string => String(Number(number.toPrecision(12)));
    return { ...answer, written: shortly((from + to) / 2), tolerance: shortly((to - from) / 2) };
  });
}

function cutAt(text: string, sign: string): [string, string | undefined] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + sign.length)];
}
