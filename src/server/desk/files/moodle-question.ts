/** A question of Moodle, in whatever format it came, as one of ours. */
import { serverWords } from '../../../i18n/made/server/words.js';
import { fieldName } from './file-words.js';
import { quoted } from './quiz-file-error.js';
import { formOf } from '../../../game/kinds/spelling.js';
import type { Question } from '../../../game/shared/quiz-set.js';
import type { Language } from '../../../protocol/http.js';
import { RULER_MAX_DECIMALS, UNIT_MAX_UNITS } from '../../../protocol/limits.js';
import { cutExplanation } from './cut-explanation.js';
import { describeIssue } from './file-text.js';
import { hasPicture, textOfHtml } from './html-text.js';
import type { QuestionCollector } from './question-collector.js';
import { questionSchemas } from './question-schema.js';
import { rulerAround } from './ruler-around.js';
import { trueOrFalse } from './true-or-false.js';

/** A text as Moodle keeps it: of HTML, or as it is. */
export interface MoodleText {
  written: string;
  isPlain: boolean;
}

export interface MoodleAnswer extends MoodleText {
  /** 100 is right, 0 or less is wrong. */
  percent: number;
  /** There with a number. */
  tolerance?: string;
  hasFeedback: boolean;
}

/** The two sides of a pair; `item` is empty where nothing belongs to `zone`. */
export interface MoodlePair {
  item: MoodleText;
  zone: MoodleText;
}

export interface MoodleQuestion {
  /** As Moodle calls it: one of `readers`, or one that is none of ours. */
  type: string;
  quiz: MoodleText;
  answers: MoodleAnswer[];
  /** The pairs of `matching`. */
  pairs?: MoodlePair[];
  explanation: MoodleText;
  /** Whether a picture comes with it. */
  hasFile?: boolean;
  isFixed?: boolean;
  unit?: string;
}

const RIGHT = 100;
/** More answers than any kind takes; who wrote them is told so. */
export const MAX_ANSWERS = 50;
const NUMBER = /^[-+]?(?:\d{1,13}(?:\.\d{0,12})?|\.\d{1,12})(?:e[-+]?\d{1,2})?$/i;
const PATTERN = /(?<!\\)\*/;

const shown = ({ written, isPlain }: MoodleText): string =>
  isPlain ? written : textOfHtml(written);

/** `place` is where the question stands in the file. */
export function takeMoodle(
  found: MoodleQuestion,
  place: number,
  language: Language,
  collector: QuestionCollector,
): void {
  const notes: string[] = [];
  const faults: string[] = [];
  const say = serverWords[language].server.file;
  const own = serverWords[language].server.moodle;
  const read = readers.get(found.type);
  if (read === undefined) {
    collector.skip(place, [own.typeLeftOut({ kind: found.type, type: quoted(found.type) })]);
    return;
  }
  const answers = found.answers.slice(0, MAX_ANSWERS);
  const note = (text: string, isSo: boolean): void => {
    if (isSo) notes.push(text);
  };
  const explanation = cutExplanation(shown(found.explanation), say, notes);
  const written = {
    quiz: shown(found.quiz),
    ...(explanation !== '' && { explanation }),
    ...read({ ...found, answers }, { language, notes, faults }),
  };
  const paired = found.pairs?.slice(0, MAX_ANSWERS).flatMap(({ item, zone }) => [item, zone]) ?? [];
  const texts = [found.quiz, found.explanation, ...answers, ...paired];
  const isHtml = texts.some((text) => !text.isPlain && hasPicture(text.written));
  note(say.pictureLeftOut, found.hasFile === true || isHtml);
  note(
    own.feedbackLeftOut,
    answers.some(({ hasFeedback }) => hasFeedback),
  );
  const parsed = questionSchemas(language).safeParse(written);
  if (faults.length === 0)
    for (const issue of parsed.error?.issues ?? []) faults.push(describeIssue(issue, say));
  if (parsed.data === undefined || faults.length > 0) collector.skip(place, faults, written);
  else collector.take(place, verdictOf(parsed.data), notes);
}

const verdictOf = (question: Question): Question =>
  'choices' in question && 'answers' in question ? trueOrFalse(question) : question;

interface Told {
  language: Language;
  notes: string[];
  faults: string[];
}

type Reader = (found: MoodleQuestion, told: Told) => object;

const readers = new Map<string, Reader>([
  ['multichoice', choiceOf],
  ['truefalse', oxOf],
  ['shortanswer', typedOf],
  ['numerical', numberOf],
  ['matching', matchOf],
  ['ordering', orderOf],
]);

/** Where something is wholly right, what is right in part is wrong; else that is what is right. */
function rightsOf<T extends { percent: number }>(answers: readonly T[], told: Told): T[] {
  const isRight = ({ percent }: T): boolean => percent >= RIGHT;
  const inPart = answers.filter((answer) => answer.percent > 0 && !isRight(answer));
  if (!answers.some(isRight)) return inPart;
  if (inPart.length > 0) told.notes.push(serverWords[told.language].server.moodle.partly);
  return answers.filter(isRight);
}

