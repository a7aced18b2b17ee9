/** An evening in two languages with the longest texts, for the page of a projector. */
import { gatherRounds, type PlayableRow } from '../../src/game/shared/programme-rounds.js';
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import {
  CHOICE_MAX_UNITS,
  EXPLANATION_MAX_UNITS,
  QUESTION_MAX_UNITS,
  SLIDE_TEXT_BOUNDS,
} from '../../src/protocol/limits.js';
import { STEPS } from '../../src/protocol/position.js';
import { seeded } from '../../load-test/swarm/seeded.js';

const TEXTS = {
  ko: {
    long: '이 넓은 나라의 강 가운데 흘러드는 물줄기까지 모두 셈하면 가장 긴 강은 어느 것일까요?',
    short: ['낙동강 하구', '한강 상류', '금강 나루', '섬진강'],
    statements: [
      '문어의 심장은 세 개이고, 그 가운데 둘은 아가미로 피를 보냅니다.',
      '벌새는 뒤로도 날 수 있습니다.',
      '고래는 물고기라서 아가미로 숨을 쉽니다.',
      '금성의 하루는 일 년보다 깁니다.',
    ],
    places: ['서울', '강릉', '대전광역시', '부산', '광주', '제주도'],
    ends: ['하나도 모르겠어요', '아주 쉬웠어요'],
    unit: '킬로미터',
    why: '발원지부터 바다까지 잰 길이이기 때문이에요.',
  },
  de: {
    long: 'Welcher der Flüsse dieses großen Landes ist der längste, wenn alle Nebenflüsse mitgezählt werden?',
    short: ['Mündung des Nakdong', 'Oberlauf des Han', 'Fähre am Geum', 'Der Seomjin'],
    statements: [
      'Ein Oktopus hat drei Herzen, von denen zwei Blut zu den Kiemen pumpen.',
      'Kolibris können auch rückwärts fliegen.',
      'Wale sind Fische und atmen mit Kiemen.',
      'Auf der Venus ist ein Tag länger als ein Jahr.',
    ],
    places: ['Seoul', 'Gangneung', 'Daejeon', 'Busan', 'Gwangju', 'Insel Jeju'],
    ends: ['Gar nichts verstanden', 'Es war sehr einfach'],
    unit: 'Kilometer',
    why: 'Weil von der Quelle bis zum Meer gemessen wurde.',
  },
  en: {
    long: 'Which of the rivers of this large country is the longest one, if all that flows into it counts?',
    short: ['Mouth of the Nakdong', 'Upper Han', 'Ferry on the Geum', 'The Seomjin'],
    statements: [
      'An octopus has three hearts, two of which pump blood to the gills.',
      'Hummingbirds can fly backwards as well.',
      'Whales are fish and breathe with gills.',
      'On Venus a day is longer than a year.',
    ],
    places: ['Seoul', 'Gangneung', 'Daejeon', 'Busan', 'Gwangju', 'Jeju Island'],
    ends: ['I understood nothing', 'It was very easy'],
    unit: 'kilometres',
    why: 'Because it was measured from its source to the sea.',
  },
  ja: {
    long: 'この広い国の川のうち、流れ込む支流まですべて数えると、いちばん長い川はどれでしょうか。',
    short: ['洛東江の河口', '漢江の上流', '錦江の渡し場', '蟾津江'],
    statements: [
      'タコには心臓が三つあり、そのうち二つはえらに血を送っています。',
      'ハチドリは後ろ向きにも飛べます。',
      'クジラは魚なので、えらで呼吸します。',
      '金星の一日は一年より長いです。',
    ],
    places: ['ソウル', '江陵', '大田広域市', '釜山', '光州', '済州島'],
    ends: ['まったくわからなかった', 'とても簡単だった'],
    unit: 'キロメートル',
    why: '源流から海までの長さを測ったからです。',
  },
};
type Tag = keyof typeof TEXTS;

/** The sentence again and again, as long as is allowed. */
function filled(text: string, units: number): string {
  const words = `${text} `.repeat(20).split(' ');
  while (words.join(' ').length > units) words.pop();
  return words.join(' ');
}

const at = (part: number): number => Math.round(part * STEPS);
const POINTS = [
  [0.4, 0.2],
  [0.75, 0.15],
  [0.48, 0.45],
  [0.85, 0.65],
  [0.3, 0.67],
  [0.25, 0.92],
] as const;
const LIMIT = { limitTime: 120 };

