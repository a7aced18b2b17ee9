import { z } from 'zod';
import { missOf } from '../../../../game/kinds/spot.js';
import type { SpotQuestion } from '../../../../game/shared/quiz-set.js';
import * as limits from '../../../../protocol/limits.js';
import { STEPS } from '../../../../protocol/position.js';
import { unknownKeys } from '../file-text.js';
import type { FileWords } from '../file-words.js';
import { flag, imageField, onPicture, placesField, scoredFields } from '../kind-schemas.js';
import { worthOf, type FileKind } from './file-kind.js';

const LEAST_RADIUS = Math.ceil((STEPS * limits.MIN_RADIUS_PERCENT) / 100);

function schema(say: FileWords) {
  const along = onPicture(say);
  const between = say.radiusRange({ least: LEAST_RADIUS, most: STEPS });
  const radius = z.int(between).min(LEAST_RADIUS, between).max(STEPS, between);
  const targets = say.targetCount({ most: limits.MAX_TARGETS });
  const error = unknownKeys(say);
  return z
    .strictObject(
      {
        kind: z.literal('spot'),
        ...scoredFields(say),
        image: imageField(say, true),
        whole: flag(say).exactOptional(),
        places: placesField(say),
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

export const spot: FileKind<SpotQuestion> = {
  schema,
  read({ points, whole = false, ...question }: z.output<ReturnType<typeof schema>>) {
    return { ...question, ...(whole && { whole }), ...worthOf(points) };
  },
  twin: ({ image }) => [image.id],
  ofDraft: ({ whole, places = [], targets = [] }) => ({
    ...(whole === true && { whole }),
    places,
    targets,
  }),
  toDraft: ({ whole, places, targets }) => ({ ...(whole && { whole }), places, targets }),
};
