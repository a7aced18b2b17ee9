import { LABEL_MAX_UNITS } from '../../../protocol/limits.js';
import type { ScaleQuestion } from '../../shared/quiz-set.js';
import { SCALE_RULER } from '../ruler.js';
import { textFault, type Drawn, type OwnRules } from './rules.js';

export const scale: OwnRules<ScaleQuestion> = {
  draw: ({ from, to }) => drawn(from, to),
  preview: ({ from = '', to = '' }) => drawn(from, to),
  faults(say, { from = '', to = '' }, tell) {
    tell('from', textFault(say, from, LABEL_MAX_UNITS, say.from));
    tell('to', textFault(say, to, LABEL_MAX_UNITS, say.to));
  },
};

function drawn(from: string, to: string): Drawn {
  const ruler = { ...SCALE_RULER, labels: [from, to] as const };
  return { shown: { kind: 'scale', choiceList: [], ruler }, solution: null };
}
