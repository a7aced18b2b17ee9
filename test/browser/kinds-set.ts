/** A question of each kind, and what the test of their pages stands them on. */
import type { QuizSet } from '../../src/game/shared/quiz-set.js';
import { STEPS } from '../../src/protocol/position.js';

const at = (part: number): number => Math.round(part * STEPS);
const image = { id: 'a'.repeat(64), alt: '여섯 곳에 이름이 있는 지도' };

export const KINDS: QuizSet = {
  id: 'kinds',
  title: '일곱 가지 질문',
  language: 'ko',
  questions: [
    {
      kind: 'choice',
      quiz: '다음 중 소수를 모두 고르면?',
      choices: ['2', '9', '11', '15'],
      answers: [0, 2],
      image: { id: 'b'.repeat(64), alt: '숫자 네 개' },
      limitTime: 120,
      explanation: '2와 11은 1과 자기 자신으로만 나누어져요.',
    },
    {
      kind: 'pictures',
      quiz: '제주도가 나오는 그림은 무엇일까요?',
      pictures: ['섬이 있는 바다', '산길', '오래된 성문', '밤의 항구', '눈 덮인 들판', '절벽'].map(
        (alt, n) => {
          const picture = { image: { id: String(n + 1).repeat(64), alt } };
          return n === 3 ? { ...picture, text: '항구' } : picture;
        },
      ),
      answers: [0],
      limitTime: 120,
      explanation: '제주도는 한국에서 가장 큰 섬이에요.',
    },
    {
      kind: 'ox',
      quiz: '문어의 심장은 세 개다.',
      answer: 'O',
      limitTime: 120,
      explanation: '두 개는 아가미로, 하나는 온몸으로 피를 보내요.',
    },
    {
      kind: 'number',
      quiz: '마라톤 코스의 길이는 몇 킬로미터일까요?',
      min: 10,
      max: 60,
      step: 1,
      unit: 'km',
      answer: 42,
      tolerance: 2,
      limitTime: 120,
      explanation: '정확히는 42.195 km예요. 1908년 런던 올림픽에서 정해졌어요.',
    },
    {
      kind: 'spot',
      quiz: '한라산은 어디에 있을까요?',
      image,
      places: [
        { name: '서울', x: at(0.4), y: at(0.2) },
        { name: '강릉', x: at(0.75), y: at(0.15) },
        { name: '대전', x: at(0.48), y: at(0.45) },
        { name: '부산', x: at(0.85), y: at(0.65) },
        { name: '광주', x: at(0.3), y: at(0.67) },
        { name: '제주', x: at(0.25), y: at(0.92) },
      ],
      targets: [{ x: at(0.25), y: at(0.9), rx: at(0.13), ry: at(0.07) }],
      limitTime: 120,
      explanation: '한라산은 제주도 한가운데에 있고 높이는 1,947 m예요.',
    },
    {
      kind: 'poll',
      quiz: '다음 모임은 언제가 좋을까요?',
      choices: ['금요일 저녁', '토요일 낮', '일요일 아침'],
      limitTime: 120,
    },
    {
      kind: 'scale',
      quiz: '오늘 발표는 얼마나 이해하기 쉬웠나요?',
      from: '하나도 모르겠어요',
      to: '아주 쉬웠어요',
      blind: false,
      limitTime: 120,
    },
  ],
};

/** A picture, wider than high, in a colour of its own for each address. */
export function pictureAt(url: string): string {
  const hue = parseInt(/pictures\/([\da-f]{4})/.exec(url)?.[1] ?? '0', 16) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
  <rect width="1600" height="1200" fill="hsl(${hue} 45% 75%)"/>
  <path d="M650 120 L1200 90 L1330 500 L1290 800 L1000 900 L640 960 L560 700 L700 480 Z" fill="#b9d18b" stroke="#5c7a3a" stroke-width="8"/>
  <ellipse cx="500" cy="1080" rx="150" ry="70" fill="#b9d18b" stroke="#5c7a3a" stroke-width="8"/>
</svg>`;
}
