/** An evening before the camera: slides, a break, draws, standings, and two rounds of a question each. */

import type { Question, QuizSet } from '../../src/game/shared/quiz-set.js';
import { LANGUAGES, type Locale } from './script.js';

type Words = Record<Locale, string>;

/** They come with the program (`src/server/desk/sets/bank/sets/pictures`). */
const YARD = '5a6dcf532d5f6b7540e8fd87686162622c7d1a7e2bef21789396bbac87641167';
/** The right one comes first; a word stands on the last one. */
const THINGS = {
  kite: 'febb57d3afaac8269f15bdb401de6b555259c84d30fc466b7a6560cbc25d5d55',
  drum: 'd09aa7a7487c9859ed5d2731b78e18297ec84f890964602b4dcf628402e34dba',
  lantern: 'd367a8b07afc2707a603e5d42c01b0e9cd2b4fc00b4dc8796dcfc4470f8edb53',
  fan: 'cb750dde6488a9182e9a534a5922cebba3007953876a34ce73a3051b4aa31ac1',
} as const;

const WORDS = {
  welcome: { 'ko-KR': '어서 오세요!', 'en-US': 'Welcome!' },
  seats: {
    'ko-KR': '빈자리 아무 데나 앉으세요.\n휴대폰으로 QR 코드를 찍으면 들어와요.',
    'en-US': 'Take any seat.\nPoint your phone at the QR code to come in.',
  },
  tonight: { 'ko-KR': '오늘 저녁', 'en-US': 'Tonight' },
  rounds: {
    'ko-KR': '세 라운드, 차 한 잔, 그리고 추첨 두 번',
    'en-US': 'Three rounds, a cup of tea, and two draws',
  },
  yard: {
    'ko-KR': '등불을 건 한옥 마당에 사람들이 모여 있어요',
    'en-US': 'People in a yard with lanterns',
  },
  rules: { 'ko-KR': '이렇게 놀아요', 'en-US': 'How it goes' },
  // As long as a slide may be.
  long: {
    'ko-KR': [
      '문제가 나오면 맞다고 생각하는 답으로 걸어가서 종이 울릴 때까지 그 자리에 서 있어요.',
      '빨리 고를수록 점수가 높아요. 마음이 바뀌면 종이 울리기 전에 옮겨도 돼요.',
      '2라운드는 점수가 두 배이고, 마지막 라운드에서는 다른 사람이 어디에 있는지 보이지 않아요.',
      '쉬는 시간에는 복도에 따뜻한 차와 떡이 있어요. 마치고 나서 추첨으로 선물을 나눠 드려요.',
      '도움이 필요하면 앞에 있는 진행자를 불러 주세요. 즐거운 저녁 보내세요!',
    ].join('\n'),
    'en-US': [
      'When a question comes, walk to the answer that you believe in, and stay there until the bell.',
      'Early answers get more points. You may change your mind until the bell.',
      'The second round counts twice. In the last one nobody sees where the others stand.',
      'There is tea in the hall. Have fun!',
    ].join('\n'),
  },
  tea: {
    'ko-KR': '차 한 잔 하고 오세요. 떡도 있어요!',
    'en-US': 'Have a cup of tea. There is cake, too!',
  },
  prize: { 'ko-KR': '동네 책방 상품권', 'en-US': 'A voucher of the bookshop round the corner' },
  round: { 'ko-KR': '몸풀기', 'en-US': 'Warm-up' },
  final: { 'ko-KR': '마지막 라운드', 'en-US': 'Last round' },
  days: { 'ko-KR': '하루가 더 긴 행성은?', 'en-US': 'Which planet has the longer day?' },
  venus: { 'ko-KR': '금성', 'en-US': 'Venus' },
  earth: { 'ko-KR': '지구', 'en-US': 'Earth' },
  question: { 'ko-KR': '위성이 더 많은 행성은?', 'en-US': 'Which planet has more moons?' },
  saturn: { 'ko-KR': '토성', 'en-US': 'Saturn' },
  jupiter: { 'ko-KR': '목성', 'en-US': 'Jupiter' },
  wind: {
    'ko-KR': '바람이 있어야 가지고 놀 수 있는 것은?',
    'en-US': 'Which of these needs wind to be played with?',
  },
  hole: {
    'ko-KR': '방패연은 가운데에 구멍이 있어 센 바람에도 흔들리지 않아요.',
    'en-US': 'This Korean kite has a hole in its middle, so it stays steady in strong wind.',
  },
  kite: { 'ko-KR': '꼬리가 긴 연', 'en-US': 'A kite with long tails' },
  drum: { 'ko-KR': '북채가 둘인 붉은 북', 'en-US': 'A red drum with two sticks' },
  lantern: { 'ko-KR': '불을 켠 등불', 'en-US': 'A lantern that is lit' },
  word: { 'ko-KR': '부채', 'en-US': 'Fan' },
  fan: { 'ko-KR': '꽃을 그린 부채', 'en-US': 'A fan with painted flowers' },
  bicycle: { 'ko-KR': '자전거', 'en-US': 'A bicycle' },
  thanks: { 'ko-KR': '함께해서 즐거웠어요!', 'en-US': 'Thank you for this evening!' },
} satisfies Record<string, Words>;

