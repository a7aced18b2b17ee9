/** What is asked in a game before the camera, and who goes where: the same in each game. */
import type { Question, QuizSet } from '../../src/game/shared/quiz-set.js';
import type { GameMode, Language, WirePosition } from '../../src/protocol/index.js';

export const LANGUAGES = { 'ko-KR': 'ko', 'en-US': 'en' } as const satisfies Record<
  string,
  Language
>;
export type Locale = keyof typeof LANGUAGES;

/** Of the crowd the number, and for the phones before the camera a letter. */
export type Who = number | 'first' | 'second';

interface Asked {
  questionIn: (locale: Locale) => Question;
  /** By part; one where it has no parts. */
  placesIn: readonly ((who: Who) => WirePosition)[];
  /** Before, where people write first. */
  textsIn?: (who: number, locale: Locale) => string[];
}

/** Choice 1 is right in each. */
interface Chosen {
  limitTime: number;
  quiz: Record<Locale, string>;
  choices: Record<Locale, string[]>;
  zoneOf: (who: Who) => number;
}

function chosen({ limitTime, quiz, choices, zoneOf }: Chosen): Asked {
  return {
    questionIn: (locale) => {
      const answers = [0];
      return { kind: 'choice', quiz: quiz[locale], choices: choices[locale], answers, limitTime };
    },
    placesIn: [(who) => placeIn(zoneOf(who), choices['en-US'].length, who)],
  };
}

const PLANETS: Chosen['choices'] = {
  'ko-KR': ['목성', '금성', '지구', '해왕성', '토성', '수성'],
  'en-US': ['Jupiter', 'Venus', 'Earth', 'Neptune', 'Saturn', 'Mercury'],
};
const MOST_MOONS: Chosen['choices'] = {
  'ko-KR': ['토성', '목성'],
  'en-US': ['Saturn', 'Jupiter'],
};
const INVENTED: Chosen['choices'] = {
  'ko-KR': [
    '이마의 땀이 눈에 들어가지 않게',
    '표정을 더 잘 보이게',
    '눈을 따뜻하게',
    '비를 막으려고',
  ],
  'en-US': [
    'To keep sweat out of our eyes',
    'To show what we feel',
    'To keep our eyes warm',
    'To keep the rain off',
  ],
};

/** Wrong zones of so many choices, some of them fuller than others. */
const wrongOf = (choices: number, who: Who): number => {
  const nth = typeof who === 'number' ? who : who.length;
  return 2 + (Math.floor(nth * nth * 0.618) % (choices - 1));
};

const shortestDay = chosen({
  limitTime: 6,
  quiz: {
    'ko-KR': '태양계에서 하루가 가장 짧은 행성은 무엇일까요?',
    'en-US': 'Which planet of the solar system has the shortest day?',
  },
  choices: PLANETS,
  zoneOf: (who) => (who === 'first' || Number(who) % 9 === 0 ? 1 : wrongOf(6, who)),
});
const eyebrows = chosen({
  limitTime: 4,
  quiz: {
    'ko-KR': '사람에게 눈썹이 있는 까닭으로 가장 널리 알려진 것은 무엇일까요?',
    'en-US': 'What is the best known reason why people have eyebrows?',
  },
  choices: INVENTED,
  zoneOf: (who) => (who === 7 ? 1 : wrongOf(4, who)),
});
const moons = chosen({
  limitTime: 4,
  quiz: { 'ko-KR': '위성이 더 많은 행성은?', 'en-US': 'Which planet has more moons?' },
  choices: MOST_MOONS,
  zoneOf: (who) => (who === 'second' || Number(who) % 5 === 0 ? 2 : 1),
});
/** Nobody is right, so in survival all are spared. */
const heaviest = chosen({
  limitTime: 4,
  quiz: { 'ko-KR': '가장 무거운 행성은?', 'en-US': 'Which planet is the heaviest?' },
  choices: PLANETS,
  zoneOf: (who) => wrongOf(6, who),
});

