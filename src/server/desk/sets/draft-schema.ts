/** What may come as a draft: anything that fits a form, within bounds. */
import { z } from 'zod';
import {
  isItem,
  RoomError,
  limits,
  QUESTION_KINDS,
  STEPS,
  type DraftRow,
  type DraftSet,
} from '../../../protocol/index.js';
import { cleanText } from '../../../protocol/text.js';
import { titlesIn, withLanguages } from '../../../game/shared/row-texts.js';
import { hasTooManyParts } from '../files/json-parts.js';
import { hasLanguageTwice, languageFields } from '../files/language-fields.js';
import { draftTexts } from '../files/row-texts-schema.js';
import { itemSchema } from '../files/written-items.js';

const text = z.string().max(limits.DRAFT_TEXT_MAX_UNITS);
const number = z.number().min(-limits.RULER_MOST).max(limits.RULER_MOST).nullable();
const step = z.int().min(0).max(STEPS);
/** More than can be played, as a file may have them. */
const MOST_CHOICES = 2 * limits.MAX_CHOICES;

function shown(bounds: { maxGraphemes: number; maxUnits: number }) {
  return z.string().transform((raw, context) => {
    const clean = cleanText(raw, bounds);
    if (clean !== undefined && clean !== '') return clean;
    context.addIssue({ code: 'custom', message: 'cannot be shown' });
    return z.NEVER;
  });
}

const image = z.strictObject({ id: z.string().regex(/^[\da-f]{64}$/), alt: text });

/** What a draft has of a picture and what lies on it; also read, part by part, from a file. */
export const pictureParts = {
  image,
  choice: z.strictObject({ image: image.optional(), text: text.default('') }),
  place: z.strictObject({ name: text, x: step, y: step }),
  target: z.strictObject({ x: step, y: step, rx: step, ry: step }),
  round: z.strictObject({ x: step, y: step, near: step, far: step }),
};

const draftQuestion = z.strictObject({
  id: z.string().min(1).max(limits.ID_MAX_UNITS),
  kind: z.enum(QUESTION_KINDS),
  quiz: text,
  limitTime: number,
  points: z.literal([0, 1, 2]),
  explanation: text.optional(),
  note: text.optional(),
  image: pictureParts.image.optional(),
  blind: z.boolean().optional(),
  choices: z.array(text).max(MOST_CHOICES).optional(),
  pictures: z.array(pictureParts.choice).max(MOST_CHOICES).optional(),
  answers: z.array(z.int().min(1).max(MOST_CHOICES)).max(MOST_CHOICES).optional(),
  fixedOrder: z.boolean().optional(),
  truth: z.enum(['O', 'X']).optional(),
  min: number.optional(),
  max: number.optional(),
  step: number.optional(),
  unit: text.optional(),
  value: number.optional(),
  tolerance: number.optional(),
  whole: z.boolean().optional(),
  places: z.array(pictureParts.place).max(limits.MAX_PLACES).optional(),
  targets: z.array(pictureParts.target).max(limits.MAX_TARGETS).optional(),
  target: pictureParts.round.optional(),
  from: text.optional(),
  to: text.optional(),
  accepted: z
    .array(text)
    .max(2 * limits.MAX_SPELLINGS)
    .optional(),
  wrong: z
    .array(text)
    .max(2 * limits.MAX_WRONG)
    .optional(),
  walkTime: number.optional(),
  parts: z
    .array(z.strictObject({ text, zone: z.int().min(1).max(MOST_CHOICES).optional() }))
    .max(2 * limits.MAX_PARTS)
    .optional(),
  guessOf: z.int().min(1).max(MOST_CHOICES).optional(),
  guessTime: number.optional(),
  texts: draftTexts.question.optional(),
});

/** One question or item of a draft, which may be faulty. */
export const draftRow = z.discriminatedUnion('kind', [draftQuestion, itemSchema]);

const languages = languageFields();

const draftSet = z.strictObject({
  title: shown(limits.TITLE_BOUNDS),
  texts: draftTexts.set.optional(),
  ...languages,
  languages: languages.languages.optional(),
  labels: z.array(shown(limits.LABEL_BOUNDS)).max(limits.MAX_LABELS),
  /** Read one by one. */
  questions: z.array(z.unknown()).max(limits.MAX_ROWS),
});

/** Reads the body of a save. Stops after each row; throws BAD_REQUEST. */
export function* readDraftSet(body: Buffer): Generator<void, DraftSet> {
  // A body may be larger where it says that it is a workbook.
  if (body.length > limits.QUIZ_FILE_MAX_BYTES) throw notASet([]);
  const written = body.toString('utf8');
  const set = draftSet.safeParse(hasTooManyParts(written) ? undefined : jsonOf(written));
  if (!set.success) throw notASet(set.error.issues[0]?.path ?? []);
  const { languages: further = [], texts, ...head } = set.data;
  if (hasLanguageTwice(head.language, further)) throw notASet(['languages']);
  const questions: DraftRow[] = [];
  const ids = new Set<string>();
  for (const [index, given] of set.data.questions.entries()) {
    yield;
    const row = draftRow.safeParse(given);
    if (!row.success) throw notASet(['questions', index, ...(row.error.issues[0]?.path ?? [])]);
    questions.push(withLanguages(row.data as DraftRow, further));
    ids.add(row.data.id);
  }
  const items = questions.filter(isItem).length;
  const isTooLarge =
    items > limits.MAX_ITEMS || questions.length - items > limits.QUIZ_FILE_MAX_QUESTIONS;
  if (isTooLarge || ids.size < questions.length) throw notASet(['questions']);
  const languages = further.length > 0 && { languages: further };
  return { ...head, ...languages, ...titlesIn(texts, further), questions };
}

function notASet(path: readonly PropertyKey[]): RoomError {
  return new RoomError('BAD_REQUEST', `not a set: ${path.map(String).join('.').slice(0, 40)}`);
}

function jsonOf(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}
