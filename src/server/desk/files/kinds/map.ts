import { z } from 'zod';
import { LEAST_NEAR } from '../../../../game/kinds/own/map.js';
import type { MapQuestion } from '../../../../game/shared/quiz-set.js';
import { STEPS } from '../../../../protocol/position.js';
import { unknownKeys } from '../file-text.js';
import type { FileWords } from '../file-words.js';
import { flag, imageField, onPicture, placesField, scoredFields } from '../kind-schemas.js';
import { worthOf, type FileKind } from './file-kind.js';

function schema(say: FileWords) {
  const along = onPicture(say);
  const error = unknownKeys(say);
  const between = say.radiusRange(LEAST_NEAR, STEPS);
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
  names: ['지도'],
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
