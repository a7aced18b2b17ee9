/** Words of the forms of questions with several parts (R16.19, R16.22), which only the editor loads. */
import type { Language } from '../../protocol/http.js';
import type { SeriesKind } from '../../protocol/question.js';

/** How a form calls the parts of its kind. */
export interface PartWords {
  legend: string;
  hint: string;
  row: (number: number) => string;
  remove: (number: number) => string;
  up: (number: number) => string;
  down: (number: number) => string;
  add: string;
}

interface Words {
  of: Record<SeriesKind, PartWords>;
  truth: (number: number) => string;
  zone: (number: number) => string;
  noZone: string;
  zones: Pick<PartWords, 'legend' | 'row' | 'remove' | 'add'>;
  zonesHow: string;
  guessOf: (number: number) => string;
  guessHow: string;
  guessTime: string;
  /** `sum` as `4 × 6`, `total` in seconds. */
  inAll: (sum: string, total: number) => string;
  /** Of the preview. */
  partShown: string;
  part: (number: number, of: number) => string;
  partBefore: string;
  partNext: string;
  tried: (right: number, of: number, points: number) => string;
}

const koreanItem = {
  row: (number: number) => `항목 ${number}`,
  remove: (number: number) => `항목 ${number} 지우기`,
  up: (number: number) => `항목 ${number} 위로`,
  down: (number: number) => `항목 ${number} 아래로`,
  add: '항목 추가',
};

const ko: Words = {
  of: {
    statements: {
      legend: '문장',
      hint: '게임에서는 섞어서 한 문장씩 물어요. 맞는 문장은 O, 틀린 문장은 X를 누르세요.',
      row: (number) => `문장 ${number}`,
      remove: (number) => `문장 ${number} 지우기`,
      up: (number) => `문장 ${number} 위로`,
      down: (number) => `문장 ${number} 아래로`,
      add: '문장 추가',
    },
    order: {
      ...koreanItem,
      legend: '항목 (맞는 순서대로)',
      hint: '맨 위가 첫째예요. 게임에서는 섞어서 하나씩, 몇째인지 물어요.',
    },
    match: {
      ...koreanItem,
      legend: '항목',
      hint: '게임에서는 섞어서 하나씩 물어요. “항목 = 칸”처럼 여러 줄을 붙여 넣어도 돼요.',
    },
  },
  truth: (number) => `문장 ${number}: 맞는 말인가요?`,
  zone: (number) => `항목 ${number}의 칸`,
  noZone: '칸 고르기',
  zones: {
    legend: '칸',
    row: (number) => `칸 ${number}`,
    remove: (number) => `칸 ${number} 지우기`,
    add: '칸 추가',
  },
  zonesHow: '항목이 저마다 이 가운데 하나에 속해요. 아무 항목도 없는 칸이 있어도 돼요.',
  guessOf: (number) => `보기 ${number}의 비율을 맞히기`,
  guessHow: '먼저 저마다 골라요. 그다음 표시한 보기를 우리 가운데 몇 %가 골랐는지 맞혀요.',
  guessTime: '맞히는 시간(초)',
  inAll: (sum, total) => `${sum}초, 모두 ${total}초쯤`,
  partShown: '보여 줄 차례',
  part: (number, of) => `${of}개 중 ${number}번째`,
  partBefore: '앞 차례',
  partNext: '다음 차례',
  tried: (right, of, points) =>
    `${of}개 중 ${right}개를 맞혔어요 · +${points}점 (모두 똑같이 받는 방식)`,
};

const item = {
  row: (number: number) => `Item ${number}`,
  remove: (number: number) => `Delete item ${number}`,
  up: (number: number) => `Move item ${number} up`,
  down: (number: number) => `Move item ${number} down`,
  add: 'Add an item',
};

const en: Words = {
  of: {
    statements: {
      legend: 'Statements',
      hint: 'A game shuffles them and asks one at a time. Press O beside what is true, X beside what is false.',
      row: (number) => `Statement ${number}`,
      remove: (number) => `Delete statement ${number}`,
      up: (number) => `Move statement ${number} up`,
      down: (number) => `Move statement ${number} down`,
      add: 'Add a statement',
    },
    order: {
      ...item,
      legend: 'Items in the right order',
      hint: 'The first one stands at the top. A game shuffles them and asks for the place of each.',
    },
    match: {
      ...item,
      legend: 'Items',
      hint: 'A game shuffles them and asks one at a time. You can paste several lines such as “item = group”.',
    },
  },
  truth: (number) => `Statement ${number}: is it true?`,
  zone: (number) => `Group of item ${number}`,
  noZone: 'Choose a group',
  zones: {
    legend: 'Groups',
    row: (number) => `Group ${number}`,
    remove: (number) => `Delete group ${number}`,
    add: 'Add a group',
  },
  zonesHow: 'Each item belongs to one of these. A group may have no item.',
  guessOf: (number) => `Guess the share of choice ${number}`,
  guessHow:
    'First all choose for themselves. Then they guess how many, of 100, have chosen the one that you mark.',
  guessTime: 'Seconds to guess',
  inAll: (sum, total) => `${sum} s, about ${total} s in all`,
  partShown: 'Part that is shown',
  part: (number, of) => `Part ${number} of ${of}`,
  partBefore: 'Part before',
  partNext: 'Next part',
  tried: (right, of, points) =>
    `${right} of ${of} right · +${points} points (everybody gets the same)`,
};

export const partWords: Record<Language, Words> = { ko, en };
