/**
 * The faults that keep a draft of a question or of an item from being played, by field. The editor asks it at each key,
 * the server for the words of its own verdict, which is that of the reader of quiz files.
 */
import type { DraftFault, DraftQuestion, DraftRow } from '../../protocol/desk.js';
import { answerTime } from '../../protocol/answer-time.js';
import * as limits from '../../protocol/limits.js';
import { isItem } from '../../protocol/programme.js';
import { KINDS } from '../../protocol/question.js';
import { toldAnswer } from '../../protocol/told-answer.js';
import { itemFaults, noteFault } from './draft-items.js';
import type { FaultsWords } from '../../i18n/made/types.js';
import { ownRules } from '../kinds/own/own-rules.js';
import { textFault, type Tell } from '../kinds/own/rules.js';
import { inLanguage } from '../../protocol/set-languages.js';
import { spellingsOf, textFaults } from './row-texts.js';

/** In words; none where an answer has no words, or is not written yet. */
export function rightTextsOf(draft: DraftQuestion): string[] {
  return ownRules(draft.kind).rightTexts?.(draft) ?? [];
}

export function draftFaults(draft: DraftRow, say: FaultsWords): DraftFault[] {
  const faults: DraftFault[] = [];
  const tellIn =
    (of: Pick<DraftFault, 'language'>): Tell =>
    (field, message, index) => {
      if (message !== undefined)
        faults.push({ field, ...(index !== undefined && { index }), ...of, message });
    };
  if (isItem(draft)) itemFaults(say, draft, tellIn({}));
  else questionFaults(say, draft, tellIn({}));
  textFaults(say, draft, (of) => tellIn({ language: of }));
  if (!isItem(draft))
    faults.push(...altFaults(say, draft).filter((fault) => fault.language !== undefined));
  return faults;
}

function questionFaults(say: FaultsWords, draft: DraftQuestion, tell: Tell): void {
  const text = (raw: string, most: number, empty?: string) => textFault(say, raw, most, empty);
  const { kind, quiz, limitTime, explanation = '' } = draft;
  tell('quiz', text(quiz, limits.QUESTION_MAX_UNITS, say.quiz));
  const { least, most } = answerTime(kind);
  if (!Number.isInteger(limitTime) || Number(limitTime) < least || Number(limitTime) > most)
    tell('limitTime', say.seconds({ least, most }));
  tell('explanation', text(explanation, limits.EXPLANATION_MAX_UNITS));
  tell('note', noteFault(say, draft.note));
  tell('image', pictureFault(say, draft));
  ownRules(kind).faults(say, draft, tell);
}

/** Only a place on a picture cannot be found by who is not told what the picture shows (R18.5). */
function pictureFault(say: FaultsWords, draft: DraftQuestion): string | undefined {
  const { kind, image } = draft;
  const isFloor = KINDS[kind].floor === 'picture';
  if (image === undefined) return isFloor ? say.picture : undefined;
  const fault = textFault(say, image.alt, limits.ALT_MAX_UNITS, isFloor ? say.alt : undefined);
  return fault ?? altFaults(say, draft).find(({ language }) => language === undefined)?.message;
}

/** The right answer must not stand in what is said of the picture (R18.5), in no language (R30.4). */
export function altFaults(say: FaultsWords, draft: DraftQuestion): DraftFault[] {
  const { image, texts = {} } = draft;
  if (image === undefined) return [];
  const told = toldAnswer(image.alt, rightTextsOf(draft));
  const spellings = KINDS[draft.kind].judgement === 'text' ? spellingsOf(draft, 'accepted') : [];
  const others = Object.keys(texts).flatMap((language): DraftFault[] => {
    const other = inLanguage(draft, language);
    const alt = other.image?.alt ?? '';
    const toldThere = toldAnswer(alt, [...rightTextsOf(other), ...spellings]);
    // A description that tells it in the main language is mended there.
    if (toldThere === undefined || (told !== undefined && alt === image.alt)) return [];
    return [{ field: 'image', language, message: say.altTells({ choice: toldThere }) }];
  });
  return told === undefined
    ? others
    : [{ field: 'image', message: say.altTells({ choice: told }) }, ...others];
}
