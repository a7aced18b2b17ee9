/** What is said of a question that is no choice, on pages and by screen readers. */
import { KINDS, type ShownQuestion, type Solution, type Summary } from '../../protocol/question.js';
import type { RevealPayload } from '../../protocol/scores.js';
import { i18n } from '../i18n/language.svelte.js';
import { kindWords } from '../i18n/kind-words.js';
import { measureText, numberText, placeText } from './format.js';
import { hitPlaces } from './hits.js';

const words = () => kindWords[i18n.current];

/** A value as its owner calls it. */
export function valueText(question: ShownQuestion, value: number): string {
  if ('ruler' in question) return placeText(value, question.ruler);
  if ('places' in question) return question.places[value - 1]?.name ?? '';
  return question.choiceList[value - 1]?.content ?? words().noOpinion;
}

/** What is right; empty where nothing can be. */
export function solutionText(question: ShownQuestion, solution: Solution | undefined): string {
  switch (solution?.kind) {
    case undefined:
      return '';
    case 'choice':
      return solution.rights.map((order) => valueText(question, order)).join(', ');
    case 'text':
      return solution.accepted.join(', ');
    case 'number': {
      const { answer, tolerance } = solution;
      const right = 'ruler' in question ? measureText(answer, question.ruler) : numberText(answer);
      return tolerance === 0 ? right : `${right} (±${numberText(tolerance)})`;
    }
    case 'spot':
      return 'places' in question
        ? hitPlaces(question.places, solution.targets)
            .map(({ name }) => name)
            .join(', ')
        : '';
  }
}

/** The own answer beside what is right. */
export function ownText(
  question: ShownQuestion,
  { solution, nearest }: RevealPayload,
  own: number | undefined,
): string {
  const t = words();
  const right = solutionText(question, solution);
  return [
    own === undefined ? '' : t.yourAnswer(valueText(question, own)),
    right === '' ? '' : t.answer(right),
    nearest ? t.nearest : '',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** How many answered, and what came of it where that is one number. */
export function summaryText(question: ShownQuestion, summary: Summary | undefined): string {
  if (summary === undefined) return '';
  const t = words();
  const parts = [answeredText(summary)];
  if (summary.kind === 'number' && summary.median !== null && 'ruler' in question)
    parts.unshift(t.median(measureText(summary.median, question.ruler)));
  if (summary.kind === 'scale' && summary.mean !== null)
    parts.unshift(
      `${t.mean(numberText(summary.mean))} ${t.spread(numberText(summary.spread ?? 0))}`,
    );
  return parts.join(' · ');
}

/** How many answered, and how many did not where that is no answer. */
export function answeredText(summary: Summary | undefined): string {
  if (summary === undefined) return '';
  const t = words();
  const counts = summary.counts.map((count) => (typeof count === 'number' ? count : count[1]));
  const answered = t.answered(counts.reduce((sum, count) => sum + count, 0));
  return 'unmoved' in summary && summary.unmoved
    ? `${answered} · ${t.unmoved(summary.unmoved)}`
    : answered;
}

/** What there is to answer with, when it appears. */
export function askedText(question: ShownQuestion): string {
  const t = words();
  if ('ruler' in question) {
    const { ruler } = question;
    if (ruler.labels) return t.ends(...ruler.labels);
    return t.range(measureText(ruler.min, ruler), measureText(ruler.max, ruler));
  }
  if ('places' in question) {
    const named = question.places.map(({ name }, index) => i18n.t.choice(index + 1, name));
    return [question.image.alt, ...named].join('. ');
  }
  const contents = question.choiceList.map(({ content }) => content);
  // O and X need no numbers.
  if (question.kind === 'ox') return contents.join(', ');
  const numbered = contents.map((content, index) => i18n.t.choice(index + 1, content));
  const hasStrip = KINDS[question.kind].floor === 'strip';
  return [...numbered, ...(hasStrip ? [t.noOpinion] : [])].join('. ');
}

/** Where somebody has come to stand. */
export function standingText(question: ShownQuestion, value: number): string {
  const { standing } = words();
  const text = valueText(question, value);
  if ('ruler' in question) return standing.value(text);
  return 'places' in question ? standing.place(text) : standing.zone(text);
}

/** How the arena of a question is walked with keys. */
export function keysText(question: ShownQuestion): string {
  const { keys } = words();
  if ('ruler' in question) return keys.ruler;
  if ('places' in question) return keys.spot;
  return question.kind === 'ox' ? keys.ox : keys.poll;
}
