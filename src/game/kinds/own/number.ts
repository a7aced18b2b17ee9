import * as limits from '../../../protocol/limits.js';
import type { FaultsWords } from '../../../i18n/made/types.js';
import type { NumberQuestion } from '../../shared/quiz-set.js';
import { thousandths } from '../ruler.js';
import { textFault, type OwnRules } from './rules.js';

export const number: OwnRules<NumberQuestion> = {
  draw({ kind, min, max, step, unit, answer, tolerance }) {
    const ruler = { min, max, step, ...(unit === undefined ? {} : { unit }) };
    return { shown: { kind, choiceList: [], ruler }, solution: { kind, answer, tolerance } };
  },
  preview({ min, max, step, unit = '', value, tolerance }) {
    const ruler = { min: min ?? 0, max: max ?? 100, step: step || 1, unit };
    const right = value != null && { answer: value, tolerance: tolerance ?? 0 };
    return {
      shown: { kind: 'number', choiceList: [], ruler },
      solution: right ? { kind: 'number', ...right } : null,
    };
  },
  faults(say, { min, max, step, value, tolerance, unit = '' }, tell) {
    tell('unit', textFault(say, unit, limits.UNIT_MAX_UNITS));
    const given = { min, max, step, answer: value, tolerance: tolerance ?? 0 };
    let isWhole = true;
    for (const [field, one] of Object.entries(given)) {
      const fault = numberFault(say, one);
      tell(field, fault);
      if (fault !== undefined) isWhole = false;
    }
    if ((tolerance ?? 0) < 0) tell('tolerance', say.tolerance);
    // A number that is missing above leaves nothing to compare.
    if (!isWhole || min == null || max == null || step == null || value == null) return;
    if (min >= max) return tell('min', say.notBelowMax);
    const [width, each] = [thousandths(max) - thousandths(min), thousandths(step)];
    const [least, most] = [limits.MIN_RULER_STEPS, limits.MAX_RULER_STEPS];
    const isEven = each > 0 && width % each === 0;
    if (!isEven || width / each < least || width / each > most)
      tell('step', say.step({ least, most }));
    if (value < min || value > max) tell('answer', say.notOnRuler);
  },
};

function numberFault(say: FaultsWords, given: number | null | undefined): string | undefined {
  if (given == null) return say.number;
  if (Math.abs(given) > limits.RULER_MOST) return say.hugeNumber;
  const isExact = thousandths(given) / 1000 === given;
  return isExact ? undefined : say.decimals({ most: limits.RULER_MAX_DECIMALS });
}
