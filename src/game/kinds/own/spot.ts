import type { DraftQuestion } from '../../../protocol/desk.js';
import * as limits from '../../../protocol/limits.js';
import { STEPS } from '../../../protocol/position.js';
import type { NamedPlace } from '../../../protocol/question.js';
import type { FaultsWords } from '../../../i18n/made/types.js';
import type { SpotQuestion } from '../../shared/quiz-set.js';
import { sample } from '../../shared/random.js';
import { missOf } from '../spot.js';
import { inOrder, textFault, type OwnRules, type Tell } from './rules.js';

const LEAST_RADIUS = Math.ceil((STEPS * limits.MIN_RADIUS_PERCENT) / 100);

export const spot: OwnRules<SpotQuestion> = {
  // An author writes the right places first.
  order: ({ places }, _, random) => ({ places: sample(random, [...places.keys()]) }),
  draw({ kind, image, whole, targets, places: written }, order) {
    const places = inOrder(written, order.places);
    const shown = { kind, choiceList: [], image, ...(whole && { whole }), places };
    return { shown, solution: { kind, targets } };
  },
  preview({ image = { id: '', alt: '' }, whole, places = [], targets = [] }) {
    return {
      shown: { kind: 'spot', choiceList: [], image, ...(whole === true && { whole }), places },
      solution: targets.length > 0 ? { kind: 'spot', targets } : null,
    };
  },
  faults(say, draft, tell) {
    const { places = [], targets = [] } = draft;
    tellPlaces(say, draft, tell);
    if (targets.length === 0) return tell('targets', say.noTarget);
    for (const [index, target] of targets.entries()) {
      if (target.rx < LEAST_RADIUS || target.ry < LEAST_RADIUS)
        tell('targets', say.smallTarget, index);
      else if (!places.some(({ x, y }) => missOf([x, y], [target]) === 0))
        tell('targets', say.targetWithoutPlace, index);
    }
    const isRight = ({ x, y }: NamedPlace): boolean => missOf([x, y], targets) === 0;
    if (places.length >= limits.MIN_PLACES && places.every(isRight)) tell('places', say.noDecoy);
  },
};

function tellPlaces(say: FaultsWords, { places = [] }: DraftQuestion, tell: Tell): void {
  if (places.length < limits.MIN_PLACES)
    tell('places', say.fewPlaces({ least: limits.MIN_PLACES }));
  for (const [index, { name }] of places.entries())
    tell('places', textFault(say, name, limits.PLACE_MAX_UNITS, say.place), index);
}
