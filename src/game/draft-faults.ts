/**
 * What keeps a question that somebody writes from being played, by field. The editor asks it at each key, the server
 * for the words of its own verdict, which is that of the reader of quiz files.
 */
import type { DraftFault, DraftQuestion } from '../protocol/desk.js';
import type { Language } from '../protocol/http.js';
import * as limits from '../protocol/limits.js';
import { STEPS } from '../protocol/position.js';
import { cleanText } from '../protocol/text.js';
import { toldAnswer } from '../protocol/told-answer.js';
import { draftFaultWords, type DraftFaultWords } from './draft-fault-words.js';
import { thousandths } from './kinds/ruler.js';
import { missOf } from './kinds/spot.js';

const LEAST_RADIUS = Math.ceil((STEPS * limits.MIN_RADIUS_PERCENT) / 100);

type Tell = (field: string, message: string | undefined, index?: number) => void;

export function draftFaults(draft: DraftQuestion, language: Language): DraftFault[] {
  const say = draftFaultWords[language];
  const faults: DraftFault[] = [];
  const tell: Tell = (field, message, index) => {
    if (message !== undefined)
      faults.push({ field, ...(index !== undefined && { index }), message });
  };
  const text = (raw: string, most: number, empty?: string) => textFault(say, raw, most, empty);
  const { kind, quiz, limitTime, explanation = '' } = draft;
  tell('quiz', text(quiz, limits.QUESTION_MAX_UNITS, say.quiz));
  const { MIN_LIMIT_S: least, MAX_LIMIT_S: most } = limits;
  if (!Number.isInteger(limitTime) || Number(limitTime) < least || Number(limitTime) > most)
    tell('limitTime', say.seconds(least, most));
  tell('explanation', text(explanation, limits.EXPLANATION_MAX_UNITS));
  tell('image', pictureFault(say, draft));
  if (kind === 'choice' || kind === 'poll') tellChoices(say, draft, tell);
  if (kind === 'ox' && draft.truth === undefined) tell('answer', say.truth);
  if (kind === 'number') tellNumber(say, draft, tell);
  if (kind === 'spot') tellSpot(say, draft, tell);
  if (kind === 'scale')
    for (const end of ['from', 'to'] as const)
      tell(end, text(draft[end] ?? '', limits.LABEL_MAX_UNITS, say[end]));
  return faults;
}

/** `empty`: said of a text without a character; one that may be empty has none. */
function textFault(
  say: DraftFaultWords,
  raw: string,
  most: number,
  empty?: string,
): string | undefined {
  const line = raw.replace(/[\t\r\n]+/g, ' ').trim();
  if (line === '') return empty;
  const clean = cleanText(line, { maxGraphemes: most, maxUnits: most });
  if (clean !== undefined && clean !== '') return undefined;
  return line.length > most ? say.longerThan(most) : say.notShowable;
}

/** Only a place on a picture cannot be found by who is not told what the picture shows (R18.5). */
function pictureFault(say: DraftFaultWords, draft: DraftQuestion): string | undefined {
  const { kind, image, choices = [], answers = [] } = draft;
  const isSpot = kind === 'spot';
  if (image === undefined) return isSpot ? say.picture : undefined;
  const fault = textFault(say, image.alt, limits.ALT_MAX_UNITS, isSpot ? say.alt : undefined);
  if (fault !== undefined || kind !== 'choice') return fault;
  const told = toldAnswer(
    image.alt,
    answers.map((answer) => choices[answer - 1] ?? ''),
  );
  return told === undefined ? undefined : say.altTells(told);
}

function tellChoices(say: DraftFaultWords, draft: DraftQuestion, tell: Tell): void {
  const { kind, choices = [], answers = [] } = draft;
  const filled = choices.slice(0, choices.findLastIndex((choice) => choice.trim() !== '') + 1);
  const { MIN_CHOICES: least, MAX_CHOICES: most } = limits;
  if (filled.length < least) tell('choices', say.fewChoices(least));
  if (filled.length > most) tell('choices', say.manyChoices(most));
  const lines = filled.map((choice) => choice.replace(/[\t\r\n]+/g, ' ').trim());
  const shown = lines.map(
    (line) =>
      cleanText(line, {
        maxGraphemes: limits.CHOICE_MAX_UNITS,
        maxUnits: limits.CHOICE_MAX_UNITS,
      }) ?? line,
  );
  for (const [index, choice] of shown.entries())
    tell(
      'choices',
      textFault(say, filled[index] ?? '', limits.CHOICE_MAX_UNITS, say.choice) ??
        (shown.indexOf(choice) < index ? say.choiceTwice : undefined),
      index,
    );
  if (kind !== 'choice') return;
  if (answers.length === 0) tell('answer', say.noRight);
  else if (answers.some((answer) => answer > filled.length)) tell('answer', say.rightEmpty);
}

function tellNumber(say: DraftFaultWords, draft: DraftQuestion, tell: Tell): void {
  const { min, max, step, value, tolerance, unit = '' } = draft;
  tell('unit', textFault(say, unit, limits.UNIT_MAX_UNITS));
  const given = { min, max, step, answer: value, tolerance: tolerance ?? 0 };
  let isWhole = true;
  for (const [field, number] of Object.entries(given)) {
    const fault = numberFault(say, number);
    tell(field, fault);
    if (fault !== undefined) isWhole = false;
  }
  if ((tolerance ?? 0) < 0) tell('tolerance', say.tolerance);
  // What is missing above leaves nothing to compare.
  if (!isWhole || min == null || max == null || step == null || value == null) return;
  if (min >= max) return tell('min', say.notBelowMax);
  const [width, each] = [thousandths(max) - thousandths(min), thousandths(step)];
  const { MIN_RULER_STEPS: least, MAX_RULER_STEPS: most } = limits;
  const isEven = each > 0 && width % each === 0;
  if (!isEven || width / each < least || width / each > most) tell('step', say.step(least, most));
  if (value < min || value > max) tell('answer', say.notOnRuler);
}

function numberFault(say: DraftFaultWords, number: number | null | undefined): string | undefined {
  if (number == null) return say.number;
  if (Math.abs(number) > limits.RULER_MOST) return say.hugeNumber;
  const isExact = thousandths(number) / 1000 === number;
  return isExact ? undefined : say.decimals(limits.RULER_MAX_DECIMALS);
}

function tellSpot(say: DraftFaultWords, draft: DraftQuestion, tell: Tell): void {
  const { places = [], targets = [] } = draft;
  if (places.length < limits.MIN_PLACES) tell('places', say.fewPlaces(limits.MIN_PLACES));
  for (const [index, { name }] of places.entries())
    tell('places', textFault(say, name, limits.PLACE_MAX_UNITS, say.place), index);
  if (targets.length === 0) return tell('targets', say.noTarget);
  for (const [index, target] of targets.entries()) {
    if (target.rx < LEAST_RADIUS || target.ry < LEAST_RADIUS)
      tell('targets', say.smallTarget, index);
    else if (!places.some(({ x, y }) => missOf([x, y], [target]) === 0))
      tell('targets', say.targetWithoutPlace, index);
  }
  const isRight = ({ x, y }: { x: number; y: number }): boolean => missOf([x, y], targets) === 0;
  if (places.length >= limits.MIN_PLACES && places.every(isRight)) tell('places', say.noDecoy);
}
