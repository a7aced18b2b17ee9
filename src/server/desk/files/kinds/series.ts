/** How the kinds of a series (R16.19) are written. */
import { z } from 'zod';
import { twins, filledChoices } from '../../../../game/kinds/own/choice.js';
import { OX } from '../../../../game/kinds/own/ox.js';
import { filledParts } from '../../../../game/kinds/own/series.js';
import type {
  MatchQuestion,
  OrderQuestion,
  StatementsQuestion,
} from '../../../../game/shared/quiz-set.js';
import type { DraftPart, DraftQuestion } from '../../../../protocol/desk.js';
import * as limits from '../../../../protocol/limits.js';
import type { SeriesKind } from '../../../../protocol/question.js';
import { cellOfTexts, textsOfCell } from '../cell-list.js';
import { draftText } from '../draft-text.js';
import { fileText, unknownKeys } from '../file-text.js';
import type { FileWords } from '../file-words.js';
import { giftText } from '../gift-text.js';
import { choicesField, flag, scoredFields } from '../kind-schemas.js';
import { cellOf } from '../table-row.js';
import { answersIn, answersOf, fixedCell, fixedOf } from './choice.js';
import { worthOf, type FileKind } from './file-kind.js';
import { VERDICTS } from './ox.js';

/** In a cell, the place of an answer that is not written yet. */
const NO_ANSWER = '?';

/** The fields of all of them; `part` is one of the parts, and `textOf` its text. */
function fieldsOf<P extends z.ZodType>(
  say: FileWords,
  kind: SeriesKind,
  part: P,
  textOf: (part: z.output<P>) => string,
) {
  const count = say.partCount({ least: limits.MIN_PARTS, most: limits.MAX_PARTS });
  const parts = z
    .array(part, { error: count })
    .min(limits.MIN_PARTS, count)
    .max(limits.MAX_PARTS, count)
    .check(({ value, issues }) => {
      const twin = twins(value.map(textOf)).indexOf(true);
      if (twin >= 0)
        issues.push({ code: 'custom', input: value, path: [twin], message: say.partTwice });
    });
  return { ...scoredFields(say, kind), parts };
}

const partText = (say: FileWords) => fileText(say, limits.CHOICE_MAX_UNITS);

/** A part with an answer of its own. */
function answeredPart<A extends z.ZodType>(say: FileWords, answer: A) {
  return z.strictObject({ text: partText(say), answer }, { error: unknownKeys(say) });
}

const statementsSchema = (say: FileWords) =>
  z.strictObject(
    {
      kind: z.literal('statements'),
      ...fieldsOf(
        say,
        'statements',
        answeredPart(say, z.enum(OX, { error: say.notOx })),
        ({ text }) => text,
      ),
    },
    { error: unknownKeys(say) },
  );

export const statements: FileKind<StatementsQuestion> = {
  schema: statementsSchema,
  read: ({ points, ...question }: z.output<ReturnType<typeof statementsSchema>>) => ({
    ...question,
    ...worthOf(points),
  }),
  twin: ({ parts }) => textsOf(parts).toSorted(),
  cells({ cells, columns, choices }) {
    const verdicts = verdictsIn(cellOf(cells, columns.answer));
    const count = Math.max(choices.length, verdicts.length);
    return {
      parts: Array.from({ length: count }, (_, n) => ({
        text: choices[n] ?? '',
        answer: verdicts[n] ?? '',
      })),
    };
  },
  row(draft) {
    const parts = filledParts(draft);
    return {
      choices: textsOf(parts),
      answer: parts.map(({ zone }) => verdictOf(zone) ?? NO_ANSWER).join(','),
    };
  },
  ofDraft: (draft) => ({
    parts: filledParts(draft).map(({ text, zone }) => ({ text, answer: verdictOf(zone) })),
  }),
  toDraft: ({ parts }) => ({
    parts: parts.map(({ text, answer }) => ({ text, zone: OX.indexOf(answer) + 1 })),
  }),
  answer: ({ parts }) =>
    draftParts(parts, (answer) => {
      const zone = (OX as readonly unknown[]).indexOf(answer) + 1;
      return zone > 0 ? zone : undefined;
    }),
};

const orderSchema = (say: FileWords) =>
  z.strictObject(
    { kind: z.literal('order'), ...fieldsOf(say, 'order', partText(say), (text) => text) },
    { error: unknownKeys(say) },
  );

/** Its parts are texts alone, in the right order. */
export const order: FileKind<OrderQuestion> = {
  schema: orderSchema,
  read: ({ points, parts, ...question }: z.output<ReturnType<typeof orderSchema>>) => ({
    ...question,
    parts: parts.map((text) => ({ text })),
    ...worthOf(points),
  }),
  write: ({ parts, ...rest }) => ({ ...rest, parts: textsOf(parts) }),
  twin: ({ parts }) => textsOf(parts).toSorted(),
  cells: ({ choices }) => ({ parts: choices }),
  row: (draft) => ({ choices: textsOf(filledParts(draft)) }),
  ofDraft: (draft) => ({ parts: textsOf(filledParts(draft)) }),
  toDraft: ({ parts }) => ({ parts: parts.map(({ text }) => ({ text })) }),
  answer: ({ parts }) => draftParts(parts, () => undefined),
};

