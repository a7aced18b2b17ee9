/** Drafts and the questions of quiz files: what stands in one, as the other has it. */
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Question, QuizSet } from '../../../game/shared/quiz-set.js';
import {
  isItem,
  isMap,
  isOpinion,
  ITEM_KINDS,
  KINDS,
  limits,
  QUESTION_KINDS,
  USUAL_KIND,
  writingOf,
  type DraftItem,
  type DraftQuestion,
  type DraftRow,
  type DraftSet,
} from '../../../protocol/index.js';
import { ownTexts } from '../../../game/shared/row-texts.js';
import { answerTime } from '../../../protocol/answer-time.js';
import { draftText } from '../files/draft-text.js';
import { fileKind } from '../files/kinds/file-kinds.js';
import { numberOf } from '../files/kinds/number.js';
import type { WrittenQuiz } from '../files/write-quiz.js';
import { draftTexts } from '../files/row-texts-schema.js';
import { itemParts } from '../files/written-items.js';
import { pictureParts } from './draft-schema.js';

/** An id of a question, within its set. */
function newQuestionId(): string {
  return randomBytes(6).toString('base64url');
}

/** A set as a file, with everything in it. */
export function writtenDraft({
  title,
  language,
  languages,
  texts,
  questions,
}: Omit<DraftSet, 'labels'>): WrittenQuiz {
  const rows = questions.map((row) => (isItem(row) ? row : writtenOf(row)));
  const isNewer = questions.some(isItem) || rows.some((row) => 'note' in row);
  if (languages === undefined)
    return { version: isNewer ? 2 : 1, title, language, questions: rows };
  return { version: 3, title, language, languages, ...(texts && { texts }), questions: rows };
}

/** A draft as a quiz file writes it, with what its kind has. */
export function writtenOf(draft: DraftQuestion): object {
  const { id, kind, quiz, limitTime, points, explanation, note, image, blind } = draft;
  return {
    id,
    kind,
    quiz,
    ...fileKind(kind).ofDraft(draft),
    limitTime,
    ...(points !== 1 && !isOpinion(draft) && { points }),
    ...(explanation !== undefined && explanation.trim() !== '' && { explanation }),
    ...(note !== undefined && note.trim() !== '' && { note }),
    ...(image !== undefined && { image }),
    ...(blind !== undefined && { blind }),
    ...ownTexts(draft),
  };
}

/** A question that is played, as somebody could have written it. */
export function draftOfPlayed(question: Question, takenIds: Set<string>): DraftQuestion {
  const { kind, quiz, limitTime, explanation, note, image, blind, texts } = question;
  return {
    id: idOf(question.id, takenIds),
    kind,
    quiz,
    limitTime,
    points: 'points' in question ? (question.points ?? 1) : 1,
    ...(explanation !== undefined && { explanation }),
    ...(note !== undefined && { note }),
    ...(image !== undefined && { image }),
    ...(blind !== undefined && { blind }),
    ...(texts !== undefined && { texts }),
    ...fileKind(kind).toDraft(question),
  };
}

/** The rows of a set that is played, each round with its questions below it where they are its own. */
export function draftsOfPlayed({
  questions,
  programme,
}: Pick<QuizSet, 'questions' | 'programme'>): DraftRow[] {
  const takenIds = new Set(programme?.map(({ id }) => id));
  const asked = (some: readonly Question[]): DraftRow[] =>
    some.map((question) => draftOfPlayed(question, takenIds));
  if (programme === undefined) return asked(questions);
  return programme.flatMap((item): DraftRow[] => {
    if (item.kind !== 'round') return [item];
    const { questions: own, ...round } = item;
    return round.setId === undefined ? [round, ...asked(own)] : [round];
  });
}