/** In minutes from now. */
const STARTS_IN = 12;
const LIMIT_S = 4;

/** This process runs where the host is. */
export const utcOffset = (): number => -new Date().getTimezoneOffset();

function timeIn(minutes: number): string {
  const date = new Date(Date.now() + minutes * 60_000);
  return [date.getHours(), date.getMinutes()].map((n) => String(n).padStart(2, '0')).join(':');
}

function choice(quiz: string, choices: string[]): Question {
  return { kind: 'choice', quiz, choices, answers: [0], limitTime: LIMIT_S };
}

export function eveningFor(locale: Locale): QuizSet {
  const say = (word: keyof typeof WORDS): string => WORDS[word][locale];
  const moons = choice(say('question'), [say('saturn'), say('jupiter')]);
  const days = choice(say('days'), [say('venus'), say('earth')]);
  const pictures = {
    kind: 'pictures' as const,
    quiz: say('wind'),
    pictures: (['kite', 'drum', 'lantern', 'fan'] as const).map((thing) => {
      const image = { id: THINGS[thing], alt: say(thing) };
      return thing === 'fan' ? { image, text: say('word') } : { image };
    }),
    answers: [0],
    limitTime: LIMIT_S,
    explanation: say('hole'),
  };
  const slide = { kind: 'slide', seconds: null, text: '' } as const;
  return {
    id: `evening-${locale}`,
    title: 'Evening',
    language: LANGUAGES[locale],
    questions: [moons, pictures, days],
    programme: [
      {
        ...slide,
        id: 'welcome',
        title: say('welcome'),
        text: say('seats'),
        startsAt: timeIn(STARTS_IN),
      },
      {
        ...slide,
        id: 'tonight',
        title: say('tonight'),
        text: say('rounds'),
        image: { id: YARD, alt: say('yard') },
        seconds: 600,
      },
      { ...slide, id: 'rules', title: say('rules'), text: say('long') },
      { kind: 'break', id: 'tea', message: say('tea'), minutes: 10 },
      { kind: 'draw', id: 'draw', title: say('prize'), among: 'everybody', winners: 3 },
      {
        kind: 'round',
        id: 'round',
        name: say('round'),
        count: 2,
        order: 'written',
        factor: 1,
        standings: 'each',
        questions: [moons, pictures],
      },
      { kind: 'standings', id: 'standings' },
      { kind: 'draw', id: 'last', title: say('bicycle'), among: 'rightLast', winners: 1 },
      {
        kind: 'round',
        id: 'final',
        name: say('final'),
        count: 1,
        order: 'written',
        factor: 2,
        standings: 'never',
        questions: [days],
      },
      { ...slide, id: 'thanks', title: say('thanks') },
    ],
  };
}