const matchSchema = (say: FileWords) =>
  z.strictObject(
    {
      kind: z.literal('match'),
      ...fieldsOf(
        say,
        'match',
        answeredPart(say, z.union([z.int(), z.string()], { error: say.answerKind })),
        ({ text }) => text,
      ),
      choices: choicesField(say, limits.MAX_MATCH_ZONES),
      fixedOrder: flag(say).exactOptional(),
    },
    { error: unknownKeys(say) },
  );

export const match: FileKind<MatchQuestion> = {
  schema: matchSchema,
  read(
    { points, parts, fixedOrder = false, ...question }: z.output<ReturnType<typeof matchSchema>>,
    say,
    context,
  ) {
    const placed = parts.map(({ text, answer }, n) => {
      const indexes = answer === '' ? say.empty : answersOf([answer], question.choices, say);
      if (typeof indexes !== 'string') return { text, answer: indexes[0] ?? 0 };
      context.addIssue({ code: 'custom', path: ['parts', n, 'answer'], message: indexes });
      return { text, answer: 0 };
    });
    return {
      ...question,
      parts: placed,
      ...(fixedOrder ? { fixedOrder } : {}),
      ...worthOf(points),
    };
  },
  write: ({ parts, ...rest }) => ({
    ...rest,
    parts: parts.map(({ text, answer }) => ({ text, answer: answer + 1 })),
  }),
  twin: ({ choices, parts }) => [choices.toSorted(), textsOf(parts).toSorted()],
  cells(row) {
    const pairs = row.choices.map((cell) => {
      const [text = '', answer = ''] = textsOfCell(cell, '=');
      return { text, answer };
    });
    const told = cellOf(row.cells, row.columns.answer);
    const choices = told === '' ? choicesIn(pairs) : textsOfCell(told);
    return { parts: pairs, choices, ...fixedOf(row) };
  },
  row(draft) {
    const choices = filledChoices(draft);
    return {
      choices: filledParts(draft).map(({ text, zone = 0 }) =>
        cellOfTexts([text, choices[zone - 1] ?? ''], '='),
      ),
      answer: cellOfTexts(choices),
      ...fixedCell(draft),
    };
  },
  gift(draft) {
    const choices = filledChoices(draft);
    const pairs = filledParts(draft).map(({ text, zone = 0 }) => [text, choices[zone - 1] ?? '']);
    const others = choices.filter((choice) => !pairs.some(([, own]) => own === choice));
    const all = [...pairs, ...others.map((choice) => ['', choice])];
    // An arrow stands between the two.
    const isWritten = all.every(
      ([text = '', own = '']) => own !== '' && !`${text}${own}`.includes('->'),
    );
    if (pairs.length === 0 || !isWritten) return undefined;
    return all
      .map(([text = '', own = '']) => `=${giftText(text)} -> ${giftText(own)}`)
      .join('\n\t');
  },
  ofDraft: (draft) => ({
    choices: filledChoices(draft),
    parts: filledParts(draft).map(({ text, zone }) => ({ text, answer: zone })),
    ...(draft.fixedOrder === true && { fixedOrder: true }),
  }),
  toDraft: ({ choices, parts, fixedOrder }) => ({
    choices,
    parts: parts.map(({ text, answer }) => ({ text, zone: answer + 1 })),
    ...(fixedOrder && { fixedOrder }),
  }),
  answer: ({ parts, choices }) => {
    const known: readonly unknown[] = Array.isArray(choices) ? choices : [];
    return draftParts(parts, (answer) => answersIn(answer, known).answers[0]);
  },
};

const textsOf = (parts: readonly { text: string }[]): string[] => parts.map(({ text }) => text);

const verdictOf = (zone: number | undefined): 'O' | 'X' | undefined => OX[(zone ?? 0) - 1];

/** "O,X,O", "O X O", "OXO", "참/거짓": what people write for several statements. */
function verdictsIn(cell: string): string[] {
  const words = cell.split(/[\s,;/|]+/, 2 * limits.MAX_CHOICES).filter((word) => word !== '');
  const [only = ''] = words;
  const isRow = words.length === 1 && only.length <= limits.MAX_CHOICES && !VERDICTS.has(only);
  return (isRow ? Array.from(only) : words).map((word) => VERDICTS.get(word) ?? word);
}

/** In the order in which they are named first. */
function choicesIn(pairs: readonly { answer: string }[]): string[] {
  return [...new Set(pairs.map(({ answer }) => answer))].filter((answer) => answer !== '');
}

/** The parts that a draft takes of written ones, whatever those are. */
function draftParts(
  written: unknown,
  zoneOf: (answer: unknown) => number | undefined,
): Pick<DraftQuestion, 'parts'> {
  const given: unknown[] = Array.isArray(written) ? written.slice(0, 2 * limits.MAX_PARTS) : [];
  return {
    parts: given.map((one): DraftPart => {
      const { text, answer } = { text: one, answer: undefined, ...(isObject(one) ? one : {}) };
      const zone = zoneOf(answer);
      return { text: draftText(text), ...(zone !== undefined && { zone }) };
    }),
  };
}

const isObject = (one: unknown): one is { text?: unknown; answer?: unknown } =>
  typeof one === 'object' && one !== null;
