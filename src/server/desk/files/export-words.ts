/** The words in a file that a host takes along about what it has no place for. */
import type { Language } from '../../../protocol/http.js';

interface ExportWords {
  /** In a comment, before the text of a question or an item. */
  notInGift: (kind: string) => string;
  languagesNotInGift: (tags: string) => string;
  /** The sheet with the questions, and the one with those that are missing. */
  questions: string;
  leftOut: string;
  notInTable: string;
}

const en: ExportWords = {
  notInGift: (kind) => `GIFT has no place for this (${kind})`,
  languagesNotInGift: (tags) => `GIFT has no place for the texts in further languages (${tags})`,
  questions: 'Questions',
  leftOut: 'Left out',
  notInTable: 'A table has no place for a question on a picture: download the set as it is',
};

const ko: ExportWords = {
  notInGift: (kind) => `GIFT 형식으로 적을 수 없는 것(${kind})`,
  languagesNotInGift: (tags) => `GIFT 형식으로 적을 수 없는 다른 언어의 글(${tags})`,
  questions: '문제',
  leftOut: '뺀 문제',
  notInTable: '그림 위치 문제는 표에 적을 수 없어요: 문제집을 그대로 내려받아 주세요',
};

export const exportWords: Record<Language, ExportWords> = { ko, en };
