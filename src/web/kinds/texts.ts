/** What is said of a question that is no choice, on pages and by screen readers. */
import { floorOf } from '../../game/kinds/floor.js';
import type { ShownQuestion, Solution, Summary } from '../../protocol/question.js';
import type { RevealPayload } from '../../protocol/scores.js';
import { i18n } from '../i18n/language.svelte.js';
import { kindWords } from '../i18n/kind-words.js';
import { measureText, numberText, placeText } from './format.js';
import { hitPlaces } from './hits.js';

const words = () => kindWords[i18n.current];

/** A value as its owner calls it. */
export function valueText(question: ShownQuestion, value: number): string {
  switch (question.kind) {
    case 'number':
    case 'scale':
      return placeText(value, question.ruler);
    case 'spot':
      return question.places[value - 1]?.name ?? '';
    case 'choice':
    case 'ox':
    case 'poll':
      return question.choiceList[value - 1]?.content ?? words().noOpinion;
  }
}

/** What is right; empty where nothing can be. */
export function solutionText(question: ShownQuestion, solution: Solution | undefined): string {
  switch (solution?.kind) {
    case undefined:
      return '';
    case 'choice':
      return solution.rights.map((order) => valueText(question, order)).join(', ');
    case 'number': {
      const { answer, tolerance } = solution;
      const right = 'ruler' in question ? measureText(answer, question.ruler) : numberText(answer);
      return tolerance === 0 ? right : `${right} (±${numberText(tolerance)})`;
    }
    case 'spot':
      return question.kind === 'spot'
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
  switch (question.kind) {
    case 'number': {
      const { ruler } = question;
      return t.range(measureText(ruler.min, ruler), measureText(ruler.max, ruler));
    }
    case 'scale': {
      const [from = '', to = ''] = question.ruler.labels ?? [];
      return t.ends(from, to);
    }
    case 'spot': {
      const named = question.places.map(({ name }, index) => i18n.t.choice(index + 1, name));
      return [question.image.alt, ...named].join('. ');
    }
    case 'ox':
      return 'O, X';
    case 'choice':
    case 'poll':
      return question.choiceList
        .map(({ order, content }) => i18n.t.choice(order, content))
        .concat(t.noOpinion)
        .join('. ');
  }
}

/** Where somebody has come to stand. */
export function standingText(question: ShownQuestion, value: number): string {
  const { standing } = words();
  const text = valueText(question, value);
  switch (floorOf(question).kind) {
    case 'number':
    case 'scale':
      return standing.value(text);
    case 'spot':
      return standing.place(text);
    case 'choice':
    case 'ox':
    case 'poll':
      return standing.zone(text);
  }
}

/** How the arena of a question is walked with keys. */
export function keysText({ kind }: ShownQuestion): string {
  const { keys } = words();
  if (kind === 'choice') return keys.poll;
  return kind === 'number' || kind === 'scale' ? keys.ruler : keys[kind];
}