/** Takes what it can of a written question or item, whatever else is in it. */
export function draftOf(written: object, takenIds: Set<string>): DraftRow {
  const fields = written as Record<string, unknown>;
  const item = ITEM_KINDS.find((one) => one === fields['kind']);
  if (item !== undefined) return draftItemOf(item, fields, takenIds);
  const kind = QUESTION_KINDS.find((one) => one === fields['kind']) ?? USUAL_KIND;
  // An empty cell is there without a value.
  const { points, limitTime: seconds } = fields;
  return {
    id: idOf(fields['id'], takenIds),
    kind,
    quiz: draftText(fields['quiz']),
    limitTime: numberOf(seconds === undefined ? answerTime(kind).usual : seconds),
    points: points === 0 || points === 2 ? points : 1,
    ...taken(fields, {
      explanation: draftText,
      note: draftText,
      unit: draftText,
      from: draftText,
      to: draftText,
    }),
    ...taken(fields, { min: numberOf, max: numberOf, step: numberOf, tolerance: numberOf }),
    ...taken(fields, { blind: Boolean, fixedOrder: Boolean, whole: Boolean }),
    ...(Array.isArray(fields['choices']) && { choices: listOf(fields['choices'], draftText) }),
    ...writingIn(kind, fields),
    ...fileKind(kind).answer?.(fields),
    ...pictureOf(kind, fields),
    ...textsIn(fields),
  };
}

/** In further languages, where all of it fits a draft. */
function textsIn({ texts }: Record<string, unknown>): Pick<DraftQuestion, 'texts'> {
  const { success, data } = draftTexts.question.safeParse(texts);
  return success ? { texts: data } : {};
}

/** The spellings, where people write, and how long they walk then. */
function writingIn(kind: DraftQuestion['kind'], fields: Record<string, unknown>): object {
  if (writingOf(kind) === undefined) return {};
  const { accepted, wrong, walkTime } = fields;
  return {
    ...(Array.isArray(accepted) && { accepted: listOf(accepted, draftText) }),
    ...(Array.isArray(wrong) && { wrong: listOf(wrong, draftText, 2 * limits.MAX_WRONG) }),
    walkTime: numberOf(walkTime === undefined ? limits.DEFAULT_WALK_S : walkTime),
  };
}

/** Fields that fit no item are left out. */
function draftItemOf(
  kind: DraftItem['kind'],
  fields: Record<string, unknown>,
  takenIds: Set<string>,
): DraftItem {
  const there = Object.entries(itemParts).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(fields[name]);
    return success ? [[name, data]] : [];
  });
  return { id: idOf(fields['id'], takenIds), kind, ...(Object.fromEntries(there) as object) };
}

/** What fits a draft; the rest is left out. */
function pictureOf(
  kind: DraftQuestion['kind'],
  { image, pictures, places, targets, target: round }: Record<string, unknown>,
): Partial<DraftQuestion> {
  const { place, target } = pictureParts;
  const [picture] = fitting(pictureParts.image, [image], 1);
  const [middle] = fitting(pictureParts.round, [round], 1);
  return {
    ...(picture && { image: picture }),
    ...(Array.isArray(pictures) && {
      pictures: fitting(pictureParts.choice, pictures, 2 * limits.MAX_PICTURES),
    }),
    ...(KINDS[kind].floor === 'picture' && {
      places: fitting(place, places, limits.MAX_PLACES),
    }),
    ...(KINDS[kind].judgement === 'targets' && {
      targets: fitting(target, targets, limits.MAX_TARGETS),
    }),
    ...(isMap(kind) && middle && { target: middle }),
  };
}

function fitting<T extends z.ZodType>(schema: T, list: unknown, most: number): z.output<T>[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, most).flatMap((one) => {
    const { success, data } = schema.safeParse(one);
    return success ? [data] : [];
  });
}

function taken(
  fields: Record<string, unknown>,
  readers: Record<string, (value: unknown) => unknown>,
): object {
  const there = Object.entries(readers).filter(([name]) => fields[name] !== undefined);
  return Object.fromEntries(there.map(([name, read]) => [name, read(fields[name])]));
}

function listOf<T>(
  list: unknown[],
  read: (value: unknown) => T,
  most = 2 * limits.MAX_CHOICES,
): T[] {
  return list.slice(0, most).map(read);
}

/** A question that somebody copied in a file is another one. */
function idOf(given: unknown, takenIds: Set<string>): string {
  const isFree =
    typeof given === 'string' &&
    given !== '' &&
    given.length <= limits.ID_MAX_UNITS &&
    !takenIds.has(given);
  const id = isFree ? given : newQuestionId();
  takenIds.add(id);
  return id;
}
