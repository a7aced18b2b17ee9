/** The words for a host about the questions of Moodle beside those about quiz files. */
import type { Language } from '../../../protocol/http.js';
import { quoted } from './quiz-file-error.js';

interface MoodleWords {
  /* The file as a whole. */
  notMoodle: string;
  xml: Record<'damaged' | 'tooLarge', string>;

  /* A fault of a question. */
  typeLeftOut: (type: string) => string;
  braces: string;
  severalNumbers: string;
  anyText: string;

  /* A change in it. */
  partly: string;
  feedbackLeftOut: string;
  patternsLeftOut: string;
  rulerChosen: (min: number, max: number) => string;
  rounded: (decimals: number) => string;
}

/** By Moodle's own names. */
const ENGLISH_TYPES = new Map([
  ['essay', 'asks for an essay'],
  ['description', 'has no answers (description)'],
]);

const en: MoodleWords = {
  notMoodle: 'The file is XML, but not of Moodle: export the questions as "Moodle XML format"',
  xml: {
    damaged: 'The XML file cannot be read: export it again',
    tooLarge: 'The XML file holds far more than a quiz: export fewer questions',
  },

  typeLeftOut: (type) => {
    const known = ENGLISH_TYPES.get(type);
    return `${known ?? `is of the type ${quoted(type)}`}, which cannot be played here`;
  },
  braces: 'needs one { and one } around its answers, and a blank line after it',
  severalNumbers: 'has several right numbers, but there can be one',
  anyText: 'takes every text as right (*)',

  partly: 'answers that are right in part count as wrong',
  feedbackLeftOut: 'what is said of single answers is not shown',
  patternsLeftOut: 'answers with * were left out',
  rulerChosen: (min, max) => `the file has no ruler: it goes from ${min} to ${max}`,
  rounded: (decimals) => `its numbers were rounded to ${decimals} decimals`,
};

const KOREAN_TYPES = new Map([
  ['essay', '서술형 문제라서'],
  ['description', '답이 없는 설명이라서'],
]);

const ko: MoodleWords = {
  notMoodle: 'XML 파일이지만 무들 파일이 아니에요: 무들에서 "Moodle XML" 형식으로 내보내 주세요',
  xml: {
    damaged: '읽을 수 있는 XML 파일이 아니에요: 다시 내보내 주세요',
    tooLarge: 'XML 파일에 문제집보다 훨씬 많은 내용이 들어 있어요: 문제를 나누어 내보내 주세요',
  },

  typeLeftOut: (type) =>
    `${KOREAN_TYPES.get(type) ?? `유형이 ${quoted(type)}인 문제라서`} 여기에서는 낼 수 없어요`,
  braces: '답은 { }로 한 번만 묶고, 문제 다음에는 빈 줄을 두어야 해요',
  severalNumbers: '맞는 수가 여러 개예요: 하나만 쓸 수 있어요',
  anyText: '어떤 글이든 정답(*)이에요',

  partly: '일부만 맞는 답은 오답으로 쳐요',
  feedbackLeftOut: '답마다 적힌 설명은 보이지 않아요',
  patternsLeftOut: '*가 들어간 답은 뺐어요',
  rulerChosen: (min, max) => `파일에 눈금이 없어서 ${min}에서 ${max}까지로 했어요`,
  rounded: (decimals) => `수를 소수점 아래 ${decimals}자리까지로 반올림했어요`,
};

export const moodleWords: Record<Language, MoodleWords> = { ko, en };