const PART_S = 4;
/** Most are right, and not always the same people. */
const mostly = (zone: number, choices: number, part: number) => (who: Who) => {
  const isWrong = typeof who === 'number' && (who + part) % 3 === 0;
  return placeIn(isWrong ? 1 + (zone % choices) : zone, choices, who);
};
const statements: Asked = {
  questionIn: (locale) => ({
    kind: 'statements',
    quiz: { 'ko-KR': '맞는 말일까요?', 'en-US': 'True or false?' }[locale],
    parts: {
      'ko-KR': ['문어의 심장은 세 개다.', '고래는 물고기다.', '벌새는 뒤로도 난다.'],
      'en-US': [
        'An octopus has three hearts.',
        'A whale is a fish.',
        'Hummingbirds fly backwards.',
      ],
    }[locale].map((text, part) => ({ text, answer: part === 1 ? 'X' : 'O' })),
    limitTime: PART_S,
  }),
  placesIn: [1, 2, 1].map((zone, part) => mostly(zone, 2, part)),
};
/** Its parts come in a drawn order, so that nobody knows where to go. */
const order: Asked = {
  questionIn: (locale) => ({
    kind: 'order',
    quiz: { 'ko-KR': '태양에서 가까운 순서는?', 'en-US': 'From the sun outwards?' }[locale],
    parts: {
      'ko-KR': ['수성', '지구', '목성', '해왕성'],
      'en-US': ['Mercury', 'Earth', 'Jupiter', 'Neptune'],
    }[locale].map((text) => ({ text })),
    limitTime: PART_S,
  }),
  placesIn: [0, 1, 2, 3].map((part) => (who) => {
    const nth = typeof who === 'number' ? who : who.length;
    return placeIn(1 + ((nth + part) % 4), 4, who);
  }),
};
const match: Asked = {
  questionIn: (locale) => ({
    kind: 'match',
    quiz: { 'ko-KR': '어느 나라의 수도일까요?', 'en-US': 'Of which country is it the capital?' }[
      locale
    ],
    choices: { 'ko-KR': ['몽골', '케냐', '페루'], 'en-US': ['Mongolia', 'Kenya', 'Peru'] }[locale],
    parts: {
      'ko-KR': ['울란바토르', '리마', '나이로비'],
      'en-US': ['Ulaanbaatar', 'Lima', 'Nairobi'],
    }[locale].map((text, part) => ({ text, answer: [0, 2, 1][part] ?? 0 })),
    limitTime: PART_S,
  }),
  placesIn: [1, 3, 2].map((zone, part) => mostly(zone, 3, part)),
};
const guess: Asked = {
  questionIn: (locale) => ({
    kind: 'guess',
    quiz: { 'ko-KR': '아침에 무엇을 마시나요?', 'en-US': 'What do you drink in the morning?' }[
      locale
    ],
    choices: { 'ko-KR': ['차', '커피', '물'], 'en-US': ['Tea', 'Coffee', 'Water'] }[locale],
    choice: 1,
    limitTime: 6,
    guessTime: 8,
  }),
  placesIn: [
    (who) => {
      const [x, y] = mostly(2, 3, 0)(who);
      // Above the strip for no opinion.
      return [x, y * 0.82];
    },
    (who) => {
      const nth = typeof who === 'number' ? who : who.length;
      return [0.35 + 0.5 * ((nth * 0.618) % 1), 0.15 + 0.5 * ((nth * 0.377) % 1)];
    },
  ],
};