function choiceOf({ answers, isFixed }: MoodleQuestion, told: Told): object {
  const rights = rightsOf(answers, told);
  if (rights.length === 0) told.faults.push(serverWords[told.language].server.file.noRight);
  return {
    kind: 'choice',
    choices: answers.map(shown),
    answer: rights.map((right) => answers.indexOf(right) + 1),
    ...(isFixed === true && { fixedOrder: true }),
  };
}

function oxOf({ answers }: MoodleQuestion): object {
  const right = answers.find(({ percent }) => percent >= RIGHT);
  return { kind: 'ox', answer: right?.written.trim().toLowerCase() === 'true' ? 'O' : 'X' };
}

/** Those that differ for people, in their order. */
function spellingsOf(answers: readonly MoodleAnswer[], taken: Set<string>): string[] {
  const texts = answers.map((answer) => shown(answer).replaceAll(String.raw`\*`, '*'));
  return texts.filter((text) => {
    const form = formOf(text);
    if (text === '' || taken.has(form)) return false;
    taken.add(form);
    return true;
  });
}

function typedOf({ answers }: MoodleQuestion, told: Told): object {
  const own = serverWords[told.language].server.moodle;
  const rights = rightsOf(answers, told);
  const isExact = ({ written }: MoodleAnswer): boolean => !PATTERN.test(written);
  const taken = new Set<string>();
  const accepted = spellingsOf(rights.filter(isExact), taken);
  const wrong = spellingsOf(
    answers.filter((answer) => answer.percent <= 0 && isExact(answer)),
    taken,
  );
  if (rights.length > 0 && accepted.length === 0) told.faults.push(own.anyText);
  else if (!rights.every(isExact)) told.notes.push(own.patternsLeftOut);
  return { kind: 'typed', accepted, ...(wrong.length > 0 && { wrong }) };
}

function matchOf({ pairs = [], isFixed }: MoodleQuestion): object {
  const told = pairs.slice(0, MAX_ANSWERS).map(({ item, zone }) => {
    return { text: shown(item), answer: shown(zone) };
  });
  return {
    kind: 'match',
    choices: [...new Set(told.map(({ answer }) => answer))],
    parts: told.filter(({ text }) => text !== ''),
    ...(isFixed === true && { fixedOrder: true }),
  };
}

/** Its answers stand in the right order. */
function orderOf({ answers }: MoodleQuestion): object {
  return { kind: 'order', parts: answers.map(shown) };
}

const SCALE = 10 ** RULER_MAX_DECIMALS;
const thousandthsOf = (number: number): number => Number((number * SCALE).toPrecision(15));

function numberOf({ answers, unit = '' }: MoodleQuestion, told: Told): object {
  const say = serverWords[told.language].server.file;
  const own = serverWords[told.language].server.moodle;
  const read = answers.flatMap(({ written, tolerance = '', percent }) => {
    const [value, most] = [written.trim(), tolerance.trim() || '0'];
    if (value === '*') return [];
    const isNumber = NUMBER.test(value) && NUMBER.test(most);
    return [
      { value: isNumber ? Number(value) : Number.NaN, most: Math.abs(Number(most)), percent },
    ];
  });
  const rights = rightsOf(read, told);
  // The widest one; the others may be within it.
  const [right] = rights.toSorted((one, other) => other.most - one.most);
  if (right === undefined) told.faults.push(say.noRight);
  else if (rights.some(({ value, most }) => Math.abs(value - right.value) + most > right.most))
    told.faults.push(own.severalNumbers);
  const { value = Number.NaN, most = 0 } = right ?? {};
  // A number with a tolerance may be rounded.
  const [answer, tolerance] =
    most > 0
      ? [Math.round(thousandthsOf(value)), Math.ceil(thousandthsOf(most))]
      : [thousandthsOf(value), 0];
  if (most > 0 && (answer !== thousandthsOf(value) || tolerance !== thousandthsOf(most)))
    told.notes.push(own.rounded({ decimals: RULER_MAX_DECIMALS }));
  const name = unit.trim();
  const fields = {
    kind: 'number',
    answer: answer / SCALE,
    tolerance: tolerance / SCALE,
    ...(name !== '' && name.length <= UNIT_MAX_UNITS && { unit: name }),
  };
  if (!Number.isInteger(answer)) {
    told.faults.push(
      `${fieldName('answer', say)}: ${say.notANumber({ decimals: RULER_MAX_DECIMALS })}`,
    );
    return fields;
  }
  const ruler = rulerAround(answer, tolerance);
  const [min, max, step] = [ruler.min / SCALE, ruler.max / SCALE, ruler.step / SCALE];
  told.notes.push(own.rulerChosen({ min, max }));
  return { ...fields, min, max, step };
}
