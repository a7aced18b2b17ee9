import type { Language } from '../../protocol/http.js';

/** Words about the titles of rooms and sets, which players never load. */
interface TitleWords {
  bad: (most: number) => string;
}

const ko: TitleWords = {
  bad: (most) => `제목은 눈에 보이는 글자로 1~${most}자까지 적어 주세요.`,
};

const en: TitleWords = {
  bad: (most) => `Please use 1 to ${most} visible characters for the title.`,
};

/** Read `titleWords[i18n.current]` inside templates. */
export const titleWords: Record<Language, TitleWords> = { ko, en };