/** They walk to the zones of what was written, however many those are. */
const anywhere = (who: Who): WirePosition => placeIn(1 + (Number(who) % 4 || 0), 4, who);
const TYPED: Record<Locale, string[]> = {
  'ko-KR': ['캔버라', '시드니', '시드니', '멜버른', '켄버라', '시드니', '멜버른'],
  'en-US': ['Canberra', 'Sydney', 'sydney', 'Melbourne', 'Canbera', 'Sydney', 'Melbourne'],
};
const WORDS: Record<Locale, string[]> = {
  'ko-KR': ['바다', '여름휴가', '수박', '바다', '더위', '물놀이', '바다', '모기', '수박'],
  'en-US': ['Sea', 'Holidays', 'Melon', 'Sea', 'Heat', 'Swimming', 'Sea', 'Mosquitoes', 'Melon'],
};
const WRITE_S = 10;
const WALK_S = 8;
const typed: Asked = {
  questionIn: (locale) => ({
    kind: 'typed',
    quiz: { 'ko-KR': '호주의 수도는 어디일까요?', 'en-US': 'What is the capital of Australia?' }[
      locale
    ],
    accepted: { 'ko-KR': ['캔버라'], 'en-US': ['Canberra'] }[locale],
    limitTime: WRITE_S,
    walkTime: WALK_S,
  }),
  placesIn: [anywhere],
  textsIn: (who, locale) => [TYPED[locale][who % 7] ?? ''],
};
const words: Asked = {
  questionIn: (locale) => ({
    kind: 'words',
    quiz: { 'ko-KR': '여름 하면 떠오르는 것은?', 'en-US': 'What is summer to you?' }[locale],
    limitTime: WRITE_S,
    walkTime: WALK_S,
  }),
  placesIn: [anywhere],
  textsIn: (who, locale) => [WORDS[locale][who % 9] ?? ''],
};

/** In survival few are left by the last question, and the first phone is among them. */
const ASKED: Record<GameMode, Asked[]> = {
  RANKING: [shortestDay, eyebrows, statements, order, match, guess, typed, words, moons],
  SURVIVAL: [heaviest, moons, shortestDay],
};

export interface Script {
  bank: QuizSet;
  /** Places for somebody in the parts of a question, in 0..1. */
  placesIn: (question: number, who: Who) => WirePosition[];
  /** The texts of somebody of the crowd; undefined where nobody writes. */
  textsIn: (question: number, who: Who) => string[] | undefined;
}

export function scriptFor(mode: GameMode, locale: Locale): Script {
  const asked = ASKED[mode];
  return {
    bank: {
      id: `${mode}-${locale}`,
      title: 'Show',
      language: LANGUAGES[locale],
      questions: asked.map(({ questionIn }) => questionIn(locale)),
    },
    placesIn: (question, who) => asked[question]?.placesIn.map((place) => place(who)) ?? [],
    textsIn: (question, who) =>
      typeof who === 'number' ? asked[question]?.textsIn?.(who, locale) : undefined,
  };
}

/** Another one for each; two columns, and nobody close to an edge. */
function placeIn(zone: number, choices: number, who: Who): WirePosition {
  const nth = typeof who === 'number' ? who : who.length / 2;
  const spread = (by: number) => 0.1 + 0.8 * ((nth * by) % 1);
  const column = (zone - 1) % 2;
  const row = Math.floor((zone - 1) / 2);
  return [(column + spread(0.7549)) / 2, (row + spread(0.5698)) / Math.ceil(choices / 2)];
}

/** How long somebody waits before they go, of the time of a question; the phones have a way to go. */
export function hesitationOf(question: number, who: Who, isLast: boolean): number {
  if (typeof who === 'string') return 0.05;
  // In the last question many change in the last second, which the projector shows again.
  if (isLast && who % 2 === 0) return 0.86;
  return 0.08 + 0.5 * ((who * 0.618 + question * 0.377) % 1);
}

const FAMILY = '김 이 박 최 정 강 조 윤 장 임'.split(' ');
const GIVEN_KO = '민준 서연 도윤 하은 시우 지유 주원 수아 예준 다은 건우 채원 현우 지민 은우'.split(
  ' ',
);
const GIVEN_EN =
  'Ada Ben Cleo Dev Elif Finn Grace Hugo Ines Jonas Kira Leo Maya Nils Olga Priya Quinn Rosa Sami Tara'.split(
    ' ',
  );

/** As people of both languages call themselves; no two are the same. */
export function nameOf(guest: number): string {
  const half = Math.floor(guest / 2);
  const letter = String.fromCharCode(65 + (Math.floor(half / GIVEN_EN.length) % 26));
  if (guest % 2) return `${GIVEN_EN[half % GIVEN_EN.length]} ${letter}.`;
  return `${FAMILY[Math.floor(half / GIVEN_KO.length) % FAMILY.length]}${GIVEN_KO[half % GIVEN_KO.length]}`;
}
