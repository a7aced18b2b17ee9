/** What an author writes of a question, by its kind (R16), in our own JSON. */
import { z } from 'zod';
import { thousandths } from '../../game/kinds/ruler.js';
import { missOf } from '../../game/kinds/spot.js';
import * as limits from '../../protocol/limits.js';
import { STEPS } from '../../protocol/position.js';
import { fileText, unknownKeys } from './file-text.js';
import type { FileWords } from './file-words.js';

const IMAGE_ID = /^[0-9a-f]{64}$/;
const LEAST_RADIUS = Math.ceil((STEPS * limits.MIN_RADIUS_PERCENT) / 100);

/** One strict object for each kind. */
export function kindSchemas(say: FileWords) {
  const error = unknownKeys(say);
  const common = commonFields(say);
  const scored = { ...common, points: pointsField(say) };
  const choices = choicesField(say);
  const choice = z.strictObject(
    {
      kind: z.literal('choice'),
      ...scored,
      choices,
      answer: answerField(say),
      fixedOrder: flag(say).exactOptional(),
    },
    { error },
  );
  const ox = z.strictObject(
    { kind: z.literal('ox'), ...scored, answer: z.enum(['O', 'X'], { error: say.notOx }) },
    { error },
  );
  const poll = z.strictObject({ kind: z.literal('poll'), ...common, choices }, { error });
  const label = fileText(say, limits.LABEL_MAX_UNITS);
  const scale = z.strictObject(
    { kind: z.literal('scale'), ...common, from: label, to: label },
    { error },
  );
  return { choice, ox, number: numberSchema(say), spot: spotSchema(say), poll, scale };
}

function commonFields(say: FileWords) {
  const limitTime = say.secondsRange(limits.MIN_LIMIT_S, limits.MAX_LIMIT_S);
  return {
    id: z.string({ error: say.notString }).max(limits.ID_MAX_UNITS).exactOptional(),
    quiz: fileText(say, limits.QUESTION_MAX_UNITS),
    limitTime: z
      .int(limitTime)
      .min(limits.MIN_LIMIT_S, limitTime)
      .max(limits.MAX_LIMIT_S, limitTime)
      .default(limits.DEFAULT_LIMIT_S),
    explanation: fileText(say, limits.EXPLANATION_MAX_UNITS).exactOptional(),
    image: imageField(say, false).exactOptional(),
    blind: flag(say).exactOptional(),
  };
}

const flag = (say: FileWords) => z.boolean({ error: say.notYesOrNo });

const pointsField = (say: FileWords) => z.literal([0, 1, 2], { error: say.pointsRange }).default(1);

/** What a picture shows has to be said where players look for a place on it, as some do not see it (R18.5). */
function imageField(say: FileWords, needsAlt: boolean) {
  const alt = fileText(say, limits.ALT_MAX_UNITS);
  const blank = z
    .string({ error: say.notString })
    .regex(/^\s*$/)
    .transform(() => '');
  return z.strictObject(
    {
      id: z.string({ error: say.notAnImage }).regex(IMAGE_ID, say.notAnImage),
      alt: needsAlt ? alt : blank.or(alt),
    },
    { error: unknownKeys(say) },
  );
}

function choicesField(say: FileWords) {
  const count = say.choiceCount(limits.MIN_CHOICES, limits.MAX_CHOICES);
  return z
    .array(fileText(say, limits.CHOICE_MAX_UNITS), { error: count })
    .min(limits.MIN_CHOICES, count)
    .max(limits.MAX_CHOICES, count)
    .check(({ value, issues }) => {
      const twin = value.findIndex((choice, index) => value.indexOf(choice) !== index);
      if (twin >= 0)
        issues.push({ code: 'custom', input: value, path: [twin], message: say.choiceTwice });
    });
}

/** A choice by its number, from 1, or its text; several as a list. */
function answerField(say: FileWords) {
  const one = z.union([z.int(say.answerKind), z.string()]);
  const several = z.array(one).min(1, say.answerKind).max(limits.MAX_CHOICES, say.answerKind);
  return z.union([one, several], { error: say.answerKind });
}

function numberSchema(say: FileWords) {
  const message = say.notANumber(limits.RULER_MAX_DECIMALS);
  const number = z
    .number({ error: message })
    .min(-limits.RULER_MOST, message)
    .max(limits.RULER_MOST, message)
    .refine((value) => thousandths(value) / 1000 === value, message);
  return z
    .strictObject(
      {
        kind: z.literal('number'),
        ...commonFields(say),
        points: pointsField(say),
        min: number,
        max: number,
        step: number,
        unit: fileText(say, limits.UNIT_MAX_UNITS).exactOptional(),
        answer: number,
        tolerance: number.min(0, message).default(0),
      },
      { error: unknownKeys(say) },
    )
    .superRefine(({ min, max, step, answer }, context) => {
      const fault = (key: string, text: string): void =>
        context.addIssue({ code: 'custom', path: [key], message: text });
      if (min >= max) return fault('min', say.notBelowMax);
      const [width, each] = [thousandths(max) - thousandths(min), thousandths(step)];
      const { MIN_RULER_STEPS: least, MAX_RULER_STEPS: most } = limits;
      const isEven = each > 0 && width % each === 0;
      if (!isEven || width / each < least || width / each > most)
        fault('step', say.rulerSteps(least, most));
      if (answer < min || answer > max) fault('answer', say.notOnRuler);
    });
}

function spotSchema(say: FileWords) {
  const onPicture = say.onPicture(STEPS);
  const along = z.int(onPicture).min(0, onPicture).max(STEPS, onPicture);
  const between = say.radiusRange(LEAST_RADIUS, STEPS);
  const radius = z.int(between).min(LEAST_RADIUS, between).max(STEPS, between);
  const places = say.placeCount(limits.MIN_PLACES, limits.MAX_PLACES);
  const targets = say.targetCount(limits.MAX_TARGETS);
  const error = unknownKeys(say);
  return z
    .strictObject(
      {
        kind: z.literal('spot'),
        ...commonFields(say),
        points: pointsField(say),
        image: imageField(say, true),
        whole: flag(say).exactOptional(),
        places: z
          .array(
            z.strictObject(
              { name: fileText(say, limits.PLACE_MAX_UNITS), x: along, y: along },
              { error },
            ),
            { error: places },
          )
          .min(limits.MIN_PLACES, places)
          .max(limits.MAX_PLACES, places),
        targets: z
          .array(z.strictObject({ x: along, y: along, rx: radius, ry: radius }, { error }), {
            error: targets,
          })
          .min(1, targets)
          .max(limits.MAX_TARGETS, targets),
      },
      { error },
    )
    .superRefine(({ places: named, targets: ellipses }, context) => {
      const fault = (path: (string | number)[], message: string): void =>
        context.addIssue({ code: 'custom', path, message });
      for (const [index, target] of ellipses.entries())
        if (!named.some(({ x, y }) => missOf([x, y], [target]) === 0))
          fault(['targets', index], say.targetWithoutPlace);
      if (named.every(({ x, y }) => missOf([x, y], ellipses) === 0)) fault(['places'], say.noDecoy);
    });
}
