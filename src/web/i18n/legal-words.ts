import type { Language, LegalUrls } from '../../protocol/http.js';

type LegalWords = Record<keyof LegalUrls | 'all', string>;

/** The links to the operator’s pages. */
const ko: LegalWords = {
  all: '운영자 안내',
  imprint: '운영자 정보',
  privacy: '개인정보 처리방침',
  contact: '문의',
  accessibility: '접근성 안내',
};

const en: LegalWords = {
  all: 'About who runs this',
  imprint: 'Imprint',
  privacy: 'Privacy',
  contact: 'Contact',
  accessibility: 'Accessibility',
};

export const legalWords: Record<Language, LegalWords> = { ko, en };
