/** The own rules of the kinds of a series (R16.19). */
import type { DraftPart, DraftQuestion } from '../../../protocol/desk.js';
import * as limits from '../../../protocol/limits.js';
import type { RightChoices, RightParts, SeriesKind } from '../../../protocol/question.js';
import type { FaultsWords } from '../../../i18n/made/types.js';
import type { MatchQuestion, OrderQuestion, StatementsQuestion } from '../../shared/quiz-set.js';
import { drawnOrder, filledChoices, placeIn, tellChoices, twins } from './choice.js';
import { OX } from './ox.js';
import { inOrder, listOf, textFault, type Drawn, type OwnRules, type Tell } from './rules.js';

/** A part with the number of its zone, from 1; undefined where an author has not said it yet. */
interface Placed {
  text: string;
  zone: number | undefined;
}

export const statements: OwnRules<StatementsQuestion> = {
  order: ({ parts }, kept, random) => ({ parts: drawnOrder(parts, kept.parts, random) }),
  draw({ kind, parts }, order) {
    const placed = parts.map(({ text, answer }) => ({ text, zone: OX.indexOf(answer) + 1 }));
    return seriesOf(kind, OX, inOrder(placed, order.parts));
  },
  preview: (draft) => seriesOf('statements', OX, filledParts(draft).map(placedAs)),
  faults(say, draft, tell) {
    tellParts(say, draft, tell);
    for (const [index, { zone }] of filledParts(draft).entries())
      if (zone !== 1 && zone !== 2) tell('parts', say.truth, index);
  },
};

export const order: OwnRules<OrderQuestion> = {
  // The order in which they are written is the answer.
  order: ({ parts }, _kept, random) => ({ parts: drawnOrder(parts, false, random) }),
  draw: ({ kind, parts }, order) =>
    seriesOf(kind, placesFor(parts), inOrder(parts.map(inPlace), order.parts)),
  preview(draft) {
    const parts = filledParts(draft);
    return seriesOf('order', placesFor(parts), parts.map(inPlace));
  },
  faults: tellParts,
};

export const match: OwnRules<MatchQuestion> = {
  order({ choices, parts, fixedOrder = false }, kept, random) {
    return {
      choices: drawnOrder(choices, fixedOrder || kept.choices, random),
      parts: drawnOrder(parts, kept.parts, random),
    };
  },
  draw({ kind, choices, parts }, order) {
    const placed = parts.map(({ text, answer }) => ({
      text,
      zone: placeIn(answer, order.choices),
    }));
    return seriesOf(kind, inOrder(choices, order.choices), inOrder(placed, order.parts));
  },
  preview: (draft) => seriesOf('match', filledChoices(draft), filledParts(draft).map(placedAs)),
  faults(say, draft, tell) {
    const { length } = filledChoices(draft);
    tellChoices(say, draft, tell);
    if (length > limits.MAX_MATCH_ZONES && length <= limits.MAX_CHOICES)
      tell('choices', say.manyChoices({ most: limits.MAX_MATCH_ZONES }));
    tellParts(say, draft, tell);
    for (const [index, { zone = 0 }] of filledParts(draft).entries())
      if (zone < 1 || zone > length) tell('parts', say.partZone, index);
  },
};

const placesFor = (parts: readonly unknown[]): string[] => parts.map((_, n) => String(n + 1));

const inPlace = ({ text }: { text: string }, n: number): Placed => ({ text, zone: n + 1 });

const placedAs = ({ text, zone }: DraftPart): Placed => ({ text, zone });

/** Nothing is right before every part has its zone. */
function seriesOf(kind: SeriesKind, zones: readonly string[], parts: readonly Placed[]): Drawn {
  const rights = parts.flatMap(({ zone }): RightChoices[] =>
    zone === undefined ? [] : [{ kind: 'choice', rights: [zone] }],
  );
  const isWhole = parts.length > 0 && rights.length === parts.length;
  const solution: RightParts = { kind: 'parts', parts: rights };
  return {
    shown: {
      kind,
      choiceList: listOf(zones),
      parts: parts.map(({ text }) => text),
      count: parts.length,
    },
    solution: isWhole ? solution : null,
  };
}

/** The parts up to the last one in which something stands. */
export function filledParts({ parts = [] }: DraftQuestion): DraftPart[] {
  return parts.slice(0, parts.findLastIndex(({ text }) => text.trim() !== '') + 1);
}

function tellParts(say: FaultsWords, draft: DraftQuestion, tell: Tell): void {
  const texts = filledParts(draft).map(({ text }) => text);
  const [least, most, units] = [limits.MIN_PARTS, limits.MAX_PARTS, limits.CHOICE_MAX_UNITS];
  if (texts.length < least) tell('parts', say.fewParts({ least }));
  if (texts.length > most) tell('parts', say.manyParts({ most }));
  for (const [index, isTwin] of twins(texts).entries())
    tell(
      'parts',
      textFault(say, texts[index] ?? '', units, say.part) ?? (isTwin ? say.partTwice : undefined),
      index,
    );
}
