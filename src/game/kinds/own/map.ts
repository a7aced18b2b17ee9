import type { DraftQuestion } from '../../../protocol/desk.js';
import * as limits from '../../../protocol/limits.js';
import { STEPS } from '../../../protocol/position.js';
import type { Solution, Target } from '../../../protocol/question.js';
import type { FaultsWords } from '../../../i18n/made/types.js';
import type { MapQuestion } from '../../shared/quiz-set.js';
import { textFault, type OwnRules, type Tell } from './rules.js';

export const LEAST_NEAR = Math.ceil((STEPS * limits.MIN_NEAR_PERCENT) / 100);

export const map: OwnRules<MapQuestion> = {
  draw({ kind, image, whole, places = [], target }) {
    const shown = { kind, choiceList: [], image, ...(whole && { whole }), places };
    return { shown: { ...shown, ...scoredBy(target) }, solution: solutionOf(target) };
  },
  preview({ image = { id: '', alt: '' }, whole, places = [], target }) {
    const shown = { choiceList: [], image, ...(whole === true && { whole }), places };
    return {
      shown: { kind: 'map', ...shown, ...scoredBy(target) },
      solution: solutionOf(target),
    };
  },
  faults(say, { places = [], target }, tell) {
    for (const [index, { name }] of places.entries())
      tell('places', textFault(say, name, limits.PLACE_MAX_UNITS, say.place), index);
    if (target !== undefined) tellTarget(say, target, tell);
  },
};

const scoredBy = (target: Target | undefined): { scored?: true } =>
  target === undefined ? {} : { scored: true };

const solutionOf = (target: DraftQuestion['target']): Solution | null =>
  target === undefined ? null : { kind: 'target', target };

function tellTarget(say: FaultsWords, { near, far }: Target, tell: Tell): void {
  if (near < LEAST_NEAR) tell('target', say.smallNear({ percent: limits.MIN_NEAR_PERCENT }));
  if (far < near) tell('target', say.farBelowNear);
}
