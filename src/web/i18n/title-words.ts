import type { Language } from '../../protocol/http.js';

/** Words about titles and other short texts of a host, which players never load. */
interface TitleWords {
  bad: (most: number) => string;
  badText: (most: number) => string;
}

const ko: TitleWords = {
  bad: (most) => `제목은 눈에 보이는 글자로 1~${most}자까지 적어 주세요.`,
  badText: (most) => `눈에 보이는 글자로 1~${most}자까지 적어 주세요.`,
};

const en: TitleWords = {
  bad: (most) => `Please use 1 to ${most} visible characters for the title.`,
  badText: (most) => `Please use 1 to ${most} visible characters.`,
};

/** Read `titleWords[i18n.current]` inside templates. */
export const titleWords: Record<Language, TitleWords> = { ko, en };
