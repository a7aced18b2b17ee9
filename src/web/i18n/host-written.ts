/** Words for who runs a question for which people write. */
const ko = {
  hidden: '이 화면에서는 적는 동안 적은 것이 보이지 않아요.',
  written: (written: number, players: number) => `${players}명 중 ${written}명이 적었어요`,
  here: '적은 것은 이 화면에만 보여요.',
  groups: '적은 것',
  right: '정답',
  isOut: '뺐어요',
  people: (count: number) => `${count}명`,
  strike: '빼기',
  unstrike: '되돌리기',
  accept: '이것도 정답',
  acceptTitle: '정답이 아닌 답',
  acceptHint: '정답으로 하면 모두의 점수를 다시 계산해요.',
  all: (count: number) => `${count}가지 모두 보기`,
  accepted: (texts: string) => `정답: ${texts}`,
  more: (count: number) => `${count}개 더 보기`,
};

const en: typeof ko = {
  hidden: 'What is written is not shown on this screen while people write.',
  written: (written, players) => `${written} of ${players} have written`,
  here: 'Only this screen shows what they write.',
  groups: 'What was written',
  right: 'Correct',
  isOut: 'left out',
  people: (count) => String(count),
  strike: 'Leave out',
  unstrike: 'Put back',
  accept: 'Accept this too',
  acceptTitle: 'Answers that are not right',
  acceptHint: 'Everybody’s scores are computed again.',
  all: (count) => `Show all ${count}`,
  accepted: (texts) => `Correct: ${texts}`,
  more: (count) => `Show ${count} more`,
};

export const writtenHostWords = { ko, en };
