import { z } from 'zod';
import { LEAST_NEAR } from '../../../../game/kinds/own/map.js';
import type { MapQuestion } from '../../../../game/shared/quiz-set.js';
import { STEPS } from '../../../../protocol/position.js';
import { cellOfTexts, textsOfCell } from '../cell-list.js';
import { unknownKeys } from '../file-text.js';
import type { FileWords } from '../file-words.js';
import { flag, imageField, onPicture, placesField, scoredFields } from '../kind-schemas.js';
import type { ExtraColumn } from '../table-header.js';
import { cellOf } from '../table-row.js';
import { flagOf } from '../table-values.js';
import { worthOf, type FileKind } from './file-kind.js';

function schema(say: FileWords) {
  const along = onPicture(say);
  const error = unknownKeys(say);
  const between = say.radiusRange({ least: LEAST_NEAR, most: STEPS });
  const radius = z.int(between).min(LEAST_NEAR, between).max(STEPS, between);
  return z.strictObject(
    {
      kind: z.literal('map'),
      ...scoredFields(say),
      image: imageField(say, true),
      whole: flag(say).exactOptional(),
      places: placesField(say, 0).exactOptional(),
      target: z
        .strictObject({ x: along, y: along, near: radius, far: radius }, { error })
        .refine(({ near, far }) => near <= far, { error: say.farBelowNear, path: ['far'] })
        .exactOptional(),
    },
    { error },
  );
}

export const map: FileKind<MapQuestion> = {
  schema,
  read({ points, whole, places = [], target, ...question }: z.output<ReturnType<typeof schema>>) {
    return {
      ...question,
      ...(whole && { whole }),
      ...(places.length > 0 && { places }),
      // An opinion has no worth.
      ...(target && { target, ...worthOf(points) }),
    };
  },
  twin: ({ image }) => [image.id],
  cells({ cells, columns }) {
    const extra = (name: ExtraColumn): string => cellOf(cells, columns.extra.get(name));
    const places = textsOfCell(extra('places')).filter((text) => text !== '');
    const whole = flagOf(extra('whole'));
    const answer = cellOf(cells, columns.answer);
    return {
      ...(whole === undefined ? {} : { whole }),
      ...(places.length > 0 && { places: places.map(placeOfCell) }),
      ...(answer !== '' && { target: targetOfCell(answer) }),
    };
  },
  row: ({ whole, places = [], target }) => ({
    whole: whole === true ? 'true' : '',
    places: cellOfTexts(places.map(({ name, x, y }) => `${name} ${percents([x, y])}`.trim())),
    answer: target ? percents([target.x, target.y, target.near, target.far]) : '',
  }),
  ofDraft: ({ whole, places = [], target }) => ({
    ...(whole === true && { whole }),
    ...(places.length > 0 && { places }),
    ...(target && { target }),
  }),
  toDraft: ({ whole, places = [], target }) => ({
    ...(whole && { whole }),
    places,
    ...(target && { target }),
  }),
};

/** Three decimals tell every step. */
const percents = (steps: readonly number[]): string =>
  steps.map((one) => String(Math.round((100_000 * one) / STEPS) / 1000)).join(' ');

/** NaN for what is no percentage. */
const stepsOf = (cell = ''): number =>
  /^\d{1,3}(\.\d{1,3})?$/.test(cell) ? Math.round((Number(cell) * STEPS) / 100) : Number.NaN;

/** A place is its name with how far it is across and down, in percent; a name alone has no place yet. */
function placeOfCell(cell: string): object {
  const words = cell.trim().split(/\s+/);
  const [x, y] = words.slice(-2).map(stepsOf);
  const isPlaced = x !== undefined && y !== undefined && !Number.isNaN(x + y);
  return isPlaced ? { name: words.slice(0, -2).join(' '), x, y } : { name: cell };
}

/** Across, down, and both radii, in percent. */
function targetOfCell(cell: string): object {
  const [x, y, near, far] = cell.split(/[\s,;]+/).map(stepsOf);
  return { x, y, near, far };
}
