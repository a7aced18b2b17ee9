/** Words about questions of several parts (R16.19, R16.22); loaded with the first kind that is no choice. */
const ko = {
  statementOf: (number: number, count: number) => `${count}개 중 ${number}번째 문장`,
  itemOf: (number: number, count: number) => `${count}개 중 ${number}번째 항목`,
  statements: '문장',
  items: '항목',
  next: '다음',
  now: '지금',
  seconds: (count: number) => `${count}초`,
  share: (choice: string) => `우리 중 몇 %가 “${choice}”을(를) 골랐을까요?`,
  polled: '고른 사람',
  own: (text: string) => `내 답 ${text}`,
  noOwn: '내 답 없음',
  right: '맞음',
  wrong: '틀림',
  voided: '무효',
  tally: (right: number, of: number) => `${of}개 중 ${right}개 맞았어요`,
  partly: '일부 맞았어요',
  crowd: (right: number, played: number) => `${played}명 중 ${right}명`,
  allRight: (right: number, played: number) => `${played}명 중 ${right}명이 모두 맞혔어요`,
  list: '항목과 정답',
};

const en: typeof ko = {
  statementOf: (number, count) => `Statement ${number} of ${count}`,
  itemOf: (number, count) => `Item ${number} of ${count}`,
  statements: 'Statements',
  items: 'Items',
  next: 'Next',
  now: 'Now',
  seconds: (count) => (count === 1 ? '1 second' : `${count} seconds`),
  share: (choice) => `How many of us chose “${choice}”?`,
  polled: 'What we chose',
  own: (text) => `You: ${text}`,
  noOwn: 'You: no answer',
  right: 'right',
  wrong: 'wrong',
  voided: 'Void',
  tally: (right, of) => `${right} of ${of} right`,
  partly: 'Partly right',
  crowd: (right, played) => `${right} of ${played}`,
  allRight: (right, played) => `${right} of ${played} had all of it right`,
  list: 'Items and right answers',
};

/** Read `partWords[i18n.current]` inside templates. */
export const partWords = { ko, en };