export function eveningIn(main: Tag, other: Tag): QuizSet {
  const own = TEXTS[main];
  const its = TEXTS[other];
  const in2 = <T>(of: (texts: typeof own) => T) => ({ [other]: of(its) });
  const longest = (t: typeof own) => filled(t.long, QUESTION_MAX_UNITS);
  const choice = (t: typeof own) =>
    t.short.map((one) => filled(`${one}, ${t.long}`, CHOICE_MAX_UNITS));
  const partsOf = (t: typeof own) => t.statements.map((text) => ({ text }));
  const slide = (t: typeof own) => filled(t.long, SLIDE_TEXT_BOUNDS.maxGraphemes);
  const rows = [
    {
      id: 's1',
      kind: 'slide',
      title: own.short[0],
      text: own.long,
      seconds: null,
      texts: in2((t) => ({ title: t.short[0], text: t.long })),
    },
    {
      id: 's2',
      kind: 'slide',
      title: own.short[0],
      text: slide(own),
      seconds: null,
      texts: in2((t) => ({ title: t.short[0], text: slide(t) })),
    },
    {
      id: 'r',
      kind: 'round',
      name: own.ends[1],
      count: null,
      factor: 2,
      standings: 'round',
      texts: in2((t) => ({ name: t.ends[1] })),
    },
    {
      kind: 'choice',
      quiz: longest(own),
      choices: choice(own),
      answers: [0],
      explanation: filled(own.why, EXPLANATION_MAX_UNITS),
      ...LIMIT,
      texts: in2((t) => ({
        quiz: longest(t),
        choices: choice(t),
        explanation: filled(t.why, EXPLANATION_MAX_UNITS),
      })),
    },
    {
      kind: 'choice',
      quiz: own.long,
      choices: own.short,
      answers: [0],
      explanation: own.why,
      ...LIMIT,
      texts: in2((t) => ({ quiz: t.long, choices: t.short, explanation: t.why })),
    },
    {
      kind: 'statements',
      quiz: own.long,
      parts: own.statements.map((text, n) => ({ text, answer: n % 2 ? 'O' : 'X' })),
      ...LIMIT,
      explanation: own.why,
      texts: in2((t) => ({ quiz: t.long, parts: partsOf(t), explanation: t.why })),
    },
    {
      kind: 'match',
      quiz: own.long,
      choices: own.short.slice(0, 3),
      parts: own.statements.slice(0, 3).map((text, n) => ({ text, answer: n })),
      ...LIMIT,
      explanation: own.why,
      texts: in2((t) => ({
        quiz: t.long,
        choices: t.short.slice(0, 3),
        parts: partsOf(t).slice(0, 3),
        explanation: t.why,
      })),
    },
    {
      kind: 'order',
      quiz: own.long,
      parts: own.short.map((text) => ({ text })),
      ...LIMIT,
      texts: in2((t) => ({ quiz: t.long, parts: t.short.map((text) => ({ text })) })),
    },
    {
      kind: 'spot',
      quiz: own.long,
      image: { id: 'a'.repeat(64), alt: own.why },
      places: POINTS.map(([x, y], n) => ({ name: own.places[n]!, x: at(x), y: at(y) })),
      targets: [{ x: at(0.25), y: at(0.9), rx: at(0.13), ry: at(0.07) }],
      ...LIMIT,
      explanation: own.why,
      texts: in2((t) => ({
        quiz: t.long,
        places: t.places.map((name) => ({ name })),
        explanation: t.why,
      })),
    },
    {
      kind: 'number',
      quiz: own.long,
      min: 10,
      max: 60,
      step: 1,
      unit: own.unit,
      answer: 42,
      tolerance: 2,
      ...LIMIT,
      explanation: own.why,
      texts: in2((t) => ({ quiz: t.long, unit: t.unit, explanation: t.why })),
    },
    {
      kind: 'scale',
      quiz: own.long,
      from: own.ends[0],
      to: own.ends[1],
      blind: false,
      ...LIMIT,
      texts: in2((t) => ({ quiz: t.long, from: t.ends[0], to: t.ends[1] })),
    },
    {
      kind: 'typed',
      quiz: own.long,
      accepted: [own.short[3]],
      limitTime: 60,
      walkTime: 20,
      explanation: own.why,
      texts: in2((t) => ({ quiz: t.long, accepted: [t.short[3]], explanation: t.why })),
    },
  ] as PlayableRow[];
  const { questions, programme } = gatherRounds(rows, new Map(), seeded(1));
  return {
    id: `${main}-${other}`,
    title: own.short[0]!,
    language: main,
    languages: [other],
    questions,
    programme: programme!,
  };
}
