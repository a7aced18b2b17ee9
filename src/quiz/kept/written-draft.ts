/** Drafts and the questions of quiz files: what stands in one, as the other has it. */
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { Question } from '../../game/quiz-set.js';
import { limits, QUESTION_KINDS, type DraftQuestion, type DraftSet } from '../../protocol/index.js';
import type { WrittenQuiz } from '../files/write-quiz.js';
import { pictureParts } from './draft-schema.js';

/** An id of a question, within its set. */
function newQuestionId(): string {
  return randomBytes(6).toString('base64url');
}

/** A set as a file, with everything in it. */
export function writtenDraft({
  title,
  language,
  questions,
}: Pick<DraftSet, 'title' | 'language' | 'questions'>): WrittenQuiz {
  return { version: 1, title, language, questions: questions.map(writtenOf) };
}

/** A draft as a quiz file writes it, with what its kind has. */
export function writtenOf(draft: DraftQuestion): object {
  const { id, kind, quiz, limitTime, points, explanation, image, blind } = draft;
  return {
    id,
    kind,
    quiz,
    ...floorOf(draft),
    limitTime,
    ...(points !== 1 && kind !== 'poll' && kind !== 'scale' && { points }),
    ...(explanation !== undefined && explanation.trim() !== '' && { explanation }),
    ...(image !== undefined && { image }),
    ...(blind !== undefined && { blind }),
  };
}

function floorOf(draft: DraftQuestion): object {
  switch (draft.kind) {
    case 'choice': {
      const { answers = [], fixedOrder } = draft;
      const answer = answers.length > 1 ? answers : answers[0];
      return { choices: filled(draft), answer, ...(fixedOrder === true && { fixedOrder }) };
    }
    case 'ox':
      return { answer: draft.truth };
    case 'number': {
      const { min, max, step, unit, value, tolerance } = draft;
      const written = unit === undefined || unit.trim() === '' ? {} : { unit };
      return { min, max, step, ...written, answer: value, tolerance: tolerance ?? 0 };
    }
    case 'spot':
      return {
        ...(draft.whole === true && { whole: true }),
        places: draft.places ?? [],
        targets: draft.targets ?? [],
      };
    case 'poll':
      return { choices: filled(draft) };
    case 'scale':
      return { from: draft.from ?? '', to: draft.to ?? '' };
  }
}

/** The choices up to the last one that has something in it. */
function filled({ choices = [] }: DraftQuestion): string[] {
  return choices.slice(0, choices.findLastIndex((choice) => choice.trim() !== '') + 1);
}

/** A question that is played, as somebody could have written it. */
export function draftOfPlayed(question: Question, takenIds: Set<string>): DraftQuestion {
  const { kind, quiz, limitTime, explanation, image, blind } = question;
  return {
    id: idOf(question.id, takenIds),
    kind,
    quiz,
    limitTime,
    points: 'points' in question ? (question.points ?? 1) : 1,
    ...(explanation !== undefined && { explanation }),
    ...(image !== undefined && { image }),
    ...(blind !== undefined && { blind }),
    ...playedFloor(question),
  };
}

function playedFloor(question: Question): Partial<DraftQuestion> {
  switch (question.kind) {
    case 'choice': {
      const { choices, answers, fixedOrder } = question;
      const numbers = answers.map((index) => index + 1);
      return { choices, answers: numbers, ...(fixedOrder && { fixedOrder }) };
    }
    case 'ox':
      return { truth: question.answer };
    case 'number': {
      const { min, max, step, unit, answer, tolerance } = question;
      return { min, max, step, ...(unit !== undefined && { unit }), value: answer, tolerance };
    }
    case 'spot':
      return {
        ...(question.whole && { whole: true }),
        places: question.places,
        targets: question.targets,
      };
    case 'poll':
      return { choices: question.choices };
    case 'scale':
      return { from: question.from, to: question.to };
  }
}

/** What can be taken of a written question, whatever it is. */
export function draftOf(written: object, takenIds: Set<string>): DraftQuestion {
  const fields = written as Record<string, unknown>;
  const kind = QUESTION_KINDS.find((one) => one === fields['kind']) ?? 'choice';
  // An empty cell is there without a value.
  const { points, limitTime: seconds } = fields;
  return {
    id: idOf(fields['id'], takenIds),
    kind,
    quiz: textOf(fields['quiz']),
    limitTime: numberOf(seconds === undefined ? limits.DEFAULT_LIMIT_S : seconds),
    points: points === 0 || points === 2 ? points : 1,
    ...taken(fields, { explanation: textOf, unit: textOf, from: textOf, to: textOf }),
    ...taken(fields, { min: numberOf, max: numberOf, step: numberOf, tolerance: numberOf }),
    ...taken(fields, { blind: Boolean, fixedOrder: Boolean, whole: Boolean }),
    ...(Array.isArray(fields['choices']) && { choices: listOf(fields['choices'], textOf) }),
    ...answerOf(kind, fields),
    ...pictureOf(kind, fields),
  };
}

/** What fits a draft; the rest is left out. */
function pictureOf(
  kind: DraftQuestion['kind'],
  { image, places, targets }: Record<string, unknown>,
): Partial<DraftQuestion> {
  const { place, target } = pictureParts;
  const [picture] = fitting(pictureParts.image, [image], 1);
  return {
    ...(picture && { image: picture }),
    ...(kind === 'spot' && {
      places: fitting(place, places, limits.MAX_PLACES),
      targets: fitting(target, targets, limits.MAX_TARGETS),
    }),
  };
}

function fitting<T extends z.ZodType>(schema: T, list: unknown, most: number): z.output<T>[] {
  if (!Array.isArray(list)) return [];
  return list.slice(0, most).flatMap((one) => {
    const { success, data } = schema.safeParse(one);
    return success ? [data] : [];
  });
}

function answerOf(
  kind: DraftQuestion['kind'],
  { answer, choices }: Record<string, unknown>,
): Partial<DraftQuestion> {
  if (kind === 'ox') return answer === 'O' || answer === 'X' ? { truth: answer } : {};
  if (kind === 'number') return { value: numberOf(answer) };
  if (kind !== 'choice') return {};
  const given = Array.isArray(answer) ? answer : [answer];
  const numbers = listOf(given, (one) =>
    typeof one === 'string' && Array.isArray(choices) ? choices.indexOf(one) + 1 : one,
  );
  const most = Array.isArray(choices) ? Math.min(choices.length, 2 * limits.MAX_CHOICES) : 0;
  const answers = numbers.filter((one) => Number.isInteger(one) && Number(one) > 0);
  return { answers: [...new Set(answers as number[])].filter((one) => one <= most) };
}

function taken(
  fields: Record<string, unknown>,
  readers: Record<string, (value: unknown) => unknown>,
): object {
  const there = Object.entries(readers).filter(([name]) => fields[name] !== undefined);
  return Object.fromEntries(there.map(([name, read]) => [name, read(fields[name])]));
}

function listOf<T>(list: unknown[], read: (value: unknown) => T): T[] {
  return list.slice(0, 2 * limits.MAX_CHOICES).map(read);
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

function textOf(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' ? text.slice(0, limits.DRAFT_TEXT_MAX_UNITS) : '';
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Math.abs(value) <= limits.RULER_MOST ? value : null;
}
