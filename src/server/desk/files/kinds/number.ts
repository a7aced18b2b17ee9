import { z } from 'zod';
import { thousandths } from '../../../../game/kinds/ruler.js';
import type { NumberQuestion } from '../../../../game/shared/quiz-set.js';
import * as limits from '../../../../protocol/limits.js';
import { fileText, unknownKeys } from '../file-text.js';
import type { FileWords } from '../file-words.js';
import { scoredFields } from '../kind-schemas.js';
import { cellOf } from '../table-row.js';
import type { ExtraColumn } from '../table-header.js';
import { worthOf, type FileKind } from './file-kind.js';

function schema(say: FileWords) {
  const message = say.notANumber({ decimals: limits.RULER_MAX_DECIMALS });
  const value = z
    .number({ error: message })
    .min(-limits.RULER_MOST, message)
    .max(limits.RULER_MOST, message)
    .refine((given) => thousandths(given) / 1000 === given, message);
  return z
    .strictObject(
      {
        kind: z.literal('number'),
        ...scoredFields(say),
        min: value,
        max: value,
        step: value,
        unit: fileText(say, limits.UNIT_MAX_UNITS).exactOptional(),
        answer: value,
        tolerance: value.min(0, message).default(0),
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
        fault('step', say.rulerSteps({ least, most }));
      if (answer < min || answer > max) fault('answer', say.notOnRuler);
    });
}

export const number: FileKind<NumberQuestion> = {
  schema,
  read: ({ points, ...question }: z.output<ReturnType<typeof schema>>) => ({
    ...question,
    ...worthOf(points),
  }),
  twin: ({ min, max }) => [min, max],
  cells({ cells, columns }) {
    const extra = (name: ExtraColumn): string => cellOf(cells, columns.extra.get(name));
    const [min, max, step] = (['min', 'max', 'step'] as const).map((name) => decimal(extra(name)));
    const [unit, tolerance] = [extra('unit'), extra('tolerance')];
    return {
      min,
      max,
      step,
      answer: decimal(cellOf(cells, columns.answer)),
      ...(unit === '' ? {} : { unit }),
      ...(tolerance === '' ? {} : { tolerance: decimal(tolerance) }),
    };
  },
  row({ min, max, step, unit = '', value, tolerance }) {
    const [answer, ...others] = [value, min, max, step, tolerance].map((one) => String(one ?? ''));
    const [least = '', most = '', each = '', off = ''] = others;
    return { answer: answer ?? '', min: least, max: most, step: each, unit, tolerance: off };
  },
  gift({ value, tolerance }) {
    return typeof value === 'number' ? `#${value}:${tolerance ?? 0}` : undefined;
  },
  ofDraft({ min, max, step, unit, value, tolerance }) {
    const written = unit === undefined || unit.trim() === '' ? {} : { unit };
    return { min, max, step, ...written, answer: value, tolerance: tolerance ?? 0 };
  },
  toDraft({ min, max, step, unit, answer, tolerance }) {
    return { min, max, step, ...(unit !== undefined && { unit }), value: answer, tolerance };
  },
  answer: ({ answer }) => ({ value: numberOf(answer) }),
};

/** NaN for what is no number. */
function decimal(cell: string): number {
  return /^-?\d{1,13}(\.\d{1,6})?$/.test(cell) ? Number(cell) : Number.NaN;
}

/** As a draft has it, which is null where it is empty. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Math.abs(value) <= limits.RULER_MOST ? value : null;
}
