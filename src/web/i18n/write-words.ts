/** Words about questions for which people write first (R16.14); loaded with the first kind that is no choice. */
const ko = {
  answer: '내 답',
  word: (number: number) => `낱말 ${number}`,
  answerHint: '답을 적으세요',
  save: '저장',
  most: (graphemes: number, texts: number) =>
    texts === 1 ? `${graphemes}자까지` : `낱말 ${texts}개까지, 하나에 ${graphemes}자까지`,
  state: {
    empty: '종이 울릴 때까지 고칠 수 있어요',
    stands: (texts: string) => `저장된 답: ${texts}`,
    unsent: '저장하는 중이에요',
    saved: '✓ 저장했어요. 종이 울릴 때까지 고칠 수 있어요.',
    late: '종이 울린 뒤라 저장하지 못했어요',
    tooLong: (most: number) => `${most}자보다 길거나 쓸 수 없는 글자가 있어요`,
  },
  asked: { typed: '답을 적으세요.', words: '떠오르는 낱말을 적으세요.' },
  walk: { typed: '맞는 답으로 걸어가세요.', words: '마음에 드는 낱말로 걸어가세요.' },
  writing: { typed: '휴대폰에 답을 적고 있어요', words: '휴대폰에 낱말을 적고 있어요' },
  soon: '종이 울리면 적은 것이 여기에 나타나요',
  wrote: (texts: string) => `내가 적은 것: ${texts}`,
  nothing: '적은 것이 없어요. 걸어서 고를 수 있어요.',
  byWriting: '적어서 맞혔어요',
  byWalking: (isHalf: boolean) => `걸어서 맞혔어요${isHalf ? ' (절반)' : ''}`,
  tally: (wrote: number, walked: number) =>
    `적어서 맞힌 사람 ${wrote}명 · 걸어서 맞힌 사람 ${walked}명`,
  wroteIt: (count: number) => `${count}명이 적었어요`,
  writers: (count: number) => `${count}명이 적었어요`,
  keys: '글을 적는 칸이 있어요. 종이 울리면 걸어 다닐 수 있어요.',
  walkKeys: '경기장. 숫자 키를 누르면 그 번호 칸으로 가요. 화살표 키와 WASD로도 움직여요.',
};

const en: typeof ko = {
  answer: 'Your answer',
  word: (number) => `Word ${number}`,
  answerHint: 'Write your answer',
  save: 'Save',
  most: (graphemes, texts) =>
    texts === 1
      ? `Up to ${graphemes} characters`
      : `Up to ${texts} words of ${graphemes} characters each`,
  state: {
    empty: 'You can change it until the bell',
    stands: (texts) => `Saved: ${texts}`,
    unsent: 'Saving…',
    saved: '✓ Saved. You can change it until the bell.',
    late: 'Too late to save: the bell has rung',
    tooLong: (most) => `Longer than ${most} characters, or with characters we cannot use`,
  },
  asked: { typed: 'Write your answer.', words: 'Write the words that come to your mind.' },
  walk: { typed: 'Walk to the right answer.', words: 'Walk to the word that you like.' },
  writing: { typed: 'People are writing on their phones', words: 'People are writing words' },
  soon: 'What they write appears here at the bell',
  wrote: (texts) => `You wrote: ${texts}`,
  nothing: 'You wrote nothing. You can still walk.',
  byWriting: 'Right by writing',
  byWalking: (isHalf) => `Right by walking${isHalf ? ' (half)' : ''}`,
  tally: (wrote, walked) => `${wrote} right by writing · ${walked} by walking`,
  writers: (count) => (count === 1 ? '1 player wrote' : `${count} players wrote`),
  wroteIt: (count) => (count === 1 ? '1 wrote it' : `${count} wrote it`),
  keys: 'There is a field to write in. You can walk after the bell.',
  walkKeys: 'Arena. Number keys go to the zone of that number. Arrow keys and WASD walk, too.',
};

/** Read `writeWords[i18n.current]` inside templates. */
export const writeWords = { ko, en };
