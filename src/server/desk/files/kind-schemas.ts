/** Fields that several kinds of question have, as an author writes them in our own JSON. */
import { z } from 'zod';
import { answerTime } from '../../../protocol/answer-time.js';
import { USUAL_KIND } from '../../../protocol/desk.js';
import * as limits from '../../../protocol/limits.js';
import { STEPS } from '../../../protocol/position.js';
import type { QuestionKind } from '../../../protocol/question.js';
import { fileLines, fileText, unknownKeys } from './file-text.js';
import type { FileWords } from './file-words.js';
import { questionTexts } from './row-texts-schema.js';

export const IMAGE_ID = /^[0-9a-f]{64}$/;

/** What an author may write of every kind; times are as those of `kind`. */
export function commonFields(say: FileWords, kind: QuestionKind = USUAL_KIND) {
  const { least, most, usual } = answerTime(kind);
  const limitTime = say.secondsRange({ least, most });
  return {
    id: z.string({ error: say.notString }).max(limits.ID_MAX_UNITS).exactOptional(),
    quiz: fileText(say, limits.QUESTION_MAX_UNITS),
    limitTime: z.int(limitTime).min(least, limitTime).max(most, limitTime).default(usual),
    explanation: fileText(say, limits.EXPLANATION_MAX_UNITS).exactOptional(),
    note: fileLines(say, limits.NOTE_BOUNDS).exactOptional(),
    image: imageField(say, false).exactOptional(),
    blind: flag(say).exactOptional(),
    texts: questionTexts(say).exactOptional(),
  };
}

export const flag = (say: FileWords) => z.boolean({ error: say.notYesOrNo });

/** Of every kind in which something is right. */
export function scoredFields(say: FileWords, kind?: QuestionKind) {
  const points = z.literal([0, 1, 2], { error: say.pointsRange }).default(1);
  return { ...commonFields(say, kind), points };
}

/** Seconds to walk to what was written; 0 where nobody does. */
export function walkTimeField(say: FileWords) {
  const message = say.walkTime({ least: limits.MIN_WALK_S, most: limits.MAX_WALK_S });
  return z
    .literal(0, message)
    .or(z.int(message).min(limits.MIN_WALK_S, message).max(limits.MAX_WALK_S, message))
    .default(limits.DEFAULT_WALK_S);
}

/** What a picture shows has to be said where players look for a place on it, as some do not see it (R18.5). */
export function imageField(say: FileWords, needsAlt: boolean, most = limits.ALT_MAX_UNITS) {
  const alt = fileText(say, most);
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

export function choicesField(say: FileWords, most = limits.MAX_CHOICES) {
  const count = say.choiceCount({ least: limits.MIN_CHOICES, most });
  return z
    .array(fileText(say, limits.CHOICE_MAX_UNITS), { error: count })
    .min(limits.MIN_CHOICES, count)
    .max(most, count)
    .check(({ value, issues }) => {
      const twin = value.findIndex((choice, index) => value.indexOf(choice) !== index);
      if (twin >= 0)
        issues.push({ code: 'custom', input: value, path: [twin], message: say.choiceTwice });
    });
}

/** Along one side of the picture, in steps. */
export function onPicture(say: FileWords) {
  const message = say.onPicture({ most: STEPS });
  return z.int(message).min(0, message).max(STEPS, message);
}

export function placesField(say: FileWords, least = limits.MIN_PLACES) {
  const along = onPicture(say);
  const error = unknownKeys(say);
  const count = say.placeCount({ least, most: limits.MAX_PLACES });
  const place = { name: fileText(say, limits.PLACE_MAX_UNITS), x: along, y: along };
  return z
    .array(z.strictObject(place, { error }), { error: count })
    .min(least, count)
    .max(limits.MAX_PLACES, count);
}
