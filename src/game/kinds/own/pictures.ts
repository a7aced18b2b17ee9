import type { Choice } from '../../../protocol/choice.js';
import type { DraftPicture, DraftQuestion } from '../../../protocol/desk.js';
import * as limits from '../../../protocol/limits.js';
import type { FaultsWords } from '../../../i18n/made/types.js';
import type { PicturesQuestion } from '../../shared/quiz-set.js';
import { draftRights, drawnOrder, rightsOf, several, tellRights, twins } from './choice.js';
import { inOrder, textFault, type OwnRules } from './rules.js';

export const pictures: OwnRules<PicturesQuestion> = {
  shuffles: true,
  order: ({ pictures: written, fixedOrder = false }, kept, random) => ({
    choices: drawnOrder(written, fixedOrder || kept.choices, random),
  }),
  draw({ kind, pictures: written, answers }, { choices: order }) {
    const choiceList = listOf(inOrder(written, order));
    return { shown: { kind, choiceList, ...several(answers) }, solution: rightsOf(answers, order) };
  },
  preview(draft) {
    const choiceList = listOf(filledPictures(draft));
    return { shown: { kind: 'pictures', choiceList }, solution: draftRights(draft) };
  },
  faults(say, draft, tell) {
    const filled = filledPictures(draft);
    const [least, most] = [limits.MIN_CHOICES, limits.MAX_PICTURES];
    if (filled.length < least) tell('pictures', say.fewPictures({ least }));
    if (filled.length > most) tell('pictures', say.manyPictures({ most }));
    const isTwin = twinsOf(filled);
    for (const [index, one] of filled.entries())
      tell('pictures', faultOf(say, one) ?? (isTwin[index] ? say.choiceTwice : undefined), index);
    tellRights(say, draft, filled.length, tell);
  },
  rightTexts: ({ pictures: written = [], answers = [] }) =>
    answers.flatMap((answer) => wordOf(written[answer - 1]) ?? []),
};

/** Up to the last one that has something in it. */
export function filledPictures({ pictures: written = [] }: DraftQuestion): DraftPicture[] {
  const isFilled = (one: DraftPicture): boolean => one.image !== undefined || Boolean(wordOf(one));
  return written.slice(0, written.findLastIndex(isFilled) + 1);
}

/** Without a word, what the picture shows is what everybody hears who does not see it. */
function listOf(written: readonly { image?: Choice['image']; text?: string }[]): Choice[] {
  return written.map(({ image, text }, index) => {
    const content = wordOf({ text }) ?? image?.alt ?? '';
    return { order: index + 1, content, ...(image && { image }) };
  });
}

function wordOf(one: { text?: string | undefined } | undefined): string | undefined {
  const word = one?.text?.trim();
  return word === '' ? undefined : word;
}

function faultOf(say: FaultsWords, { image, text }: DraftPicture): string | undefined {
  if (image === undefined) return say.choicePicture;
  const most = limits.CHOICE_MAX_UNITS;
  return textFault(say, image.alt, most, say.alt) ?? textFault(say, text, most);
}

/** Which have the picture, or the name, of an earlier one, so that nobody can tell them apart. */
function twinsOf(filled: readonly DraftPicture[]): boolean[] {
  const ids = filled.map(({ image }) => image?.id);
  const names = twins(listOf(filled).map(({ content }) => content));
  return names.map((isTwin, index) => isTwin || ids.indexOf(ids[index]) < index);
}
