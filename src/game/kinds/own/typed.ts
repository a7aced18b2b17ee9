import type { DraftQuestion } from '../../../protocol/desk.js';
import * as limits from '../../../protocol/limits.js';
import type { RightTexts } from '../../../protocol/question.js';
import { cleanText } from '../../../protocol/text.js';
import type { FaultsWords } from '../../../i18n/made/types.js';
import { spellingsOf } from '../../shared/row-texts.js';
import type { TypedQuestion } from '../../shared/quiz-set.js';
import { hasMixedLetters } from '../mixed-letters.js';
import { formOf } from '../spelling.js';
import { listOf, type OwnRules, type Tell } from './rules.js';

export const typed: OwnRules<TypedQuestion> = {
  draw({ kind, ...question }) {
    const wrong = spellingsOf(question, 'wrong');
    return {
      // Zones come with what is written.
      shown: { kind, choiceList: [] },
      solution: {
        kind: 'text',
        accepted: spellingsOf(question, 'accepted'),
        ...(wrong.length > 0 && { wrong }),
      },
    };
  },
  preview(draft) {
    const [first] = filledTexts(draft.accepted);
    return {
      shown: { kind: 'typed', choiceList: listOf(first === undefined ? [] : [first]) },
      solution: first === undefined ? null : draftTexts(draft),
    };
  },
  faults(say, draft, tell) {
    const accepted = filledTexts(draft.accepted);
    if (accepted.length === 0) tell('accepted', say.noSpelling);
    if (accepted.length > limits.MAX_SPELLINGS)
      tell('accepted', say.manySpellings({ most: limits.MAX_SPELLINGS }));
    const wrong = filledTexts(draft.wrong);
    if (wrong.length > limits.MAX_WRONG) tell('wrong', say.manyWrong({ most: limits.MAX_WRONG }));
    tellTexts(say, 'accepted', draft.accepted, [], tell);
    tellTexts(say, 'wrong', draft.wrong, accepted, tell);
    tellWalkTime(say, draft, tell);
  },
  rightTexts: ({ accepted }) => filledTexts(accepted),
};

function draftTexts({ accepted, wrong }: DraftQuestion): RightTexts {
  const listed = filledTexts(wrong);
  return {
    kind: 'text',
    accepted: filledTexts(accepted),
    ...(listed.length > 0 && { wrong: listed }),
  };
}

/** Those in which something stands. */
export function filledTexts(texts: readonly string[] = []): string[] {
  return texts.map(lineOf).filter((text) => text !== '');
}

const lineOf = (text: string): string => text.replace(/[\t\r\n]+/g, ' ').trim();

/** `before` are texts that none of these may be. */
function tellTexts(
  say: FaultsWords,
  field: string,
  texts: readonly string[] = [],
  before: readonly string[],
  tell: Tell,
): void {
  const isClean = (text: string): boolean => Boolean(cleanText(text, limits.ANSWER_BOUNDS));
  // Only of what keeps to the bounds: the form of a long text may take seconds.
  const forms = new Set(before.filter(isClean).map(formOf));
  for (const [index, raw] of texts.entries()) {
    const text = lineOf(raw);
    if (text === '') continue;
    const { maxGraphemes, maxUnits } = limits.ANSWER_BOUNDS;
    if (!isClean(text)) {
      tell(
        field,
        cleanText(text, { maxGraphemes: maxUnits, maxUnits: 2 * maxUnits }) === undefined
          ? say.notShowable
          : say.longerThan({ characters: maxGraphemes }),
        index,
      );
      continue;
    }
    const form = formOf(text);
    if (hasMixedLetters(text)) tell(field, say.mixedLetters, index);
    else if (forms.has(form)) tell(field, say.spellingTwice, index);
    forms.add(form);
  }
}

export function tellWalkTime(say: FaultsWords, { walkTime }: DraftQuestion, tell: Tell): void {
  const [least, most] = [limits.MIN_WALK_S, limits.MAX_WALK_S];
  const given = walkTime ?? Number.NaN;
  const isTime = Number.isInteger(given) && given >= least && given <= most;
  if (walkTime !== undefined && given !== 0 && !isTime)
    tell('walkTime', say.walkTime({ least, most }));
}
