/** What a host is told of the fields that only some kinds of question have (R16), after the name of the field. */
import type { Language } from '../../../protocol/http.js';

export interface KindWords {
  unknownKind: (kinds: string) => string;
  notYesOrNo: string;
  choiceNamedTwice: string;
  notOx: string;
  notANumber: (decimals: number) => string;
  notBelowMax: string;
  rulerSteps: (least: number, most: number) => string;
  notOnRuler: string;
  notAnImage: string;
  onPicture: (most: number) => string;
  radiusRange: (least: number, most: number) => string;
  placeCount: (least: number, most: number) => string;
  pictureCount: (least: number, most: number) => string;
  targetCount: (most: number) => string;
  targetWithoutPlace: string;
  noDecoy: string;
  farBelowNear: string;
  spellingCount: (most: number) => string;
  wrongCount: (most: number) => string;
  spellingTwice: string;
  mixedLetters: string;
  walkTime: (least: number, most: number) => string;
  partCount: (least: number, most: number) => string;
  partTwice: string;
  /** Of a table. */
  notInTable: string;
  explanationCut: (characters: number) => string;
}

const en: KindWords = {
  unknownKind: (kinds) => `must be one of ${kinds}`,
  notYesOrNo: 'must be true or false',
  choiceNamedTwice: 'names a choice twice',
  notOx: 'must be "O" or "X"',
  notANumber: (decimals) => `must be a number with at most ${decimals} decimals`,
  notBelowMax: 'must be less than max',
  rulerSteps: (least, most) => `must divide the way from min to max into ${least} to ${most} steps`,
  notOnRuler: 'must be from min to max',
  notAnImage: 'must have an id of 64 hexadecimal digits and an alt text',
  onPicture: (most) => `must be a whole number from 0 to ${most}`,
  radiusRange: (least, most) => `must be a whole number from ${least} to ${most}`,
  placeCount: (least, most) => `must be ${least} to ${most} places`,
  pictureCount: (least, most) => `must be ${least} to ${most} choices with a picture each`,
  targetCount: (most) => `must be 1 to ${most} ellipses`,
  targetWithoutPlace: 'has none of the places in it',
  noDecoy: 'must have one that is in no target',
  farBelowNear: 'must be at least near',
  spellingCount: (most) => `must be 1 to ${most} right spellings`,
  wrongCount: (most) => `must be at most ${most} wrong answers`,
  spellingTwice: 'is the same as an earlier one, but for case, spaces and signs',
  mixedLetters: 'has letters of two alphabets that look alike in one word',
  walkTime: (least, most) => `must be a whole number from ${least} to ${most}, or 0`,
  partCount: (least, most) => `must be ${least} to ${most} items`,
  partTwice: 'is the same as an earlier item',
  notInTable: 'a question on a picture can only be written in JSON',
  explanationCut: (characters) => `its explanation was cut at ${characters} characters`,
};

const ko: KindWords = {
  unknownKind: (kinds) => `${kinds} 중 하나여야 해요`,
  notYesOrNo: 'true, false 중 하나여야 해요',
  choiceNamedTwice: '같은 보기를 두 번 적었어요',
  notOx: '"O", "X" 중 하나여야 해요',
  notANumber: (decimals) => `소수점 아래 ${decimals}자리까지의 수여야 해요`,
  notBelowMax: '최대보다 작아야 해요',
  rulerSteps: (least, most) => `최소에서 최대까지를 ${least}~${most}칸으로 나누는 수여야 해요`,
  notOnRuler: '최소에서 최대 사이의 수여야 해요',
  notAnImage: '64자리 16진수 id와 설명이 있어야 해요',
  onPicture: (most) => `0~${most} 사이의 정수여야 해요`,
  radiusRange: (least, most) => `${least}~${most} 사이의 정수여야 해요`,
  placeCount: (least, most) => `${least}~${most}곳이어야 해요`,
  pictureCount: (least, most) => `그림이 있는 보기 ${least}~${most}개여야 해요`,
  targetCount: (most) => `타원이 1~${most}개여야 해요`,
  targetWithoutPlace: '안에 이름 있는 곳이 하나도 없어요',
  noDecoy: '정답이 아닌 곳도 하나는 있어야 해요',
  farBelowNear: '안쪽 반지름보다 작을 수 없어요',
  spellingCount: (most) => `정답이 1~${most}개여야 해요`,
  wrongCount: (most) => `오답이 ${most}개까지여야 해요`,
  spellingTwice: '앞에 적은 것과 대소문자, 띄어쓰기, 문장 부호만 달라요',
  mixedLetters: '모양이 비슷한 다른 문자가 한 낱말에 섞여 있어요',
  walkTime: (least, most) => `${least}~${most} 사이의 정수이거나 0이어야 해요`,
  partCount: (least, most) => `항목이 ${least}~${most}개여야 해요`,
  partTwice: '앞에 있는 항목과 같아요',
  notInTable: '그림 위치 문제는 JSON으로만 적을 수 있어요',
  explanationCut: (characters) => `해설은 ${characters}자까지만 남겼어요`,
};

export const kindWords: Record<Language, KindWords> = { ko, en };
